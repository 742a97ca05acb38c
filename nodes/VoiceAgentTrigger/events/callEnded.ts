import type { IDataObject } from 'n8n-workflow';
import type { RequestFailure } from '../../shared/http';
import { endedStatusesField, waitForTranscriptField } from '../../shared/operation';
import { callStatus, hasAllResults } from '../../shared/platform';
import type { Found } from '../event';
import type { Filters } from '../filters';
import type { NewRows, Row } from '../incremental';
import { byTime } from '../incremental';
import type { Watch } from '../watch';
import type { Asked, Candidate, Detail, Failures } from './callDetails';
import {
	askAll,
	candidateOf,
	checkSent,
	conclude,
	failuresOf,
	forAll,
	isGivenUp,
	knownCall,
	noteDetail,
	sayOf,
} from './callDetails';
import { callItem, callItemFields } from './callItem';
import {
	calls,
	knownOf,
	matchesFilters,
	mayBelong,
	mayMatch,
	ownersOf,
	isOpen,
	isUnclear,
} from './calls';
import { listEvent } from './listEvent';

const MS_PER_MINUTE = 60_000;
const DEFAULT_WAIT_MINUTES = 10;
const MS_PER_DAY = 86_400_000;
/** A call that is still under way after that time is dropped: the platform has forgotten it. */
const MAX_CALL_MS = 30 * MS_PER_DAY;
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
		/** The platform has failed on it for too long. */
		| { kind: 'givenUp' }
		/** Over, and something is still to come. */
		| { kind: 'waiting' }
		/** Not over, as far as anybody can tell. */
		| { kind: 'open'; isUnclear: boolean }
		/** As if this poll had not come to it. */
		| { kind: 'left' }
	);

type Stage = 'givenUp' | 'open' | 'waiting' | 'ready';

/** Whether another recording would fail too. A single one may be gone or broken. */
const isAboutAllRecordings = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || [401, 403, 429].includes(status);

/** Whether the list says that a call is still under way. */
const isKnownOpen = (watch: Watch, row: IDataObject): boolean =>
	isOpen(watch, row) && !isUnclear(watch, row);

const maxWaitOf = ({ params }: Watch): number =>
	params.number('options.waitMinutes', DEFAULT_WAIT_MINUTES) * MS_PER_MINUTE;

/**
 * Whether nothing more is waited for: the call has been over for so long, or has been known for so long and nobody can say whether it is over.
 */
function hasWaited(watch: Watch, key: string): boolean {
	const { over, since = watch.now, isOpen = false } = watch.state.deferredCalls.get(key) ?? {};
	if (over === undefined && isOpen) return false;
	return watch.now - (over ?? since) >= maxWaitOf(watch);
}

function defer(watch: Watch, { key, id, time, row }: Candidate): void {
	const { state, now } = watch;
	if (!state.defer({ key, id, time }, now)) state.markDone({ key, time });
	else if (row) {
		state.deferredCalls.noteOpen(key, isKnownOpen(watch, row));
		state.deferredCalls.noteKnown(key, ownersOf(watch, row));
	}
}

/** Defers a call that is still under way. One that is to be redelivered was over before. */
const deferOpen = (watch: Watch, filters: Filters) => (row: Row) => {
	const isOld = watch.state.isRedelivery(row.key);
	if (isOld || !isKnownOpen(watch, row.row) || !mayBelong(filters, row.row)) return false;
	defer(watch, candidateOf(row));
	return true;
};

/** What the list now says of a call that was deferred before. */
function noteListed(watch: Watch, key: string, row: IDataObject): void {
	const { state, now } = watch;
	state.deferredCalls.noteOpen(key, isKnownOpen(watch, row));
	if (!isOpen(watch, row)) state.deferredCalls.noteOver(key, now);
}

