import type { IDataObject } from 'n8n-workflow';
import type { RequestFailure } from '../../shared/http';
import { isAboutAll } from '../../shared/http';
import { endedStatusesField, waitForTranscriptField } from '../../shared/operation';
import { callStatus, hasAllResults } from '../../shared/platform';
import type { TriggerItem } from '../event';
import type { Filters } from '../filters';
import type { StreamRow } from '../reading';
import { byTime } from '../reading';
import { MAX_DEFERRED } from '../state';
import type { Watch } from '../watch';
import type { Candidate, Detail } from './callDetails';
import { candidateOf, detailsOf, forAll, sayOf, callItem, callItemFields } from './callDetails';
import { calls, isOver, listedCall, merged } from './calls';
import { listEvent } from './listEvent';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DEFAULT_WAIT_MINUTES = 10;
/** A call that is still under way after that time is dropped: the platform has forgotten it. */
const MAX_CALL_MS = 30 * DAY;
/** A call without details, of which nobody knows whether it is under way, is dropped after this time. */
const MAX_TROUBLE_MS = 3 * DAY;

const waitMinutesField = waitForTranscriptField(
	DEFAULT_WAIT_MINUTES,
	'How long to wait, after a call is over, for its transcript and analysis, and for a recording that cannot be downloaded. Then the call is emitted as it is.',
);

const waitMs = ({ params }: Watch): number =>
	params.number('options.waitMinutes', DEFAULT_WAIT_MINUTES) * MINUTE;

/** What becomes of a call in this poll. */
type Decision = { candidate: Candidate; failure?: RequestFailure } & (
	| { kind: 'found'; found: TriggerItem }
	/** The call does not meet the filters. */
	| { kind: 'dropped' }
	/** Nobody could say enough about the call for too long. */
	| { kind: 'givenUp' }
	/** Something of the call is still to come. */
	| { kind: 'waiting'; isOver: boolean | null }
	/** The call stays as it was, as if this poll had not come to it. */
	| { kind: 'left' }
);

function defer(
	watch: Watch,
	filters: Filters,
	{ key, id, time, row }: Candidate,
	over: boolean | null,
): void {
	const { state, now } = watch;
	const { deferredCalls } = state;
	if (!state.defer({ key, id, time }, now)) return state.markKnown({ key, time });
	deferredCalls.note(key, over, now);
	const isEnded = row !== undefined && isOver(watch, row) === true;
	if (row && (isEnded || filters.isOnList)) {
		deferredCalls.noteFields(key, listedCall(row, isEnded));
	}
	deferredCalls.askLater(key, waitMs(watch), now);
}

/** Whether nothing more is waited for. */
function hasWaited(watch: Watch, key: string, over: boolean | null): boolean {
	const { deferredCalls } = watch.state;
	const wait = waitMs(watch);
	if (over === false) return false;
	const { over: overAt = watch.now, since = watch.now } = deferredCalls.get(key) ?? {};
	return watch.now >= (over ? overAt : since) + wait;
}

/** Whether nothing more can come for a call whose details the platform sends. */
const isComplete = (watch: Watch, over: boolean | null, call: IDataObject): boolean =>
	over === true && (waitMs(watch) === 0 || hasAllResults(call));

/** Whether a call is emitted now, waits, or is given up. */
function stageOf(
	watch: Watch,
	{ key, row }: Candidate,
	detail: { call: IDataObject } | { failure: RequestFailure },
	over: boolean | null,
	call: IDataObject,
): 'ready' | 'waiting' | 'givenUp' {
	const { state, now } = watch;
	const { since = now, isOpen, listed } = state.deferredCalls.get(key) ?? {};
	const isAnswered = 'call' in detail;
	// A call that is emitted again was complete, or nobody waited for more. Else it would replace saved data.
	if (isAnswered && state.isRedelivery(key)) return 'ready';
	if (isAnswered && isComplete(watch, over, call)) return 'ready';
	const isTold = isAnswered || (over === true && (row ?? listed) !== undefined);
	if (isTold && hasWaited(watch, key, over)) return 'ready';
	const longest = over === false || isOpen ? MAX_CALL_MS : MAX_TROUBLE_MS;
	return now - since > longest ? 'givenUp' : 'waiting';
}

