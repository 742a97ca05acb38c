import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { callback } from '../../../../nodes/VoiceAgentCall/resources/callback';
import { campaign } from '../../../../nodes/VoiceAgentCampaign/resources/campaign';
import { RequestFailure, readResult } from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';
import { inTime, useFakeTime } from '../../../support/fakeTime.mts';
import {
	BERLIN,
	adding,
	calling,
	create,
	makeCall,
	operationIn,
} from '../../../support/callers.mts';
import { json, run } from '../../../support/fakeContext.mts';

/*
 * An answer with two identifiers: what is started, waited for and shown is the one that the order of design gives (its own identifier, its own
 * name, a usual name, the object itself), and in doubt nothing.
 */

useFakeTime();

const IDS = ['42', 'cp9'];

/** Two objects, one in the other. */
interface Answer {
	outerId: '' | 'id' | '_id' | 'uuid' | 'own';
	/** The names that lead to the inner one; `own` stands for the name of what is asked for. */
	path: readonly string[];
	innerId: '' | 'id' | 'uuid' | 'own';
	beside: IDataObject;
	isInnerFirst: boolean;
}

interface Asked {
	entity: 'call' | 'campaign';
	ownId: string;
}
const CALL: Asked = { entity: 'call', ownId: 'call_id' };
const CAMPAIGN: Asked = { entity: 'campaign', ownId: 'campaign_id' };

const idField = (name: string, { ownId }: Asked, value: string): IDataObject =>
	name === '' ? {} : { [name === 'own' ? ownId : name]: value };

function written(answer: Answer, asked: Asked): IDataObject {
	const inner: IDataObject = { name: 'Renewals', ...idField(answer.innerId, asked, 'cp9') };
	const [first = '', ...others] = answer.path.map((name) => (name === 'own' ? asked.entity : name));
	const wrapped = others.reduceRight<IDataObject>((within, name) => ({ [name]: within }), inner);
	const outer = { ...idField(answer.outerId, asked, '42'), ...answer.beside };
	return answer.isInnerFirst ? { [first]: wrapped, ...outer } : { ...outer, [first]: wrapped };
}

/** The identifier that the order gives; '' if there is none; undefined in doubt. */
function meant({ outerId, path, innerId }: Answer): string | undefined {
	const outer = outerId === '' ? '' : '42';
	const inner = innerId === '' ? '' : 'cp9';
	if (outerId === 'own') return outer;
	if (path.at(-1) === 'unknown') return outer;
	if (path.at(-1) === 'own' || innerId === 'own') return inner;
	if (outer !== '' && inner !== '') return undefined;
	return outer || inner;
}

const answers: fc.Arbitrary<Answer> = fc.record({
	outerId: fc.constantFrom('', 'id', 'id', '_id', 'uuid', 'own'),
	path: fc.constantFrom<readonly string[]>(
		...[['own'], ['own'], ['data'], ['data'], ['result'], ['response']],
		...[['response', 'data'], ['data', 'result'], ['data', 'own'], ['result', 'own'], ['unknown']],
	),
	innerId: fc.constantFrom('', 'id', 'id', 'uuid', 'own'),
	beside: fc.constantFrom<IDataObject>(
		{},
		{ success: true, message: 'Done' },
		{ status: 'ok' },
		{ created_at: '2026-03-02T09:00:00Z' },
		{ credits: 4, request_id: 'r1' },
	),
	isInnerFirst: fc.boolean(),
});

/** Creates a campaign and starts it. */
async function started(answer: unknown, parameters: IDataObject = {}, options: IDataObject = {}) {
	const more = {
		options: { maxRetries: 0, ...options },
		parameters: { startImmediately: true, ...parameters },
		node: { onError: 'continueRegularOutput' as const },
	};
	const setting = adding([{ phone: BERLIN }], {}, more);
	const done = await run(create, setting, (_number: number, { method }: IHttpRequestOptions) =>
		json(200, method === 'PATCH' ? { message: 'Started' } : answer),
	);
	return { ...done, row: done.items[0]?.json ?? {} };
}

/** Makes a call and waits for its result. */
async function waited(answer: unknown, parameters: IDataObject = {}) {
	const more = {
		options: { maxRetries: 0, maxWaitTime: 1 },
		parameters: { waitForResult: true, ...parameters },
	};
	const setting = calling([BERLIN], {}, more);
	const result = (id: string) => ({
		call_id: id,
		status: 'completed',
		ended_at: '2026-03-02T09:00:00Z',
		transcript: 'Agent: Hello',
		summary: 'Over',
	});
	const work = run(makeCall, setting, (_number: number, { method, url }: IHttpRequestOptions) =>
		json(200, method === 'GET' ? result(url.split('/').at(-1) ?? '') : answer),
	);
	const done = await inTime(work);
	return { ...done, row: done.items[0]?.json ?? {} };
}

const shows = (row: IDataObject) => IDS.filter((id) => JSON.stringify(row).includes(`"${id}"`));

