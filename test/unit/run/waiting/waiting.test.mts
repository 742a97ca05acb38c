import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { KINDS, identitiesOf } from '../../../../nodes/shared/run/waiting/kinds';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import type { SomeManner } from '../../../platform/manners.mts';
import { type Setting, json as answerOf, rows } from '../../../support/fakeContext.mts';
import {
	type CallPlan,
	type PlatformPlan,
	WaitingPlatform,
	numberOf,
	runInTime,
	waitingCall,
} from './waitingPlatform.mts';
import { useFakeTime } from '../../../support/fakeTime.mts';

useFakeTime();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NEVER = Number.POSITIVE_INFINITY;
/** Words that nobody knows, and no times. */
const UNKNOWN: SomeManner = { shape: { words: 'unknown', times: 'missing' } };

/** Makes these calls and waits for them. */
async function makeCalls(
	plan: PlatformPlan,
	options: IDataObject = {},
	setting: Setting & { more?: IDataObject } = {},
	platform = new WaitingPlatform(plan),
) {
	const parameters = (index: number) => ({ ...waitingCall(index, options), ...setting.more });
	const items = rows(...plan.calls.map((_call, index) => ({ index })));
	const done = await runInTime(call, { items, parameters, ...setting }, platform.answer);
	return { ...done, platform };
}

const ending = (...seconds: number[]): CallPlan[] =>
	seconds.map((endsAfter) => ({ endsAfter: endsAfter * SECOND }));
const STOP = { maxWaitTime: 1, afterMaxWaitTime: 'stop' };
test('many calls: one request for the list per round, and one for each call that is over', async () => {
	const calls = ending(...Array.from({ length: 90 }, (_, index) => 10 + index / 3));
	const { json, platform } = await makeCalls({ calls, strangers: 5 });
	expect(json.map(({ is_over: isOver }) => isOver)).toEqual(calls.map(() => true));
	expect(json.map(({ contact_number: number }) => number)).toEqual(
		platform.placed.map(({ index }) => numberOf(index)),
	);
	expect(platform.reads.detail).toBe(90);
	expect(platform.reads.list).toBeLessThan(16);
});

test('without a list, each of many calls has its turn, also behind many that do not end', async () => {
	const calls = ending(...Array<number>(100).fill(NEVER), ...Array<number>(5).fill(2));
	const { json } = await makeCalls({ calls, list: 'absent' }, { maxWaitTime: 1 });
	expect(json.map(({ is_over: isOver }) => isOver)).toEqual(
		calls.map(({ endsAfter }) => endsAfter !== NEVER),
	);
});

const NEVER_ENDING: CallPlan[] = [{ endsAfter: NEVER }];

test('when the time is up, the item says that the call is not over, and how long it was waited for', async () => {
	const { json, took, platform } = await makeCalls({ calls: NEVER_ENDING }, { maxWaitTime: 2 });
	expect(json).toMatchObject([{ call_id: 'c0', is_over: false, waited_seconds: 120 }]);
	expect(json[0]).not.toHaveProperty('message');
	expect(json[0]).not.toHaveProperty('error');
	expect(took).toBeLessThan(2 * MINUTE + 2 * SECOND);
	expect(platform.placed).toHaveLength(1);
});

test.each([
	['that it cannot be read', { missingFor: NEVER }, {}, /Nothing at/],
	['that its status is not known', {}, UNKNOWN, /"phase_2".*Statuses of Ended Calls/],
] as const)('is_over is null, and the message says %s', async (_what, more, manner, says) => {
	const calls = [{ endsAfter: NEVER, ...more }];
	const { json } = await makeCalls({ calls, manner }, { maxWaitTime: 1 });
	const message = expect.stringMatching(says);
	expect(json).toMatchObject([{ call_id: 'c0', is_over: null, waited_seconds: 60, message }]);
});

test('a platform that says to come back in an hour is not asked again within it', async () => {
	const plan: PlatformPlan = { calls: ending(5, 5), faults: ['tooManyForAnHour'] };
	const { json, platform } = await makeCalls(plan, { maxWaitTime: 10 });
	expect(platform.reads).toEqual({ list: 1, detail: 0 });
	expect(json).toMatchObject([{ is_over: null }, { is_over: null }]);
});

