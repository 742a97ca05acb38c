import type { IDataObject } from 'n8n-workflow';
import { sampleOf } from '../scale.mts';
import { signIn } from '../sandbox/client.mts';
import {
	HOUR,
	idsOf,
	LONG_LIST,
	MINUTE,
	saidBy,
	SECOND,
	useStrangePlatform,
} from './strangers.mts';

/*
 * Platforms that nobody has seen, inside n8n-core: of each family some. All of their kind are drawn by test/model, and played there to the same
 * node without n8n-core.
 */

const platform = useStrangePlatform();
const { activate, behave, faults, insert, mask, pollOften, sandbox, trigger, wait } = platform;

const WITHOUT_TIMES = { without: ['created_at', 'started_at', 'ended_at'] };
const addOld = async (count: number, fields = {}) => {
	const created_at = Date.now() - 2 * MINUTE;
	return await insert({ count, created_at, spacingSeconds: 30, ...fields });
};

interface Stranger {
	quirks?: object;
	/** Calls that were there before. */
	old?: number;
	/** Some of the old ones have no time. */
	hasUndated?: boolean;
	/** What goes wrong once after the activation. */
	fault?: object;
	/** What the calls have that come later. */
	fields?: object;
	/** By how much the platform's clock is ahead. */
	skewMs?: number;
}

const idsOnPlatform = async () => {
	const { data } = await sandbox.api.get<Array<{ call_id: string }>>('/calls');
	return data.map((call) => call.call_id);
};

async function expectNewOnes(stranger: Stranger): Promise<void> {
	const { quirks = {}, old = 130, fault, skewMs = 0 } = stranger;
	const at = (offset = 0) => Date.now() + skewMs + offset;
	await addOld(old, { created_at: at(-2 * MINUTE) });
	if (stranger.hasUndated) {
		const ids = await idsOnPlatform();
		await mask(ids.slice(old / 6, (4 * old) / 6), WITHOUT_TIMES);
	}
	await sandbox.api.post('/clock', { skewSeconds: skewMs / SECOND });
	const goesWrong = async () => fault && (await faults({ path: '^/calls$', times: 1, ...fault }));
	await behave(quirks);
	const calls = trigger('newCall');
	await activate(calls);
	const items = await pollOften(calls, 2);
	const add = async (fields: object) =>
		await insert({ created_at: at(), spacingSeconds: 1, ...stranger.fields, ...fields });

	const ids = await add({ count: 20 });
	items.push(...(await pollOften(calls, 2)));
	await goesWrong();
	// Late ones show whether the list is sorted by time. If it is not, more of it has to be read.
	ids.push(...(await add({ count: 5, created_at: at(-40 * MINUTE) })));
	items.push(...(await pollOften(calls, 4)));
	wait(20 * MINUTE);
	ids.push(...(await add({ count: 5 })));
	expect(idsOf([...items, ...(await pollOften(calls))])).toEqual(ids.sort());
}

const OLDEST = { order: 'oldest', total: 'none', dateFilter: 'ignored' };
const strangers: Array<[string, Stranger]> = [
	['an empty page for once', { fault: { kind: 'emptyPage' } }],
	['a short page for once, the oldest first', { fault: { kind: 'shortPage' }, quirks: OLDEST }],
	['a copy that lags behind for once', { fault: { kind: 'lag', rows: 200 }, old: 500 }],
	[
		'a short page for once, shuffled',
		{ fault: { kind: 'shortPage' }, quirks: { order: 'random' } },
	],
	['a clock that is two hours late', { skewMs: -2 * HOUR }],
	['calls grouped by agent', { quirks: { order: 'byAgent' }, fields: { agent_id: 'agent_0002' } }],
];

test.each(sampleOf('strangers', strangers))(
	'%s: nothing old is emitted, and all that is new, once',
	async (_name, stranger) => await expectNewOnes(stranger),
);

const UNSORTED = { dateFilter: 'ignored' };
const long: Array<[string, Stranger]> = [
	...['newest', 'oldest', 'random', 'arrival'].map((order): [string, Stranger] => [
		`half of the old rows have no time, ${order}`,
		{ hasUndated: true, quirks: { ...UNSORTED, order } },
	]),
	[
		'grouped by agent',
		{ quirks: { ...UNSORTED, order: 'byAgent' }, fields: { agent_id: 'agent_0002' } },
	],
];

test.each(sampleOf('longStrangers', long))(
	'a list that is longer than what is remembered, %s: nothing old is emitted, and all that is new, once',
	async (_name, stranger) => {
		await expectNewOnes({ old: LONG_LIST, ...stranger });
	},
);

