import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { LoginError } from '../../../../nodes/shared/http';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import { campaign } from '../../../../nodes/VoiceAgentCampaign/resources/campaign';
import { BASE_URL, json } from '../../../support/fakeContext.mts';
import { useFakeTime } from '../../../support/fakeTime.mts';
import { runInTime, waitingCall } from './waitingPlatform.mts';

useFakeTime();

const SECOND = 1000;

/** Starts or gets a campaign that has these statuses, each for ten seconds and the last one for ever, and waits for it. */
async function waitFor(
	operation: 'start' | 'get',
	statuses: readonly string[],
	options: IDataObject = {},
	more: { started?: IDataObject; progress?: IDataObject } = {},
) {
	const { started = { message: 'started' }, progress } = more;
	const beganAt = performance.now();
	const requests: string[] = [];
	const answer = (_number: number, { method, url }: IHttpRequestOptions) => {
		requests.push(`${method} ${url.replace(BASE_URL, '')}`);
		if (method === 'PATCH') return json(200, started);
		const place = Math.floor((performance.now() - beganAt) / (10 * SECOND));
		const status = statuses[Math.min(place, statuses.length - 1)];
		return json(200, { campaign_id: 'k1', name: 'Renewals', status, agent_id: 'a1', ...progress });
	};
	const asked = { resource: 'campaign', operation, campaignId: 'k1', waitForResult: true };
	const parameters = { ...asked, output: 'simplified', options };
	const done = await runInTime(campaign, { parameters }, answer);
	return { row: done.json[0], requests, took: done.took };
}

test.each(['finished', 'cancelled', 'Completed'])(
	'Start returns the campaign when it is %s',
	async (status) => {
		const { row, requests } = await waitFor('start', ['pending', 'active', status]);
		const finished = { campaign_id: 'k1', name: 'Renewals', status, is_finished: true };
		expect(row).toMatchObject(finished);
		expect(row).not.toHaveProperty('waited_seconds');
		expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
	},
);

test('the campaign that was started is waited for, also if its answer has another ID', async () => {
	const other = { started: { id: 'request-7' } };
	const { row, requests } = await waitFor('start', ['finished'], {}, other);
	expect(row).toMatchObject({ campaign_id: 'k1', is_finished: true });
	expect(requests).toEqual(['PATCH /campaigns/k1/start', 'GET /campaigns/k1']);
});

test('Get waits, too, but not for what is over already', async () => {
	expect((await waitFor('get', ['active', 'finished'])).row).toMatchObject({ is_finished: true });
	const { requests, took } = await waitFor('get', ['finished']);
	expect(requests).toEqual(['GET /campaigns/k1']);
	expect(took).toBeLessThan(SECOND);
});

test('a word of the user for campaigns that are finished counts, and the item says so', async () => {
	const { row, took } = await waitFor('start', ['klaar'], { finishedStatuses: 'klaar' });
	expect(row).toMatchObject({ status: 'klaar', is_finished: true });
	expect(took).toBeLessThan(10 * SECOND);
});

test('a campaign that is paused is not over', async () => {
	const { row, took } = await waitFor('start', ['active', 'paused'], { maxWaitTime: 2 });
	const paused = { campaign_id: 'k1', status: 'paused', is_finished: false, waited_seconds: 120 };
	expect(row).toMatchObject(paused);
	expect(took).toBeLessThan(122 * SECOND);
});

test.each([
	{ progress: 120, total: 250 },
	{ completed: 10, total: 10, retries_pending: 3 },
])('%j is not known to be finished', async (progress) => {
	const { row } = await waitFor('start', ['bezig'], { maxWaitTime: 1 }, { progress });
	expect(row).toMatchObject({ is_finished: null, message: expect.stringContaining('"bezig"') });
});

test.each([
	['before it says anything of the call', null, 0],
	['after it has said that the call goes on', false, 1],
])(
	'an account that is refused the login %s is not asked again: that would lock it',
	async (_when, isOver, answers) => {
		const asked = { POST: 0, GET: 0 };
		const answer = (_number: number, { method }: IHttpRequestOptions) => {
			asked[method as 'POST' | 'GET'] += 1;
			if (method === 'POST') return json(200, { call_id: 'c1' });
			if (asked.GET <= answers) return json(200, { call_id: 'c1', status: 'in_progress' });
			throw new LoginError('The login was refused', 'Check the password', true);
		};
		const done = await runInTime(call, { parameters: waitingCall(0, {}) }, answer);
		const message = expect.stringMatching(/The login was refused/);
		expect(done.json[0]).toMatchObject({ call_id: 'c1', is_over: isOver, message });
		expect(asked).toEqual({ POST: 1, GET: answers + 1 });
		expect(done.took).toBeLessThan(10 * SECOND);
	},
);
