import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';
import { bounds } from '../../../../nodes/VoiceAgentTrigger/bounds';
import { callEnded } from '../../../../nodes/VoiceAgentTrigger/events/callEnded';
import { type Answer, Polls, RECORDING } from '../fakeWatch.mts';
import { runs } from '../../../scale.mts';

const usual = { ...bounds };
afterEach(() => Object.assign(bounds, usual));

const DAY = 24 * 60;
const NOON = Date.parse('2026-03-01T12:00:00Z');
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

const baseline: IDataObject = {
	call_id: 'old',
	status: 'completed',
	agent_id: 'agent_1',
	created_at: at(-60),
};

const full = (id: string, more: IDataObject = {}): IDataObject => ({
	call_id: id,
	session_id: `session_${id}`,
	status: 'completed',
	agent_id: 'agent_1',
	campaign_id: 'campaign_1',
	direction: 'outbound',
	to_number: '+12125550123',
	created_at: '2026-03-01T12:00:00Z',
	started_at: '2026-03-01T12:00:05Z',
	ended_at: '2026-03-01T12:01:05Z',
	duration_seconds: 60,
	transcript: [{ role: 'agent', text: 'Hello' }],
	analysis: { summary: 'A talk', outcome: 'interested', sentiment: 'positive' },
	...more,
});

const without = (row: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** What the list has of a call. */
const listed = (id: string, more: IDataObject = {}): IDataObject =>
	without(full(id, more), 'transcript', 'analysis');

/** What the platform says of a call under way. */
const OPEN = { status: 'in_progress', ended_at: null, duration_seconds: null };
/** Nobody can say whether such a call is over. */
const UNCLEAR = { status: 'phase 7', ended_at: null, duration_seconds: null };

/** So many calls as the list has them. */
const several = (count: number, more: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_entry, index) => listed(`n${index}`, more(index)));

type Details = (id: string) => Answer;

/** What the platform says of each call: all, but of these. */
const gives =
	(others: Record<string, Answer> = {}): Details =>
	(id) =>
		others[id] ?? { body: full(id) };
const givesAll =
	(more: IDataObject): Details =>
	(id) => ({ body: full(id, more) });

const idsOf = (items: readonly IDataObject[]) => items.map(({ call_id: id }) => id);

class Calls extends Polls {
	/** What a poll emits when the list has these calls beside an old one. */
	async items(rows: readonly IDataObject[], detail = gives(), minutes = 1) {
		this.rows = [...rows, baseline];
		this.detail = detail;
		return await this.poll(minutes);
	}

	async ids(rows: readonly IDataObject[], detail = gives(), minutes = 1) {
		return idsOf(await this.items(rows, detail, minutes));
	}
}

async function begun(parameters: IDataObject = {}, settings: Partial<Calls> = {}): Promise<Calls> {
	const calls = new Calls(callEnded, parameters);
	expect(await calls.items([])).toEqual([]);
	return Object.assign(calls, settings);
}

describe('a call that a crash may have lost', () => {
	test('is not emitted without its details because one request for them fails', async () => {
		const calls = await begun();
		const rows = ['c1', 'c2'].map((id) => listed(id, { created_at: at(1) }));
		expect(await calls.ids(rows)).toHaveLength(2);
		calls.crash();
		expect(await calls.ids(rows, gives({ c1: { status: 0, arrival: 'unknown' } }))).toEqual(['c2']);
		expect(await calls.items(rows)).toMatchObject([{ call_id: 'c1', outcome: 'interested' }]);
	});

	test('comes again at once, also if its analysis never came', async () => {
		const calls = await begun();
		const rows = [listed('c1')];
		const detail = gives({ c1: { body: listed('c1') } });
		expect(await calls.ids(rows, detail)).toEqual([]);
		expect(await calls.ids(rows, detail, 10)).toEqual(['c1']);
		calls.crash();
		expect(await calls.ids(rows, detail)).toEqual(['c1']);
	});

	test('comes again at once, also if the list says by an old answer that it is under way', async () => {
		const calls = await begun();
		expect(await calls.ids([listed('c1')])).toEqual(['c1']);
		calls.crash();
		expect(await calls.ids([listed('c1', OPEN)])).toEqual(['c1']);
	});

	test.each([
		[23, ['c1']],
		[25, []],
	])('and that is not listed for %i hours: then come %j', async (hours, ids) => {
		const calls = await begun();
		expect(await calls.ids([listed('c1')])).toEqual(['c1']);
		calls.crash();
		expect(await calls.ids([])).toEqual([]);
		expect(await calls.ids([], gives(), hours * 60)).toEqual([]);
		expect(await calls.ids([listed('c1')])).toEqual(ids);
		expect(calls.redelivered).toHaveLength(ids.length);
	});

	test('is read for in a long list, also if it was made long before it was emitted', async () => {
		const calls = new Calls(callEnded);
		const others = several(4_000, (index) => ({ created_at: at(-2 * index - 2) }));
		const soon = several(300, (index) => ({ call_id: `s${index}`, created_at: at(300 - index) }));
		const late = (more: IDataObject) => listed('late', { created_at: at(0), ...more });
		const details = (more: IDataObject) => gives({ late: { body: late(more) } });
		calls.rows = others;
		await calls.itemsOf(3);
		const open = [late(OPEN), ...others];
		expect(await calls.ids(open, details(OPEN))).toEqual([]);
		for (let poll = 0; poll < 3; poll += 1) await calls.ids([...soon, ...open], details(OPEN), 150);
		const over = [...soon, late({}), ...others];
		expect(await calls.ids(over, gives(), 150)).toEqual(['late']);
		calls.crash();
		expect(await calls.ids(over)).toEqual(['late']);
	});
});

