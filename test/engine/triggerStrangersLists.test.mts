import { HOUR, idsOf, LONG_LIST, MINUTE, saidBy, useStrangePlatform } from './strangers.mts';

/*
 * Lists of platforms that nobody has seen: where they end, how they are sorted, and what their filters are about.
 */

jest.setTimeout(60_000);

const platform = useStrangePlatform();
const { activate, behave, faults, insert, pollOften, requestsOf, sandbox, trigger } = platform;

/** So many calls that were there before, half a minute apart. */
const addOld = async (count: number, fields = {}) => {
	const created_at = Date.now() - 2 * MINUTE;
	return await insert({ count, created_at, spacingSeconds: 30, ...fields });
};

/** The ids of the bookings that were added after that many others. */
const bookingsAfter = async (count: number) => {
	const { data } = await sandbox.api.get<Array<{ booking_id: string }>>('/bookings');
	return data
		.slice(count)
		.map((booking) => booking.booking_id)
		.sort();
};

const sleep = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('an offset past the end that answers the last page again', () => {
	const quirks = { order: 'oldest', total: 'none', dateFilter: 'ignored', pastEnd: 'lastPage' };

	test.each([
		['in a list that is read in one request', {}],
		['in a list that is read in several', { refuseLimitAbove: 50 }],
		['in a list that is as long as its pages', { refuseLimitAbove: 65 }],
	])('%s: every call is emitted, and the polls end', async (_list, more) => {
		await addOld(130);
		await behave({ ...quirks, ...more });
		const calls = trigger('newCall');
		const ids: string[] = [];
		const requests = await requestsOf(async () => {
			await activate(calls);
			ids.push(...(await insert({ count: 65, spacingSeconds: 1 })));
			expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
		});
		expect(requests).toBeLessThan(400);
	});

	test('with pages shorter than asked for: every call is emitted, or an error says why not; and nothing goes on after the poll', async () => {
		await addOld(130);
		await behave({ ...quirks, pageCap: 20 });
		const calls = trigger('newCall', {}, { budgetMs: 3_000 });
		const polled = async () => await calls.poll().catch((error: Error) => error);
		const first = await polled();
		const ids = await insert({ count: 65, spacingSeconds: 1 });
		if (first instanceof Error) expect(first.message).toMatch(/same page again and again/);
		else expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
		expect(await requestsOf(async () => await sleep(500))).toBe(0);
	});
});

test('a poll ends with its time, or the next one says that it is still running', async () => {
	const slow = trigger('newCall', {}, { budgetMs: 1_000 });
	await activate(slow);
	await faults({ path: '^/calls', kind: 'delayAfter', delayMs: 5_000 });
	let hasEnded = false;
	const running = slow
		.poll()
		.catch(() => null)
		.finally(() => (hasEnded = true));
	await sleep(2_500);
	if (!hasEnded) {
		const waiting = trigger('newCall', {}, { budgetMs: 1_000 });
		waiting.data = slow.data;
		const outcome = await waiting.poll().catch((error: Error) => error);
		const said = outcome instanceof Error ? outcome.message : saidBy(waiting).join();
		expect(said).toMatch(/still running/i);
	}
	await running;
});

describe('the order of the list', () => {
	const unfiltered = { dateFilter: 'ignored' };

	test.each([
		['a short list', 300],
		['a long list', LONG_LIST],
	])('%s grouped by agent: all new calls of the second agent are emitted', async (_list, count) => {
		await addOld(count);
		await behave({ order: 'byAgent', ...unfiltered });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 120, agent_id: 'agent_0002', spacingSeconds: 0.1 });
		expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
	});

	test('by the last change: new calls are emitted, although many old ones changed after they came, and no old one is', async () => {
		const old = await addOld(LONG_LIST, { duration_seconds: 0 });
		await behave({ order: 'updated', refuseLimitAbove: 400, ...unfiltered });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 10, status: 'in_progress' });
		const ended_at = Date.now() + MINUTE;
		for (const id of old.slice(0, 500)) await platform.change(id, { ended_at });
		expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
	});

	test('by the end of the calls: those that are not over are emitted, although they come last', async () => {
		await addOld(LONG_LIST, { duration_seconds: 0 });
		await behave({ order: 'otherDate', ...unfiltered });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 10, status: 'in_progress' });
		expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
	});

	test('bookings by the appointment: all new bookings are emitted', async () => {
		const created_at = Date.now() - HOUR;
		await sandbox.api.post('/seed/bookings', { count: LONG_LIST, created_at, spacingSeconds: 30 });
		await behave({ order: 'otherDate' });
		const bookings = trigger('newBooking');
		await activate(bookings);
		await sandbox.api.post('/seed/bookings', { count: 40, spacingSeconds: 1 });
		expect(idsOf(await pollOften(bookings))).toEqual(await bookingsAfter(LONG_LIST));
	});
});