test('each call is waited for as long as its own item says', async () => {
	const parameters = (index: number) => waitingCall(index, { maxWaitTime: index === 0 ? 1 : 10 });
	const calls = [...NEVER_ENDING, ...ending(240)];
	const { json } = await makeCalls({ calls }, {}, { parameters });
	expect(json).toMatchObject([{ is_over: false, waited_seconds: 60 }, { is_over: true }]);
});

test('Stop: the error says that the call was placed, and that it must not be repeated', async () => {
	const { error, platform } = await makeCalls({ calls: [...ending(5), ...NEVER_ENDING] }, STOP);
	expect(error?.message).toBe('The call "c1" was placed. It is not over after 1 minute');
	expect(error?.description).toMatch(/^Do not make it again.*Not over in time: 1 of 2$/);
	expect(platform.placed).toHaveLength(2);
});

test('Stop with On Error: Continue: only that item has the error', async () => {
	const node = { onError: 'continueRegularOutput' as const };
	const { json } = await makeCalls({ calls: [...ending(5), ...NEVER_ENDING] }, STOP, { node });
	const error = expect.stringMatching(/was placed/);
	const late = { error, row: 2, call_id: 'c1', is_over: false, waited_seconds: 60 };
	expect(json).toMatchObject([{ is_over: true }, late]);
});

test('Stop with Retry On Fail: the next try waits again, and calls nobody', async () => {
	const plan = { calls: ending(90, 5) };
	const platform = new WaitingPlatform(plan);
	const retried = { node: { retryOnFail: true }, executionId: 'waits again' };
	const first = await makeCalls(plan, STOP, retried, platform);
	expect(first.error?.message).toMatch(/was placed/);
	const second = await makeCalls(plan, STOP, retried, platform);
	expect(second.json).toMatchObject([
		{ call_id: 'c0', contact_number: numberOf(0), is_over: true },
		{ call_id: 'c1', contact_number: numberOf(1), is_over: true },
	]);
	expect(platform.placed).toHaveLength(2);
});

test('nothing is waited for of a duplicate, which was not called', async () => {
	const more = { toNumber: numberOf(0) };
	const { json, platform } = await makeCalls({ calls: ending(5, 5) }, {}, { more });
	expect(json).toMatchObject([{ is_over: true }, { skipped: true }]);
	expect(json[1]).not.toHaveProperty('message');
	expect(platform.placed).toHaveLength(1);
});

test('the transcript is waited for, but not for ever', async () => {
	const slow = { calls: [{ endsAfter: 5 * SECOND, resultsAfter: 30 * SECOND }] };
	expect((await makeCalls(slow)).json[0]?.transcript_start).toContain(numberOf(0));
	const never = { calls: [{ endsAfter: 5 * SECOND, resultsAfter: NEVER }] };
	const { json, took } = await makeCalls(never);
	expect(json).toMatchObject([{ is_over: true, transcript_start: null }]);
	expect(took).toBeLessThan(3 * MINUTE);
	const impatient = await makeCalls(never, { waitMinutes: 0 });
	expect(impatient.took).toBeLessThan(10 * SECOND);
});

/** Makes a call of which the platform says these one after the other, and the last one from then on. @returns its item */
async function afterAnswers(
	answers: readonly unknown[],
	options: IDataObject = {},
	listed: IDataObject[] = [],
) {
	let reads = 0;
	const timeouts: unknown[] = [];
	const answer = (_number: number, { method, url, timeout }: IHttpRequestOptions) => {
		if (method === 'POST') return answerOf(200, { call_id: 'c1' });
		timeouts.push(timeout);
		if (url.endsWith('/calls')) return answerOf(200, { calls: listed });
		reads += 1;
		return answers[Math.min(reads, answers.length) - 1];
	};
	const { json, took } = await runInTime(call, { parameters: waitingCall(0, options) }, answer);
	return { item: json[0], took, timeouts };
}
const saying = (status: string) => answerOf(200, { call_id: 'c1', status });