describe('the list and the details of a call', () => {
	const call = full('new', {
		agent: { id: 'agent_1', name: 'Ada' },
		contact: { id: 'contact_1', phone: '+12125550123' },
	});
	const fields = Object.keys(call).filter((name) => name !== 'call_id');
	const PLACES = ['list', 'detail', 'both', 'nullInDetail', 'emptyInDetail', 'nullInList'] as const;
	const places = fc.constantFrom(...PLACES);

	const itemOf = async (row: IDataObject, body: IDataObject) =>
		await (await begun({ output: 'allColumns' })).items([row], () => ({ body }));

	test('give the same item, however the fields are divided', async () => {
		const expected = await itemOf(call, call);
		expect(expected).toMatchObject([{ call_id: 'new', is_over: true, agent_name: 'Ada' }]);
		const draw = fc.record(Object.fromEntries(fields.map((name) => [name, places])));
		await fc.assert(
			fc.asyncProperty(draw, fc.constantFrom('call_id', 'id'), async (placeOf, idName) => {
				const row: IDataObject = { call_id: 'new', created_at: call.created_at };
				const detail: IDataObject = { [idName]: 'new' };
				for (const [name, place] of Object.entries(placeOf)) {
					if (place !== 'detail' && place !== 'nullInList') row[name] = call[name];
					if (['detail', 'both', 'nullInList'].includes(place)) detail[name] = call[name];
					if (place === 'nullInDetail') detail[name] = null;
					if (place === 'emptyInDetail') detail[name] = '';
					if (place === 'nullInList' && name !== 'created_at') row[name] = null;
				}
				expect(await itemOf(row, detail)).toEqual(expected);
			}),
			runs('sequences'),
		);
	});

	test.each([
		['cannot be read', { body: { note: 'nothing here' } }],
		['is another thing', { body: [1, 2, 3] }],
		['is not there', { status: 404 }],
		['has an id that no path can have', undefined],
	] as ReadonlyArray<readonly [string, Answer | undefined]>)(
		'details that are missing: one that %s is waited for, and then the list counts',
		async (_name, answer) => {
			const id = answer ? 'new' : 'a/b';
			const calls = await begun({}, { other: () => ({ body: full('another') }) });
			const rows = [listed(id), listed('good')];
			const detail = gives(answer && { new: answer });
			expect(await calls.ids(rows, detail)).toEqual(['good']);
			expect(await calls.poll()).toEqual([]);
			expect(await calls.poll(10)).toMatchObject([
				{ call_id: id, status: 'completed', transcript_start: null },
			]);
			expect(await calls.poll(DAY)).toEqual([]);
			expect(calls.said).toEqual([expect.stringContaining(`"${id}"`)]);
		},
	);
});

test('a call that is under way at the activation comes when it is over', async () => {
	const calls = new Calls(callEnded);
	expect([await calls.ids([listed('c1', OPEN)]), calls.asked]).toEqual([[], []]);
	expect(await calls.ids([listed('c1')])).toEqual(['c1']);
});

test('a call that is under way, and is older than what another user of the organization may bring: it comes as soon as it is over', async () => {
	const calls = await begun();
	const open = listed('c1', { ...OPEN, created_at: at(0) });
	const later = listed('c2', { created_at: at(300) });
	const details = gives({ c1: { body: open } });
	expect(await calls.ids([open], details)).toEqual([]);
	expect(await calls.ids([later, open], details, 300)).toEqual(['c2']);
	calls.account = 'account_2';
	expect(await calls.ids([later, open], details)).toEqual([]);
	expect(await calls.ids([later, { ...open, ...listed('c1') }])).toEqual(['c1']);
});

test('another user of the organization, when nothing but a call under way is known: what ended in between comes', async () => {
	const calls = new Calls(callEnded);
	const open = listed('c1', { ...OPEN, created_at: at(0) });
	const poll = async (minutes: number, ...rows: IDataObject[]) => {
		calls.rows = [...rows, open];
		calls.detail = gives({ c1: { body: open } });
		return idsOf(await calls.poll(minutes));
	};
	expect(await poll(1)).toEqual([]);
	calls.account = 'account_2';
	expect(await poll(300, listed('c2', { created_at: at(100) }))).toEqual(['c2']);
	expect(calls.said).toEqual([]);
});

