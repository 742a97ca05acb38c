import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest } from '../http';
import {
	RequestFailure,
	confirmationOf,
	formWithFile,
	pagesFetcher,
	readResult,
	readRows,
} from '../http';
import {
	filledIn,
	hasColumns,
	idOf,
	likenessOf,
	withReport,
	withoutReceipt,
	withoutSharedIds,
} from '../platform';
import { isObject } from '../values';
import type { Ending } from './claimAhead';
import { ClaimAhead } from './claimAhead';
import type { Claim } from './claims';
import { ClaimStore } from './claims';
import { FileAnswers } from './fileAnswers';
import { draftWithout, isAction, mustClaim, skippedKeys } from './knownDuplicates';
import type { Done, Outcome, Outcomes } from './outcomes';
import { outcomesOf } from './outcomes';
import type { Draft, Job } from './plan';
import { checkReaderOf, readerOf } from './reportReader';
import { RowSelection } from './rowSelection';
import type { CallTimes } from './ruleGate';
import { NoLongerAllowed, RuleGate } from './ruleGate';

/** What is sent, without the bytes of a file, and without what calling rules know of it. */
function contentOf({ file, ...content }: Draft): unknown {
	return [{ ...content, calls: undefined }, file?.upload];
}

/** Whether the platform may have done what a request asked for, although it failed. */
export const mayHaveWorked = (error: unknown): error is RequestFailure =>
	error instanceof RequestFailure && error.details.reach === 'unknown';

const notStarted = () =>
	new RequestFailure('This item was not sent', 'The run was stopped before', {
		reach: 'notSent',
		final: true,
	});

/** An error that nobody expected, after a request that does something was sent. */
function failAfterSending({ operation }: Job, error: unknown): never {
	if (error instanceof RequestFailure) throw error;
	const { message } = error as { message?: unknown };
	throw new RequestFailure(
		`It is unknown whether this was carried out: ${String(message)}`,
		`"${operation.action}" was sent, but its answer could not be used. It was not sent again. Check the result on the platform before you repeat it`,
		{ reach: 'unknown' },
	);
}

/** A repeated DELETE that finds nothing has reached what it was for. @throws any other error */
function whatIsGone(error: unknown): IDataObject {
	if (!(error instanceof RequestFailure) || error.details.isGone !== true) throw error;
	return { message: `${error.message}. ${error.description}` };
}

/** What is made of an answer. */
type Answered = Omit<Done, 'isSkipped'>;

/** The item of an action, with what the platform says if that does not confirm it. */
const answered = ({ json }: INodeExecutionData, notClear?: string): Answered =>
	notClear === undefined
		? { items: [{ json }] }
		: { items: [{ json: { ...json, not_clear: notClear } }], notClear };

/** What the platform says, if that does not confirm an action. @throws RequestFailure if it says that it refused */
function notClearIn({ operation }: Job, body: unknown, becomes?: string): string | undefined {
	const { action: subject, entity } = operation;
	const confirmation = confirmationOf(body, { subject, entity, becomes });
	if (confirmation.is === 'refused') throw confirmation.failure;
	return confirmation.is === 'notClear' ? confirmation.said : undefined;
}

/** Sends the requests of one run of a node and makes items of the answers. */
export class Sender {
	private readonly claims: ClaimAhead;
	private readonly outcomes: Outcomes | undefined;
	private readonly files: FileAnswers;
	private readonly rules: RuleGate;
	/** What calling rules left out of each request. */
	private readonly heldKeys = new WeakMap<Job, ReadonlySet<string>>();
	private isStopped = false;

	/**
	 * @param jobs all requests of the run, in the order in which they begin
	 * @param parallel how many requests one list may have under way
	 * @param earlier when the numbers were called before, where a rule counts it, or why nobody knows
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
		jobs: readonly Job[],
		private readonly parallel: number,
		earlier: CallTimes | RequestFailure = new Map(),
	) {
		this.outcomes = outcomesOf(context);
		this.rules = new RuleGate(earlier);
		for (const job of jobs) if (this.wasCalled(job)) this.rules.noteCalled(job);
		this.files = new FileAnswers(context, client);
		const claimed = jobs.filter((job) => mustClaim(job) && !this.outcomeOf(job));
		this.claims = new ClaimAhead(new ClaimStore(context), claimed);
	}

	get isCancelled(): boolean {
		return this.client.isCancelled;
	}

	/** Starts nothing more: what waits for another attempt fails with the last one. */
	stop(): void {
		this.isStopped = true;
		this.client.stopWaiting();
	}

