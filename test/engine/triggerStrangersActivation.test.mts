import type { IDataObject } from 'n8n-workflow';
import { idsOf, LONG_LIST, MINUTE, saidBy, useStrangePlatform } from './strangers.mts';

/*
 * The baseline, and what is read again and again after it: what was there at the activation is never emitted, what came later is.
 */

jest.setTimeout(60_000);

const platform = useStrangePlatform();
const { activate, behave, faults, insert, mask, pollOften, sandbox, trigger } = platform;

const addOld = async (count: number) =>
	await insert({ count, created_at: Date.now() - 2 * MINUTE, spacingSeconds: 30 });

const idsOnPlatform = async () => {
	const { data } = await sandbox.api.get<Array<{ call_id: string }>>('/calls');
	return data.map((call) => call.call_id);
};

test.each(['newest', 'oldest', 'random', 'arrival'])(
	'3,000 old rows without a time, deep in a long list (%s): nothing old is emitted, and all that is new',
	async (order) => {
		await addOld(LONG_LIST);
		const old = await idsOnPlatform();
		await mask(old.slice(1000, 4000), { without: ['created_at', 'started_at', 'ended_at'] });
		await behave({ order, dateFilter: 'ignored' });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 20, spacingSeconds: 1 });
		const items = await pollOften(calls, 2);
		// Late rows show whether the list is sorted by time. If it is not, more of it has to be read.
		ids.push(...(await insert({ count: 5, created_at: Date.now() - 40 * MINUTE })));
		items.push(...(await pollOften(calls)));
		expect(idsOf(items)).toEqual(ids.sort());
	},
);

describe('a page that is wrong for a moment', () => {
	const quirks = [
		{},
		{ order: 'oldest', total: 'none', dateFilter: 'ignored' },
		{ order: 'random', dateFilter: 'ignored', refuseLimitAbove: 100 },
	];
	const kinds = [{ kind: 'emptyPage' }, { kind: 'shortPage' }, { kind: 'lag', rows: 200 }];
	const cases = quirks.flatMap((quirk) =>
		kinds.map((fault) => [fault.kind, quirk, fault] as const),
	);

	test.each(cases)(
		'during the activation (%s, %j): nothing old is emitted',
		async (_kind, quirk, fault) => {
			await addOld(500);
			await behave(quirk);
			await faults({ path: '^/calls$', times: 1, ...fault });
			const calls = trigger('newCall');
			await activate(calls);
			expect(idsOf(await pollOften(calls, 5))).toEqual([]);
			const ids = await insert({ count: 20, spacingSeconds: 1 });
			expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
		},
	);

	test.each(cases)(
		'twice, many polls apart (%s, %j): every call is emitted once',
		async (_kind, quirk, fault) => {
			await addOld(500);
			await behave(quirk);
			const calls = trigger('newCall');
			await activate(calls);
			const ids: string[] = [];
			const items = [];
			for (let round = 0; round < 3; round += 1) {
				const add = async () =>
					ids.push(...(await insert({ count: 7, created_at: Date.now(), spacingSeconds: 1 })));
				await add();
				await faults({ path: '^/calls$', times: 1, ...fault });
				items.push(...(await pollOften(calls, 1)));
				await add();
				items.push(...(await pollOften(calls, 4)));
				platform.wait(20 * MINUTE);
			}
			expect(idsOf([...items, ...(await pollOften(calls))])).toEqual(ids.sort());
		},
	);

	test('(a copy that lags behind by two polls): Call Ended emits every call once', async () => {
		await addOld(100);
		const calls = trigger('callEnded');
		await activate(calls);
		const ids = await insert({ count: 30, spacingSeconds: 1 });
		const items = await pollOften(calls, 1);
		await faults({ path: '^/calls$', kind: 'lag', rows: 40 });
		items.push(...(await pollOften(calls, 2)));
		await faults();
		items.push(...(await pollOften(calls)));
		expect(idsOf(items)).toEqual(ids.sort());
	});
});

test('a list that has no rows at the activation, and many before the next poll: all are emitted', async () => {
	const calls = trigger('newCall');
	await activate(calls);
	const ids = await insert({ count: 200, spacingSeconds: 3 });
	expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
});

describe('saved state that makes no sense', () => {
	const nonsense: unknown[] = [
		'nonsense',
		42,
		[],
		null,
		{},
		{ nonsense: true },
		{ version: 1 },
		{ version: 'one', scope: 7, done: 'nonsense' },
	];

	test.each(nonsense)(
		'%j: the trigger starts over, with a baseline, and says so',
		async (state) => {
			await addOld(60);
			const calls = trigger('newCall');
			await activate(calls);
			calls.data = { state } as IDataObject;
			await activate(calls);
			expect(saidBy(calls)).toEqual([expect.stringMatching(/state/i)]);
			const ids = await insert({ count: 5, spacingSeconds: 1 });
			expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
			expect(saidBy(calls)).toHaveLength(1);
		},
	);

	test('in any one of its parts: nothing old is emitted, and all that is new', async () => {
		await addOld(60);
		const calls = trigger('callEnded');
		await activate(calls);
		await insert({ count: 3, status: 'in_progress' });
		await insert({ count: 5, spacingSeconds: 1 });
		await pollOften(calls, 2);
		const saved = JSON.stringify(calls.data.state);
		const parts = Object.keys(JSON.parse(saved) as object).filter((part) => part !== 'version');
		for (const part of parts) {
			for (const wrong of ['nonsense', null, -1, [[]]]) {
				calls.data = { state: { ...(JSON.parse(saved) as IDataObject), [part]: wrong } };
				expect([part, wrong, idsOf(await pollOften(calls, 2))]).toEqual([part, wrong, []]);
				const ids = await insert({ count: 2 });
				expect([part, wrong, idsOf(await pollOften(calls, 2))]).toEqual([part, wrong, ids.sort()]);
			}
		}
	});
});