describe('what the platform says of one call, answer by answer', () => {
	const OVER = listed('c1');
	const UNDER_WAY = listed('c1', OPEN);
	const MISSED = listed('c1', { status: 'no_answer', duration_seconds: 0 });
	const SAYS_NOTHING = without(OVER, 'status', 'ended_at', 'duration_seconds');
	const { analysis: ANALYSIS } = full('c1');
	const FAILS = { status: 500 };
	const said = (body: IDataObject) => ({ body });
	const FULL = said(full('c1'));
	const NOT_ANALYSED = said(OVER);
	const NOT_OVER = said(UNDER_WAY);
	const NO_STATUS = said({ call_id: 'c1', session_id: 'session_c1', agent_id: 'agent_1' });
	const GONE = undefined;

	type Said = [minutes: number, row: IDataObject | undefined, details: Answer];
	/** What is said so many minutes after the answer before. */
	const after = (...said: Said) => said;

	test.each<[string, IDataObject, Said[], IDataObject?]>([
		[
			'over by the list, which then drops it, and without details: as the list had it',
			{ status: 'completed', duration_seconds: 60 },
			[after(1, OVER, FAILS), after(10, GONE, FAILS)],
		],
		[
			'over by the list, which then drops it: who was called from where, and when',
			{
				direction: 'outbound',
				to_number: '+12125550123',
				from_number: '+12125550199',
				created_at: '2026-03-01T12:00:00Z',
				started_at: '2026-03-01T12:00:05Z',
				ended_at: '2026-03-01T12:01:05Z',
			},
			[after(1, listed('c1', { from_number: '+12125550199' }), FAILS), after(10, GONE, FAILS)],
		],
		[
			'over by the list, without a second of talk',
			{ status: 'no_answer', duration_seconds: 0 },
			[after(1, MISSED, FAILS), after(10, GONE, FAILS)],
		],
		[
			'over by the list, which then says that it took longer',
			{ duration_seconds: 60 },
			[after(1, listed('c1', { duration_seconds: 5 }), FAILS), after(10, OVER, FAILS)],
		],
		[
			'over by the list, which later says that it took longer, and then drops it',
			{ duration_seconds: 60 },
			[
				after(1, listed('c1', { duration_seconds: 5 }), FAILS),
				after(2, OVER, FAILS),
				after(10, GONE, FAILS),
			],
		],
		[
			'over by its details, and not listed any more: not while they fail',
			{ analysis: ANALYSIS },
			[after(1, SAYS_NOTHING, NOT_ANALYSED), after(30, GONE, FAILS), after(30, GONE, FULL)],
		],
		[
			'over, and then under way by an answer that is late: it stays over',
			{ analysis: ANALYSIS },
			[after(1, OVER, NOT_ANALYSED), after(5, UNDER_WAY, FULL)],
		],
		[
			'under way for three weeks, and not listed any more',
			{ status: 'completed' },
			[after(1, UNDER_WAY, FAILS), after(20 * DAY, GONE, NOT_OVER), after(DAY, GONE, FULL)],
		],
		[
			'under way, as its first details say after four days',
			{ status: 'completed' },
			[after(1, SAYS_NOTHING, FAILS), after(4 * DAY, GONE, NOT_OVER), after(DAY, GONE, FULL)],
		],
		[
			'under way, not listed any more, and its details have no status: not over',
			{ status: 'completed' },
			[
				after(1, UNDER_WAY, FAILS),
				after(30, GONE, NO_STATUS),
				after(30, GONE, NO_STATUS),
				after(30, GONE, FULL),
			],
		],
		[
			'under way, not listed any more, and its details have no status, but an end: over',
			{ call_id: 'c1', analysis: ANALYSIS },
			[after(1, UNDER_WAY, FAILS), after(30, GONE, said(without(full('c1'), 'status')))],
		],
		[
			'under way, as the list alone says, then not listed any more, and without a status: not over',
			{ status: 'completed' },
			[
				after(1, SAYS_NOTHING, FAILS),
				after(1, UNDER_WAY, FAILS),
				after(30, GONE, NO_STATUS),
				after(30, GONE, FULL),
			],
		],
		[
			'under way for hours by its details, and a minute later over by the list: at once',
			{ status: 'completed' },
			[after(1, UNDER_WAY, FAILS), after(600, GONE, NOT_OVER), after(1, OVER, FULL)],
		],
		[
			'without any status: after the time to wait',
			{ call_id: 'c1' },
			[after(1, SAYS_NOTHING, NO_STATUS), after(10, SAYS_NOTHING, NO_STATUS)],
		],
		[
			'under way, not listed any more, and its details have a word that nobody knows: after the time to wait',
			{ status: 'phase 7' },
			[after(1, UNDER_WAY, FAILS), after(30, GONE, said(listed('c1', UNCLEAR)))],
		],
		[
			'under way, then with a word that nobody knows, and then without a status: after the time to wait',
			{ call_id: 'c1' },
			[
				after(1, UNDER_WAY, FAILS),
				after(2, GONE, said(listed('c1', UNCLEAR))),
				after(10, GONE, NO_STATUS),
			],
		],
		[
			'not listed any more, and its details lack the agent that the filter wants',
			{ call_id: 'c1', agent_id: 'agent_1' },
			[after(1, UNDER_WAY, FAILS), after(30, GONE, said(without(full('c1'), 'agent_id')))],
			{ 'filters.agentId': 'agent_1' },
		],
		[
			'not listed any more, and its details lack the campaign that the filter wants',
			{ call_id: 'c1', campaign_id: 'campaign_1' },
			[after(1, UNDER_WAY, FAILS), after(30, GONE, said(without(full('c1'), 'campaign_id')))],
			{ 'filters.campaignId': 'campaign_1' },
		],
		[
			'not listed any more, and its details lack the direction that the filter wants',
			{ call_id: 'c1', direction: 'outbound' },
			[after(1, UNDER_WAY, FAILS), after(30, GONE, said(without(full('c1'), 'direction')))],
			{ 'filters.direction': 'outbound' },
		],
	])('%s', async (_name, expected, answers, parameters = {}) => {
		const calls = await begun({ output: 'raw', ...parameters });
		const emitted: IDataObject[][] = [];
		for (const [minutes, row, details] of answers)
			emitted.push(await calls.items(row ? [row] : [], () => details, minutes));
		expect(emitted.slice(0, -1).flat()).toEqual([]);
		expect(emitted.at(-1)).toMatchObject([{ ...expected, session_id: 'session_c1' }]);
		expect(await calls.poll(DAY)).toEqual([]);
	});

	test('under way, and then over by its details alone: the status of before is not that of the item', async () => {
		const calls = await begun({ output: 'raw', 'filters.agentId': 'agent_1' });
		expect(await calls.items([UNDER_WAY], () => FAILS)).toEqual([]);
		const items = await calls.items([], () => said(without(full('c1'), 'status')), 30);
		expect(items.map(({ status }) => status)).toEqual([undefined]);
	});

	test('its fields are as the platform calls them: none is added', async () => {
		const body = { id: 'c1', ...without(full('c1'), 'call_id') };
		const calls = new Polls(callEnded, { output: 'raw' });
		calls.rows = [{ id: 'old', ...without(baseline, 'call_id') }];
		expect(await calls.poll()).toEqual([]);
		calls.rows.push(without(body, 'transcript', 'analysis'));
		calls.detail = () => ({ body });
		expect(await calls.poll()).toEqual([body]);
	});
});