/** A call of the list and its details, and whether it is over. @param details undefined if the platform sent none */
function callAsTold(
	watch: Watch,
	{ key, row = {} }: Candidate,
	details: IDataObject | undefined,
): { call: IDataObject; over: boolean | null } {
	const { listed = {}, over: overAt, isOpen } = watch.state.deferredCalls.get(key) ?? {};
	const call = merged(watch, listed, row, details ?? {});
	if (overAt !== undefined) return { call, over: true };
	const said = isOver(watch, call);
	// A request that failed, or details without a status, do not change what was said before.
	const isSilent = said === null && callStatus(call) === '';
	return { call, over: isOpen && isSilent ? false : said };
}

async function decide(
	watch: Watch,
	filters: Filters,
	candidate: Candidate,
	detail: Detail,
): Promise<Decision> {
	const { key, time } = candidate;
	const failure = detail && 'failure' in detail ? detail.failure : undefined;
	if (!detail || (failure && isAboutAll(failure))) return { candidate, failure, kind: 'left' };
	const { call, over } = callAsTold(watch, candidate, 'call' in detail ? detail.call : undefined);
	const stage = stageOf(watch, candidate, detail, over, call);
	if (stage === 'waiting') return { candidate, failure, kind: stage, isOver: over };
	if (stage === 'givenUp') return { candidate, failure, kind: stage };
	if (filters.isOpen(call) && !hasWaited(watch, key, over))
		return { candidate, kind: 'waiting', isOver: over };
	if (!filters.matches(call)) return { candidate, failure, kind: 'dropped' };
	const { item, isIncomplete } = await callItem(watch, call);
	if (isIncomplete && !hasWaited(watch, key, over))
		return { candidate, kind: 'waiting', isOver: true };
	return { candidate, failure, kind: 'found', found: { key, time, item } };
}

async function decideAll(
	watch: Watch,
	filters: Filters,
	candidates: readonly Candidate[],
): Promise<Decision[]> {
	const details = await detailsOf(watch, candidates);
	return await forAll(
		candidates,
		async (candidate, index) => await decide(watch, filters, candidate, details[index]),
	);
}

const foundIn = (decisions: readonly Decision[]): TriggerItem[] =>
	decisions.flatMap((decision) => (decision.kind === 'found' ? [decision.found] : []));

/**
 * Decides about as many of these calls as there is room for. If none of them is emitted, the next ones follow: of a
 * platform that says the direction of some calls only, a small batch may have none that says it.
 */
async function decideUntilFound(
	watch: Watch,
	filters: Filters,
	rows: readonly StreamRow[],
	room: number,
): Promise<Decision[]> {
	const decided: Decision[] = [];
	const hasRoom = () => decided.every(({ kind }) => kind !== 'found' && kind !== 'left');
	while (decided.length < rows.length && room > 0 && hasRoom()) {
		if (decided.length > 0 && !watch.hasTimeLeft()) break;
		const batch = rows.slice(decided.length, decided.length + room).map(candidateOf);
		decided.push(...(await decideAll(watch, filters, batch)));
	}
	return decided;
}

/** Deferred calls to ask for now, the one that is due for longest first. */
function dueOf(watch: Watch, listed: ReadonlyMap<string, StreamRow>): Candidate[] {
	const { now, state } = watch;
	const { deferredCalls } = state;
	return deferredCalls
		.entries()
		.map(([key, { id, time, since, next }]) => {
			const row = listed.get(key)?.row;
			const over = row && isOver(watch, row);
			const wasOver = deferredCalls.get(key)?.over !== undefined;
			if (over !== undefined) deferredCalls.note(key, over, now);
			const isUnderWay = over === false && !wasOver && now - since <= MAX_CALL_MS;
			const isDue = (next <= now && !isUnderWay) || (over === true && !wasOver);
			// The list has just said that a call which was deferred in this poll is under way.
			return { candidate: { key, id, time, row }, next, isDue: isDue && since < now };
		})
		.filter(({ isDue }) => isDue)
		.sort((one, other) => one.next - other.next)
		.map(({ candidate }) => candidate);
}

/** Keeps the calls that are not over within bounds, and reports those that are dropped. */
function boundDeferred({ state, say, unsay }: Watch): void {
	const { deferredCalls } = state;
	const topic = 'too many deferred calls';
	const excess = deferredCalls.excess();
	const count = excess.length + deferredCalls.refused;
	excess.forEach((key) => state.markKnown({ key, time: deferredCalls.get(key)?.time }));
	if (count === 0) return unsay(topic);
	say(topic, {
		message: `Calls that are not over, and were given up: ${count}. Too many wait for their end`,
		description:
			`The trigger keeps ${MAX_DEFERRED} calls that are not over. The oldest were dropped, and are not emitted. If they are over, set Options → ` +
			"'Statuses of Ended Calls' to all words that your platform uses for calls that are over, the usual ones too",
	});
}

