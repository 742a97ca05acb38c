import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client, HttpRequest } from '../http';
import { RequestFailure, callMayBePlaced, formWithFile } from '../http';
import { withReport } from '../platform';
import type { Answered } from './answers';
import { fileItems, listItems, rowOfAnswer, taskItems, thingItems } from './answers';
import type { Outcomes } from './execution';
import { outcomesOf } from './execution';
import type { Ending, Gate } from './gate';
import { OutdatedVerdict } from './gate';
import type { Job, JobResult, Outcome, Planned } from './job';
import { isAction, mayHaveWorked } from './job';
import { NotStarted, startCreated } from './startCreated';

/** What the items of a request would send, without the bytes of a file. */
function contentOf({ draft: { file, ...content }, calls }: Job): unknown {
	return [content, file?.upload, calls?.content];
}

const FOUND = 'The call was placed: the platform lists it. Its own answer was lost, or not clear';
const AFTER_STOP =
	'It must not be made again. The run has stopped: run the workflow again for the items that were not sent';

/** Says of a run that has stopped that its call was placed after all. */
export const foundAfterStop = () =>
	new RequestFailure(FOUND, AFTER_STOP, { arrival: 'unknown', final: true });

const notStarted = () =>
	new RequestFailure('This item was not sent', 'The run was stopped before', {
		arrival: 'notSent',
		final: true,
	});

/** @throws Error of n8n's own helpers for a file that cannot be read. Nothing was sent then */
async function bodyOf(
	context: IExecuteFunctions,
	{ itemIndexes, draft: { body, file } }: Job,
): Promise<HttpRequest['body']> {
	if (!file) return Object.keys(body).length > 0 ? body : undefined;
	return await formWithFile(context, itemIndexes[0] ?? 0, file.upload, file.content, body);
}

/**
 * Sends a request, and makes items of its answer. @param parallel how many requests one list may have under way
 * @param onStart called before each attempt to send; what it throws ends the request
 * @throws RequestFailure, or an Error of n8n's own helpers
 */
async function answeredItems(
	context: IExecuteFunctions,
	client: Client,
	job: Job,
	parallel: number,
	onStart: () => void,
): Promise<Answered> {
	const { operation, draft, list } = job;
	if (operation.kind === 'task') return { items: await taskItems(context, client, job, operation) };
	const { method, path, query } = draft;
	const body = await bodyOf(context, job);
	const { action: subject, notFound } = operation;
	const request = { method, path, query, body, subject, notFound, onStart };
	if (list) return { items: await listItems(context, client, job, list, request, parallel) };
	if (operation.kind === 'file')
		return { items: await fileItems(context, client, job, operation, request) };
	return await thingItems(client, job, request);
}

/** Sends the requests of one run of a node, each at most once if it does what cannot be undone. */
export class Sender {
	/** What earlier tries of this node did. */
	private readonly outcomes?: Outcomes;
	private isStopped = false;
	/** The requests as they were sent. */
	private readonly admitted = new Map<Job, Job>();

	/**
	 * @param jobs all requests of the run
	 * @param perList how many requests one list may have under way
	 * @param gate decides whom the requests call; undefined if they call nobody
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
		private readonly jobs: readonly Job[],
		private readonly perList: number,
		private readonly gate?: Gate,
	) {
		if (!gate?.isDry && jobs.some(isAction)) this.outcomes = outcomesOf(context);
	}

	/** The requests whose outcome an earlier try of the node has found. */
	sentBefore(): Set<Job> {
		return new Set(this.jobs.filter((job) => this.earlierOutcome(job)));
	}

	get isCancelled(): boolean {
		return this.client.isCancelled;
	}

	/** True after a stop or a cancel: nothing more is sent. */
	get hasStopped(): boolean {
		return this.isStopped || this.isCancelled;
	}

	/** Starts nothing more: what waits for another attempt fails with the last one. */
	stop(): void {
		this.isStopped = true;
		this.client.stopWaiting();
	}

