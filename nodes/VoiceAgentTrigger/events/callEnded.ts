import type { IDataObject } from 'n8n-workflow';
import { RequestFailure } from '../../shared/http';
import { inParallel } from '../parallel';
import {
	PARALLEL,
	callId,
	callItem,
	calls,
	fetchCall,
	isFinished,
	isOpen,
	matchesFilters,
	mayMatch,
} from './calls';
import type { Reading } from '../incremental/stream';
import { latestRows, readStream } from '../incremental/stream';
import type { Row } from '../incremental/scan';
import { inSeconds } from '../state';
import type { Found, TriggerEvent, Watch } from '../watch';

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
/** A call that is still under way after it is given out as it is: the platform has forgotten it. */
const LONGEST_CALL_MS = 30 * MS_PER_DAY;
/** A call that is not in the list any more is asked for whenever its age has grown by that part, so that old ones cost little. */
const PATIENCE = 0.05;

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
	| { kind: 'waits'; isOver: boolean }
	/** The platform failed on this call. */
	| { kind: 'failed'; failure: RequestFailure }
	/** There was no time for it. */
	| { kind: 'later' }
);

/** Whether another call would fare no better. */
const isAboutAll = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || (reach === 'answered' && status < 500);

/** Whether another recording would fare no better. One may well be gone, or spoilt, by itself. */
const isAboutAllRecordings = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || [401, 403, 429].includes(status);

/** Puts a call that is still under way aside. One that is to come again was over before. */
const putAside = (watch: Watch) => (row: Row) => {
	const { state, now } = watch;
	if (row.key in state.again || !isOpen(watch, row.row)) return false;
	state.waiting[row.key] = { id: callId(row.row), time: row.time ?? 0, since: now };
	return true;
};

/** Calls that were put aside and may be over by now, the one that was asked for longest ago first. */
function dueOf(watch: Watch, { listed }: Reading): Candidate[] {
	const { state, now } = watch;
	const lastAsked = ({ key }: Candidate) => state.waiting[key]?.asked ?? 0;
	return Object.entries(state.waiting)
		.flatMap(([key, waits]): Candidate[] => {
			const row = listed.get(key)?.row;
			const candidate = { key, id: waits.id, time: waits.time || undefined, row };
			const isForgotten = now - waits.since > LONGEST_CALL_MS;
			if (waits.over !== undefined || isForgotten) return [candidate];
			if (row) return isOpen(watch, row) ? [] : [candidate];
			const asked = waits.asked ?? waits.since;
			return now - asked >= (asked - waits.since) * PATIENCE ? [candidate] : [];
		})
		.sort((a, b) => lastAsked(a) - lastAsked(b));
}

const freshOf = ({ fresh }: Reading): Candidate[] =>
	fresh.map(({ key, time, row }) => ({ key, id: callId(row), time, row }));

async function judge(watch: Watch, candidate: Candidate): Promise<Verdict> {
	const { state, params, now } = watch;
	const { key, id, time, row } = candidate;
	const waits = state.waiting[key];
	const longest = params.number('options.waitMinutes', 10) * MS_PER_MINUTE;
	const hasWaited = waits?.over !== undefined && now - waits.over >= longest;

	const answer = id === '' ? undefined : await fetchCall(watch, id);
	if (answer instanceof RequestFailure && (!hasWaited || isAboutAll(answer))) {
		return { candidate, kind: 'failed', failure: answer };
	}
	const call = answer instanceof Error ? { call_id: id, ...row } : (answer ?? row);
	if (!call) return { candidate, kind: 'dropped' };

	const isForgotten = waits !== undefined && now - waits.since > LONGEST_CALL_MS;
	const isDue = key in state.again || hasWaited || isForgotten;
	if (!isDue && isOpen(watch, call)) return { candidate, kind: 'waits', isOver: false };
	if (!isDue && longest > 0 && !isFinished(call)) return { candidate, kind: 'waits', isOver: true };
	if (!matchesFilters(watch, call)) return { candidate, kind: 'dropped' };
	const { item, failure } = await callItem(watch, call);
	if (failure && isAboutAllRecordings(failure)) return { candidate, kind: 'failed', failure };
	if (!isDue && longest > 0 && failure) return { candidate, kind: 'waits', isOver: true };
	return { candidate, kind: 'found', found: { key, time, item } };
}

async function judgeAll(watch: Watch, candidates: readonly Candidate[]): Promise<Verdict[]> {
	const verdicts = await inParallel(
		candidates,
		PARALLEL,
		async (candidate, index): Promise<Verdict | Error> => {
			// The first ones always have their turn, or a slow platform would never come to any.
			if (index >= PARALLEL && !watch.hasTimeLeft()) return { candidate, kind: 'later' };
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
	const tried = verdicts.filter(({ kind }) => kind !== 'later').length;
	const failure =
		failures.find(isAboutAll) ?? (failures.length === tried ? failures[0] : undefined);
	if (failure) throw failure;
}

/** Whether a call is still to be looked at, as if this poll had not come to it. */
const isLeft = (verdict: Verdict): boolean =>
	verdict.kind === 'later' || (verdict.kind === 'failed' && isAboutAll(verdict.failure));

function remember(watch: Watch, verdict: Verdict): void {
	const { state, now } = watch;
	const { key, id, time, row } = verdict.candidate;
	if (verdict.kind === 'later' || isLeft(verdict)) return;
	if (verdict.kind === 'found' || verdict.kind === 'dropped') {
		delete state.waiting[key];
		state.seen[key] = inSeconds(time);
		return;
	}
	const waits = state.waiting[key] ?? { id, time: time ?? 0, since: now };
	const isOver = verdict.kind === 'waits' ? verdict.isOver : row && !isOpen(watch, row);
	state.waiting[key] = { ...waits, asked: now, ...(isOver && { over: waits.over ?? now }) };
}

export const callEnded: TriggerEvent = {
	name: 'Call Ended',
	value: 'callEnded',
	description: 'A call is over, and its transcript and analysis are there',
	filters: ['agentId', 'campaignId', 'direction', 'outcome'],
	async check(watch) {
		const reading = await readStream(watch, calls, mayMatch(watch), putAside(watch));
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
	async latest(watch, count) {
		const isOver = (row: IDataObject) => !isOpen(watch, row) && mayMatch(watch)(row);
		const rows = await latestRows(watch, calls, count, isOver);
		const found = await inParallel(rows, PARALLEL, async ({ key, time, row }) => {
			const call = (await fetchCall(watch, callId(row))) ?? row;
			return call instanceof Error ? call : { key, time, call };
		});
		const items: Found[] = [];
		for (const entry of found) {
			if (entry instanceof Error) throw entry;
			const { key, time, call } = entry;
			if (!matchesFilters(watch, call)) continue;
			const { item, failure } = await callItem(watch, call);
			if (failure) throw failure;
			items.push({ key, time, item });
		}
		return items;
	},
};