/** What is to be done in this poll about a call that was deferred before. */
function turnOf(watch: Watch, { key, row }: Candidate): 'due' | 'forgotten' | 'later' {
	const { state, now } = watch;
	const { deferredCalls } = state;
	const { over, since = now, failures } = deferredCalls.get(key) ?? {};
	if (over === undefined && now - since > MAX_CALL_MS) return 'forgotten';
	if (over === undefined && row && isKnownOpen(watch, row)) return 'later';
	const isWaitedFor = hasWaited(watch, key) && (over !== undefined || !failures);
	return isWaitedFor || deferredCalls.isDue(key, now) ? 'due' : 'later';
}

/** Deferred calls to ask for now, the one that was asked for longest ago first; and those that have been under way for too long. */
function dueOf(watch: Watch, { listed }: NewRows): { due: Candidate[]; forgotten: Candidate[] } {
	const { deferredCalls } = watch.state;
	const turns = deferredCalls
		.entries()
		// Of the others the list has just said that they are under way.
		.filter(([, { since }]) => since !== watch.now)
		.map(([key, { id, time }]) => {
			const row = listed.get(key)?.row;
			const candidate = { key, id, time, row };
			if (row) noteListed(watch, key, row);
			return { candidate, turn: turnOf(watch, candidate) };
		});
	const having = (wanted: string) =>
		turns.filter(({ turn }) => turn === wanted).map(({ candidate }) => candidate);
	const askedAt = ({ key }: Candidate) => deferredCalls.get(key)?.asked ?? 0;
	const due = having('due').sort((one, other) => askedAt(one) - askedAt(other));
	return { due, forgotten: having('forgotten') };
}

const isAnswered = ({ kind }: Detail) => kind === 'sent' || kind === 'none';

/** Whether nobody can say if a call is over. Details without a status do not change what the list said. */
function isUnclearNow(watch: Watch, { key }: Candidate, call: IDataObject): boolean {
	const isSaidOpen = watch.state.deferredCalls.get(key)?.isOpen === true;
	return isUnclear(watch, call) && (!isSaidOpen || callStatus(call) !== '');
}

/** Whether nothing of a call is still to come. */
const isComplete = (watch: Watch, detail: Detail, call: IDataObject): boolean =>
	isAnswered(detail) && (maxWaitOf(watch) === 0 || hasAllResults(call));

/** Whether a call waits for nothing any more. */
function isLate(watch: Watch, { candidate, detail }: Asked, call: IDataObject, isOver: boolean) {
	const { key } = candidate;
	// It was complete before, or nobody waited for more. Without its details it would replace what the workflow has saved.
	if (watch.state.isRedelivery(key) && isAnswered(detail)) return true;
	const wasOver = watch.state.deferredCalls.get(key)?.over !== undefined;
	const isUnclearToAll = !isOver && isUnclearNow(watch, candidate, call) && isAnswered(detail);
	return hasWaited(watch, key) && (wasOver || isUnclearToAll);
}

/** What is to be done about a call; 'ready' if it can be emitted. */
function stageOf(watch: Watch, asked: Asked, call: IDataObject): Stage {
	const { candidate, detail } = asked;
	const { over, known } = watch.state.deferredCalls.get(candidate.key) ?? {};
	const isOver = over !== undefined || !isOpen(watch, call);
	const isNothingKnown = 'failure' in detail && !candidate.row && !known;
	if (isNothingKnown || !isLate(watch, asked, call, isOver)) {
		if (isGivenUp(watch, candidate.key) && (isNothingKnown || !isOver)) return 'givenUp';
		if (!isOver) return 'open';
		if (isNothingKnown || !isComplete(watch, detail, call)) return 'waiting';
	}
	return 'ready';
}

async function judge(
	watch: Watch,
	filters: Filters,
	asked: Asked,
	{ isLeft }: Failures,
): Promise<Verdict> {
	const { candidate, detail } = asked;
	if (detail.kind === 'notReached' || isLeft(asked)) return { ...asked, kind: 'left' };
	const call = knownCall(watch, candidate, detail);
	const stage = stageOf(watch, asked, call);
	if (stage === 'open')
		return { ...asked, kind: stage, isUnclear: isUnclearNow(watch, candidate, call) };
	if (stage !== 'ready') return { ...asked, kind: stage };
	if (!matchesFilters(watch, filters, call)) return { ...asked, kind: 'dropped' };
	const { item, failure } = await callItem(watch, call);
	const found = { key: candidate.key, time: candidate.time, item };
	return failure
		? { ...asked, kind: 'noRecording', found, failure }
		: { ...asked, kind: 'found', found };
}

