import { credentialFor, nodeTypes, runner } from '../support/nodes.mts';
import { searchList } from '../../harness/n8n/engine.mts';
import { useSandbox } from '../support/useSandbox.mts';

const COUNT = 2537;

const sandbox = useSandbox({ clock: 'manual', agents: 2000 });
let run: ReturnType<typeof runner>;

beforeAll(async () => {
	run = runner('voiceAgentCall', credentialFor(sandbox));
	await sandbox.api.post('/calls', { count: COUNT });
});
afterEach(async () => {
	await sandbox.api.patch('/behaviour', {
		envelope: 'items',
		pageCap: null,
		refuseLimitAbove: null,
		ignoreOffset: false,
		ignorePaging: false,
		insertWhilePaging: 0,
		idName: 'specific',
		order: 'newest',
		numbersAsStrings: false,
	});
});

const getMany = {
	resource: 'call',
	operation: 'getAll',
	output: 'simplified',
	returnAll: true,
	filters: {},
	options: {},
};
const idsOf = async (parameters: object = {}) =>
	(await run({ ...getMany, ...parameters })).map(({ json }) => String(json.call_id));

test.each([
	['as documented here', {}],
	['a bare array', { envelope: 'array' }],
	['rows one level down', { envelope: 'nested' }],
	['pages capped at 30', { pageCap: 30 }],
	['pages capped at 30, no total', { pageCap: 30, envelope: 'nested' }],
	['limits above 50 refused', { refuseLimitAbove: 50 }],
	['oldest first', { order: 'oldest' }],
	['id in place of call_id, numbers as text', { idName: 'id', numbersAsStrings: true }],
	['paging unknown', { ignorePaging: true, envelope: 'array' }],
])('all rows, each once: %s', async (_name, behaviour) => {
	await sandbox.api.patch('/behaviour', behaviour);
	const ids = await idsOf();
	expect(ids).toHaveLength(COUNT);
	expect(new Set(ids).size).toBe(COUNT);
});

test('an ignored offset is a clear error', async () => {
	await sandbox.api.patch('/behaviour', { ignoreOffset: true, envelope: 'array' });
	await expect(run(getMany)).rejects.toThrow(/same page again and again/);
});

test('rows that appear at the front while paging: no duplicates, nothing missing', async () => {
	const existing = new Set(await idsOf());
	await sandbox.api.patch('/behaviour', { insertWhilePaging: 7 });
	const ids = await idsOf();
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id) => existing.has(id))).toHaveLength(existing.size);
});

test('Limit asks for no more', async () => {
	expect(await idsOf({ returnAll: false, limit: 120 })).toHaveLength(120);
});

test('an additional query parameter reaches the platform', async () => {
	const additionalQuery = { pairs: [{ name: 'status', value: 'no_such_status' }] };
	const outcome = await run({ ...getMany, options: { additionalQuery } }).catch(
		(error: Error) => error,
	);
	expect(outcome instanceof Error || outcome.length === 0).toBe(true);
});

describe('the agent drop-down', () => {
	const node = nodeTypes.voiceAgentCall;
	const search = async (filter?: string, token?: string) =>
		await searchList(
			{ node, credential: credentialFor(sandbox), parameters: {} },
			'searchAgents',
			filter,
			token,
		);

	test.each([
		['as documented here', {}],
		['a bare array', { envelope: 'array' }],
		['limits above 50 refused', { refuseLimitAbove: 50 }],
		['paging unknown', { ignorePaging: true }],
	])('finds the 1,700th of 2,000 by part of its name: %s', async (_name, behaviour) => {
		await sandbox.api.patch('/behaviour', behaviour);
		const { results } = await search('nt 1700');
		expect(results).toEqual([{ name: 'Agent 1700', value: 'agent_1700' }]);
	});

	test('shows one screen, and the next on scrolling', async () => {
		const first = await search();
		expect(first.results.length).toBeGreaterThanOrEqual(50);
		const second = await search(undefined, first.paginationToken as string);
		expect(second.results.length).toBeGreaterThan(0);
		expect(first.results.map(({ value }) => value)).not.toContain(second.results[0]?.value);
	});

	test('a name that nobody has returns an empty list', async () => {
		expect(await search('nobody has this name')).toEqual({ results: [] });
	});
});
