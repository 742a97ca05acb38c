import type { IDataObject } from 'n8n-workflow';
import type { RequestFailure } from '../../shared/http';
import { inParallel } from '../../shared/http';
import { endedStatusesField, waitForTranscriptField } from '../../shared/operation';
import { hasAllResults } from '../../shared/platform';
import type { Found } from '../event';
import type { Filters } from '../filters';
import type { NewRows, Row } from '../incremental';
import type { Watch } from '../watch';
import type { Asked, Candidate, Failures } from './callDetails';
import {
	askAll,
	candidateOf,
	checkSent,
	failuresOf,
	isGivenUp,
	knownCall,
	noteDetail,
	sayGivenUp,
	sayOf,
	sayTrouble,
} from './callDetails';
import { callItem, callItemFields } from './callItem';
import { isOpen, isUnclear, unclearWord } from './callProgress';
import { PARALLEL, calls, knownOf, matchesFilters, mayBelong, mayMatch, ownersOf } from './calls';
import { listEvent } from './listEvent';
import { boundDeferred } from './unclearCalls';

const MS_PER_MINUTE = 60_000;
const DEFAULT_WAIT_MINUTES = 10;
const MS_PER_DAY = 86_400_000;
/** A call that is still under way after that time is dropped: the platform has forgotten it. */
const MAX_CALL_MS = 30 * MS_PER_DAY;
/**
 * How many calls are asked for in a poll of which the list does not say whether they are over: so many at a time, as long as half of them
 * turn out to be over. New ones, and those that were asked for before.
 */
const NEW_UNCLEAR = 50;
const OLD_UNCLEAR = 40;

const waitMinutesField = waitForTranscriptField(
	DEFAULT_WAIT_MINUTES,
	'How long to wait, after a call is over, for its transcript and analysis, and for a recording that cannot be downloaded. Then the call is emitted as it is.',
);

type Verdict = Asked &
	(
		| { kind: 'found'; found: Found }
		/** Found, but its recording cannot be downloaded. */
		| { kind: 'noRecording'; found: Found; failure: RequestFailure }
		/** Over, and not what the filters want. */
		| { kind: 'dropped' }
		/** The platform does not have it any more. */
		| { kind: 'gone' }
		/** The platform has failed on it for too long. */
		| { kind: 'givenUp' }
		/** Over, and something is still to come. */
		| { kind: 'waiting' }
		/** Not over, as far as anybody can tell. `word`: the status that nobody understands. */
		| { kind: 'open'; word?: string }
		/** As if this poll had not come to it. */
		| { kind: 'left' }
	);

/** Whether another recording would fail too. A single one may be gone or broken. */
const isAboutAllRecordings = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || [401, 403, 429].includes(status);

/** Whether the list says that a call is still under way. */
const isKnownOpen = (watch: Watch, row: IDataObject): boolean =>
	isOpen(watch, row) && !isUnclear(watch, row);

const maxWaitOf = ({ params }: Watch): number =>
	params.number('options.waitMinutes', DEFAULT_WAIT_MINUTES) * MS_PER_MINUTE;

/** Whether a call has been over for so long that nothing more is waited for. */
function hasWaited(watch: Watch, key: string): boolean {
	const over = watch.state.deferredCalls.get(key)?.over;
	return over !== undefined && watch.now - over >= maxWaitOf(watch);
}

function defer(watch: Watch, { key, id, time, row }: Candidate): void {
	const { state, now } = watch;
	if (!state.defer({ key, id, time }, now)) state.markDone({ key, time });
	else if (row) state.deferredCalls.noteKnown(key, ownersOf(watch, row));
}

/** Defers a call that is still under way. One that is to be redelivered was over before. */
const deferOpen = (watch: Watch, filters: Filters) => (row: Row) => {
	const isOld = watch.state.isRedelivery(row.key);
	if (isOld || !isKnownOpen(watch, row.row) || !mayBelong(filters, row.row)) return false;
	defer(watch, candidateOf(row));
	return true;
};

/** Deferred calls to ask for now, the one that was asked for longest ago first; and those that have been under way for too long. */
function dueOf(watch: Watch, { listed }: NewRows): { due: Candidate[]; forgotten: Candidate[] } {
	const { state, now } = watch;
	const { deferredCalls } = state;
	const due: Array<Candidate & { asked: number }> = [];
	const forgotten: Candidate[] = [];
	for (const [key, { id, time, since, over, asked = 0 }] of deferredCalls.entries()) {
		// The list has just said of it that it is under way.
		if (since === now) continue;
		const row = listed.get(key)?.row;
		const candidate = { key, id, time, row, asked };
		const isListedOver = row !== undefined && !isOpen(watch, row);
		if (isListedOver) deferredCalls.noteOver(key, now);
		if (over === undefined && !isListedOver) {
			if (row) deferredCalls.noteWord(key, unclearWord(watch, row));
			if (now - since > MAX_CALL_MS) forgotten.push(candidate);
			else if (row && isKnownOpen(watch, row)) continue;
		}
		if (hasWaited(watch, key) || deferredCalls.isDue(key, now)) due.push(candidate);
	}
	const isForgotten = new Set(forgotten.map(({ key }) => key));
	return {
		due: due.filter(({ key }) => !isForgotten.has(key)).sort((a, b) => a.asked - b.asked),
		forgotten,
	};
}