describe('a date filter that is about another date', () => {
	test('of calls that are not over: they are emitted all the same', async () => {
		await addOld(LONG_LIST);
		await behave({ order: 'random', dateFilter: 'otherDate' });
		const calls = trigger('newCall');
		await activate(calls);
		const over = await insert({ count: 20 });
		const open = await insert({ count: 20, status: 'in_progress' });
		expect(idsOf(await pollOften(calls))).toEqual([...over, ...open].sort());
		const more = await insert({ count: 20, status: 'in_progress' });
		expect(idsOf(await pollOften(calls))).toEqual(more.sort());
	});

	test('of a call that ends later: Call Ended emits it once', async () => {
		await addOld(LONG_LIST);
		await behave({ order: 'random', dateFilter: 'otherDate' });
		const calls = trigger('callEnded');
		await activate(calls);
		const [id] = await insert({ count: 1, status: 'in_progress' });
		expect(idsOf(await pollOften(calls, 3))).toEqual([]);
		await platform.change(id, { status: 'completed', duration_seconds: 60 });
		expect(idsOf(await pollOften(calls))).toEqual([id]);
	});

	test('of bookings, which are found by their appointment: all new bookings are emitted', async () => {
		const created_at = Date.now() - HOUR;
		await sandbox.api.post('/seed/bookings', { count: 3000, created_at, spacingSeconds: 30 });
		await behave({ order: 'random', dateFilter: 'otherDate' });
		const bookings = trigger('newBooking');
		await activate(bookings);
		await sandbox.api.post('/seed/bookings', { count: 40, spacingSeconds: 1 });
		expect(idsOf(await pollOften(bookings))).toEqual(await bookingsAfter(3000));
	});
});

test.each([
	['a total that counts the page', { total: 'ofPage', order: 'oldest' }],
	['a total that counts the page, with small pages', { total: 'ofPage', refuseLimitAbove: 50 }],
	['success, errors and data around the rows', { envelope: 'success' }],
])('%s: every call is emitted once', async (_name, quirks) => {
	await addOld(130);
	await behave(quirks);
	const calls = trigger('newCall');
	await activate(calls);
	const ids = await insert({ count: 90, spacingSeconds: 1 });
	expect(idsOf(await pollOften(calls))).toEqual(ids.sort());
});

describe('times that are wrong, and a row from the future', () => {
	test.each([
		['local times without a zone, west of UTC', { timestamps: 'isoLocal' }, 0],
		['a clock of the platform that is two hours late', {}, -2 * HOUR],
	])('%s: every call is emitted once', async (_name, quirks, offset) => {
		const at = () => Date.now() + offset;
		await addOld(300, { created_at: at() - 2 * MINUTE });
		await behave(quirks);
		await sandbox.api.post('/clock', { skewSeconds: offset / 1000 });
		const calls = trigger('newCall');
		await activate(calls);
		const ids = await insert({ count: 1, created_at: at() + 400 * HOUR });
		const items = await pollOften(calls, 1);
		for (let hour = 0; hour < 6; hour += 1) {
			platform.wait(HOUR);
			ids.push(...(await insert({ count: 50, created_at: at(), spacingSeconds: 60 })));
			items.push(...(await pollOften(calls, 2)));
		}
		expect(idsOf([...items, ...(await pollOften(calls))])).toEqual(ids.sort());
	});
});