test('a call that was over is shown as it was then, whatever is said of it later', async () => {
	const { item } = await afterAnswers([saying('completed'), saying('in_progress')]);
	// The number is that of the request: no answer says it.
	const over = { status: 'completed', is_over: true, contact_number: numberOf(0) };
	expect(item).toMatchObject(over);
});

test('the message has the last reason, not that of an answer before', async () => {
	const answers = [answerOf(404, { message: 'Not yet' }), saying('phase_2')];
	const { item } = await afterAnswers(answers, { maxWaitTime: 1 });
	expect(item).toMatchObject({ is_over: null, message: expect.stringContaining('"phase_2"') });
});

test('where the call itself does not say that it is over, its row in the list may', async () => {
	const row = { call_id: 'c1', to_number: numberOf(0), status: 'completed' };
	const { item, took } = await afterAnswers([saying('phase_2')], { waitMinutes: 0 }, [row]);
	expect(item).toMatchObject({ call_id: 'c1', is_over: true });
	expect(took).toBeLessThan(30 * SECOND);
});

test('what its row has of a call that does not say that it is over is all that is waited for', async () => {
	const row = { call_id: 'c1', to_number: numberOf(0), status: 'completed', duration: 12 };
	const results = { transcript: 'Agent: Hello', summary: 'Fine' };
	const { item, took } = await afterAnswers([saying('phase_2')], {}, [{ ...row, ...results }]);
	expect(item).toMatchObject({ is_over: true, summary: 'Fine' });
	expect(took).toBeLessThan(30 * SECOND);
});

test('the transcript of a call that is over is asked for in each round, also if the list says that it goes on', async () => {
	const late = { endsAfter: 5 * SECOND, resultsAfter: 140 * SECOND };
	const { json } = await makeCalls({ calls: [late, late], list: 'frozen' }, { waitMinutes: 1 });
	expect(json.map(({ transcript_start: start }) => start)).toEqual([
		expect.stringContaining(numberOf(0)),
		expect.stringContaining(numberOf(1)),
	]);
});

test('of two items, only that with Wait for Result waits', async () => {
	const platform = new WaitingPlatform({ calls: ending(5, 5) });
	const parameters = (index: number) => ({ ...waitingCall(index, {}), waitForResult: index === 0 });
	const { json } = await runInTime(call, { items: rows({}, {}), parameters }, platform.answer);
	expect(json).toMatchObject([{ is_over: true }, { status: 'queued' }]);
	expect(json[1]).not.toHaveProperty('is_over');
});

/** Makes two calls of which their rows in the list say one status, and they themselves another one. */
async function twoCalls(ofRow: string, ofCall: string, options: IDataObject) {
	let placed = 0;
	const rowOf = (index: number, status: string) => ({
		...{ call_id: `c${index}`, to_number: numberOf(index), status },
	});
	const answer = (_number: number, { method, url }: IHttpRequestOptions) => {
		if (method === 'POST') return answerOf(200, { call_id: `c${(placed += 1) - 1}` });
		if (!url.endsWith('/calls')) return answerOf(200, rowOf(Number(url.at(-1)), ofCall));
		return answerOf(200, { calls: [rowOf(0, ofRow), rowOf(1, ofRow)] });
	};
	const parameters = (index: number) => waitingCall(index, options);
	return await runInTime(call, { items: rows({}, {}), parameters }, answer);
}

test('where the call itself says that it is not over, its row in the list counts for nothing', async () => {
	const { json } = await twoCalls('completed', 'in_progress', { maxWaitTime: 1 });
	expect(json).toMatchObject([{ is_over: false }, { is_over: false }]);
});

test('a row of the list that does not say whether its call is over holds nothing up', async () => {
	const { json, took } = await twoCalls('phase_2', 'completed', { waitMinutes: 0 });
	expect(json).toMatchObject([{ is_over: true }, { is_over: true }]);
	expect(took).toBeLessThan(10 * SECOND);
});

test('calls that go on by the list are asked for themselves every two minutes, and no more often', async () => {
	const calls = [...NEVER_ENDING, ...NEVER_ENDING];
	const { platform } = await makeCalls({ calls }, { maxWaitTime: 15 });
	expect(platform.reads.detail).toBeGreaterThanOrEqual(8);
	expect(platform.reads.detail).toBeLessThanOrEqual(14);
});

