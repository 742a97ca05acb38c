import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { LoginError } from '../../../../nodes/shared/http';
import { callingGate } from '../../../../nodes/shared/calling';
import { execute } from '../../../../nodes/shared/run';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import { campaign } from '../../../../nodes/VoiceAgentCampaign/resources/campaign';
import { BASE_URL, fakeContext, json } from '../../../support/fakeContext.mts';
import { inTime, useFakeTime } from '../../../support/fakeTime.mts';

useFakeTime();

const SECOND = 1000;

/** Starts or gets a campaign that has these statuses, each for ten seconds and the last one for ever, and waits for it. */
async function waitFor(
	operation: 'start' | 'get',
	statuses: readonly string[],
	options: IDataObject = {},
	started: IDataObject = { message: 'started' },
	more: IDataObject = {},
) {
	const beganAt = performance.now();
	const requests: string[] = [];
	const answer = (_number: number, { method, url }: IHttpRequestOptions) => {
		requests.push(`${method} ${url.replace(BASE_URL, '')}`);
		if (method === 'PATCH') return json(200, started);
		const place = Math.floor((performance.now() - beganAt) / (10 * SECOND));
		const status = statuses[Math.min(place, statuses.length - 1)];
		return json(200, { campaign_id: 'k1', name: 'Renewals', status, agent_id: 'a1', ...more });
	};
	const parameters = {
		resource: 'campaign',
		operation,
		campaignId: 'k1',
		waitForResult: true,
		output: 'simplified',
		options: { ...options, ...options },
	};
	const { context } = fakeContext({ parameters }, answer);
	const [items = []] = await inTime(
		execute.call(context, [campaign], context.continueOnFail(), callingGate),
	);
	return { row: items[0]?.json, requests, took: performance.now() - beganAt };
}

test.each(['finished', 'cancelled', 'Completed'])(
	'Start returns the campaign when it is %s',
	async (end) => {
		const { row, requests } = await waitFor('start', ['pending', 'active', end]);
		expect(row).toMatchObject({
			campaign_id: 'k1',
			name: 'Renewals',
			status: end,
			is_finished: true,
		});
		expect(row).not.toHaveProperty('waited_seconds');
		expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
	},
);

test('the campaign that was started is waited for, also if its answer has another ID', async () => {
	const { row, requests } = await waitFor('start', ['finished'], {}, { id: 'request-7' });
	expect(row).toMatchObject({ campaign_id: 'k1', is_finished: true });
	expect(requests).toEqual(['PATCH /campaigns/k1/start', 'GET /campaigns/k1']);
});

test('Get waits, too, but not for what is over already', async () => {
	expect((await waitFor('get', ['active', 'finished'])).row).toMatchObject({ is_finished: true });
	const { requests, took } = await waitFor('get', ['finished']);
	expect(requests).toEqual(['GET /campaigns/k1']);
	expect(took).toBeLessThan(SECOND);
});

test('a campaign that is paused is not over', async () => {
	const { row, took } = await waitFor('start', ['active', 'paused'], { maxWaitTime: 2 });
	expect(row).toMatchObject({
		campaign_id: 'k1',
		status: 'paused',
		is_finished: false,
		waited_seconds: 120,
	});
	expect(took).toBeLessThan(122 * SECOND);
});

test.each([
	{ status: 'bezig', progress: 120, total: 250 },
	{ status: 'bezig', completed: 10, total: 10, retries_pending: 3 },
])('%j is not known to be finished', async ({ status, ...progress }) => {
	const { row } = await waitFor('start', [status], { maxWaitTime: 1 }, undefined, progress);
	expect(row).toMatchObject({ is_finished: null, message: expect.stringContaining('"bezig"') });
});

test.each([
	['before it says anything of the call', null, 0],
	['after it has said that the call goes on', false, 1],
])(
	'an account that is refused the login %s is not asked again: that would lock it',
	async (_when, isOver, answers) => {
		let left = answers;
		let logins = 0;
		let placed = 0;
		const answer = (_number: number, { method }: IHttpRequestOptions) => {
			if (method === 'POST') {
				placed += 1;
				return json(200, { call_id: 'c1' });
			}
			left -= 1;
			if (left >= 0) return json(200, { call_id: 'c1', status: 'in_progress' });
			logins += 1;
			throw new LoginError('The login was refused', 'Check the password', true);
		};
		const parameters = {
			resource: 'call',
			operation: 'makeCall',
			agentId: 'a1',
			toNumber: '+12125550123',
			waitForResult: true,
			output: 'simplified',
			options: {},
		};
		const { context } = fakeContext({ parameters }, answer);
		const startedAt = performance.now();
		const [items = []] = await inTime(
			execute.call(context, [call], context.continueOnFail(), callingGate),
		);
		expect(items[0]?.json).toMatchObject({
			call_id: 'c1',
			is_over: isOver,
			message: expect.stringMatching(/The login was refused/),
		});
		expect([logins, placed]).toEqual([1, 1]);
		expect(performance.now() - startedAt).toBeLessThan(10 * SECOND);
	},
);
