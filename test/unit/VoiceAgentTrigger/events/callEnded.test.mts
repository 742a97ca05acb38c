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
	const envelopes: Record<string, (call: IDataObject) => unknown> = {
		plain: (call) => call,
		'data and meta': (call) => ({ data: call, meta: { request_id: 'r1', version: 2 } }),
		'success, data and no error': (data) => ({ success: true, data, error: null }),
		'errors and warnings without entries': (data) => ({
			success: true,
			errors: [],
			warnings: [],
			data,
		}),
		'a status of the request': (data) => ({ status: 'success', message: 'OK', data }),
		'two levels': (call) => ({ status: 200, data: { call } }),
	};
	const call = full('new', {
		agent: { id: 'agent_1', name: 'Ada' },
		contact: { id: 'contact_1', phone: '+12125550123' },
	});
	const fields = Object.keys(call).filter((name) => name !== 'call_id');
	const PLACES = ['list', 'detail', 'both', 'nullInDetail', 'emptyInDetail', 'nullInList'] as const;
	const places = fc.constantFrom(...PLACES);

	test('give the same item, however the fields are divided, in any envelope', async () => {
		const expected = await (async () => {
			const polls = await begun({ output: 'allColumns' });
			polls.rows = [baseline, call];
			polls.detail = () => ({ body: call });
			return await polls.poll();
		})();
		expect(expected).toMatchObject([{ call_id: 'new', is_over: true, agent_name: 'Ada' }]);

		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...Object.keys(envelopes)),
				fc.record(Object.fromEntries(fields.map((name) => [name, places]))),
				fc.constantFrom('call_id', 'id'),
				async (envelope, placeOf, idName) => {
					const row: IDataObject = { call_id: 'new', created_at: call.created_at };
					const detail: IDataObject = { [idName]: 'new' };
					for (const [name, place] of Object.entries(placeOf)) {
						if (['list', 'both', 'nullInDetail', 'emptyInDetail'].includes(place))
							row[name] = call[name];
						if (['detail', 'both', 'nullInList'].includes(place)) detail[name] = call[name];
						if (place === 'nullInDetail') detail[name] = null;
						if (place === 'emptyInDetail') detail[name] = '';
						if (place === 'nullInList' && name !== 'created_at') row[name] = null;
					}
					const polls = await begun({ output: 'allColumns' });
					polls.rows = [baseline, row];
					polls.detail = () => ({ body: envelopes[envelope]!(detail) });
					expect(await polls.poll()).toEqual(expected);
				},
			),
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

test('a call that is over by its details, and is not listed any more, is not emitted while they fail', async () => {
	const polls = await begun();
	polls.rows = [without(listed('c1'), 'status', 'ended_at', 'duration_seconds'), baseline];
	polls.detail = (id) => ({ body: listed(id) });
	expect(await polls.poll()).toEqual([]);
	polls.rows = [baseline];
	polls.detail = () => ({ status: 500 });
	expect(await polls.poll(30)).toEqual([]);
	polls.detail = (id) => ({ body: full(id) });
	expect(await polls.poll(30)).toMatchObject([{ call_id: 'c1', outcome: 'interested' }]);
});

test('a call under way that is not listed any more, and whose details have no status, is not over', async () => {
	const polls = await begun();
	const open = { status: 'in_progress', ended_at: null, duration_seconds: null };
	polls.rows = [listed('c1', open), baseline];
	expect(await polls.poll()).toEqual([]);
	polls.rows = [baseline];
	polls.detail = (id) => ({ body: { call_id: id, agent_id: 'agent_1' } });
	expect([await polls.poll(30), await polls.poll(30)]).toEqual([[], []]);
	polls.detail = (id) => ({ body: full(id) });
	expect(idsOf(await polls.poll(30))).toEqual(['c1']);
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
		const emitted: IDataObject[] = [];
		for (let poll = 0; poll < 20; poll += 1) emitted.push(...(await polls.poll()));
		expect(emitted).toMatchObject([{ call_id: 'new', outcome: 'interested' }]);
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
		const emitted: unknown[] = [];
		for (let poll = 0; poll < 14; poll += 1) emitted.push(...idsOf(await polls.poll()));
		expect(emitted).toEqual(['n0', 'n10', 'n20', 'n30']);
		expect(await polls.samples()).toHaveLength(3);
	});
});