describe('the outcome that the list shows before the analysis is there', () => {
	const WANTED = { 'filters.outcome': ['interested'] };

	test.each([
		['is in progress', { status: 'in_progress', outcome: 'pending' }],
		['is over, and is not analysed', { status: 'completed', outcome: 'unknown' }],
		['is over, and has another outcome at first', { status: 'completed', outcome: 'no_result' }],
	])('does not decide about a call that %s', async (_name, early) => {
		const calls = await begun(WANTED);
		const body = { ...listed('new', early), transcript: null, analysis: null };
		expect(await calls.ids([listed('new', early)], () => ({ body }))).toEqual([]);
		const rows = [listed('new', { outcome: 'interested' })];
		const items = [...(await calls.items(rows)), ...(await calls.itemsOf(20))];
		expect(items).toMatchObject([{ call_id: 'new', outcome: 'interested' }]);
	});

	test('loses no call behind many that the filter drops, in small batches', async () => {
		const calls = await begun(WANTED, { batchSize: 3 });
		const outcomeOf = (id: string) => (id.endsWith('0') ? 'interested' : 'declined');
		calls.rows = [baseline, ...several(40, (index) => ({ outcome: outcomeOf(`n${index}`) }))];
		calls.detail = (id) => ({ body: full(id, { analysis: { outcome: outcomeOf(id) } }) });
		expect(idsOf(await calls.itemsOf(14))).toEqual(['n0', 'n10', 'n20', 'n30']);
		expect(await calls.samples()).toHaveLength(3);
	});
});