	/** To be called when nothing more is sent: records what is not recorded yet. */
	async end(): Promise<void> {
		await this.claims.end();
	}

	/** @throws RequestFailure, or an Error of n8n's own helpers */
	async send(job: Job): Promise<Done> {
		return isAction(job) ? await this.actOnce(job) : await this.perform(job);
	}

	/**
	 * What is known of a job that was not started, because the execution was cancelled: how it ended in an earlier attempt of this node.
	 *
	 * @returns undefined if it was not sent
	 */
	known(job: Job): Done | RequestFailure | undefined {
		const outcome = isAction(job) ? this.outcomeOf(job) : undefined;
		return outcome && ('failure' in outcome ? outcome.failure : outcome);
	}

	/** Whether an earlier attempt of this node called those of a job, or may have. */
	private wasCalled(job: Job): boolean {
		const outcome = isAction(job) ? this.outcomeOf(job) : undefined;
		return outcome !== undefined && ('failure' in outcome || !outcome.isSkipped);
	}

	private outcomeOf({ itemIndexes, draft }: Job): Outcome | undefined {
		return this.outcomes?.get(itemIndexes, contentOf(draft));
	}

	/** Keeps the outcome of an action for "Retry On Fail", and its keys for later executions. */
	private async actOnce(job: Job): Promise<Done> {
		const known = this.outcomeOf(job);
		if (known && 'failure' in known) throw known.failure;
		if (known) return known;
		if (!mustClaim(job)) return await this.act(job);

		const claim = await this.claims.claimOf(job);
		let ending: Ending = 'notDone';
		const act = async () => {
			const draft = this.draftAfter(job, claim);
			const done = await this.act(job, draft).catch((error: unknown) => {
				if (mayHaveWorked(error)) ending = 'unknown';
				throw error;
			});
			ending = done.notClear === undefined ? 'done' : 'unknown';
			return done;
		};
		return await act().finally(() =>
			this.claims.settle(job, claim, ending, this.heldKeys.get(job)),
		);
	}

	/** What is left to send. @throws RequestFailure if the run was stopped while this job waited for its claim */
	private draftAfter(job: Job, claim: Claim): Draft {
		if (this.isStopped || this.isCancelled) throw notStarted();
		return draftWithout(job, skippedKeys(claim, job.deduplication?.keys ?? []));
	}

	/** Does what cannot be undone, and keeps how it ended. */
	private async act(job: Job, draft = job.draft): Promise<Done> {
		const { itemIndexes } = job;
		const content = contentOf(job.draft);
		const done = await this.performAllowed(job, draft).catch((error: unknown) => {
			if (mayHaveWorked(error)) this.outcomes?.set(itemIndexes, content, { failure: error });
			throw error;
		});
		this.outcomes?.set(itemIndexes, content, done);
		return done;
	}

	/** Sends what the calling rules allow at this moment, and before each further attempt. */
	private async performAllowed(job: Job, draft: Draft): Promise<Done> {
		for (;;) {
			const allowed = this.rules.allowedOf({ ...job, draft });
			this.heldKeys.set(job, allowed.heldKeys);
			const isHeldBack = allowed.draft.skip && !draft.skip;
			const done = await this.perform({ ...job, draft: allowed.draft }).catch((error: unknown) => {
				if (error instanceof NoLongerAllowed) return undefined;
				throw error;
			});
			if (done) return isHeldBack ? { ...done, isHeldBack } : done;
		}
	}

	private async requestOf({ operation, itemIndexes, draft }: Job): Promise<HttpRequest> {
		const { method, path, query, body, file } = draft;
		const beforeAttempt = () => this.rules.check(draft);
		const request = { method, path, query, subject: operation.action, beforeAttempt };
		if (file) {
			const { upload, content } = file;
			const form = await formWithFile(this.context, itemIndexes[0] ?? 0, upload, content, body);
			return { ...request, body: form };
		}
		return { ...request, body: Object.keys(body).length > 0 ? body : undefined };
	}

	/** What a check decides to send. @throws RequestFailure also if the run was stopped meanwhile */
	private async checked(job: Job): Promise<Job> {
		if (!job.check) return job;
		const draft = await job.check(checkReaderOf(this.client, job.operation));
		if (this.isStopped || this.isCancelled) throw notStarted();
		return { ...job, draft };
	}

	private async perform(planned: Job): Promise<Done> {
		const job = await this.checked(planned);
		const { skip, report } = job.draft;
		return skip
			? { items: [{ json: report }], isSkipped: job.check === undefined }
			: { ...(await this.itemsOf(job)), isSkipped: false };
	}