	/** Looks for calls whose outcome is unknown. Those that the platform lists are the results then. */
	async findCalls(planned: readonly Planned[], results: Array<Outcome | undefined>): Promise<void> {
		const found = await this.gate?.findCalls(planned, results).catch(() => undefined);
		for (const [index, { call, left }] of found ?? []) {
			const entry = planned[index];
			if (!entry || !('job' in entry)) continue;
			const { job } = entry;
			const sent = this.admitted.get(job) ?? job;
			const { notSent } = results[index] as Partial<JobResult>;
			const json = left ?? withReport(rowOfAnswer(sent, call), { message: FOUND });
			const done = { items: [{ json }], notSent, ...(job.wait && { answer: call, sent }) };
			results[index] = done;
			this.outcomes?.set(job.itemIndexes, contentOf(job), done);
		}
	}

	/** To be called when nothing more is sent: records what is not recorded yet. */
	async end(): Promise<void> {
		await this.gate?.end();
	}

	/** Tells the user what the gate knows of those who were called, or not. */
	async showHints(): Promise<void> {
		await this.gate?.showHints();
	}

	/**
	 * How an action ended in an earlier try of this node.
	 *
	 * @returns undefined if no earlier try has sent it
	 */
	earlierOutcome(job: Job): Outcome | undefined {
		const { outcomes } = this;
		if (!outcomes || !isAction(job)) return undefined;
		return outcomes.get(job.itemIndexes, contentOf(job));
	}

	/**
	 * Sends one request. Whom it calls is claimed before, so that no other run calls them.
	 *
	 * @throws RequestFailure, or an Error of n8n's own helpers
	 */
	async send(job: Job): Promise<JobResult> {
		if (!isAction(job)) return await this.perform(job);
		const earlier = this.earlierOutcome(job);
		if (earlier instanceof Error) throw earlier;
		if (earlier) return earlier;
		const { calls, itemIndexes } = job;
		let ending: Ending = 'notDone';
		// For Retry On Fail. Also who was held back keeps that item, whatever the rules say at the next try.
		const keep = (outcome: Outcome) => this.outcomes?.set(itemIndexes, contentOf(job), outcome);
		return await this.sendAdmitted(job)
			.then(async (done) => {
				// Also if nothing was sent: then the verdicts say that nobody was called.
				ending = done.doubt?.isUnknown ? 'unknown' : 'done';
				const ended = job.startsCreated && !done.notSent ? await this.start(job, done) : done;
				keep(ended);
				return ended;
			})
			.catch((error: unknown) => {
				if (error instanceof NotStarted) keep(error);
				if (!mayHaveWorked(error)) throw error;
				ending = 'unknown';
				const failure = calls?.placesCall ? callMayBePlaced(error) : error;
				keep(failure);
				throw failure;
			})
			.finally(() => {
				this.gate?.settle(job, ending);
			});
	}

	/** Sends the request to those whom the gate lets through. It decides again if its decision gets out of date. */
	private async sendAdmitted(job: Job): Promise<JobResult> {
		for (;;) {
			const admitted = (await this.gate?.admit(job)) ?? job;
			if (this.hasStopped) throw notStarted();
			if ('items' in admitted) return admitted;
			this.admitted.set(job, admitted);
			const done = await this.perform(admitted).catch((error: unknown) => {
				if (error instanceof OutdatedVerdict) return undefined;
				throw error;
			});
			if (done) return done;
		}
	}

	private async perform(job: Job): Promise<JobResult> {
		const onStart = () => this.gate?.beforeItLeaves(job);
		const { context, client, perList } = this;
		const answered = await answeredItems(context, client, job, perList, onStart).catch(
			(error: unknown) => {
				// An error about rows shows texts of the platform, so the secrets in it are hidden.
				throw error instanceof RequestFailure ? client.shown(error) : error;
			},
		);
		return { ...answered, ...(job.wait && { sent: job }) };
	}

	/** Starts the campaign that a request has created. @throws NotStarted */
	private async start(job: Job, done: JobResult): Promise<JobResult> {
		return await startCreated(this.client, job, done, () => this.gate?.beforeItStarts(job));
	}
}
