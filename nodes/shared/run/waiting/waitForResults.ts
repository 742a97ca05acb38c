import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { clientFor } from '../../http';
import { cellOf, idOf, withReport } from '../../platform';
import { rowOfAnswer } from '../answers';
import type { Job, Transport, Planned, JobResult, Outcome } from '../job';
import type { AwaitedKind } from './kinds';
import { KINDS } from './kinds';
import { WaitTarget } from './waitTarget';
import { Waiter } from './waiter';

/** A single request of a wait may not take long: the next round asks again. */
const MAX_REQUEST_MS = 20_000;
const MAX_RETRIES = 2;
const MAX_RETRY_MS = 10_000;

const NAMELESS =
	'The platform sent neither an ID nor a session ID. The result cannot be waited for';

const UNCLEAR =
	'The platform sent two IDs, and nothing says which one is meant. The result cannot be waited for';

const NO_ADDRESS =
	'The platform sent an ID that cannot be part of an address. The result cannot be waited for';

/** The error for a thing that is not over when its time is up, if the user wants one. What was begun continues. */
export class NotOver extends Error {
	override readonly name = 'NotOver';

	constructor(
		message: string,
		readonly description: string,
		/** What the item has beside the error, so that it can be told from an item that failed. */
		readonly state: IDataObject,
	) {
		super(message);
	}
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function durationText(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return seconds < 60 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute');
}

/** Why nobody can say whether a thing is over, or what its results are. */
function reasonOf({ kind, failure, bestRow, wait }: WaitTarget): string {
	const { entity, table, statusesOption } = kind;
	if (failure) return `The platform did not send the ${entity}: ${failure.message}`;
	const status = String(cellOf(table, bestRow, 'status') ?? '');
	return wait.words.length === 0 && status !== ''
		? `The status "${status}" does not say whether the ${entity} is over. If it does, set Options → '${statusesOption}'`
		: `The platform does not say whether the ${entity} is over`;
}

/** What the item of a thing says that is not over in time. */
const waitState = ({ kind, isOver }: WaitTarget, waitedMs: number): IDataObject => ({
	[kind.overColumn]: isOver,
	waited_seconds: Math.round(waitedMs / 1000),
});

/**
 * What a person must know of something that is not over in time. Nobody must be called again because of it.
 * @param isBegun whether this run has begun it
 * @param isStillOn whether the platform said at the end that it is not over
 */
function notOver(
	target: WaitTarget,
	isBegun: boolean,
	isStillOn: boolean,
	waitedMs: number,
): NotOver {
	const { kind, id, sessionId } = target;
	const { entity, begun, begin, trigger } = kind;
	const name = `The ${entity} "${id === '' ? sessionId : id}"`;
	const subject = isBegun ? `${name} was ${begun}. It` : name;
	const time = durationText(waitedMs);
	return new NotOver(
		isStillOn
			? `${subject} is not over after ${time}`
			: `${subject} may be over, but that is not known after ${time}. ${reasonOf(target)}`,
		(isBegun ? `Do not ${begin} it again: it continues. ` : '') +
			`Get its result later with the operation Get, or use the event ${trigger} of the trigger. To wait longer, set a higher ` +
			"Options → 'Max Wait Time (Minutes)'. To get the item as it is, set 'After Max Wait Time' to Return As Is",
		{ ...(id !== '' && { [kind.idColumn]: id }), ...waitState(target, waitedMs) },
	);
}

/** A request of the run that has an answer, and whose result is waited for. */
interface AwaitedRequest {
	/** The position of the request among those of the run. */
	index: number;
	job: Job;
	done: JobResult;
	kind: AwaitedKind;
	/** What is waited for, or why nothing can be. */
	target: WaitTarget | string;
}

function targetOf(
	job: Job,
	{ answer = {}, doubt }: JobResult,
	kind: AwaitedKind,
	now: number,
): WaitTarget | string {
	const { wait, draft, output } = job;
	if (!wait) throw new Error('Nothing is waited for');
	const id = wait.id ?? idOf(answer, kind.entity);
	const sessionId = kind.sessionOf(answer);
	const addresses = kind.addressesOf(id, sessionId);
	if (addresses.length === 0) {
		const isNamed = id !== '' || sessionId !== '';
		return isNamed ? NO_ADDRESS : doubt?.isUnclear ? UNCLEAR : NAMELESS;
	}
	const isRead = draft.method === 'GET';
	const path = isRead ? (output.expected.path ?? '') : '';
	const begun = [draft.body, answer];
	const target = new WaitTarget(kind, wait, { id, sessionId, addresses, begun, path }, now);
	if (isRead) target.noteDetail(answer, now);
	return target;
}

/** The row of a thing, as the user wants to see it. One that was never read stays as the answer to its request. */
const shownRow = ({ job, done }: AwaitedRequest, answered: IDataObject): IDataObject =>
	Object.keys(answered).length > 0 ? rowOfAnswer(job, answered) : (done.items[0]?.json ?? {});

/** Of somebody who was skipped: what the item says beside the call because of which. */
const leftColumns = ({ notSent, items }: JobResult): IDataObject | undefined =>
	notSent && items[0]?.json;

/**
 * What a request led to, after the wait. @param mayStop false: what is not over is never an error
 * @param isCut whether the wait ended before its time, because the login was refused
 */
function resultOf(
	begun: AwaitedRequest,
	waitedMs: number,
	{ mayStop, isCut }: { mayStop: boolean; isCut: boolean },
): JobResult | NotOver {
	const { job, done, kind, target } = begun;
	const left = leftColumns(done);
	const withRow = (json: IDataObject, report: IDataObject): JobResult => ({
		...done,
		items: [{ json: { ...withReport(json, report), ...left } }],
	});
	if (typeof target === 'string') {
		return withRow(done.items[0]?.json ?? {}, { message: target });
	}
	const { idColumn, overColumn } = kind;
	const { isOver, isRead, bestRow, id, wait } = target;
	const row = shownRow(begun, bestRow);
	if (isOver) {
		const over = overColumn in row ? { ...row, [overColumn]: true } : row;
		return withRow(over, isRead ? {} : { message: reasonOf(target) });
	}
	const isStillOn = isOver === false && !isCut;
	if (wait.stops && mayStop)
		return notOver(target, job.draft.method !== 'GET', isStillOn, waitedMs);
	return withRow(
		{ ...row, ...(id !== '' && { [idColumn]: row[idColumn] ?? id }) },
		{ ...waitState(target, waitedMs), ...(!isStillOn && { message: reasonOf(target) }) },
	);
}

function begunIn(
	planned: readonly Planned[],
	results: ReadonlyArray<Outcome | undefined>,
	now: number,
): AwaitedRequest[] {
	return planned.flatMap((entry, index): AwaitedRequest[] => {
		const done = results[index];
		if (!('job' in entry) || !entry.job.wait) return [];
		if (!done || done instanceof Error || (done.notSent && !done.answer)) return [];
		const job = done.sent ?? entry.job;
		const kind = KINDS[entry.job.wait.kind];
		return [{ index, job, done, kind, target: targetOf(job, done, kind, now) }];
	});
}

/**
 * Waits until everything that a run has begun is over, where the user wants it. It only reads, and never fails: what is
 * not over in time is returned as it is, or as an error that says so.
 * @returns what each request led to; the others stay as they are
 */
export async function waitForResults(
	context: IExecuteFunctions,
	{ client, policy, parallel }: Transport,
	planned: readonly Planned[],
	results: ReadonlyArray<Outcome | undefined>,
): Promise<Array<Outcome | undefined>> {
	const startedAt = performance.now();
	const begun = begunIn(planned, results, startedAt);
	const targets = begun.flatMap(({ target }) => (target instanceof WaitTarget ? [target] : []));
	const [first] = begun;
	if (!first) return [...results];
	const { timeoutMs, maxRetries, maxRetryTimeMs } = policy;
	const newClient = async () =>
		await clientFor(context, {
			timeoutMs: Math.min(timeoutMs, MAX_REQUEST_MS),
			maxRetries: Math.min(maxRetries, MAX_RETRIES),
			maxRetryTimeMs: Math.min(maxRetryTimeMs, MAX_RETRY_MS),
		});
	const waiter = new Waiter(client, newClient, first.kind, targets, parallel);
	if (targets.length > 0) await waiter.wait();
	const endedAt = performance.now();
	const all = [...results];
	const isCut = waiter.refusal !== undefined;
	for (const one of begun) {
		const mayStop = !client.isCancelled && !one.done.notSent;
		// Others may be waited for longer, and nobody has asked for this one since.
		const deadline = one.target instanceof WaitTarget ? one.target.deadline : endedAt;
		const waited = Math.min(endedAt, deadline) - startedAt;
		all[one.index] = resultOf(one, waited, { mayStop, isCut });
	}
	return all;
}