describe('Download Recording', () => {
	const UNANSWERED = { status: 'no_answer', duration_seconds: 0 };
	const SOUND = { body: RECORDING };
	const NONE = { status: 404 };
	const ERROR = { body: Buffer.from('{"detail":"Recording not ready"}') };
	const byId =
		(recording: Answer, row: IDataObject = {}) =>
		(id: string) =>
			id.startsWith('recording/') ? recording : { body: full(id, row) };

	test.each<[string, IDataObject, Answer[], number[]]>([
		['of a talk is waited for if it is not there yet', {}, [NONE, SOUND], [0, 1, 0, 0]],
		['because the platform sends its error as a sound', {}, [ERROR, SOUND], [0, 1, 0, 0]],
		['of a call that nobody answered is not waited for', UNANSWERED, [NONE], [1, 0, 0, 0]],
		['that fails is waited for in any call', UNANSWERED, [{ status: 500 }, SOUND], [0, 1, 0, 0]],
		['that always fails is not waited for longer', {}, [{ status: 410 }], [0, 0, 1, 0]],
		['that may not be read is not waited for longer', {}, [{ status: 403 }], [0, 0, 1, 0]],
		['of a call without a session is not asked for', { session_id: null }, [NONE], [1, 0, 0, 0]],
		['with an id that no path can have never comes', { session_id: 'a/b' }, [NONE], [0, 0, 1, 0]],
	])('%s', async (_name, row, answers, expected) => {
		const calls = await begun({ downloadRecording: true }, { other: () => SOUND });
		const emitted: number[] = [];
		for (const [index, minutes] of [1, 5, 6, 5].entries()) {
			const recording = answers[index] ?? answers.at(-1)!;
			emitted.push((await calls.ids([listed('new', row)], byId(recording, row), minutes)).length);
		}
		expect(emitted).toEqual(expected);
	});

	test('that fails delays no other call', async () => {
		const calls = await begun({ downloadRecording: true });
		const detail: Details = (id) => byId(id.endsWith('_new') ? { status: 500 } : SOUND)(id);
		expect(await calls.ids([listed('new'), listed('good')], detail)).toEqual(['good']);
	});

	test('that n8n cannot store ends the poll, and the call comes with it when it can', async () => {
		const calls = await begun({ downloadRecording: true });
		const { store } = calls;
		calls.store = async () => {
			throw new Error('The disk is full');
		};
		await expect(calls.ids([listed('new')], byId(SOUND))).rejects.toThrow('The disk is full');
		calls.store = store;
		expect(idsOf(await calls.poll())).toEqual(['new']);
		expect(calls.files).toEqual([{ data: expect.anything() }]);
	});

	test.each([
		['sound', 'sound'],
		['', 'data'],
	])('the field %j of the item has it under %j', async (outputDataFieldName, name) => {
		const calls = await begun({ downloadRecording: true, outputDataFieldName });
		await calls.ids([listed('new')], byId(SOUND));
		expect(calls.files.map((files) => Object.keys(files ?? {}))).toEqual([[name]]);
	});
});

describe('a platform so slow that there is no time left', () => {
	test('is asked for ten calls at each poll, and each comes once', async () => {
		const calls = await begun({}, { workMs: 0 });
		const emitted: number[] = [];
		for (let poll = 0; poll < 4; poll += 1) emitted.push((await calls.ids(several(25))).length);
		expect(emitted).toEqual([10, 10, 5, 0]);
	});

	test.each([
		[Infinity, [10, 0, 0, 0]],
		[0, [3, 3, 3, 1]],
	])(
		'in batches of three that the filter drops, and %d ms: each poll asks for %j calls',
		async (workMs, expected) => {
			const calls = await begun({ 'filters.outcome': ['interested'] }, { workMs, batchSize: 3 });
			const declined = { analysis: { summary: 'A talk', outcome: 'declined' } };
			const detail: Details = (id) => ({ body: full(id, id === 'n9' ? {} : declined) });
			const asked: number[] = [];
			const emitted: unknown[] = [];
			for (let poll = 0; poll < 4; poll += 1) {
				emitted.push(...(await calls.ids(several(10), detail)));
				asked.push(calls.asked.length);
			}
			expect([asked, emitted]).toEqual([expected, ['n9']]);
		},
	);
});

test('one item a poll, and three calls that wait: each is asked about in turn', async () => {
	const calls = await begun({}, { batchSize: 1 });
	const asked: string[][] = [];
	for (let poll = 0; poll < 4; poll += 1) {
		expect(await calls.ids(several(3), (id) => ({ body: listed(id) }))).toEqual([]);
		asked.push(calls.asked);
	}
	expect(asked).toEqual([['n0', 'n1', 'n2'], ['n0'], ['n1'], ['n2']]);
});

test('one item a poll, and a call that waits for its analysis: a new one does not wait with it', async () => {
	const calls = await begun({}, { batchSize: 1 });
	const detail = gives({ c1: { body: listed('c1') } });
	expect(await calls.ids([listed('c1')], detail)).toEqual([]);
	expect(await calls.ids([listed('c2'), listed('c1')], detail)).toEqual(['c2']);
});

test.each([
	[bounds.maxRecent, []],
	[50, []],
	[bounds.maxRecent, ['u0', 'u1']],
])(
	'one item a poll, behind a page of later ones that the filter leaves out, of %d that are remembered, and %j without a time: each comes in its turn',
	async (maxRecent, undated) => {
		Object.assign(bounds, { maxRecent });
		const calls = await begun({ 'filters.agentId': 'agent_1' }, { batchSize: 1 });
		const rows = several(150, (index) => ({
			created_at: at(index + 2),
			agent_id: index < 2 ? 'agent_1' : 'agent_2',
		})).toReversed();
		rows.unshift(...undated.map((id) => listed(id, { created_at: null, started_at: null })));
		calls.now += 240 * 60_000;
		for (const id of [...undated, 'n0', 'n1']) expect(await calls.ids(rows)).toEqual([id]);
		expect(await calls.ids(rows)).toEqual([]);
	},
);