	private async itemsOf(job: Job): Promise<Answered> {
		const { operation } = job;
		if (job.report) {
			const lines = await job.report(readerOf(this.client, operation));
			return { items: lines.map((json) => ({ json })) };
		}
		const request = await this.requestOf(job);
		const answer = this.answerItems(job, request);
		return isAction(job)
			? await answer.catch((error: unknown) => failAfterSending(job, error))
			: await answer;
	}

	/** Sends the request and makes items of its answer. */
	private async answerItems(job: Job, request: HttpRequest): Promise<Answered> {
		const { operation } = job;
		const asItem = (row: IDataObject): INodeExecutionData => ({
			json: withReport(job.simplify(row), job.draft.report),
		});
		switch (operation.answer ?? 'object') {
			case 'list':
				return { items: (await this.list(job, request)).map(asItem) };
			case 'file':
				return { items: [await this.files.file(job, request)] };
			case 'objectOrFile':
				return {
					items: await this.files.objectOrFile(job, request, (body) =>
						Array.isArray(body) && !job.expected.path
							? body.map((row: unknown) => asItem(isObject(row) ? row : { value: row as string }))
							: [this.objectItem(job, body)],
					),
				};
			case 'deleted':
			case 'cancelled': {
				const name = operation.answer as string;
				const done = { [name]: true };
				const act = this.client.send(request, ({ body }): Answered => {
					const notClear = notClearIn(job, body, name);
					return answered({ json: notClear === undefined ? done : { [name]: null } }, notClear);
				});
				return await act.catch((error: unknown) =>
					answered({ json: { ...done, ...whatIsGone(error) } }),
				);
			}
			case 'reported':
				return await this.client.send(request, ({ body }) =>
					answered({ json: job.draft.report }, notClearIn(job, body)),
				);
			case 'object': {
				const read = (body: unknown) => this.objectItem(job, body);
				if (operation.linkedFile) {
					return { items: [await this.files.linkedFile(job, request, read)] };
				}
				return await this.client
					.send(request, ({ body }) => ({
						...answered(read(body), isAction(job) ? notClearIn(job, body) : undefined),
						...(job.wait && { answer: this.objectIn(job, body) }),
					}))
					.catch((error: unknown) => ({ items: [{ json: whatIsGone(error) }] }));
			}
		}
	}

	/** The item of an answer about one thing. An answer such as `{ message: "started" }` has none of the columns, and stays as it is. */
	private objectItem(job: Job, body: unknown): INodeExecutionData {
		const { operation, draft } = job;
		const answer = this.objectIn(job, body);
		const { entity } = operation;
		const isOther =
			entity !== undefined && likenessOf(answer, entity) === 'none' && idOf(answer, entity) === '';
		const row = isOther ? answer : this.rowOf(job, withoutReceipt(answer));
		return { json: withReport(row, draft.report) };
	}

	/** The row of an answer, as the user wants to see it. */
	private rowOf(
		{ operation, draft, simplify, isSimplified }: Job,
		answer: IDataObject,
	): IDataObject {
		const row = simplify(answer);
		const { echoes } = operation;
		return echoes && isSimplified ? filledIn(row, simplify(draft.body), echoes) : row;
	}

	/** The object that an answer is about. @throws RequestFailure if the platform says that it refused, or if the answer cannot be read */
	private objectIn({ operation, draft, expected, isSimplified }: Job, body: unknown): IDataObject {
		const { action, entity } = operation;
		const isAction = draft.method !== 'GET';
		const mustFit = isSimplified && !isAction && hasColumns(entity);
		return readResult(body, { ...expected, subject: action, isAction, mustFit });
	}

	private async list(job: Job, request: HttpRequest): Promise<IDataObject[]> {
		const { operation, draft, expected, limit, checkRow, rowFilters, isSimplified } = job;
		const { hasIds } = draft;
		const { parallel } = this;
		const pages = pagesFetcher(
			this.client,
			{ ...request, hasIds },
			{ ...expected, mustFit: isSimplified },
		);
		const selection = new RowSelection(rowFilters);
		const keeps = rowFilters.length > 0 ? selection.keeps : undefined;
		const { entity } = operation;
		const rows = await readRows(pages, { wanted: limit, keeps, entity, parallel });
		selection.check();
		rows.forEach(checkRow);
		return isSimplified ? withoutSharedIds(rows) : rows;
	}
}
