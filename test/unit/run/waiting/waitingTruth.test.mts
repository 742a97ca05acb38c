import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { call } from '../../../../nodes/VoiceAgentCall/resources/call';
import { rows } from '../../../support/fakeContext.mts';
import {
	type PlatformPlan,
	WaitingPlatform,
	numberOf,
	runInTime,
	waitingCall,
} from './waitingPlatform.mts';
import { useFakeTime } from '../../../support/fakeTime.mts';
import { mannerChanges } from '../../../platform/drawing.mts';
import { runs } from '../../../scale.mts';

useFakeTime();

const SECOND = 1000;
const MAX_WAIT_MINUTES = 4;
const MAX_WAIT = MAX_WAIT_MINUTES * 60 * SECOND;
/** What ends so long before the time is up must be found. Faults take some of it: each of them less than 20 seconds, and four in a row. */
const SLACK = 120 * SECOND;

const NEVER = Number.POSITIVE_INFINITY;
const seconds = (max: number) => fc.nat({ max }).map((value) => value * SECOND);
const callPlan = fc.record(
	{
		endsAfter: fc.oneof({ weight: 5, arbitrary: seconds(300) }, fc.constant(NEVER)),
		resultsAfter: fc.oneof({ weight: 5, arbitrary: seconds(40) }, fc.constant(NEVER)),
		missingFor: fc.oneof({ weight: 5, arbitrary: seconds(20) }, fc.constant(NEVER)),
	},
	{ requiredKeys: ['endsAfter'] },
);
const fault = fc.constantFrom(
	...(['none', 'none', 'none', 'hang', 'unauthorized', 'tooMany', 'serverError'] as const),
	...(['reset', 'timeout', 'truncated', 'lagging', 'unknownId'] as const),
);
/** What a platform may call things, in which order it lists them, and how much of them. */
const manner = mannerChanges(
	{
		ids: ['name', 'value'],
		shape: ['status', 'words', 'number', 'times', 'timeNames', 'duration', 'analysis', 'spelling'],
		listing: ['order'],
		envelope: ['kind', 'name', 'total'],
		paging: ['cap'],
		single: ['kind'],
	},
	// What they tell is held against numbers, and against what a call says of itself.
	{ ids: { value: ['beyond2to53'] }, single: { kind: ['empty'] } },
);
const platformPlan: fc.Arbitrary<PlatformPlan> = fc.record({
	calls: fc.array(callPlan, { minLength: 1, maxLength: 12 }),
	manner,
	list: fc.constantFrom(undefined, undefined, undefined, 'absent', 'frozen', 'empty'),
	named: fc.constantFrom('call', 'call', 'call', 'session', 'request', 'otherCall', 'neither'),
	faults: fc.array(fault, { maxLength: 12 }),
	strangers: fc.constantFrom(0, 3, 150),
});

/** Rounds in this time, if nothing makes them longer. */
function roundsIn(milliseconds: number): number {
	let count = 0;
	for (let at = 3, delay = 3; at * SECOND < milliseconds; count += 1) {
		delay = Math.min(delay * 1.5, 30);
		at += delay;
	}
	return count + 1;
}

/** The documented bound: pages of the list and one request for each call in a round, and one more for each fault. */
function mostRequests({ calls, faults = [] }: PlatformPlan): number {
	const pages = Math.min(Math.ceil(calls.length / 50) + 1, 10);
	return roundsIn(MAX_WAIT) * (pages + calls.length) + faults.length;
}

/** Whether the platform shows at once that a call is over: by its status, or by its end. */
const showsEnd = ({ manner: { shape = {} } = {} }: PlatformPlan) =>
	shape.words !== 'unknown' || shape.times !== 'missing';

/** What is wrong with an item; undefined if nothing is. `now`: when the wait ended. */
function wrongIn(
	plan: PlatformPlan,
	platform: WaitingPlatform,
	index: number,
	json: IDataObject,
	now: number,
): string | undefined {
	const placed = platform.placed[index];
	if (!placed) return 'was not placed';
	const { plan: own } = placed;
	if (json.error !== undefined) return 'looks like a failed call';
	if (plan.named === 'neither') {
		return /neither/.test(String(json.message)) ? undefined : 'does not say why it has no result';
	}
	if (json.contact_number !== placed.number) return 'has another number';
	if (plan.named === 'call' && json.call_id !== String(platform.idOf(index)))
		return 'has another ID';
	if (json.is_over === true) {
		if (!platform.isOver(index, now)) return 'is said to be over, and is not';
		if (json.transcript_start !== null && !String(json.transcript_start).endsWith(placed.number)) {
			return 'has the transcript of another call';
		}
		const results = own.endsAfter + (own.resultsAfter ?? 0);
		const isDue = results + SLACK < MAX_WAIT && own.resultsAfter !== NEVER;
		const isRead = own.missingFor !== NEVER;
		if (isDue && isRead && json.transcript_start === null) return 'lacks its transcript';
		return 'waited_seconds' in json ? 'is over, and not over' : undefined;
	}
	if (typeof json.waited_seconds !== 'number') return 'does not say how long it was waited for';
	if (json.is_over !== false && json.is_over !== null) return `has is_over ${String(json.is_over)}`;
	if (json.is_over === null && typeof json.message !== 'string') return 'does not say why';
	const isReadable = own.missingFor !== NEVER && showsEnd(plan);
	return isReadable && own.endsAfter + SLACK < MAX_WAIT
		? 'ended in time, and it was not noticed'
		: undefined;
}

test('each item has the true outcome of its own call, or says that it is not over; nobody is called twice', async () => {
	const property = fc.asyncProperty(
		platformPlan,
		fc.integer({ min: 1, max: 6 }),
		async (plan, parallel) => {
			const platform = new WaitingPlatform(plan);
			const items = rows(...plan.calls.map((_call, index) => ({ index })));
			const options = { maxWaitTime: MAX_WAIT_MINUTES, parallelRequests: parallel };
			const parameters = (index: number) => waitingCall(index, options);
			const { output, error, took } = await runInTime(call, { items, parameters }, platform.answer);
			const now = Date.now();
			expect(error).toBeUndefined();
			expect(took).toBeLessThan(MAX_WAIT + 2 * SECOND);
			expect(platform.placed.map(({ number }) => number).sort()).toEqual(
				plan.calls.map((_call, index) => numberOf(index)).sort(),
			);
			const byNumber = new Map(platform.placed.map((placed) => [placed.number, placed.index]));
			const wrong = output.flatMap(({ json, pairedItem }) => {
				const { item } = pairedItem as { item: number };
				const index = byNumber.get(numberOf(item)) ?? -1;
				const reason = wrongIn(plan, platform, index, json, now);
				return reason === undefined ? [] : [`Call ${index} ${reason}: ${JSON.stringify(json)}`];
			});
			expect(wrong).toEqual([]);
			expect(output).toHaveLength(plan.calls.length);
			expect(platform.reads.list + platform.reads.detail).toBeLessThanOrEqual(mostRequests(plan));
		},
	);
	await fc.assert(property, runs('longSequences'));
});