describe('one bad row', () => {
	test.each([404, 422])('(%d for ever) holds up nobody', async (status) => {
		const calls = await begun();
		const emitted: unknown[] = [];
		for (let count = 0; count < 20; count += 1)
			emitted.push(
				...(await calls.ids([listed('bad'), ...several(count + 1)], gives({ bad: { status } }))),
			);
		expect(emitted.toSorted()).toEqual(['bad', ...idsOf(several(20))].toSorted());
		expect(calls.said).toEqual([expect.stringContaining('"bad"')]);
		expect(calls.saved?.deferred).toEqual({});
	});

	test.each<[string, Details]>([
		['Status 401', () => ({ status: 401 })],
		['Status 429', () => ({ status: 429 })],
		[
			'n8n has no such credential',
			() => {
				throw new Error('n8n has no such credential');
			},
		],
	])(
		'%s, for every call: the poll fails at the first batch, and nothing is lost or emitted without its details',
		async (message, detail) => {
			const calls = await begun({}, { batchSize: 1 });
			for (let poll = 0; poll < 30; poll += 1) {
				await expect(calls.ids(several(2), detail)).rejects.toThrow(message);
				expect(calls.asked).toEqual(['n0']);
			}
			calls.detail = gives();
			expect(await calls.itemsOf(2)).toMatchObject([
				{ call_id: 'n0', outcome: 'interested' },
				{ call_id: 'n1', outcome: 'interested' },
			]);
		},
	);

	test('429 for one call, behind a page of later ones that are emitted: it comes with the next poll', async () => {
		const calls = await begun();
		const rows = several(150, (index) => ({ created_at: at(index + 2) })).toReversed();
		expect(await calls.ids(rows, gives({ n0: { status: 429 } }), 240)).toHaveLength(149);
		expect(await calls.ids(rows)).toEqual(['n0']);
	});

	test('of which the list does not say that it is over is tried less and less, and given up after three days with an error', async () => {
		const calls = await begun();
		const rows = [listed('bad', UNCLEAR), listed('good')];
		let asked = 0;
		for (let minute = 0; minute < 4 * DAY; minute += 5) {
			expect(await calls.ids(rows, gives({ bad: { status: 500 } }), 5)).not.toContain('bad');
			asked += calls.asked.filter((id) => id === 'bad').length;
		}
		expect(asked).toBeLessThan(20);
		expect(calls.said).toEqual([expect.stringContaining('Gave up on call "bad"')]);
		expect(calls.saved?.deferred).toEqual({});
	});
});

describe('calls that never end', () => {
	test.each([
		[1, 'call "n0"'],
		[5, '5 calls "n0", "n1", "n2", "n3", "n4"'],
		[7, '7 calls "n0", "n1", "n2", "n3", "n4" and 2 more'],
	])(
		'%i: not emitted after 30 days, but dropped with one error, and so is one that came later',
		async (count, named) => {
			const calls = await begun();
			for (let day = 0; day < 40; day += 1) {
				const later = day < 5 ? [] : [listed('late', OPEN)];
				const rows = [...several(count, () => OPEN), ...later];
				expect(await calls.ids(rows, givesAll(OPEN), DAY)).toEqual([]);
			}
			expect(calls.said).toEqual(
				[named, 'call "late"'].map((which) => `Gave up on ${which}: not over after 30 days`),
			);
			expect(calls.saved?.deferred).toEqual({});
		},
	);
});

