import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { RequestFailure } from '../../shared/http';
import type { Found } from '../event';
import type { NewRows, Row } from '../incremental';
import { inParallel } from '../parallel';
import type { Watch } from '../watch';
import { callItem, callItemFields } from './callItem';
import { endedStatusesField, isFinished, isOpen, isUnclear } from './callProgress';
import { PARALLEL, callId, calls, fetchCall, matchesFilters, mayMatch } from './calls';
import { listEvent } from './listEvent';

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
/** A call that is still under way after that time is emitted as it is: the platform has forgotten it. */
const MAX_CALL_MS = 30 * MS_PER_DAY;
/** A call that is not in the list any more is asked for whenever its age has grown by that part, so that old ones cost little. */
const PATIENCE = 0.05;

const waitMinutesField: INodeProperties = {
	displayName: 'Wait for Transcript (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 10,
	description:
		'How long to wait, after a call is over, for its transcript and analysis, and for a recording that cannot be downloaded. Then the call is emitted as it is.',
};

/** A call that may be over. */
interface Candidate {
	key: string;
	id: string;
	time?: number;
	/** As the list has it. */
	row?: IDataObject;
}

type Verdict = { candidate: Candidate } & (
	| { kind: 'found'; found: Found }
	/** Not what the filters want, or gone. */
	| { kind: 'dropped' }
	| { kind: 'deferred'; isOver: boolean }
	/** The platform failed on this call. */
	| { kind: 'failed'; failure: RequestFailure }
	/** There was no time for it. */
	| { kind: 'notReached' }
);

/** Whether another call would fail too. */
const isAboutAll = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || (reach === 'answered' && status < 500);

/** Whether another recording would fail too. A single one may be gone or broken. */
const isAboutAllRecordings = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || [401, 403, 429].includes(status);

/** Whether the list says that a call is still under way. */
const isKnownOpen = (watch: Watch, row: IDataObject): boolean =>
	isOpen(watch, row) && !isUnclear(watch, row);

/** Defers a call that is still under way. One that is to be redelivered was over before. */
const deferOpen = (watch: Watch) => (row: Row) => {
	const { state, now } = watch;
	if (state.isRedelivery(row.key) || !isKnownOpen(watch, row.row)) return false;
	state.deferredCalls.add({ key: row.key, id: callId(row.row), time: row.time }, now);
	return true;
};

/** Calls that were deferred and may be over by now, the one that was asked for longest ago first. */
function dueOf(watch: Watch, { listed }: NewRows): Candidate[] {
	const { state, now } = watch;
	const lastAsked = ({ key }: Candidate) => state.deferredCalls.get(key)?.asked ?? 0;
	return state.deferredCalls
		.entries()
		.flatMap(([key, { id, time, since, over, asked = since }]): Candidate[] => {
			const row = listed.get(key)?.row;
			const candidate = { key, id, time: time || undefined, row };
			const isForgotten = now - since > MAX_CALL_MS;
			if (over !== undefined || isForgotten) return [candidate];
			if (row && !isUnclear(watch, row)) return isOpen(watch, row) ? [] : [candidate];
			return now - asked >= (asked - since) * PATIENCE ? [candidate] : [];
		})
		.sort((a, b) => lastAsked(a) - lastAsked(b));
}

const freshOf = ({ fresh }: NewRows): Candidate[] =>
	fresh.map(({ key, time, row }) => ({ key, id: callId(row), time, row }));

async function judge(watch: Watch, candidate: Candidate): Promise<Verdict> {
	const { state, params, now } = watch;
	const { key, id, time, row } = candidate;
	const deferred = state.deferredCalls.get(key);
	const maxWait = params.number('options.waitMinutes', 10) * MS_PER_MINUTE;
	const hasWaited = deferred?.over !== undefined && now - deferred.over >= maxWait;

	const answer = id === '' ? undefined : await fetchCall(watch, id);
	if (answer instanceof RequestFailure && (!hasWaited || isAboutAll(answer))) {
		return { candidate, kind: 'failed', failure: answer };
	}
	const call = answer instanceof Error ? { call_id: id, ...row } : (answer ?? row);
	if (!call) return { candidate, kind: 'dropped' };

	const isForgotten = deferred !== undefined && now - deferred.since > MAX_CALL_MS;
	const isDue = state.isRedelivery(key) || hasWaited || isForgotten;
	const mayWait = !isDue && maxWait > 0;
	if (!isDue && isOpen(watch, call)) return { candidate, kind: 'deferred', isOver: false };
	if (mayWait && !isFinished(call)) return { candidate, kind: 'deferred', isOver: true };
	if (!matchesFilters(watch, call)) return { candidate, kind: 'dropped' };
	const { item, failure } = await callItem(watch, call);
	if (failure && isAboutAllRecordings(failure)) return { candidate, kind: 'failed', failure };
	if (mayWait && failure) return { candidate, kind: 'deferred', isOver: true };
	return { candidate, kind: 'found', found: { key, time, item } };
}