test('a shuffled list of bookings that is longer than what is remembered: all new bookings are emitted', async () => {
	const created_at = Date.now() - HOUR;
	await sandbox.api.post('/seed/bookings', { count: LONG_LIST, created_at, spacingSeconds: 30 });
	await behave({ order: 'random' });
	const bookings = trigger('newBooking');
	await activate(bookings);
	await sandbox.api.post('/seed/bookings', { count: 40, spacingSeconds: 1 });
	const { data } = await sandbox.api.get<Array<{ booking_id: string }>>('/bookings');
	const added = data.slice(LONG_LIST).map((booking) => booking.booking_id);
	expect(idsOf(await pollOften(bookings))).toEqual(added.sort());
});

describe('a row that changes is emitted once', () => {
	type Change = [what: string, name: string, shiftMs: number];
	const changes: Change[] = [
		['its time is replaced 20 seconds later', 'created_at', 20 * SECOND],
		['its time is replaced two hours later', 'created_at', 2 * HOUR],
		['its time is set back by two hours', 'created_at', -2 * HOUR],
		['first that of the queue, then that of the dialing', 'initiated_at', 20 * SECOND],
		['the same, hours later', 'initiated_at', 3 * HOUR],
	];

	test.each(sampleOf('longStrangers', changes))('%s', async (_what, name, shift) => {
		const iso = (offset = 0) => new Date(Date.now() + offset).toISOString();
		await addOld(50);
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 40 });
		const first = name === 'created_at' ? 'created_at' : 'queued_at';
		await mask(ids, { ...WITHOUT_TIMES, fields: { [first]: iso() } });
		const items = await pollOften(calls, 1);
		wait(Math.abs(shift));
		await mask(ids, { ...WITHOUT_TIMES, fields: { [name]: iso(shift > 0 ? 0 : 2 * shift) } });
		const more = await insert({ count: 5, created_at: Date.now() });
		items.push(...(await pollOften(calls)));
		expect(idsOf(items)).toEqual([...ids, ...more].sort());
	});

	test('its time comes later', async () => {
		await addOld(50);
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 40 });
		await mask(ids, WITHOUT_TIMES);
		const items = await pollOften(calls, 2);
		await mask(ids);
		expect(idsOf([...items, ...(await pollOften(calls, 3))])).toEqual(ids.sort());
	});

	test('its ID comes later, while another name has it already', async () => {
		const calls = trigger('newCall');
		await activate(calls);
		const [id] = await insert({ count: 1 });
		await mask([id!], { fields: { call_id: null, id: 'row-1' } });
		const items = await pollOften(calls, 2);
		await mask([id!], { fields: { id: 'row-1' } });
		expect([...items, ...(await pollOften(calls, 3))]).toHaveLength(1);
	});

	test('a callback is put off', async () => {
		const client = await signIn(sandbox);
		await sandbox.api.post('/seed/callbacks', { count: 5 });
		const callbacks = trigger('newCallback');
		const hide = async () => {
			const { data } = await sandbox.api.get<Array<{ id: string }>>('/callbacks');
			const ids = data.map(({ id }) => id);
			await mask(ids, { without: ['created_at', 'updated_at'] });
			return ids;
		};
		await hide();
		await activate(callbacks);
		await sandbox.api.post('/seed/callbacks', { count: 3 });
		const ids = await hide();
		const items = await pollOften(callbacks, 2);
		for (const [index, id] of ids.entries()) {
			const scheduled_at = new Date(Date.now() + (50 + index) * HOUR).toISOString();
			await client.patch(`/callbacks/${id}/reschedule`, { scheduled_at });
		}
		items.push(...(await pollOften(callbacks, 3)));
		expect(idsOf(items)).toEqual(ids.slice(5).sort());
	});
});

test.each<unknown>(['nonsense', { version: 1 }])(
	'a state that cannot be read (%j): the trigger starts over, with a baseline, and says so once',
	async (state) => {
		await addOld(60);
		const calls = trigger('newCall');
		await activate(calls);
		calls.data = { state } as IDataObject;
		await activate(calls);
		expect(saidBy(calls)).toEqual([expect.stringMatching(/state/i)]);
		const ids = await insert({ count: 5, spacingSeconds: 1 });
		expect(idsOf(await pollOften(calls, 3))).toEqual(ids.sort());
		expect(saidBy(calls)).toHaveLength(1);
	},
);