describe('more calls that are not over than are kept', () => {
	const many = (count: number, more: IDataObject) =>
		several(count, (index) => ({ ...more, created_at: at(index / 200) }));
	const gaveUp = (count: number) =>
		`Calls that are not over, and were given up: ${count}. Too many wait for their end`;

	test('the oldest are those that began first, also if the list of the first poll has the newest first', async () => {
		const calls = new Calls(callEnded);
		const rows = many(5_002, OPEN).toReversed();
		expect(await calls.ids(rows, givesAll(OPEN), 30)).toEqual([]);
		const kept = Object.values(calls.saved?.deferred ?? {}).map(({ id }) => id);
		expect(kept.toSorted()).toEqual(idsOf(rows.slice(0, 5_000)).toSorted());
	});

	test('the oldest under way are dropped, with an error; the others are emitted as they are', async () => {
		const calls = await begun({}, { batchSize: 10_000 });
		const odd = (back: IDataObject) => [
			listed('open', OPEN),
			listed('unclear', UNCLEAR),
			listed('over'),
			listed('back', back),
		];
		const early: Details = (id) => ({ body: listed(id, id === 'unclear' ? UNCLEAR : {}) });
		expect(await calls.ids(odd({}), early)).toEqual([]);
		const open = [...many(5_000, OPEN), ...odd(OPEN)];
		// So soon that no call is asked about again.
		expect(await calls.ids(open, early, 0.5)).toEqual([]);
		expect(calls.said).toEqual([gaveUp(1)]);
		expect(await calls.ids(open, early)).toEqual(['unclear', 'over', 'back']);
		const over = many(5_000, {});
		expect(await calls.ids([...over, ...odd({})])).toEqual(idsOf(over));
	});

	test('one more each time: each is told, if none was dropped in between', async () => {
		const calls = await begun();
		for (const [count, errors] of [
			[5_001, 1],
			[5_001, 1],
			[5_002, 2],
			[5_003, 2],
		] as const) {
			expect(await calls.ids(many(count, OPEN), givesAll(OPEN))).toEqual([]);
			expect(calls.said).toEqual(Array(errors).fill(gaveUp(1)));
		}
	});

	test('those that were dropped keep their time: if the platform then stops to say times, that is an error', async () => {
		const calls = await begun();
		expect(await calls.ids(many(5_001, OPEN))).toEqual([]);
		calls.rows = [without(listed('new', OPEN), 'created_at', 'started_at')];
		await expect(calls.poll()).rejects.toThrow('does not say when its calls were made');
	});

	test('twice as many at once: the error counts all that are dropped, and none of them comes later', async () => {
		const calls = await begun({}, { batchSize: 10_000 });
		for (let poll = 0; poll < 2; poll += 1) expect(await calls.ids(many(10_002, OPEN))).toEqual([]);
		expect(calls.said[0]).toBe(gaveUp(5_002));
		const over = many(10_002, {});
		expect(await calls.ids(over)).toEqual(idsOf(over.slice(5_000, 10_000)));
		expect(await calls.ids(over)).toEqual([]);
	});
});

describe('Fetch Test Event', () => {
	test.each<[IDataObject, string[]]>([
		[{}, ['c1', 'c2', 'other']],
		[{ 'filters.agentId': 'agent_1' }, ['c1', 'c2']],
	])(
		'with %j shows three calls that are over and fit, also one whose details fail',
		async (parameters, ids) => {
			const polls = new Polls(callEnded, parameters);
			const other = listed('other', { agent_id: 'agent_2' });
			polls.rows = [listed('open', OPEN), listed('c1'), listed('c2'), other];
			polls.detail = (id) =>
				id === 'c1' ? { status: 500 } : { body: full(id, id === 'other' ? other : {}) };
			const items = await polls.samples();
			expect(idsOf(items).toSorted()).toEqual(ids);
			expect(items.find(({ call_id: id }) => id === 'c1')?.outcome).toBeNull();
			polls.detail = () => ({ status: 500 });
			await expect(polls.samples()).rejects.toThrow('Status 500');
		},
	);
});

test.each<[string, IDataObject, IDataObject, string]>([
	['by the list', { 'filters.agentId': 'agent_9' }, {}, 'agent_1'],
	['by the list as it is', { 'filters.outcome': ['sold'] }, { outcome: 'declined' }, 'declined'],
	['by their details', { 'filters.outcome': ['sold'] }, {}, 'interested'],
])(
	'Fetch Test Event: the filters leave out all calls, %s: an error names what these say',
	async (_how, parameters, more, said) => {
		const polls = new Polls(callEnded, parameters);
		polls.rows = several(4, () => more);
		polls.detail = gives();
		await expect(polls.samples()).rejects.toMatchObject({
			message: 'The filters let none of the latest calls through',
			description: expect.stringContaining(`: ${said}.`),
		});
	},
);

test('Fetch Test Event shows the latest calls that the filter lets through, as their details say, the latest last', async () => {
	const polls = new Polls(callEnded, { 'filters.outcome': ['interested'] });
	polls.rows = several(8, (index) => ({ ...UNCLEAR, created_at: at(index) }));
	const declined = { analysis: { summary: 'A talk', outcome: 'declined' } };
	polls.detail = (id) => ({ body: full(id, ['n6', 'n7'].includes(id) ? declined : {}) });
	expect(idsOf(await polls.samples())).toEqual(['n3', 'n4', 'n5']);
});

describe('status words that nobody knows', () => {
	test('cost a bounded number of requests and bytes, and each call comes after the time to wait', async () => {
		const calls = await begun();
		const detail = givesAll({ ...UNCLEAR, transcript: null, analysis: null });
		const emitted: unknown[] = [];
		// 2,000 calls an hour, for half an hour.
		for (let poll = 0; poll < 30; poll += 1) {
			const created_at = new Date(calls.now).toISOString();
			const rows = several(33, (index) => ({
				...UNCLEAR,
				created_at,
				call_id: `aaaaaaaa-bbbb-cccc-dddd-${String(poll * 33 + index).padStart(12, '0')}`,
			}));
			emitted.push(...(await calls.items(rows, detail)).map(({ is_over: isOver }) => isOver));
			expect(calls.asked.length).toBeLessThanOrEqual(7 * 33);
			expect(JSON.stringify(calls.saved?.deferred).length).toBeLessThan(50_000);
		}
		expect(emitted).toEqual(Array(20 * 33).fill(null));
		expect(calls.said).toEqual([]);
	});
});