/** Whether nothing says yet that a call is over. */
const isUnsure = (watch: Watch, { key, row }: Candidate): boolean =>
	watch.state.deferredCalls.get(key)?.over === undefined &&
	(row === undefined || isOpen(watch, row));

async function judge(
	watch: Watch,
	filters: Filters,
	asked: Asked,
	{ isLeft, isUnproven }: Failures,
): Promise<Verdict> {
	const { state } = watch;
	const { candidate, detail } = asked;
	const { key, time, row } = candidate;
	const deferred = state.deferredCalls.get(key);
	if (detail.kind === 'notReached' || isLeft(asked)) return { ...asked, kind: 'left' };

	const call = knownCall(watch, candidate, detail);
	const isUnlisted = detail.kind === 'missing' && row === undefined;
	const isGone = isUnlisted && state.deferredCalls.willBeGone(key, watch.now);
	// If the platform may be unable to send any call, its details are waited for as long as it takes.
	const mayCome = detail.kind === 'failed' && isUnproven && !isGivenUp(watch, key);
	const isLate = !mayCome && (state.isRedelivery(key) || hasWaited(watch, key));
	if (!isLate && deferred?.over === undefined && isOpen(watch, call)) {
		if (isGone) return { ...asked, kind: 'gone' };
		if (isGivenUp(watch, key)) return { ...asked, kind: 'givenUp' };
		return { ...asked, kind: 'open', word: unclearWord(watch, call) };
	}
	const isAnswered = detail.kind === 'sent' || detail.kind === 'none';
	const isComplete = isAnswered && (maxWaitOf(watch) === 0 || hasAllResults(call));
	if (!isLate && !isComplete) return { ...asked, kind: 'waiting' };
	if (isUnlisted && deferred?.known === undefined) {
		return { ...asked, kind: isGone ? 'gone' : 'waiting' };
	}
	if (!matchesFilters(watch, filters, call)) return { ...asked, kind: 'dropped' };
	const { item, failure } = await callItem(watch, call);
	const found = { key, time, item };
	return failure
		? { ...asked, kind: 'noRecording', found, failure }
		: { ...asked, kind: 'found', found };
}

/** What becomes of a call without its recording. */
function withoutRecording(
	watch: Watch,
	verdict: Verdict,
	isAlone: (failure: RequestFailure) => boolean,
): Verdict {
	if (verdict.kind !== 'noRecording') return verdict;
	const { candidate, detail, found, failure } = verdict;
	if (!isAlone(failure)) return { candidate, detail, kind: 'left' };
	const isLate = watch.state.isRedelivery(found.key) || hasWaited(watch, found.key);
	return isLate || maxWaitOf(watch) === 0
		? { candidate, detail, kind: 'found', found }
		: { candidate, detail, kind: 'waiting' };
}

interface Judged {
	verdicts: Verdict[];
	/** Why calls were left, if that is about all of them. */
	failure?: RequestFailure;
}

async function judgeAll(
	watch: Watch,
	filters: Filters,
	candidates: readonly Candidate[],
): Promise<Judged> {
	const asked = await askAll(watch, candidates);
	const failures = await failuresOf(watch, asked);
	const judged = await inParallel(
		asked,
		PARALLEL,
		async (one) => await judge(watch, filters, one, failures).catch((error: Error) => error),
	);
	const verdicts = judged.map((verdict) => {
		if (verdict instanceof Error) throw verdict;
		return verdict;
	});
	const isOtherSent = verdicts.some(
		(verdict) => verdict.kind === 'found' && verdict.found.item.binary !== undefined,
	);
	const isAlone = (failure: RequestFailure) =>
		!isAboutAllRecordings(failure) || (isOtherSent && failure.details.status === 403);
	const recording = verdicts.find(
		(verdict) => verdict.kind === 'noRecording' && !isAlone(verdict.failure),
	);
	return {
		verdicts: verdicts.map((verdict) => withoutRecording(watch, verdict, isAlone)),
		failure:
			failures.failure ?? (recording?.kind === 'noRecording' ? recording.failure : undefined),
	};
}

const foundIn = (verdicts: readonly Verdict[]): Found[] =>
	verdicts.flatMap((verdict) => (verdict.kind === 'found' ? [verdict.found] : []));

/**
 * Judges the calls that are over, and so many of the others as the platform says something new about.
 *
 * @param limit how many of the others at a time
 * @returns also those that were not asked for
 */
