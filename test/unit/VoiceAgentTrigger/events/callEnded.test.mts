import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';
import { callEnded } from '../../../../nodes/VoiceAgentTrigger/events/callEnded';
import { type Answer, Polls, RECORDING } from '../fakeWatch.mts';
import { runs } from '../../../scale.mts';

const DAY = 24 * 60;

const baseline: IDataObject = {
	call_id: 'old',
	status: 'completed',
	agent_id: 'agent_1',
	created_at: '2026-03-01T11:00:00Z',
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

async function begun(parameters: IDataObject = {}): Promise<Polls> {
	const polls = new Polls(callEnded, parameters);
	polls.rows = [baseline];
	polls.detail = (id) => ({ body: full(id) });
	expect(await polls.poll()).toEqual([]);
	return polls;
}

const idsOf = (items: readonly IDataObject[]) => items.map(({ call_id: id }) => id);

describe('a call that a crash may have lost', () => {
	test('is not emitted without its details because one request for them fails', async () => {
		const polls = await begun();
		const created_at = '2026-03-01T12:01:00Z';
		polls.rows = [listed('c1', { created_at }), listed('c2', { created_at }), baseline];
		expect(await polls.poll()).toHaveLength(2);
		polls.crash();
		polls.detail = (id) => (id === 'c1' ? { status: 0, arrival: 'unknown' } : { body: full(id) });
		expect(idsOf(await polls.poll())).toEqual(['c2']);
		polls.detail = (id) => ({ body: full(id) });
		expect(await polls.poll()).toMatchObject([{ call_id: 'c1', outcome: 'interested' }]);
	});

	test('comes again at once, also if its analysis never came', async () => {
		const polls = await begun();
		polls.rows = [listed('c1'), baseline];
		polls.detail = (id) => ({ body: listed(id) });
		expect([await polls.poll(), idsOf(await polls.poll(10))]).toEqual([[], ['c1']]);
		polls.crash();
		expect(idsOf(await polls.poll())).toEqual(['c1']);
	});

	test.each([
		[23, ['c1']],
		[25, []],
	])('and that is not listed for %i hours: then come %j', async (hours, ids) => {
		const polls = await begun();
		polls.rows = [listed('c1'), baseline];
		expect(await polls.poll()).toHaveLength(1);
		polls.crash();
		polls.rows = [baseline];
		expect(await polls.poll()).toEqual([]);
		expect(await polls.poll(hours * 60)).toEqual([]);
		polls.rows = [listed('c1'), baseline];
		expect(idsOf(await polls.poll())).toEqual(ids);
		expect(polls.redelivered).toHaveLength(ids.length);
	});

	test('is read for in a long list, also if it was made long before it was emitted', async () => {
		const polls = new Polls(callEnded);
		const at = (minutes: number) => new Date(polls.now + minutes * 60_000).toISOString();
		const others = Array.from({ length: 4_000 }, (_entry, index) =>
			listed(`o${index}`, { created_at: at(-2 * index - 2) }),
		);
		let status = 'in_progress';
		const late = { created_at: at(0) };
		const soon = Array.from({ length: 300 }, (_entry, index) =>
			listed(`s${index}`, { created_at: at(300 - index) }),
		);
		const open = { call_id: 'late', status: 'in_progress', ...late };
		polls.detail = (id) => ({
			body: id === 'late' && status !== 'completed' ? open : full(id, late),
		});
		polls.rows = others;
		for (let poll = 0; poll < 3; poll += 1) await polls.poll();
		polls.rows = [open, ...others];
		expect(await polls.poll()).toEqual([]);
		polls.rows = [...soon, ...polls.rows];
		for (let poll = 0; poll < 3; poll += 1) await polls.poll(150);
		status = 'completed';
		Object.assign(open, { status });
		expect(idsOf(await polls.poll(150))).toEqual(['late']);
		polls.crash();
		expect(idsOf(await polls.poll())).toEqual(['late']);
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

	/** What Call Ended gives for this row and these details. */
	const itemOf = async (row: IDataObject, detail: IDataObject) => {
		const polls = await begun({ output: 'allColumns' });
		polls.rows = [baseline, row];
		polls.detail = () => ({ body: detail });
		return await polls.poll();
	};

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
			const polls = await begun();
			polls.other = () => ({ body: full('another') });
			polls.rows = [baseline, listed(id), listed('good')];
			polls.detail = (asked) => (asked === 'new' ? answer! : { body: full(asked) });
			expect(idsOf(await polls.poll())).toEqual(['good']);
			expect(await polls.poll(1)).toEqual([]);
			expect(await polls.poll(10)).toMatchObject([
				{ call_id: id, status: 'completed', transcript_start: null },
			]);
			expect(await polls.poll(DAY)).toEqual([]);
			expect(polls.said).toEqual([expect.stringContaining(`"${id}"`)]);
		},
	);
});

test('a call that is under way at the activation comes when it is over', async () => {
	const polls = new Polls(callEnded);
	polls.rows = [listed('c1', OPEN)];
	expect(await polls.poll()).toEqual([]);
	polls.rows = [listed('c1')];
	polls.detail = (id) => ({ body: full(id) });
	expect(idsOf(await polls.poll())).toEqual(['c1']);
});

describe('what the platform says of one call, answer by answer', () => {
	const OVER = listed('c1');
	const UNDER_WAY = listed('c1', OPEN);
	const SAYS_NOTHING = without(OVER, 'status', 'ended_at', 'duration_seconds');
	const { analysis: ANALYSIS } = full('c1');
	const FAILS = { status: 500 };
	const said = (body: IDataObject) => ({ body });
	const FULL = said(full('c1'));
	const NOT_ANALYSED = said(OVER);
	const NOT_OVER = said(UNDER_WAY);
	const NO_STATUS = said({ call_id: 'c1', agent_id: 'agent_1' });
	const GONE = undefined;

	/** @param minutes since the answer before; @param row of the list, if it is there */
	const at = (minutes: number, row: IDataObject | undefined, details: Answer) => ({
		minutes,
		row,
		details,
	});

	test.each<[string, IDataObject, Array<ReturnType<typeof at>>, IDataObject?]>([
		[
			'over by the list, which then drops it, and without details: as the list had it',
			{ status: 'completed', duration_seconds: 60 },
			[at(1, OVER, FAILS), at(10, GONE, FAILS)],
		],
		[
			'over by its details, and not listed any more: not while they fail',
			{ analysis: ANALYSIS },
			[at(1, SAYS_NOTHING, NOT_ANALYSED), at(30, GONE, FAILS), at(30, GONE, FULL)],
		],
		[
			'over, and then under way by an answer that is late: it stays over',
			{ analysis: ANALYSIS },
			[at(1, OVER, NOT_ANALYSED), at(5, UNDER_WAY, FULL)],
		],
		[
			'under way for three weeks, and not listed any more',
			{ status: 'completed' },
			[at(1, UNDER_WAY, FAILS), at(20 * DAY, GONE, NOT_OVER), at(DAY, GONE, FULL)],
		],
		[
			'under way, as its first details say after four days',
			{ status: 'completed' },
			[at(1, SAYS_NOTHING, FAILS), at(4 * DAY, GONE, NOT_OVER), at(DAY, GONE, FULL)],
		],
		[
			'under way, not listed any more, and its details have no status: not over',
			{ status: 'completed' },
			[
				at(1, UNDER_WAY, FAILS),
				at(30, GONE, NO_STATUS),
				at(30, GONE, NO_STATUS),
				at(30, GONE, FULL),
			],
		],
		[
			'under way, not listed any more, and its details have no status, but an end: over',
			{ call_id: 'c1', analysis: ANALYSIS },
			[at(1, UNDER_WAY, FAILS), at(30, GONE, said(without(full('c1'), 'status')))],
		],
		[
			'under way, not listed any more, and its details have a word that nobody knows: after the time to wait',
			{ status: 'phase 7' },
			[at(1, UNDER_WAY, FAILS), at(30, GONE, said(listed('c1', UNCLEAR)))],
		],
		[
			'not listed any more, and its details lack the agent that the filter wants',
			{ call_id: 'c1', agent_id: 'agent_1' },
			[at(1, UNDER_WAY, FAILS), at(30, GONE, said(without(full('c1'), 'agent_id')))],
			{ 'filters.agentId': 'agent_1' },
		],
	])('%s', async (_name, expected, answers, parameters = {}) => {
		const polls = await begun({ output: 'raw', ...parameters });
		const emitted: IDataObject[][] = [];
		for (const { minutes, row, details } of answers) {
			polls.rows = row ? [row, baseline] : [baseline];
			polls.detail = () => details;
			emitted.push(await polls.poll(minutes));
		}
		expect(emitted.slice(0, -1).flat()).toEqual([]);
		expect(emitted.at(-1)).toMatchObject([{ ...expected, session_id: 'session_c1' }]);
		expect(await polls.poll(DAY)).toEqual([]);
	});

	test('its fields are as the platform calls them: none is added', async () => {
		const call = { id: 'c1', ...without(full('c1'), 'call_id') };
		const polls = new Polls(callEnded, { output: 'raw' });
		polls.rows = [{ id: 'old', status: 'completed', created_at: baseline.created_at }];
		expect(await polls.poll()).toEqual([]);
		polls.rows.push(without(call, 'transcript', 'analysis'));
		polls.detail = () => ({ body: call });
		expect(await polls.poll()).toEqual([call]);
	});
});

describe('the outcome that the list shows before the analysis is there', () => {
	const WANTED = { 'filters.outcome': ['interested'] };

	test.each([
		['is in progress', { status: 'in_progress', outcome: 'pending' }],
		['is over, and is not analysed', { status: 'completed', outcome: 'unknown' }],
		['is over, and has another outcome at first', { status: 'completed', outcome: 'no_result' }],
	])('does not decide about a call that %s', async (_name, early) => {
		const polls = await begun(WANTED);
		polls.rows = [baseline, listed('new', early)];
		polls.detail = () => ({ body: { ...listed('new', early), transcript: null, analysis: null } });
		expect(await polls.poll()).toEqual([]);
		polls.rows = [baseline, listed('new', { outcome: 'interested' })];
		polls.detail = (id) => ({ body: full(id) });
		expect(await polls.itemsOf(20)).toMatchObject([{ call_id: 'new', outcome: 'interested' }]);
	});

	test('loses no call behind many that the filter drops, in small batches', async () => {
		const polls = await begun(WANTED);
		polls.batchSize = 3;
		const outcomeOf = (id: string) => (id.endsWith('0') ? 'interested' : 'declined');
		const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
		polls.rows = [baseline, ...ids.map((id) => listed(id, { outcome: outcomeOf(id) }))];
		polls.detail = (id) => ({
			body: full(id, { analysis: { summary: 'A talk', outcome: outcomeOf(id) } }),
		});
		expect(idsOf(await polls.itemsOf(14))).toEqual(['n0', 'n10', 'n20', 'n30']);
		expect(await polls.samples()).toHaveLength(3);
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
		const polls = await begun({ downloadRecording: true });
		polls.other = () => SOUND;
		polls.rows = [baseline, listed('new', row)];
		const emitted: number[] = [];
		for (const [index, minutes] of [1, 5, 6, 5].entries()) {
			polls.detail = byId(answers[index] ?? answers.at(-1)!, row);
			emitted.push((await polls.poll(minutes)).length);
		}
		expect(emitted).toEqual(expected);
	});

	test('that fails delays no other call', async () => {
		const polls = await begun({ downloadRecording: true });
		polls.rows = [baseline, listed('new'), listed('good')];
		polls.detail = (id) => byId(id.endsWith('_new') ? { status: 500 } : SOUND)(id);
		expect(idsOf(await polls.poll())).toEqual(['good']);
	});

	test('that n8n cannot store ends the poll, and the call comes with it when it can', async () => {
		const polls = await begun({ downloadRecording: true });
		const { store } = polls;
		polls.detail = byId(SOUND);
		polls.rows = [baseline, listed('new')];
		polls.store = async () => {
			throw new Error('The disk is full');
		};
		await expect(polls.poll()).rejects.toThrow('The disk is full');
		polls.store = store;
		expect(idsOf(await polls.poll())).toEqual(['new']);
		expect(polls.files).toEqual([{ data: expect.anything() }]);
	});

	test.each([
		['sound', 'sound'],
		['', 'data'],
	])('the field %j of the item has it under %j', async (outputDataFieldName, name) => {
		const polls = await begun({ downloadRecording: true, outputDataFieldName });
		polls.detail = byId(SOUND);
		polls.rows = [baseline, listed('new')];
		await polls.poll();
		expect(polls.files.map((files) => Object.keys(files ?? {}))).toEqual([[name]]);
	});
});

describe('a platform so slow that there is no time left', () => {
	test('is asked for ten calls at each poll, and each comes once', async () => {
		const polls = await begun();
		polls.workMs = 0;
		polls.rows = [...Array.from({ length: 25 }, (_entry, index) => listed(`n${index}`)), baseline];
		const emitted: number[] = [];
		for (let poll = 0; poll < 4; poll += 1) emitted.push((await polls.poll()).length);
		expect(emitted).toEqual([10, 10, 5, 0]);
	});

	test.each([
		[Infinity, [10, 0, 0, 0]],
		[0, [3, 3, 3, 1]],
	])(
		'in batches of three that the filter drops, and %d ms: each poll asks for %j calls',
		async (workMs, expected) => {
			const polls = await begun({ 'filters.outcome': ['interested'] });
			Object.assign(polls, { workMs, batchSize: 3 });
			polls.rows = [
				baseline,
				...Array.from({ length: 10 }, (_entry, index) => listed(`n${index}`)),
			];
			const declined = { analysis: { summary: 'A talk', outcome: 'declined' } };
			polls.detail = (id) => ({ body: full(id, id === 'n9' ? {} : declined) });
			const asked: number[] = [];
			const emitted: unknown[] = [];
			for (let poll = 0; poll < 4; poll += 1) {
				emitted.push(...idsOf(await polls.poll()));
				asked.push(polls.asked.length);
			}
			expect([asked, emitted]).toEqual([expected, ['n9']]);
		},
	);
});

test('one item a poll, and three calls that wait: each is asked about in turn', async () => {
	const polls = await begun();
	polls.batchSize = 1;
	polls.rows = [baseline, listed('c1'), listed('c2'), listed('c3')];
	polls.detail = (id) => ({ body: listed(id) });
	const asked: string[][] = [];
	for (let poll = 0; poll < 4; poll += 1) {
		expect(await polls.poll()).toEqual([]);
		asked.push(polls.asked);
	}
	expect(asked).toEqual([['c1', 'c2', 'c3'], ['c1'], ['c2'], ['c3']]);
});

describe('one bad row', () => {
	test.each([404, 422])('(%d for ever) holds up nobody', async (status) => {
		const polls = await begun();
		polls.detail = (id) => (id === 'bad' ? { status } : { body: full(id) });
		polls.rows = [baseline, listed('bad')];
		const emitted: unknown[] = [];
		const add = async (id: string) => {
			polls.rows = [...polls.rows, listed(id)];
			emitted.push(...idsOf(await polls.poll()));
		};
		for (let count = 0; count < 20; count += 1) await add(`good_${count}`);
		expect(emitted.filter((id) => id !== 'bad')).toHaveLength(20);
		expect(emitted.filter((id) => id === 'bad')).toHaveLength(1);
		expect(polls.said).toEqual([expect.stringContaining('"bad"')]);
		expect(polls.saved?.deferred).toEqual({});
	});

	test.each<[string, () => Answer]>([
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
			const polls = await begun();
			polls.batchSize = 1;
			polls.rows = [baseline, listed('one'), listed('two')];
			polls.detail = detail;
			for (let poll = 0; poll < 30; poll += 1) {
				await expect(polls.poll()).rejects.toThrow(message);
				expect(polls.asked).toEqual(['one']);
			}
			polls.detail = (id) => ({ body: full(id) });
			expect(await polls.itemsOf(2)).toMatchObject([
				{ call_id: 'one', outcome: 'interested' },
				{ call_id: 'two', outcome: 'interested' },
			]);
		},
	);

	test('429 for one call, behind a page of later ones that are emitted: it comes with the next poll', async () => {
		const polls = await begun();
		const made = (minute: number) => new Date(polls.now + minute * 60_000).toISOString();
		const rows = Array.from({ length: 150 }, (_entry, index) =>
			listed(`n${index}`, { created_at: made(index + 1) }),
		);
		polls.rows = [...rows.toReversed(), baseline];
		polls.detail = (id) => (id === 'n0' ? { status: 429 } : { body: full(id) });
		expect(await polls.poll(240)).toHaveLength(149);
		polls.detail = (id) => ({ body: full(id) });
		expect(idsOf(await polls.poll())).toEqual(['n0']);
	});

	test('of which the list does not say that it is over is tried less and less, and given up after three days with an error', async () => {
		const polls = await begun();
		polls.rows = [baseline, listed('bad', UNCLEAR), listed('good')];
		polls.detail = (id) => (id === 'bad' ? { status: 500 } : { body: full(id) });
		let asked = 0;
		for (let minute = 0; minute < 4 * DAY; minute += 5) {
			expect(idsOf(await polls.poll(5)).filter((id) => id === 'bad')).toEqual([]);
			asked += polls.asked.filter((id) => id === 'bad').length;
		}
		expect(asked).toBeLessThan(20);
		expect(polls.said).toEqual([expect.stringContaining('Gave up on call "bad"')]);
		expect(polls.saved?.deferred).toEqual({});
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
			const polls = await begun();
			polls.rows = Array.from({ length: count }, (_entry, index) => listed(`n${index}`, OPEN));
			polls.detail = (id) => ({ body: full(id, OPEN) });
			for (let day = 0; day < 40; day += 1) {
				if (day === 5) polls.rows.push(listed('late', OPEN));
				expect(await polls.poll(DAY)).toEqual([]);
			}
			expect(polls.said).toEqual(
				[named, 'call "late"'].map((calls) => `Gave up on ${calls}: not over after 30 days`),
			);
			expect(polls.saved?.deferred).toEqual({});
		},
	);
});

describe('more calls that are not over than are kept', () => {
	const many = (count: number, more: IDataObject) =>
		Array.from({ length: count }, (_entry, index) => {
			const created_at = new Date(Date.parse('2026-03-01T12:00:00Z') + index * 300).toISOString();
			return listed(`n${index}`, { ...more, created_at });
		});
	const gaveUp = (count: number) =>
		`Calls that are not over, and were given up: ${count}. Too many wait for their end`;

	test('the oldest are those that began first, also if the list of the first poll has the newest first', async () => {
		const polls = new Polls(callEnded);
		polls.rows = many(5_002, OPEN).toReversed();
		polls.detail = (id) => ({ body: full(id, OPEN) });
		expect(await polls.poll(30)).toEqual([]);
		const kept = Object.values(polls.saved?.deferred ?? {}).map(({ id }) => id);
		expect(kept).toHaveLength(5_000);
		expect(kept).not.toContain('n0');
		expect(kept).not.toContain('n1');
	});

	test('the oldest under way are dropped, with an error; the others are emitted as they are', async () => {
		const polls = await begun();
		polls.batchSize = 10_000;
		const odd = (back: IDataObject) => [
			listed('open', OPEN),
			listed('unclear', UNCLEAR),
			listed('over'),
			listed('back', back),
		];
		polls.detail = (id) => ({ body: listed(id, id === 'unclear' ? UNCLEAR : {}) });
		polls.rows = odd({});
		expect(await polls.poll()).toEqual([]);
		polls.rows = [...many(5_000, OPEN), ...odd(OPEN)];
		// So soon that no call is asked about again.
		expect(await polls.poll(0.5)).toEqual([]);
		expect(polls.said).toEqual([gaveUp(1)]);
		expect(idsOf(await polls.poll())).toEqual(['unclear', 'over', 'back']);
		polls.rows = [...many(5_000, {}), ...odd({})];
		polls.detail = (id) => ({ body: full(id) });
		expect(idsOf(await polls.poll())).toEqual(many(5_000, {}).map(({ call_id: id }) => id));
	});

	test('twice as many at once: the error counts all that are dropped, and none of them comes later', async () => {
		const polls = await begun();
		polls.batchSize = 10_000;
		polls.rows = many(10_002, OPEN);
		expect(await polls.itemsOf(2)).toEqual([]);
		expect(polls.said[0]).toBe(gaveUp(5_002));
		polls.rows = many(10_002, {});
		const kept = polls.rows.slice(5_000, 10_000);
		expect(idsOf(await polls.itemsOf(2))).toEqual(idsOf(kept));
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

describe('status words that nobody knows', () => {
	test('cost a bounded number of requests and bytes, and each call comes after the time to wait', async () => {
		const polls = await begun();
		polls.detail = (id) => ({ body: full(id, { ...UNCLEAR, transcript: null, analysis: null }) });
		let requests = 0;
		let bytes = 0;
		const emitted: string[] = [];
		// 2,000 calls an hour, for half an hour.
		for (let poll = 0; poll < 30; poll += 1) {
			const rows = Array.from({ length: 33 }, (_, index) =>
				listed(`aaaaaaaa-bbbb-cccc-dddd-${String(poll * 33 + index).padStart(12, '0')}`, {
					...UNCLEAR,
					created_at: new Date(polls.now).toISOString(),
				}),
			);
			polls.rows = [baseline, ...rows];
			const items = await polls.poll();
			expect(items.every(({ is_over: isOver }) => isOver === null)).toBe(true);
			emitted.push(...idsOf(items).map(String));
			requests = Math.max(requests, polls.asked.length);
			bytes = Math.max(bytes, JSON.stringify(polls.saved?.deferred).length);
		}
		expect(emitted).toHaveLength(20 * 33);
		expect(requests).toBeLessThanOrEqual(7 * 33);
		expect(bytes).toBeLessThan(50_000);
		expect(polls.said).toEqual([]);
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
			const polls = await begun({ [name]: value });
			polls.rows = [baseline, listed('other', more), listed('one')];
			expect(idsOf(await polls.poll())).toEqual(['one']);
			expect(polls.asked).toEqual(['one']);
		},
	);

	test.each([
		['filters.success', 'yes', { analysis: { summary: 'A talk', is_success: true } }],
		['filters.success', 'no', { analysis: { summary: 'A talk', is_success: false } }],
		['filters.minDuration', 60, { duration_seconds: 60 }],
	])(
		'%s %s: the call counts as it is when it is over, and not as the list has it before',
		async (name, value, more) => {
			const polls = await begun({ [name]: value });
			const early = { status: 'in_progress', duration_seconds: 3, is_success: null };
			polls.rows = [baseline, listed('one', early), listed('other', early)];
			polls.detail = (id) => ({ body: full(id, early) });
			expect(await polls.poll()).toEqual([]);
			polls.rows = [baseline, listed('one'), listed('other')];
			const others = { duration_seconds: 59, analysis: { outcome: 'declined' } };
			polls.detail = (id) => ({ body: full(id, id === 'one' ? more : others) });
			expect(idsOf(await polls.itemsOf(20))).toEqual(['one']);
		},
	);

	test.each([
		['filters.outcome', 'sold', 'the outcome of its calls'],
		['filters.success', 'yes', 'whether its calls were a success'],
	])(
		'%s: no talk says it, when all is waited for: that is reported, and holds up nothing',
		async (name, value, text) => {
			const polls = await begun({ [name]: value });
			const { analysis, ...silent } = full('silent');
			polls.rows = [baseline, listed('silent'), listed('missed', { status: 'no_answer' })];
			polls.detail = (id) => ({
				body: id === 'silent' ? silent : { call_id: id, status: 'no_answer' },
			});
			expect(await polls.poll()).toEqual([]);
			expect(polls.said).toEqual([]);
			expect(await polls.poll(10)).toEqual([]);
			expect(polls.said).toEqual([expect.stringContaining(text)]);
			polls.rows = [...polls.rows, listed('one')];
			const said = { ...(analysis as IDataObject), outcome: 'Sold', is_success: true };
			polls.detail = (id) => ({ body: full(id, { analysis: said }) });
			expect(idsOf(await polls.poll())).toEqual(['one']);
		},
	);

	test.each<[string, string | number, IDataObject]>([
		['filters.success', 'yes', { analysis: { summary: 'A talk', is_success: null } }],
		['filters.outcome', 'interested', { analysis: { summary: 'A talk' } }],
		['filters.minDuration', 30, { duration_seconds: null, ended_at: null }],
	])(
		'%s %s: a call that says it later than the rest of its results is waited for, also when it is not listed any more',
		async (name, value, early) => {
			const polls = await begun({ [name]: value });
			const analysis = { summary: 'A talk', outcome: 'interested', is_success: true };
			polls.detail = (id) => ({ body: full(id, id === 'late' ? early : { analysis }) });
			polls.rows = [listed('late', early), listed('one'), baseline];
			expect(idsOf(await polls.poll())).toEqual(['one']);
			polls.detail = (id) => ({ body: full(id, { analysis }) });
			polls.rows = [listed('one'), baseline];
			expect(idsOf(await polls.poll())).toEqual(['late']);
			expect(polls.said).toEqual([]);
		},
	);

	test('Min Duration: no call that is over says how long it took, so it is an error, and nothing is lost', async () => {
		const polls = await begun({ 'filters.minDuration': 5 });
		const silent = (row: IDataObject) => without(row, 'duration_seconds');
		polls.rows = [baseline, silent(listed('missed', { status: 'busy' }))];
		polls.detail = (id) => ({ body: silent(full(id, { status: 'busy' })) });
		expect(await polls.poll()).toEqual([]);
		polls.rows = [...polls.rows, silent(listed('one'))];
		polls.detail = (id) => ({ body: silent(full(id)) });
		await expect(polls.poll()).rejects.toThrow('how long its calls took');
		polls.detail = (id) => ({ body: full(id, { duration_seconds: 30 }) });
		expect(idsOf(await polls.poll())).toEqual(['one']);
	});

	test('the field for the agent is empty in all calls: that is reported, and holds up nothing', async () => {
		const polls = await begun({ 'filters.agentId': 'agent_1' });
		polls.rows = [baseline, listed('none', { agent_id: null })];
		polls.detail = (id) => ({ body: full(id, { agent_id: null }) });
		expect(await polls.poll()).toEqual([]);
		expect(polls.said).toEqual([expect.stringContaining('which agent')]);
		polls.rows = [...polls.rows, listed('one')];
		polls.detail = (id) => ({ body: full(id) });
		expect(idsOf(await polls.poll())).toEqual(['one']);
	});
});
