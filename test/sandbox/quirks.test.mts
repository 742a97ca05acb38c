import { type JsonObject, without } from '../../sandbox/common/json.mts';
import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';
import { type Row, useOwner } from './owner.mts';

/*
 * Quirks: that each of them shows, for one that changes nothing would let every test pass that needs it.
 */

const owner = useOwner();
const { sandbox, behave } = owner;

/** Quirks that show elsewhere, and in which file of this folder. */
const ELSEWHERE = [
	/^function/, // functionRequests.test.mts
	/^latencyMs$/, // test/engine
	/^(tokenUses|transcriptDelaySeconds)$/, // suites
];

const refusalOf = async (change: object) =>
	(await sandbox.api.patch('/behaviour', change, { validateStatus: () => true })).status;

describe('what can be set', () => {
	test('every value of every quirk, and nothing else', async () => {
		for (const [name, values] of Object.entries(QUIRKS)) {
			for (const value of values) expect((await behave({ [name]: value }))[name]).toEqual(value);
			expect([name, await refusalOf({ [name]: 'no such value' })]).toEqual([name, 400]);
		}
	});

	test('a misspelt quirk or fault is refused, and a reset forgets all that is set', async () => {
		const usual = await owner.control('/behaviour');
		await behave({ total: 'none', faults: [{ status: 503, times: 2 }] });
		expect(await owner.control('/behaviour')).toMatchObject({
			total: 'none',
			faults: [{ kind: 'status', status: 503, times: 2, probability: 1 }],
		});
		for (const slip of [{ ordre: 'newest' }, { faults: [{ path: '(' }] }, { faults: [{}] }])
			expect(await refusalOf(slip)).toBe(400);
		await owner.restart();
		expect(await owner.control('/behaviour')).toEqual(usual);
		const defaults = Object.entries(QUIRKS).map(([name, [first]]) => [name, first]);
		expect(usual).toEqual({ ...Object.fromEntries(defaults), faults: [] });
	});
});

test('no two values of a quirk are answered alike', async () => {
	const last = { created_at: '2026-09-01T09:30:00Z', spacingSeconds: 600 };
	await sandbox.api.post('/calls', { count: 9, agent_id: 'agent_0002', ...last });
	await sandbox.api.post('/calls', { count: 9, agent_id: 'agent_0001', ...last });
	await sandbox.api.post('/calls', { count: 1, created_at: 0 });
	const paths = ['/calls', '/calls?limit=4&offset=4', '/calls?from=2090-01-01T00:00:00Z'];
	const shown = async (quirks: object) => {
		await behave(quirks);
		const answers = await Promise.all([...paths, '/voices/'].map((path) => owner.get(path)));
		return JSON.stringify(answers);
	};
	const usual = without(await owner.control('/behaviour'), 'faults');
	const alike: unknown[] = [];
	for (const [name, values] of Object.entries(QUIRKS)) {
		if (ELSEWHERE.some((quirks) => quirks.test(name))) continue;
		const answers = new Map<string, unknown>();
		for (const value of values) {
			const text = await shown({ ...usual, [name]: value });
			if (answers.has(text)) alike.push([name, value, answers.get(text)]);
			answers.set(text, value);
		}
	}
	expect(alike).toEqual([]);
});

describe('calls that are shown otherwise than they are', () => {
	let inserted: string[];
	beforeEach(async () => {
		const { data } = await sandbox.api.post('/calls', { count: 9, spacingSeconds: 600 });
		inserted = data.call_ids;
	});
	const ids = (rows: Row[]) => rows.map((row) => row.call_id);

	test('a page is wrong once: without rows, ending in the middle, or from a copy that lags behind', async () => {
		const newestFirst = inserted.toReversed();
		for (const [fault, params, shown] of [
			[{ kind: 'emptyPage' }, {}, []],
			[{ kind: 'shortPage' }, { limit: 4, offset: 4 }, newestFirst.slice(4, 6)],
			[{ kind: 'lag', rows: 2 }, {}, newestFirst.slice(2)],
		] as const) {
			await behave({ faults: [{ path: '^/calls', times: 2, ...fault }] });
			expect((await owner.get(`/calls/${inserted[0]!}`)).call_id).toBe(inserted[0]);
			const { items, total } = await owner.get('/calls', params);
			const offset = 'offset' in params ? params.offset : 0;
			expect([ids(items), total]).toEqual([shown, offset + shown.length]);
			expect(ids(await owner.rows('/calls'))).toEqual(newestFirst);
		}
	});

	test('with other values and without some fields, in the list, in the single call or in both', async () => {
		const mask = (of: unknown[], how: object) => sandbox.api.put('/masks', { ids: of, ...how });
		const [id, other] = inserted as [string, string];
		const views = async () => [
			(await owner.rows('/calls')).find(({ call_id }) => call_id === id)!.status,
			(await owner.get(`/calls/${id}`)).status,
		];
		const usual: JsonObject = await owner.get(`/calls/${id}`);
		const fields = { created_at: null, queued_at: 'x' };
		await mask([id, other], { fields, without: ['credits'] });
		expect(await owner.get(`/calls/${id}`)).toEqual({ ...without(usual, 'credits'), ...fields });
		const masked = (await owner.rows('/calls')).filter((row) => row.queued_at === 'x');
		expect(ids(masked).toSorted()).toEqual([id, other].toSorted());
		await mask([id], { without: ['status'], in: 'detail' });
		expect(await views()).toEqual([usual.status, undefined]);
		await mask([id], { fields: { status: 'gone' }, in: 'list' });
		expect(await views()).toEqual(['gone', usual.status]);
		await mask([id], {});
		expect(await owner.get(`/calls/${id}`)).toEqual(usual);
	});
});