async function judgeInRounds(
	watch: Watch,
	filters: Filters,
	candidates: readonly Candidate[],
	limit: number,
): Promise<Judged & { unasked: Candidate[] }> {
	const isUnsureOne = (candidate: Candidate) => isUnsure(watch, candidate);
	const sure = candidates.filter((candidate) => !isUnsureOne(candidate));
	let unasked = candidates.filter(isUnsureOne);
	// Together with the first of the others: they prove for each other that the platform sends calls.
	const first = await judgeAll(watch, filters, [...sure, ...unasked.slice(0, limit)]);
	const rounds: Judged[] = [first];
	let latest = first.verdicts.slice(sure.length);
	unasked = unasked.slice(limit);
	const isWorthIt = () =>
		latest.filter(({ kind }) => ['found', 'waiting', 'dropped'].includes(kind)).length * 2 >= limit;
	while (unasked.length > 0 && isWorthIt() && watch.hasTimeLeft()) {
		const round = await judgeAll(watch, filters, unasked.slice(0, limit));
		rounds.push(round);
		latest = round.verdicts;
		unasked = unasked.slice(limit);
	}
	return {
		verdicts: rounds.flatMap(({ verdicts }) => verdicts),
		failure: rounds.find(({ failure }) => failure)?.failure,
		unasked,
	};
}

/** Notes what became of a call. */
function remember(watch: Watch, verdict: Verdict): void {
	const { state, now } = watch;
	const { deferredCalls } = state;
	const { candidate, kind } = verdict;
	const { key, row } = candidate;
	if (kind === 'left') return;
	// A status word is understood as soon as something else says that such a call is over.
	if (kind === 'found' || kind === 'dropped') deferredCalls.noteOver(key, now);
	if (kind === 'dropped' || kind === 'gone' || kind === 'givenUp') state.markDone(candidate);
	if (kind !== 'waiting' && kind !== 'open') return;
	defer(watch, candidate);
	noteDetail(watch, verdict);
	if (kind === 'open') deferredCalls.noteWord(key, verdict.word);
	else {
		deferredCalls.noteOver(key, now);
		if (row && 'failure' in verdict.detail) deferredCalls.noteKnown(key, knownOf(row));
	}
}

const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);

/** Gives up calls that are under way for too long, and those that are too many. */
function giveUp(watch: Watch, verdicts: readonly Verdict[], forgotten: readonly Candidate[]): void {
	const { state } = watch;
	forgotten.forEach((candidate) => state.markDone(candidate));
	sayGivenUp(
		watch,
		idsOf(verdicts.flatMap(({ kind, candidate }) => (kind === 'givenUp' ? [candidate] : []))),
	);
	sayOf(
		watch,
		'calls that never end',
		idsOf(forgotten),
		(named) => `Gave up on ${named}: not over after 30 days`,
		"It was not emitted. If it is over, the platform has not said so: set Options → 'Ended Statuses' to all words that your platform uses for " +
			'calls that are over',
	);
	boundDeferred(watch);
}

export const callEnded = listEvent({
	name: 'Call Ended',
	value: 'callEnded',
	description: 'A call is over, and its transcript and analysis are there',
	nothingYet: 'No call has ended yet',
	filters: ['agentId', 'campaignId', 'direction', 'outcome'],
	options: [endedStatusesField, waitMinutesField],
	output: callItemFields,
	stream: calls,
	matches: mayMatch,
	defer: deferOpen,
	async emit(watch, reading, filters) {
		const { due, forgotten } = dueOf(watch, reading);
		const old = await judgeInRounds(watch, filters, due.slice(0, watch.batchSize), OLD_UNCLEAR);
		const candidates = reading.fresh.map(candidateOf);
		const batch = candidates.slice(0, watch.batchSize - foundIn(old.verdicts).length);
		const fresh = await judgeInRounds(watch, filters, batch, NEW_UNCLEAR);

		const verdicts = [...old.verdicts, ...fresh.verdicts];
		const found = foundIn(verdicts).sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
		// A platform that fails in the middle does not hold up what was found; one that fails on all has failed.
		const failure = old.failure ?? fresh.failure;
		if (failure && found.length === 0) throw failure;
		sayTrouble(
			watch,
			verdicts.filter(({ kind }) => kind !== 'left'),
			new Set(found.map(({ key }) => key)),
		);
		verdicts.forEach((verdict) => remember(watch, verdict));
		for (const candidate of fresh.unasked) {
			defer(watch, candidate);
			watch.state.deferredCalls.noteWord(candidate.key, unclearWord(watch, candidate.row ?? {}));
		}
		giveUp(watch, verdicts, forgotten);
		const isLeft = fresh.verdicts.some(({ kind }) => kind === 'left');
		const isDone = batch.length === candidates.length && !isLeft;
		return { found, isDrained: reading.finish(isDone) };
	},
	isSample: (watch, filters) => (row) => !isKnownOpen(watch, row) && mayMatch(watch, filters)(row),
	async samples(watch, rows, filters) {
		const asked = await askAll(watch, rows.map(candidateOf));
		checkSent(asked);
		const items: Found[] = [];
		for (const { candidate, detail } of asked) {
			const call = knownCall(watch, candidate, detail);
			if (isOpen(watch, call) || !matchesFilters(watch, filters, call)) continue;
			const { item } = await callItem(watch, call);
			items.push({ key: candidate.key, time: candidate.time, item });
		}
		return items;
	},
});