/** Notes and reports what became of calls that are not simply emitted. */
function conclude(watch: Watch, filters: Filters, decisions: readonly Decision[]): void {
	const ids = (isOne: (decision: Decision) => boolean) =>
		decisions.filter(isOne).map(({ candidate }) => candidate.id);
	const isGivenUp = ({ kind }: Decision) => kind === 'givenUp';
	for (const decision of decisions) {
		const { kind, candidate } = decision;
		if (kind === 'dropped' || kind === 'givenUp') watch.state.markKnown(candidate);
		if (kind === 'waiting') defer(watch, filters, candidate, decision.isOver);
	}
	const reason = decisions.find(({ kind, failure }) => kind === 'found' && failure)?.failure;
	sayOf(
		watch,
		'calls without details',
		ids(({ kind, failure }) => kind === 'found' && failure !== undefined),
		(named) => `The platform does not send the details of ${named}: ${reason?.message}`,
		'The call was emitted with what the list says, without transcript and analysis. Look at it on the platform',
	);
	sayOf(
		watch,
		'calls without an end',
		ids((decision) => isGivenUp(decision) && !decision.failure),
		(named) => `Gave up on ${named}: not over after 30 days`,
		"It was not emitted. If it is over, the platform has not said so: set Options → 'Statuses of Ended Calls' to all words that your platform uses for " +
			'calls that are over',
	);
	sayOf(
		watch,
		'calls given up',
		ids((decision) => isGivenUp(decision) && decision.failure !== undefined),
		(named) => `Gave up on ${named}: the platform has not sent the details for three days`,
		'It was not emitted, because the list does not say enough about it. Look at it on the platform',
	);
	boundDeferred(watch);
}

export const callEnded = listEvent({
	name: 'Call Ended',
	value: 'callEnded',
	description: 'A call is over, and its transcript and analysis are there',
	nothingYet: 'No call has ended yet',
	filters: ['agentId', 'campaignId', 'direction', 'outcome', 'success', 'minDuration'],
	options: [endedStatusesField, waitMinutesField],
	output: callItemFields,
	stream: calls,
	wanted: (watch, filters) => ({
		matches: filters.mayMatch,
		waits: ({ row }) => isOver(watch, row) === false && filters.mayMatch(row),
		defer: (row) => defer(watch, filters, candidateOf(row), false),
	}),
	async emit(watch, { fresh, listed }, filters) {
		const due = dueOf(watch, listed).slice(0, watch.batchSize);
		const old = await decideAll(watch, filters, due);
		const room = watch.batchSize - foundIn(old).length;
		const decided = await decideUntilFound(watch, filters, fresh, room);
		const decisions = [...old, ...decided];
		const found = foundIn(decisions).sort(byTime);
		// If the platform fails for some calls, the others are emitted. If it fails for all of them, the poll fails.
		const failed = decisions.find(({ kind, failure }) => kind === 'left' && failure);
		if (failed?.failure && found.length === 0) throw failed.failure;
		conclude(watch, filters, decisions);
		const isLeft = (index: number) => (decided[index]?.kind ?? 'left') === 'left';
		return { found, left: fresh.filter((_row, index) => isLeft(index)) };
	},
	isSample: (watch, row, filters) => isOver(watch, row) !== false && filters.seemsToMatch(row),
	async samples(watch, rows, filters) {
		const details = await detailsOf(watch, rows.map(candidateOf));
		const failed = details.find((detail) => detail && 'failure' in detail);
		const isAnySent = details.some((detail) => detail && 'call' in detail);
		if (failed && 'failure' in failed && !isAnySent) throw failed.failure;
		const items: TriggerItem[] = [];
		for (const [index, { key, time, row }] of rows.entries()) {
			const detail = details[index];
			const call = merged(watch, row, detail && 'call' in detail ? detail.call : {});
			if (isOver(watch, call) !== true || !filters.matches(call)) continue;
			items.push({ key, time, item: (await callItem(watch, call)).item });
		}
		return items;
	},
});