describe('Start Immediately', () => {
	test.each<[unknown]>([
		[{ id: '42', status: 'ok', data: { id: 'cp9' } }],
		[{ data: { id: '42' }, result: { id: 'cp9' } }],
	])('of %j starts nothing, and says that there is a campaign', async (answer) => {
		for (const output of ['simplified', 'allColumns']) {
			const { urls, row } = await started(answer, { output });
			expect(urls).toEqual(['/campaigns/']);
			expect(row.error).toMatch(/^A campaign was created, but not started.*does not say its ID/);
			expect(row).toMatchObject({ started: false });
			expect(shows(row)).toEqual([]);
		}
	});

	test('of an answer that names no campaign starts nothing', async () => {
		const { urls, row } = await started({ message: 'Created' });
		expect(urls).toEqual(['/campaigns/']);
		expect(row.error).toContain('but not started');
	});

	test.each([
		['.', '42'],
		['data', 'cp9'],
	])('Response Path %s says which one is meant', async (responsePath, id) => {
		const answer = { id: '42', name: 'Renewals', data: { id: 'cp9', name: 'Renewals' } };
		const { urls, row } = await started(answer, {}, { responsePath });
		expect(urls).toEqual(['/campaigns/', `/campaigns/${id}/start`]);
		expect(row).toMatchObject({ campaign_id: id });
	});
});

test('Rerun shows the new campaign; with Output set to Raw, all that the platform sends', async () => {
	const answer = { campaign_id: '42', id: 'cp9', status: 'pending' };
	const shown = async (output: string) => {
		const setting = { parameters: { campaignId: '42', output } };
		return (await run(operationIn(campaign, 'rerun'), setting, () => json(200, answer))).items;
	};
	expect((await shown('simplified'))[0]?.json).toMatchObject({ campaign_id: 'cp9' });
	expect((await shown('raw'))[0]?.json).toEqual(answer);
});

describe('Make Call', () => {
	const doubt = { uuid: '42', data: { id: 'cp9', status: 'queued' } };

	test('in doubt has no call_id, and a hint that names both', async () => {
		const { row, hints } = await waited(doubt, { waitForResult: false });
		expect(row.call_id ?? null).toBeNull();
		expect(shows(row)).toEqual([]);
		expect(hints[0]?.message).toContain('"uuid" or "data.id" is the identifier of the call');
		expect(hints[0]?.message).toContain('Response Path');
	});

	test('with Output set to Raw waits for the call that the answer has in it', async () => {
		const { urls } = await waited(
			{ data: { call_id: 'cp9', status: 'queued' } },
			{ output: 'raw' },
		);
		expect(urls).toContain('/calls/cp9');
	});

	test('Response Path leads to the call in the answer of its request, not in those of the wait', async () => {
		const more = { options: { maxRetries: 0, maxWaitTime: 1, responsePath: 'made' } };
		const { row } = await waited({ id: '42', made: { id: 'cp9', status: 'queued' } }, more);
		expect(row).toMatchObject({ call_id: 'cp9', is_over: true, summary: 'Over' });
	});

	test('in doubt waits for nothing', async () => {
		const { row, urls } = await waited(doubt);
		expect(urls).toEqual(['/calls/make-call']);
		expect(row.message).toContain('two IDs');
		expect(row).not.toHaveProperty('is_over');
	});
});

test('any two objects of an answer: the order gives what is started, and in doubt nothing is', async () => {
	const seen = new Set<string>();
	await fc.assert(
		fc.asyncProperty(answers, async (answer) => {
			const id = meant(answer);
			seen.add(id ?? 'doubt');
			const { urls, row } = await started(written(answer, CAMPAIGN));
			expect(urls).toEqual(['/campaigns/', ...(id ? [`/campaigns/${id}/start`] : [])]);
			expect(row.campaign_id ?? '').toBe(id ?? '');
			if (id) expect(row).toMatchObject({ started: true });
			else expect(row.error).toContain('but not started');
			if (id === undefined) expect(shows(row)).toEqual([]);
		}),
		runs('values'),
	);
	expect([...seen].sort()).toEqual(['', '42', 'cp9', 'doubt']);
});

test('any two objects of an answer: the order gives what is waited for', async () => {
	await fc.assert(
		fc.asyncProperty(answers, async (answer) => {
			const id = meant(answer);
			const { urls, row } = await waited(written(answer, CALL));
			// A call without a name is looked for in the list.
			const own = urls.filter((url) => url !== '/calls');
			expect(own).toEqual(['/calls/make-call', ...(id ? [`/calls/${id}`] : [])]);
			expect(row.call_id ?? '').toBe(id ?? '');
		}),
		runs('sequences'),
	);
});

test('any two objects of an answer: a read gives the same, or is an error', () => {
	fc.assert(
		fc.property(answers, fc.constantFrom(CALL, CAMPAIGN), (answer, asked) => {
			const id = meant(answer);
			const body = written(answer, asked);
			const of = { entity: asked.entity, subject: 'Get', path: '' };
			const read = () => readResult(body, of);
			if (id) {
				const row = read();
				expect([row[asked.ownId], row.id, row._id, row.uuid]).toContain(id);
				return;
			}
			expect(read).toThrow(RequestFailure);
			if (id === undefined) expect(read).toThrow(/two ways.*"(id|_id|uuid)" or "(\w+\.)+\w+"/);
		}),
		runs('values'),
	);
});

test.each<[string, unknown]>([
	['a callback', { deleted: false }],
	['a callback', false],
	['a campaign', { cancelled: false, message: 'Nothing to cancel' }],
	['a campaign', false],
])('Cancel of %s answered with %j is an error', async (what, answer) => {
	const operation = operationIn(what === 'a callback' ? callback : campaign, 'cancel');
	const setting = { parameters: { callbackId: 'cb1', campaignId: 'cp9' } };
	const { error, items } = await run(operation, setting, () => json(200, answer));
	expect(error?.message).toMatch(/^The platform refused the request/);
	expect(items).toEqual([]);
});
