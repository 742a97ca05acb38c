import type { IDataObject } from 'n8n-workflow';
import { callingGate } from '../../../../nodes/shared/calling';
import { execute } from '../../../../nodes/shared/run';
import { KINDS } from '../../../../nodes/shared/run/waiting/kinds';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import type { SomeManner } from '../../../platform/manners.mts';
import { type Setting, fakeContext, rows } from '../../../support/fakeContext.mts';
import {
	type CallPlan,
	type PlatformPlan,
	WaitingPlatform,
	numberOf,
	waitingCall,
} from './waitingPlatform.mts';
import { inTime, useFakeTime } from '../../../support/fakeTime.mts';

useFakeTime();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Words that nobody knows, and no times. */
const UNKNOWN: SomeManner = { shape: { words: 'unknown', times: 'missing' } };

/** Makes these calls and waits for them. */
async function makeCalls(
	plan: PlatformPlan,
	options: IDataObject = {},
	setting: Setting & { output?: IDataObject } = {},
	platform = new WaitingPlatform(plan),
) {
	const parameters = (index: number) => ({ ...waitingCall(index, options), ...setting.output });
	const items = rows(...plan.calls.map((_call, index) => ({ index })));
	const startedAt = performance.now();
	const fake = fakeContext({ items, parameters, ...setting }, platform.answer);
	const work = execute.call(fake.context, [call], fake.context.continueOnFail(), callingGate);
	const { output, error } = await inTime(
		work.then(
			([list]) => ({ output: list ?? [], error: undefined }),
			(failure: Error & { description?: string }) => ({ output: [], error: failure }),
		),
	);
	const json = output.map((item) => item.json);
	return { ...fake, platform, output, json, error, took: performance.now() - startedAt };
}

const ending = (...seconds: number[]): CallPlan[] =>
	seconds.map((endsAfter) => ({ endsAfter: endsAfter * SECOND }));

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