describe('filters', () => {
	test.each([
		['filters.agentId', 'agent_1', { agent_id: 'agent_2' }],
		['filters.campaignId', 'campaign_1', { campaign_id: 'campaign_2' }],
		['filters.direction', 'OUTBOUND', { direction: 'inbound' }],
	])(
		'%s %s: a call that the list shows to be another one is not asked for',
		async (name, value, more) => {
			const calls = await begun({ [name]: value });
			expect(await calls.ids([listed('other', { ...more, ...OPEN })])).toEqual([]);
			expect(await calls.ids([listed('other', more), listed('one')])).toEqual(['one']);
			expect(calls.asked).toEqual(['one']);
		},
	);

	test.each([
		['filters.success', 'yes', { analysis: { summary: 'A talk', is_success: true } }],
		['filters.success', 'no', { analysis: { summary: 'A talk', is_success: false } }],
		['filters.minDuration', 60, { duration_seconds: 60 }],
	])(
		'%s %s: the call counts as it is when it is over, and not as the list has it before',
		async (name, value, more) => {
			const calls = await begun({ [name]: value });
			const early = { status: 'in_progress', duration_seconds: 3, is_success: null };
			const rows = ['one', 'other'].map((id) => listed(id, early));
			expect(await calls.ids(rows, givesAll(early))).toEqual([]);
			const others = { duration_seconds: 59, analysis: { outcome: 'declined' } };
			calls.rows = [listed('one'), listed('other'), baseline];
			calls.detail = (id) => ({ body: full(id, id === 'one' ? more : others) });
			expect(idsOf(await calls.itemsOf(20))).toEqual(['one']);
		},
	);

	test.each([
		['filters.outcome', 'sold', 'the outcome of its calls'],
		['filters.success', 'yes', 'whether its calls were a success'],
	])(
		'%s: no talk says it, when all is waited for: that is reported, and holds up nothing',
		async (name, value, text) => {
			const calls = await begun({ [name]: value });
			const rows = [listed('silent'), listed('missed', { status: 'no_answer' })];
			const detail = gives({
				silent: { body: without(full('silent'), 'analysis') },
				missed: { body: { call_id: 'missed', status: 'no_answer' } },
			});
			expect([await calls.ids(rows, detail), calls.said]).toEqual([[], []]);
			expect(await calls.ids(rows, detail, 10)).toEqual([]);
			expect(calls.said).toEqual([expect.stringContaining(text)]);
			const analysis = { summary: 'A talk', outcome: 'Sold', is_success: true };
			expect(await calls.ids([...rows, listed('one')], givesAll({ analysis }))).toEqual(['one']);
		},
	);

	test.each<[string, string | number, IDataObject]>([
		['filters.success', 'yes', { analysis: { summary: 'A talk', is_success: null } }],
		['filters.outcome', 'interested', { analysis: { summary: 'A talk' } }],
		['filters.minDuration', 30, { duration_seconds: null, ended_at: null }],
	])(
		'%s %s: a call that says it later than the rest of its results is waited for, also when it is not listed any more',
		async (name, value, early) => {
			const calls = await begun({ [name]: value });
			const analysis = { summary: 'A talk', outcome: 'interested', is_success: true };
			const detail: Details = (id) => ({ body: full(id, id === 'late' ? early : { analysis }) });
			expect(await calls.ids([listed('late', early), listed('one')], detail)).toEqual(['one']);
			expect(await calls.ids([listed('one')], givesAll({ analysis }))).toEqual(['late']);
			expect(calls.said).toEqual([]);
		},
	);

	test('Min Duration: no call that is over says how long it took, so it is an error, and nothing is lost', async () => {
		const calls = await begun({ 'filters.minDuration': 5 });
		const silent = (row: IDataObject) => without(row, 'duration_seconds');
		const rows = [silent(listed('missed', { status: 'busy' })), silent(listed('one'))];
		const details =
			(more: IDataObject): Details =>
			(id) => ({ body: silent(full(id, more)) });
		expect(await calls.ids(rows.slice(0, 1), details({ status: 'busy' }))).toEqual([]);
		await expect(calls.ids(rows, details({}))).rejects.toThrow('how long its calls took');
		expect(await calls.ids(rows)).toEqual(['one']);
	});

	test('the field for the agent is empty in all calls: that is reported, and holds up nothing', async () => {
		const calls = await begun({ 'filters.agentId': 'agent_1' });
		const none = listed('none', { agent_id: null });
		expect(await calls.ids([none], givesAll({ agent_id: null }))).toEqual([]);
		expect(calls.said).toEqual([expect.stringContaining('which agent')]);
		expect(await calls.ids([none, listed('one')])).toEqual(['one']);
	});
});
