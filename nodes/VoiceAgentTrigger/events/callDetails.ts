import type { IDataObject } from 'n8n-workflow';
import { inParallel, readResult, RequestFailure } from '../../shared/http';
import type { Found } from '../event';
import { MAX_DEFERRED } from '../state';
import type { Watch } from '../watch';
import { PARALLEL, callId, mergedCall, callAddress } from './calls';

const DAY = 24 * 60 * 60_000;
/** A call that the platform fails on, and of which nobody knows whether it is wanted, is given up after that time. */
const MAX_TROUBLE_MS = 3 * DAY;
/** Most IDs in one error. */
const MAX_NAMED = 5;
const SUBJECT = 'Get a call';

/** A call to be asked for. */
export interface Candidate {
	key: string;
	id: string;
	time?: number;
	/** As the list has it; undefined if it is not listed. */
	row?: IDataObject;
}

/** What the platform says of one call. */
export type Detail =
	| { kind: 'sent'; call: IDataObject }
	/** It has no ID to ask with. */
	| { kind: 'none' }
	/** It cannot be asked for, or what the platform sends cannot be read: that is about this call alone. */
	| { kind: 'broken'; failure: RequestFailure }
	| { kind: 'failed'; failure: RequestFailure }
	/** There was no time for it. */
	| { kind: 'notReached' };

export interface Asked {
	candidate: Candidate;
	detail: Detail;
}

export const candidateOf = ({
	key,
	time,
	row,
}: {
	key: string;
	time?: number;
	row: IDataObject;
}): Candidate => ({ key, time, row, id: callId(row) });

/** One call with its transcript and analysis. */
async function fetchDetail({ client }: Watch, id: string): Promise<Detail> {
	if (id === '') return { kind: 'none' };
	const address = callAddress('GET /calls/{call_id}', { call_id: id });
	if (address instanceof Error) return { kind: 'broken', failure: address };
	return await client
		.send({ ...address, subject: SUBJECT }, ({ body }) =>
			readResult(body, { entity: 'call', subject: SUBJECT }),
		)
		.then(
			(call): Detail => ({ kind: 'sent', call }),
			(failure: unknown): Detail => {
				if (!(failure instanceof RequestFailure)) throw failure;
				return { kind: failure.details.isUnreadable ? 'broken' : 'failed', failure };
			},
		);
}