describe('Download Recording', () => {
	const recordings = async (row: IDataObject, found: () => Answer) => {
		const polls = await begun({ downloadRecording: true });
		polls.rows = [baseline, listed('new', row)];
		polls.detail = (id) => (id.startsWith('recording/') ? found() : { body: full('new', row) });
		return polls;
	};

	test('of a talk is waited for if it is not there yet', async () => {
		let answer: Answer = { status: 404 };
		const polls = await recordings({}, () => answer);
		expect(await polls.poll()).toEqual([]);
		answer = { body: RECORDING };
		expect(idsOf(await polls.poll(5))).toEqual(['new']);
	});

	test('of a call that nobody answered is not waited for', async () => {
		const row = { status: 'no_answer', duration_seconds: 0 };
		const polls = await recordings(row, () => ({ status: 404 }));
		expect(idsOf(await polls.poll())).toEqual(['new']);
	});
});

describe('one bad row', () => {
	test.each([403, 404, 410, 422, 500])('(%d for ever) holds up nobody', async (status) => {
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

	test.each([401, 429])(
		'%d for every call: the poll fails, and nothing is lost or emitted without its details',
		async (status) => {
			const polls = await begun();
			polls.rows = [baseline, listed('one'), listed('two')];
			polls.detail = () => ({ status });
			for (let poll = 0; poll < 30; poll += 1) {
				await expect(polls.poll()).rejects.toThrow(`Status ${status}`);
			}
			polls.detail = (id) => ({ body: full(id) });
			expect(idsOf(await polls.poll())).toEqual(['one', 'two']);
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
		polls.rows = [
			baseline,
			listed('bad', { status: 'zzz', ended_at: null, duration_seconds: null }),
			listed('good'),
		];
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
	const open = { status: 'in_progress', ended_at: null, duration_seconds: null };

	test('are not emitted after 30 days, but dropped with one error', async () => {
		const polls = await begun();
		polls.rows = [baseline, ...['one', 'two', 'three'].map((id) => listed(id, open))];
		polls.detail = (id) => ({ body: full(id, open) });
		for (let day = 0; day < 33; day += 1) expect(await polls.poll(DAY)).toEqual([]);
		expect(polls.said).toEqual([
			'Gave up on 3 calls "one", "two", "three": not over after 30 days',
		]);
		expect(polls.saved?.deferred).toEqual({});
	});
});

describe('status words that nobody knows', () => {
	const unclear = { status: 'phase 7', ended_at: null, duration_seconds: null };

	test('cost a bounded number of requests and bytes, and each call comes after the time to wait', async () => {
		const polls = await begun();
		polls.detail = (id) => ({ body: full(id, { ...unclear, transcript: null, analysis: null }) });
		let requests = 0;
		let bytes = 0;
		const emitted: string[] = [];
		// 2,000 calls an hour, for half an hour.
		for (let poll = 0; poll < 30; poll += 1) {
			const rows = Array.from({ length: 33 }, (_, index) =>
				listed(`aaaaaaaa-bbbb-cccc-dddd-${String(poll * 33 + index).padStart(12, '0')}`, {
					...unclear,
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
	test('a single call without an agent belongs to none', async () => {
		const polls = await begun({ 'filters.agentId': 'agent_1' });
		polls.rows = [baseline, listed('none', { agent_id: null }), listed('one')];
		polls.detail = (id) => ({ body: full(id, { agent_id: id === 'none' ? null : 'agent_1' }) });
		expect(idsOf(await polls.poll())).toEqual(['one']);
		polls.rows = [...polls.rows, listed('none2', { agent_id: null })];
		polls.detail = (id) => ({ body: full(id, { agent_id: null }) });
		expect(await polls.poll()).toEqual([]);
	});

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
			const emitted: IDataObject[] = [];
			for (let poll = 0; poll < 20; poll += 1) emitted.push(...(await polls.poll()));
			expect(idsOf(emitted)).toEqual(['one']);
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
		'%s %s: a call that says it later than the rest of its results is waited for',
		async (name, value, early) => {
			const polls = await begun({ [name]: value });
			const analysis = { summary: 'A talk', outcome: 'interested', is_success: true };
			polls.detail = (id) => ({ body: full(id, id === 'late' ? early : { analysis }) });
			polls.rows = [listed('late', early), listed('one'), baseline];
			expect(idsOf(await polls.poll())).toEqual(['one']);
			polls.detail = (id) => ({ body: full(id, { analysis }) });
			polls.rows = [listed('late'), listed('one'), baseline];
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

	test.each([
		['filters.agentId', 'agent_1', { agent_id: undefined }, 'which agent'],
		['filters.direction', 'outbound', { direction: undefined }, 'the direction'],
		['filters.direction', 'outbound', { direction: 'zzz' }, 'the direction'],
	])('%s %s: no call says it (%j), so it is an error', async (name, value, more, text) => {
		const polls = await begun({ [name]: value });
		const asJson = (row: IDataObject): IDataObject => JSON.parse(JSON.stringify(row));
		polls.rows = [baseline, asJson(listed('one', more))];
		polls.detail = (id) => ({ body: asJson(full(id, more)) });
		await expect(polls.poll()).rejects.toThrow(text);
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