test('with words of the user, a call without a status is not known to be over', async () => {
	const ended = answerOf(200, { call_id: 'c1', ended_at: '2026-03-02T09:00:00Z', duration: 12 });
	const { item } = await afterAnswers([ended], { endedStatuses: 'done', maxWaitTime: 1 });
	expect(item).toMatchObject({ call_id: 'c1', is_over: null });
});

test('a call that is not over has its own ID, not that of the request', async () => {
	const plan: PlatformPlan = { calls: NEVER_ENDING, named: 'request' };
	const { json } = await makeCalls(plan, { maxWaitTime: 1 });
	expect(json).toMatchObject([{ call_id: 'c0', is_over: false }]);
});

test('an ID that leads to the call of somebody else is not believed; its session leads to the call', async () => {
	const { json } = await makeCalls({ calls: ending(5), named: 'otherCall' });
	expect(json).toMatchObject([{ contact_number: numberOf(0), is_over: true }]);
	const row = { call_id: 'c1', to_number: '+12125550199', status: 'completed' };
	const { item } = await afterAnswers([answerOf(200, row)], { maxWaitTime: 1 });
	expect(item).toMatchObject({ is_over: null, contact_number: numberOf(0) });
	expect(item?.message).toMatch(/another call/);
});

test('no request of a wait takes a minute: the next round asks again', async () => {
	const { timeouts } = await afterAnswers([saying('completed')], { timeout: 60, waitMinutes: 0 });
	expect(timeouts).toEqual([20 * SECOND]);
});

test('what a list has said does not count in a later round, in which there is none', async () => {
	const calls = ending(10, 10);
	const platform: WaitingPlatform = new WaitingPlatform({
		calls,
		get list() {
			return platform.reads.list > 1 ? ('absent' as const) : undefined;
		},
	});
	const { json, took } = await makeCalls({ calls }, {}, {}, platform);
	expect(json).toMatchObject([{ is_over: true }, { is_over: true }]);
	expect(took).toBeLessThan(30 * SECOND);
});

const [ONE, TWO] = [numberOf(0), numberOf(1)];

test.each<[row: IDataObject, known: IDataObject, isOther: boolean]>([
	[{ to_number: ONE, session_id: 's1' }, { to_number: TWO, session_id: 's1' }, true],
	// The session of a request may be another one than that of its call.
	[{ to_number: ONE, session_id: 's1' }, { to_number: ONE, session_id: 's2' }, false],
	[{ session_id: 's1' }, { to_number: ONE, session_id: 's2' }, true],
	[{ session_id: 's1' }, { to_number: ONE, session_id: 's1' }, false],
	[{}, { to_number: ONE, session_id: 's1' }, false],
])('%j is another call than %j: %p', (row, known, isOther) => {
	expect(KINDS.call.isOther(row, [{}, known])).toBe(isOther);
});

test('the ID of one call is not the session of another, also where both are written alike', () => {
	const others = identitiesOf('4001', '4000');
	expect(identitiesOf('4000', '4001').filter((name) => others.includes(name))).toEqual([]);
});

test('what the list says of another call with the same ID is not believed', async () => {
	const call = { endsAfter: NEVER, missingFor: NEVER };
	const { json } = await makeCalls({ calls: [call, call], named: 'otherCall' }, { maxWaitTime: 1 });
	expect(json).toMatchObject([
		{ contact_number: ONE, is_over: null },
		{ contact_number: TWO, is_over: null },
	]);
	expect(JSON.stringify(json)).not.toMatch(/somebody else/i);
});

test('Cancel ends the wait within a second, also while requests hang', async () => {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 30 * SECOND);
	const faults = Array.from({ length: 50 }, () => 'hang' as const);
	const { took, json } = await makeCalls(
		{ calls: ending(600, 600), faults },
		{ afterMaxWaitTime: 'stop' },
		{ signal: controller.signal },
	);
	expect(took).toBeLessThan(31 * SECOND);
	expect(json).toMatchObject([{ call_id: 'c0', is_over: null }, { call_id: 'c1' }]);
});