describe('when the time is up', () => {
	const never = [{ endsAfter: Number.POSITIVE_INFINITY }];

	test('the item says that it is not over, and how long it was waited for', async () => {
		const { json, took, platform } = await makeCalls({ calls: never }, { maxWaitTime: 2 });
		expect(json).toMatchObject([{ call_id: 'c0', is_over: false, waited_seconds: 120 }]);
		expect(json[0]).not.toHaveProperty('message');
		expect(json[0]).not.toHaveProperty('error');
		expect(took).toBeLessThan(2 * MINUTE + 2 * SECOND);
		expect(platform.placed).toHaveLength(1);
	});

	test.each([
		['that it cannot be read', { missingFor: Number.POSITIVE_INFINITY }, {}, /Nothing at/],
		['that its status is not known', {}, UNKNOWN, /"phase_2".*Statuses of Ended Calls/],
	] as const)('is_over is null, and the message says %s', async (_what, more, manner, message) => {
		const { json } = await makeCalls(
			{ calls: [{ ...never[0], endsAfter: Number.POSITIVE_INFINITY, ...more }], manner },
			{ maxWaitTime: 1 },
		);
		expect(json).toMatchObject([
			{ call_id: 'c0', is_over: null, waited_seconds: 60, message: expect.stringMatching(message) },
		]);
	});

	test('Stop: the error says that the call was placed, and that it must not be repeated', async () => {
		const { error, platform } = await makeCalls(
			{ calls: [...ending(5), ...never] },
			{ maxWaitTime: 1, afterMaxWaitTime: 'stop' },
		);
		expect(error?.message).toBe('The call "c1" was placed. It is not over after 1 minute');
		expect(error?.description).toMatch(/^Do not make it again.*Not over in time: 1 of 2$/);
		expect(platform.placed).toHaveLength(2);
	});

	test('Stop with On Error: Continue: only that item has the error', async () => {
		const { json } = await makeCalls(
			{ calls: [...ending(5), ...never] },
			{ maxWaitTime: 1, afterMaxWaitTime: 'stop' },
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(json).toMatchObject([
			{ is_over: true },
			{
				error: expect.stringMatching(/was placed/),
				row: 2,
				call_id: 'c1',
				is_over: false,
				waited_seconds: 60,
			},
		]);
	});

	test('Stop with Retry On Fail: the next try waits again, and calls nobody', async () => {
		const plan = { calls: ending(90, 5) };
		const platform = new WaitingPlatform(plan);
		const retried = { node: { retryOnFail: true }, executionId: 'waits again' };
		const options = { maxWaitTime: 1, afterMaxWaitTime: 'stop' };
		const first = await makeCalls(plan, options, retried, platform);
		expect(first.error?.message).toMatch(/was placed/);
		const second = await makeCalls(plan, options, retried, platform);
		expect(second.json).toMatchObject([
			{ call_id: 'c0', contact_number: numberOf(0), is_over: true },
			{ call_id: 'c1', contact_number: numberOf(1), is_over: true },
		]);
		expect(platform.placed).toHaveLength(2);
	});
});

describe('what is waited for', () => {
	test('nothing for a duplicate, which was not called', async () => {
		const { json, platform } = await makeCalls(
			{ calls: ending(5, 5) },
			{},
			{ output: { toNumber: numberOf(0) } },
		);
		expect(json).toMatchObject([{ is_over: true }, { skipped: true }]);
		expect(json[1]).not.toHaveProperty('message');
		expect(platform.placed).toHaveLength(1);
	});
});

describe('believed is only what an answer proves', () => {
	test('the transcript is waited for, but not for ever', async () => {
		const slow = { calls: [{ endsAfter: 5 * SECOND, resultsAfter: 30 * SECOND }] };
		expect((await makeCalls(slow)).json[0]?.transcript_start).toContain(numberOf(0));
		const never = { calls: [{ endsAfter: 5 * SECOND, resultsAfter: Number.POSITIVE_INFINITY }] };
		const { json, took } = await makeCalls(never);
		expect(json).toMatchObject([{ is_over: true, transcript_start: null }]);
		expect(took).toBeLessThan(3 * MINUTE);
		const impatient = await makeCalls(never, { waitMinutes: 0 });
		expect(impatient.took).toBeLessThan(10 * SECOND);
	});
});

test.each<[row: IDataObject, known: IDataObject, isOther: boolean]>([
	[
		{ to_number: numberOf(0), session_id: 's1' },
		{ to_number: numberOf(1), session_id: 's1' },
		true,
	],
	// The session of a request may be another one than that of its call.
	[
		{ to_number: numberOf(0), session_id: 's1' },
		{ to_number: numberOf(0), session_id: 's2' },
		false,
	],
	[{ session_id: 's1' }, { to_number: numberOf(0), session_id: 's2' }, true],
	[{ session_id: 's1' }, { to_number: numberOf(0), session_id: 's1' }, false],
	[{}, { to_number: numberOf(0), session_id: 's1' }, false],
])('%j is another call than %j: %p', (row, known, isOther) => {
	expect(KINDS.call.isOther(row, [{}, known])).toBe(isOther);
});

test('what the list says of another call with the same ID is not believed', async () => {
	const call = { endsAfter: Number.POSITIVE_INFINITY, missingFor: Number.POSITIVE_INFINITY };
	const { json } = await makeCalls({ calls: [call, call], named: 'otherCall' }, { maxWaitTime: 1 });
	expect(json).toMatchObject([
		{ contact_number: numberOf(0), is_over: null },
		{ contact_number: numberOf(1), is_over: null },
	]);
	expect(JSON.stringify(json)).not.toMatch(/somebody else/i);
});

test('Cancel ends the wait within a second, also while requests hang', async () => {
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 30 * SECOND);
	const { took, json } = await makeCalls(
		{ calls: ending(600, 600), faults: Array.from({ length: 50 }, () => 'hang' as const) },
		{ afterMaxWaitTime: 'stop' },
		{ signal: controller.signal },
	);
	expect(took).toBeLessThan(31 * SECOND);
	expect(json).toMatchObject([{ call_id: 'c0', is_over: null }, { call_id: 'c1' }]);
});