/** Works on all of them, some at a time. When all have ended, it throws what one of them threw. */
export async function forAll<Value, Result>(
	values: readonly Value[],
	work: (value: Value, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results = await inParallel(
		values,
		PARALLEL,
		async (value, index) => await work(value, index).catch((error: Error) => error),
	);
	return results.map((result) => {
		if (result instanceof Error) throw result;
		return result;
	});
}

/** Asks for all of them. The first ones always have their turn, or a slow platform would never come to any. */
export async function askAll(watch: Watch, candidates: readonly Candidate[]): Promise<Asked[]> {
	return await forAll(candidates, async (candidate, index): Promise<Asked> => {
		if (index >= PARALLEL && !watch.hasTimeLeft())
			return { candidate, detail: { kind: 'notReached' } };
		return { candidate, detail: await fetchDetail(watch, candidate.id) };
	});
}

/** @throws RequestFailure if the platform sent none of them, and failed on one */
export function checkSent(asked: readonly Asked[]): void {
	if (asked.some(({ detail }) => detail.kind === 'sent')) return;
	for (const { detail } of asked) if (detail.kind === 'failed') throw detail.failure;
}

/** Whether every other call would fail too. */
const isAboutAll = ({ details: { isLogin, reach, status = 0 } }: RequestFailure) =>
	isLogin === true || reach === 'notSent' || [401, 429].includes(status);

/** Whether the platform cannot send the last call any more that it has sent. */
async function isDown(watch: Watch): Promise<boolean> {
	const { lastGood } = watch.state.deferredCalls;
	if (lastGood === undefined) return false;
	const proof = await fetchDetail(watch, lastGood);
	return proof.kind === 'failed' && proof.failure.details.status !== 404;
}

/** The calls that the platform failed on because it fails on all. They are left for the next poll, as if this one had not come to them. */
export interface Failures {
	isLeft: (asked: Asked) => boolean;
	/** Why all calls fail. */
	failure?: RequestFailure;
}

/** Tells a platform that fails on single calls, which are set aside and tried again, from one that fails on all. */
export async function failuresOf(watch: Watch, asked: readonly Asked[]): Promise<Failures> {
	const { deferredCalls } = watch.state;
	const failed = asked.flatMap(({ candidate: { key }, detail }) =>
		detail.kind === 'failed' ? [{ key, failure: detail.failure }] : [],
	);
	const good = asked.findLast(({ detail }) => detail.kind === 'sent')?.candidate.id;
	if (good !== undefined) deferredCalls.lastGood = good;
	// Calls that it failed on before, while it sent others, prove nothing.
	const hasNew = failed.some(({ key }) => !deferredCalls.get(key)?.failures);
	const isForAll = hasNew && good === undefined && (await isDown(watch));
	const isShared = (failure: RequestFailure) => isForAll || isAboutAll(failure);
	return {
		isLeft: ({ detail }) => detail.kind === 'failed' && isShared(detail.failure),
		failure: failed.find(({ failure }) => isShared(failure))?.failure,
	};
}

/** What is known of a call: by the list before, by the list now, and by its details. */
export function knownCall(watch: Watch, { key, id, row = {} }: Candidate, detail: Detail) {
	const before = watch.state.deferredCalls.get(key)?.known ?? {};
	const listed = mergedCall(watch, before, row);
	const call = detail.kind === 'sent' ? mergedCall(watch, listed, detail.call) : listed;
	return callId(call) === '' && id !== '' ? { call_id: id, ...call } : call;
}

/** Whether the platform has failed on a call for so long that nobody waits for it any more. */
export function isGivenUp({ state, now }: Watch, key: string): boolean {
	const { troubled = now } = state.deferredCalls.get(key) ?? {};
	return now - troubled > MAX_TROUBLE_MS;
}

/** Notes what the platform answered about a deferred call. */
export function noteDetail({ state, now }: Watch, { candidate: { key }, detail }: Asked): void {
	const { deferredCalls } = state;
	if (detail.kind === 'sent' || detail.kind === 'none') deferredCalls.noteAnswer(key, now);
	else if (detail.kind !== 'notReached') deferredCalls.noteFailure(key, now);
}

/** IDs for an error text. */
export function namesOf(ids: readonly string[]): string {
	const named = ids.slice(0, MAX_NAMED).map((id) => `"${id}"`);
	const others = ids.length - named.length;
	return others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
}

const callsNamed = (ids: readonly string[]) =>
	`${ids.length === 1 ? 'call' : `${ids.length} calls`} ${namesOf(ids)}`;

/** Reports something about these calls. Each call is reported once, so the topic may be new although it was reported before. */
export function sayOf(
	watch: Watch,
	topic: string,
	ids: readonly string[],
	text: (calls: string) => string,
	description: string,
): void {
	if (ids.length === 0) return;
	watch.unsay(topic);
	watch.say(topic, { message: text(callsNamed(ids)), description });
}

/** Reports the calls that the platform keeps failing on, each once: with the second failure, or when it is emitted without its details. */
function sayTrouble(watch: Watch, asked: readonly Asked[], emitted: ReadonlySet<string>) {
	const { deferredCalls } = watch.state;
	const troubled = asked.filter(({ candidate: { key }, detail }) => {
		const { isReported = false, failures = 0 } = deferredCalls.get(key) ?? {};
		const isTroubled = detail.kind === 'failed' || detail.kind === 'broken';
		return isTroubled && !isReported && (emitted.has(key) || failures > 0);
	});
	troubled.forEach(({ candidate }) => deferredCalls.noteReported(candidate.key));
	const [first] = troubled;
	if (!first || !('failure' in first.detail)) return;
	const { message, description } = first.detail.failure;
	sayOf(
		watch,
		'calls without details',
		troubled.map(({ candidate }) => candidate.id),
		(named) => `The platform does not send the details of ${named}: ${message}`,
		`${description}. Other calls do not wait for it. It is tried again after some minutes, later after some hours. A call of which the ` +
			'list says enough is emitted with what the list says, without transcript and analysis. Look at it on the platform',
	);
}

/**
 * Notes what became of calls, and reports those that the platform fails on.
 *
 * @param remember notes what became of one call
 */
export function conclude<Verdict extends Asked & { kind: string }>(
	watch: Watch,
	verdicts: readonly Verdict[],
	found: readonly Found[],
	remember: (watch: Watch, verdict: Verdict) => void,
): void {
	const reached = verdicts.filter(({ kind }) => kind !== 'left');
	sayTrouble(watch, reached, new Set(found.map(({ key }) => key)));
	reached.forEach((verdict) => remember(watch, verdict));
	const givenUp = reached.filter(({ kind }) => kind === 'givenUp');
	sayOf(
		watch,
		'calls given up',
		givenUp.map(({ candidate }) => candidate.id),
		(named) => `Gave up on ${named}: the platform has not sent the details for three days`,
		'It was not emitted, because the list does not say enough about it. Look at it on the platform',
	);
	boundDeferred(watch);
}

/** Keeps the calls that are not over within bounds, and reports those that are dropped. */
function boundDeferred(watch: Watch): void {
	const { state } = watch;
	const { deferredCalls } = state;
	const topic = 'too many deferred calls';
	const excess = deferredCalls.excess();
	const count = excess.length + deferredCalls.refused;
	excess.forEach((key) => state.markDone({ key, time: deferredCalls.get(key)?.time }));
	if (count === 0) return watch.unsay(topic);
	watch.say(topic, {
		message: `Gave up on ${count} calls that are not over: too many wait for their end`,
		description:
			`The trigger keeps ${MAX_DEFERRED} calls that are not over. The oldest were dropped, and are not emitted. If they are over, set Advanced → ` +
			"'Statuses of Ended Calls' to all words that your platform uses for calls that are over, the usual ones too",
	});
}
