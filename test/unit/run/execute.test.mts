import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/operation';
import { findOperation } from '../../../nodes/shared/operation';
import { call } from '../../../nodes/VoiceAgentCall/resources/call';
import { json, networkError, operationOf, rows, run } from '../../support/fakeContext.mts';
import { turns } from '../../support/fakeTime.mts';

type Sent = { body?: unknown };

/** Sends the name of a row; a row without one cannot be sent. */
const sendName: Operation = operationOf({
	request: (params) => ({ body: { name: params.required('name') } }),
});
const names = (list: string[], options: IDataObject = {}) => ({
	items: rows(...list.map((name) => ({ name }))),
	parameters: (index: number) => ({ name: list[index] ?? '', options }),
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const ONE_BY_ONE = { parallelRequests: 1 };
const echo = (_number: number, { body }: Sent) => json(200, body);
const continuing = { node: { onError: 'continueRegularOutput' as const } };
const thisLong = async (count: number) => {
	for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

describe('a run', () => {
	test('makes a request of each item, and of each answer an item that is paired with it', async () => {
		const { items, bodies } = await run(sendName, names(['a', 'b']), echo);
		expect(bodies).toEqual([{ name: 'a' }, { name: 'b' }]);
		expect(items).toEqual([
			{ json: { name: 'a' }, pairedItem: { item: 0 } },
			{ json: { name: 'b' }, pairedItem: { item: 1 } },
		]);
	});

	test('keeps the order of the input whatever comes back first', async () => {
		const { items } = await run(sendName, names(numbered(8)), async (number, { body }) => {
			await thisLong(20 - number * 2);
			return json(200, body);
		});
		expect(items.map(({ json: { name } }) => name)).toEqual(numbered(8));
	});

	test('pairs what is made of several items with all of them', async () => {
		const grouped = operationOf({
			group: (params) => params.text('group') || undefined,
			request: (params) => ({
				body: { rows: params.rows.map(({ n }) => n), numbers: [...params.rowNumbers] },
			}),
		});
		const groups = ['x', '', 'x', 'y'];
		const parameters = (index: number) => ({ group: groups[index] ?? '' });
		const inputs = rows({ n: 'a' }, { n: 'b' }, { n: 'c' }, { n: 'd' });
		const { items } = await run(grouped, { items: inputs, parameters }, echo);
		expect(items).toEqual([
			{ json: { rows: ['a', 'c'], numbers: [1, 3] }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { rows: ['b'], numbers: [2] }, pairedItem: { item: 1 } },
			{ json: { rows: ['d'], numbers: [4] }, pairedItem: { item: 3 } },
		]);
	});
});

describe('so many at a time', () => {
	/** Answers that take a while, and the most of them at one moment. */
	function counted(answer: (options: { body?: unknown; qs?: IDataObject }) => unknown) {
		const seen = { now: 0, most: 0 };
		const slow = async (_number: number, options: { body?: unknown; qs?: IDataObject }) => {
			seen.now += 1;
			seen.most = Math.max(seen.most, seen.now);
			await thisLong(10);
			seen.now -= 1;
			return json(200, answer(options));
		};
		return { seen, slow };
	}

	test.each([
		[{}, 30, 10],
		[ONE_BY_ONE, 30, 1],
		[{ parallelRequests: 3 }, 30, 3],
		[{ parallelRequests: 100 }, 30, 30],
		[{}, 4, 4],
	])('%j, of %i: %i', async (options, count, expected) => {
		const { seen, slow } = counted(({ body }) => body);
		const { sent } = await run(sendName, names(numbered(count), options), slow);
		expect([seen.most, sent.length]).toEqual([expected, count]);
	});

	test('also if each item is a list of many pages', async () => {
		const total = 4_000;
		const { seen, slow } = counted(({ qs }) => {
			const { limit, offset } = qs as { limit: number; offset: number };
			const count = Math.min(limit, total - offset);
			return {
				items: Array.from({ length: count }, (_, index) => ({ id: offset + index })),
				total,
			};
		});
		const list = operationOf({ endpoint: 'GET /things', kind: 'list' });
		const parameters = { returnAll: true, options: { parallelRequests: 4 } };
		const { items } = await run(list, { items: rows({}, {}, {}, {}), parameters }, slow);
		expect([items.length, seen.most]).toEqual([4 * total, 4]);
	});
});

describe('the options', () => {
	test('have the names of the screen in errors', async () => {
		const { error } = await run(sendName, names(['a'], { timeout: 0 }), echo);
		expect(error?.message).toMatch(/^'Timeout \(Seconds\)'/);
	});

	test('a platform that asks for a longer wait than two minutes is not asked again', async () => {
		const busy = () => json(429, '', { 'retry-after': '121' });
		const { sent } = await run(sendName, names(['a']), busy);
		expect(sent).toHaveLength(1);
	});
});

describe('input that cannot be sent', () => {
	test('stops the run before anything is sent, and says which rows and why', async () => {
		const { error, sent } = await run(sendName, names(['a', '', 'c', '']), echo);
		expect(sent).toEqual([]);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error?.message).toMatch(/2 of 4.*Rows 2 and 4: .*empty$/);
		expect(error?.description).toMatch(/^Nothing was sent\. Rows 2 and 4: Enter a value.*On Error/);
		// n8n would add "[item 1]" behind "Rows 2 and 4".
		expect(error).not.toMatchObject({ context: { itemIndex: expect.any(Number) } });
	});

	/** Each has one parameter that is good for the first row, and bad for the second. */
	test.each<[operation: string, good: IDataObject, bad: IDataObject, reason: RegExp]>([
		['getAll', { limit: 1 }, { limit: 0 }, /'Limit' "0" is out of range/],
		[
			'downloadRecording',
			{ sessionId: 's1', outputDataFieldName: 'sound', options: { maxRetries: 0 } },
			{ sessionId: 's1', outputDataFieldName: '' },
			/'Output Data Field Name' is empty/,
		],
		['get', { callId: 'c1' }, { callId: 'c1/../2' }, /'Call' "c1\/\.\.\/2" is not a valid ID/],
		[
			'makeCall',
			{ agentId: 'a1', toNumber: '+12125550123', options: { additionalFieldsJson: '{"x":1}' } },
			{ agentId: 'a1', toNumber: '+12125550124', options: { additionalFieldsJson: '{"x":' } },
			/'Additional Fields \(JSON\)' is not valid JSON/,
		],
	])(
		'%s is found in a later row, while nothing has been sent',
		async (value, good, bad, reason) => {
			const operation: Operation = { ...findOperation([call], 'call', value), value: 'do' };
			const parameters = (index: number) => (index === 0 ? good : bad);
			const setting = { items: rows({}, {}), parameters };
			const answer = () => json(200, value === 'getAll' ? [] : { call_id: 'c1' });
			const stopped = await run(operation, setting, answer);
			expect(stopped.sent).toEqual([]);
			expect(stopped.error?.message).toMatch(/^1 of 2 input items cannot be sent\. Row 2: /);
			expect(stopped.error?.message).toMatch(reason);
			const { items, sent } = await run(operation, { ...setting, ...continuing }, answer);
			expect(sent.length).toBeGreaterThan(0);
			const refused = { row: 2, error: expect.stringMatching(reason) };
			expect(items.at(-1)).toMatchObject({ json: refused, pairedItem: { item: 1 } });
		},
	);

	test('comes back with the reason, and the others are sent, if the user wants to continue', async () => {
		const setting = { ...names(['a', '', 'c']), ...continuing };
		const { items, bodies } = await run(sendName, setting, echo);
		expect(bodies).toEqual([{ name: 'a' }, { name: 'c' }]);
		expect(items[0]?.json).toEqual({ name: 'a' });
		const error = expect.stringMatching(/empty/);
		const description = expect.stringMatching(/Enter a value/);
		expect(items[1]).toEqual({ json: { error, description, row: 2 }, pairedItem: { item: 1 } });
		expect(items[2]?.pairedItem).toEqual({ item: 2 });
	});
});

describe('a request that fails', () => {
	const failSecond = (number: number, { body }: Sent) =>
		number === 1 ? json(402, { message: 'No credits' }) : json(200, body);

	test('stops the run; the error says what was done', async () => {
		const { error, sent } = await run(sendName, names(numbered(5), ONE_BY_ONE), failSecond);
		expect(sent).toHaveLength(2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: '402' });
		expect(error).not.toMatchObject({ context: { itemIndex: expect.any(Number) } });
		expect(error?.message).toContain('No credits');
		expect(error?.description).toMatch(/Row 2 failed\. Of 5 rows: 1 done, 1 failed, 3 not sent$/);
	});

	test('counts the row that stopped the run as failed, also if the platform was only busy', async () => {
		const busy = () => json(429, '', { 'retry-after': '121' });
		const { error } = await run(sendName, names(numbered(3), ONE_BY_ONE), busy);
		expect(error?.description).toMatch(/Row 1 failed\. Of 3 rows: 0 done, 1 failed, 2 not sent$/);
	});

	test('waits for what is under way', async () => {
		const finished: number[] = [];
		const { error } = await run(sendName, names(numbered(3)), async (number, { body }) => {
			if (number === 0) return json(402, '');
			await thisLong(50);
			finished.push(number);
			return json(200, body);
		});
		expect(finished).toEqual([1, 2]);
		expect(error?.description).toMatch(/Row 1 failed\. Of 3 rows: 2 done, 1 failed$/);
	});

	test('ends the wait of those that would be repeated: they count as not sent', async () => {
		const { error, sent } = await run(sendName, names(numbered(4)), async (_number, { body }) => {
			const { name } = body as { name: string };
			if (name === 'n0') return json(200, body);
			if (name !== 'n3') return json(429, '', { 'retry-after': '1' });
			await turns();
			return json(402, { message: 'No credits' });
		});
		// Those that waited to be repeated were not.
		expect(sent).toHaveLength(4);
		// The error that stopped the run, not one of those that it ended.
		expect(error?.message).toContain('No credits');
		expect(error?.description).toMatch(/Row 4 failed\. Of 4 rows: 1 done, 1 failed, 2 not sent$/);
	});

	test('says how many were sent with an unknown outcome', async () => {
		const setting = names(numbered(5), { parallelRequests: 3 });
		const { error } = await run(sendName, setting, async (number) => {
			if (number === 0) return json(402, '');
			await turns();
			if (number === 1) throw networkError('ECONNRESET');
			return json(409, '');
		});
		expect(error?.description).toMatch(
			/Row 1 failed\. Of 5 rows: 0 done, 2 failed, 1 with an unknown outcome, 2 not sent$/,
		);
	});

	test('leaves the others alone if the user wants to continue', async () => {
		const setting = { ...names(numbered(3), ONE_BY_ONE), ...continuing };
		const { items } = await run(sendName, setting, failSecond);
		expect(items.map(({ json: { name, row } }) => name ?? row)).toEqual(['n0', 2, 'n2']);
		const error = expect.stringContaining('No credits');
		const description = expect.stringContaining('402');
		expect(items[1]).toEqual({ json: { error, description, row: 2 }, pairedItem: { item: 1 } });
		expect(items[1]).not.toHaveProperty('error');
	});

	test('goes to the error output, with all that is needed to correct it', async () => {
		const node = { onError: 'continueErrorOutput' as const };
		const { items } = await run(sendName, { ...names(['a']), node }, () => json(402, ''));
		// n8n looks for `error`; a copy of the item must not have it.
		expect(items[0]?.error).toBeInstanceOf(NodeApiError);
		expect(Object.keys({ ...items[0] })).toEqual(['json', 'pairedItem']);
		expect(() => Object.assign(items[0] ?? {}, { error: undefined })).not.toThrow();
	});
});

test('a cancelled execution starts nothing new and says so', async () => {
	const abort = new AbortController();
	const { signal } = abort;
	const setting = { ...names(numbered(4), ONE_BY_ONE), signal, ...continuing };
	const { items, sent } = await run(sendName, setting, (number, { body }) => {
		if (number === 1) abort.abort();
		return json(200, body);
	});
	expect(sent).toHaveLength(2);
	expect(items.map(({ json: { name } }) => name)).toEqual(['n0', 'n1', undefined, undefined]);
	expect(items[3]?.json).toMatchObject({ error: expect.stringMatching(/cancelled/), row: 4 });
});

describe('without an account', () => {
	const open = operationOf({ isPublic: true, endpoint: 'GET /status' });

	test('goes to the address of the parameters, with no credential', async () => {
		const parameters = { baseUrl: 'https://other.example.com/api/v1/' };
		const { sent } = await run(open, { parameters }, () => json(200, { ok: 1 }));
		expect(sent[0]?.credential).toBeUndefined();
		expect(sent[0]?.options.url).toBe('https://other.example.com/api/v1/status');
	});

	test.each([
		[undefined, /'Base URL'/],
		['http://other.example.com/api/v1', /must start with https/],
	])('needs an address to which a password can be sent: %j', async (baseUrl, message) => {
		const { error, sent } = await run(open, { parameters: { baseUrl } }, () => json(200, {}));
		expect(error?.message).toMatch(message);
		expect(sent).toEqual([]);
	});
});