async function judgeAll(watch: Watch, candidates: readonly Candidate[]): Promise<Verdict[]> {
	const verdicts = await inParallel(
		candidates,
		PARALLEL,
		async (candidate, index): Promise<Verdict | Error> => {
			// The first ones always have their turn, or a slow platform would never come to any.
			if (index >= PARALLEL && !watch.hasTimeLeft()) return { candidate, kind: 'notReached' };
			return await judge(watch, candidate).catch((error: Error) => error);
		},
	);
	for (const verdict of verdicts) if (verdict instanceof Error) throw verdict;
	return verdicts.filter((verdict): verdict is Verdict => !(verdict instanceof Error));
}

const foundIn = (verdicts: readonly Verdict[]): Found[] =>
	verdicts.flatMap((verdict) => (verdict.kind === 'found' ? [verdict.found] : []));

/** A platform that fails on one call, or in the middle, does not hold up what was found; one that fails on all has failed. */
function throwIfAllFailed(verdicts: readonly Verdict[]): void {
	if (foundIn(verdicts).length > 0) return;
	const failures = verdicts.flatMap((verdict) =>
		verdict.kind === 'failed' ? [verdict.failure] : [],
	);
	const tried = verdicts.filter(({ kind }) => kind !== 'notReached').length;
	const failure =
		failures.find(isAboutAll) ?? (failures.length === tried ? failures[0] : undefined);
	if (failure) throw failure;
}

/** Whether a call is still to be looked at, as if this poll had not come to it. */
const isLeft = (verdict: Verdict): boolean =>
	verdict.kind === 'notReached' || (verdict.kind === 'failed' && isAboutAll(verdict.failure));

/** Notes what became of a call that is not emitted now. */
function remember(watch: Watch, verdict: Verdict): void {
	const { state, now } = watch;
	const { candidate, kind } = verdict;
	if (kind === 'dropped') state.markDone(candidate);
	if (kind === 'found' || kind === 'dropped' || kind === 'notReached' || isLeft(verdict)) return;
	const { key, row } = candidate;
	const isOver = kind === 'deferred' ? verdict.isOver : row !== undefined && !isOpen(watch, row);
	state.deferredCalls.add(candidate, now);
	state.deferredCalls.noteAsked(key, now, isOver);
}

export const callEnded = listEvent({
	name: 'Call Ended',
	value: 'callEnded',
	description: 'A call is over, and its transcript and analysis are there',
	filters: ['agentId', 'campaignId', 'direction', 'outcome'],
	options: [endedStatusesField, waitMinutesField],
	output: callItemFields,
	stream: calls,
	matches: mayMatch,
	defer: deferOpen,
	async emit(watch, reading) {
		const due = await judgeAll(watch, dueOf(watch, reading).slice(0, watch.batchSize));
		const candidates = freshOf(reading);
		const batch = candidates.slice(0, watch.batchSize - foundIn(due).length);
		const fresh = await judgeAll(watch, batch);

		const verdicts = [...due, ...fresh];
		throwIfAllFailed(verdicts);
		verdicts.forEach((verdict) => remember(watch, verdict));
		const isDone = batch.length === candidates.length && !fresh.some(isLeft);
		const found = foundIn(verdicts).sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
		return { found, isDrained: reading.finish(isDone) };
	},
	isSample: (watch) => (row) => !isKnownOpen(watch, row) && mayMatch(watch)(row),
	async samples(watch, rows) {
		const found = await inParallel(rows, PARALLEL, async ({ key, time, row }) => {
			const call = (await fetchCall(watch, callId(row))) ?? row;
			return call instanceof Error ? call : { key, time, call };
		});
		const items: Found[] = [];
		for (const entry of found) {
			if (entry instanceof Error) throw entry;
			const { key, time, call } = entry;
			if (isOpen(watch, call) || !matchesFilters(watch, call)) continue;
			const { item, failure } = await callItem(watch, call);
			if (failure) throw failure;
			items.push({ key, time, item });
		}
		return items;
	},
});