/** What becomes of a call without its recording. */
function withoutRecording(
	watch: Watch,
	verdict: Verdict,
	isAlone: (key: string, failure: RequestFailure) => boolean,
): Verdict {
	if (verdict.kind !== 'noRecording') return verdict;
	const { candidate, detail, found, failure } = verdict;
	if (!isAlone(found.key, failure)) return { candidate, detail, kind: 'left' };
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
	const verdicts = await forAll(asked, async (one) => await judge(watch, filters, one, failures));
	const isOtherSent = verdicts.some(
		(verdict) => verdict.kind === 'found' && verdict.found.item.binary !== undefined,
	);
	// A call waits for its recording only if others were sent.
	const isAlone = (key: string, failure: RequestFailure) =>
		!isAboutAllRecordings(failure) ||
		(failure.details.status === 403 && (isOtherSent || hasWaited(watch, key)));
	const recording = verdicts.find(
		(verdict) => verdict.kind === 'noRecording' && !isAlone(verdict.found.key, verdict.failure),
	);
	return {
		verdicts: verdicts.map((verdict) => withoutRecording(watch, verdict, isAlone)),
		failure:
			failures.failure ?? (recording?.kind === 'noRecording' ? recording.failure : undefined),
	};
}

const foundIn = (verdicts: readonly Verdict[]): Found[] =>
	verdicts.flatMap((verdict) => (verdict.kind === 'found' ? [verdict.found] : []));

/** Notes what became of a call. */
function remember(watch: Watch, verdict: Verdict): void {
	const { state, now } = watch;
	const { deferredCalls } = state;
	const { candidate, kind } = verdict;
	const { key, row } = candidate;
	if (kind === 'dropped' || kind === 'givenUp') state.markDone(candidate);
	if (kind !== 'waiting' && kind !== 'open') return;
	defer(watch, candidate);
	noteDetail(watch, verdict);
	if (kind === 'open') return deferredCalls.noteOpen(key, !verdict.isUnclear);
	deferredCalls.noteOver(key, now);
	if (row && 'failure' in verdict.detail) deferredCalls.noteKnown(key, knownOf(row));
}

/** Gives up calls that are under way for too long. */
function giveUp(watch: Watch, forgotten: readonly Candidate[]): void {
	forgotten.forEach((candidate) => watch.state.markDone(candidate));
	sayOf(
		watch,
		'calls that never end',
		forgotten.map(({ id }) => id),
		(named) => `Gave up on ${named}: not over after 30 days`,
		"It was not emitted. If it is over, the platform has not said so: set Advanced → 'Statuses of Ended Calls' to all words that your platform uses for " +
			'calls that are over',
	);
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
		const old = await judgeAll(watch, filters, due.slice(0, watch.batchSize));
		const candidates = reading.fresh.map(candidateOf);
		const batch = candidates.slice(0, watch.batchSize - foundIn(old.verdicts).length);
		const fresh = await judgeAll(watch, filters, batch);

		const verdicts = [...old.verdicts, ...fresh.verdicts];
		const found = foundIn(verdicts).sort(byTime);
		// A platform that fails in the middle does not hold up what was found; one that fails on all has failed.
		const failure = old.failure ?? fresh.failure;
		if (failure && found.length === 0) throw failure;
		giveUp(watch, forgotten);
		conclude(watch, verdicts, found, remember);
		const isLeft = fresh.verdicts.some(({ kind }) => kind === 'left');
		const isDone = batch.length === candidates.length && !isLeft;
		reading.finish(isDone);
		return found;
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
