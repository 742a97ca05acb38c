import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, Deed, HttpRequest, WantedFile } from '../http';
import {
	FileDownload,
	Identity,
	RequestFailure,
	checkedDeed,
	formWithFile,
	importCounts,
	madeIdNames,
	pagesFetcher,
	readResult,
	readRows,
	refusalIn,
} from '../http';
import type {
	CompletedRow,
	FileOperation,
	FilterCheck,
	ResourceOperation,
	RowFilter,
	TaskOperation,
} from '../operation';
import { endpointsOf } from '../operation';
import { filledIn, idNamesOf, saysSomething, withReport } from '../platform';
import { firstOf, isFilled, isObject } from '../values';
import { whatIsGone } from './failures';
import type { Job, ListedRows } from './job';
import { isAction, pairedWith } from './job';
import type { Done } from './outcomes';
import { accessFor, readOf } from './taskAccess';

/** What a run makes of an answer. */
type Answered = Pick<Done, 'items' | 'answer' | 'doubt'>;

/** The most signs that a hint names. */
const MOST_SIGNS = 10;

/** The rows of one list that meet all filters. It notes whether any row says what a filter looks at: if none does, it would leave out all rows in silence. */
export class RowSelection {
	private readonly said = new Set<RowFilter>();
	private readonly unsaid = new Set<RowFilter>();
	/** The groups of which at least one row does not meet a filter. */
	private readonly leftGroups = new Set<string>();
	/** Which rows look as if they met a filter and do not, by why. */
	private readonly signs = new Map<string, Set<string>>();

	constructor(private readonly filters: readonly RowFilter[]) {}

	readonly keeps = (row: IDataObject): boolean => {
		const met = this.filters.map((filter) => {
			const group = filter.groupOf?.(row);
			this.noteSign(row, filter.signAgainst?.(row));
			const isMet = filter.isAsked?.(row) !== false && this.asked(filter, row);
			if (!isMet && group !== undefined) this.leftGroups.add(group);
			return isMet;
		});
		return met.every(Boolean);
	};

	private asked(filter: RowFilter, row: IDataObject): boolean {
		const isMet = filter.isMet(row);
		(isMet === undefined ? this.unsaid : this.said).add(filter);
		return isMet === true;
	}

	/** Whether rows that come later can say that an earlier one is left out. */
	get isOfWholeList(): boolean {
		return this.filters.some(({ groupOf }) => groupOf !== undefined);
	}

	/** The rows that are in no group of which a row was left out. */
	whole(rows: IDataObject[]): IDataObject[] {
		const groups = this.filters.flatMap(({ groupOf }) => groupOf ?? []);
		if (groups.length === 0) return rows;
		return rows.filter((row) => {
			const isLeft = groups.some((groupOf) => this.leftGroups.has(groupOf(row) ?? ''));
			if (isLeft) this.noteSign(row, 'has another row that says otherwise');
			return !isLeft;
		});
	}

	/** Which rows were left out that looked as if they met the filters, the most frequent signs; '' if none. */
	get hint(): string {
		if (this.signs.size === 0) return '';
		const signs = [...this.signs].sort(([, one], [, other]) => other.size - one.size);
		const shown = signs.slice(0, MOST_SIGNS).map(([sign, { size }]) => `${size} × ${sign}`);
		const more =
			signs.length > MOST_SIGNS ? `, and ${signs.length - MOST_SIGNS} other reasons` : '';
		return `Left out: ${shown.join(', ')}${more}.`;
	}

	private noteSign(row: IDataObject, sign?: string): void {
		if (sign === undefined) return;
		const rows = this.signs.get(sign) ?? new Set();
		this.signs.set(sign, rows.add(JSON.stringify(row)));
	}

	/** @throws RequestFailure if a filter was asked about rows, and none said what it looks at */
	check(): void {
		for (const filter of this.unsaid) {
			if (this.said.has(filter)) continue;
			const { label } = filter;
			const { message, advice } = filter.unsaid ?? {
				message: `The platform's list does not say the '${label}' of its rows, so it cannot be filtered by it`,
				advice: `Remove the filter '${label}'. To filter by it, add a node with the operation Get for each row, and a Filter node after that`,
			};
			throw new RequestFailure(message, advice, { reach: 'answered', final: true });
		}
	}
}

/**
 * A platform that does not know a filter returns rows that it should leave out.
 *
 * @throws RequestFailure if one of these rows is one of them
 */
function checkRows(
	checks: readonly FilterCheck[],
	query: IDataObject,
	rows: readonly IDataObject[],
): void {
	const ignored = checks.find(({ isMet }) => rows.some((row) => !isMet(row, query)));
	if (!ignored) return;
	const { label } = ignored;
	throw new RequestFailure(
		`The platform does not use the filter '${label}': it returned rows that are outside it`,
		`Remove '${label}' here, and filter with a Filter node after this one. If your platform has another name for this filter, set it under ` +
			"Advanced → 'Additional Query Parameters'",
		{ reach: 'answered', final: true },
	);
}

/** An error that nobody expected, after a request that does something was sent. */
function failAfterSending({ operation }: Job, error: unknown): never {
	if (error instanceof RequestFailure) throw error;
	const { message } = error as { message?: unknown };
	throw new RequestFailure(
		`It is unknown whether this was carried out: ${String(message)}`,
		`"${operation.action}" was sent, but its answer could not be used. It was not sent again. Check the result on the platform before you repeat it`,
		{ reach: 'unknown', why: `its answer could not be used. ${String(message)}` },
	);
}

/** The object that an answer is about, as the user wants to see it. @throws RequestFailure if the answer of a read cannot be read */
function answeredObject(
	{ operation, draft, output: { expected } }: Job,
	body: unknown,
): IDataObject {
	const { action: subject, kind } = operation;
	const refusal = kind === 'file' ? refusalIn(body, subject) : undefined;
	if (refusal) throw refusal;
	// JSON beside a file, or with a link to it, can be about anything.
	const mayBeOther = draft.method !== 'GET' || kind === 'file';
	return readResult(body, { ...expected, subject, mayBeOther });
}

/** The thing whose identifier is waited for, or started: also in Raw, which shows all that came. */
const answeredThing = (job: Job, body: unknown): IDataObject => {
	const { output } = job;
	const expected = { ...output.expected, isRaw: false };
	return answeredObject({ ...job, output: { ...output, expected } }, body);
};

/**
 * The row of an answer, as the user wants to see it: with what the request says where the answer does not.
 *
 * @param answer about the thing itself
 */
export function rowOfAnswer(
	{ operation, draft, output: { simplify, isSimplified } }: Job,
	answer: IDataObject,
): IDataObject {
	const row = simplify(answer);
	const echoes = 'echoes' in operation ? operation.echoes : undefined;
	return echoes && isSimplified ? filledIn(row, simplify(draft.body), echoes) : row;
}

/** The output for an answer about one thing. One that names no thing, such as `{ message: "started" }`, stays as it is. */
function objectOutput(job: Job, body: unknown): IDataObject {
	const { operation, draft } = job;
	const { entity } = operation;
	const answer = withoutOriginal(job, answeredObject(job, body));
	const isNamed = isFilled(firstOf(answer, madeIdNames(entity)));
	// A transcript has no identifier: its columns prove it.
	const isRead = draft.method === 'GET' && saysSomething(job.output.simplify(answer));
	const isOther = entity !== undefined && !isNamed && !isRead;
	const row = isOther ? answer : rowOfAnswer(job, answer);
	return withReport({ ...row, ...countsBeside(job, body, row) }, draft.report);
}

/** What the item of an action is, if not what the platform sends. */
const doneBy = ({ operation }: Job) => (operation.kind === 'action' ? operation.answer : undefined);

const makes = ({ operation }: Job): boolean => 'makes' in operation && operation.makes === true;

/** Whether a request sends contacts, in its body or in a file. */
const hasContacts = ({ operation, draft: { body, file } }: Job): boolean =>
	operation.kind === 'calls' && (Array.isArray(body.contacts) || file !== undefined);

/** The identifiers in the path of a request: `c1` in `/campaigns/c1/rerun`. */
const existingIn = ({ draft }: Job): string[] => draft.path.split('/').map(decodeURIComponent);

/** What the request does; undefined if it only reads or asks. */
function deedOf(job: Job): Deed | undefined {
	const { operation, draft, output } = job;
	const { action: subject, entity, kind } = operation;
	if (draft.method === 'GET' || ('onlyAsks' in operation && operation.onlyAsks)) return undefined;
	const becomes = 'becomes' in operation ? operation.becomes : undefined;
	return {
		subject,
		entity,
		makes: makes(job),
		leadsToCalls: kind === 'calls',
		hasContacts: hasContacts(job),
		becomes: draft.method === 'DELETE' ? 'stopped' : becomes,
		existing: existingIn(job),
		path: output.expected.path,
	};
}

/** What the platform says of contacts that were sent, where the output would not show it. */
function countsBeside(job: Job, body: unknown, row: IDataObject): IDataObject {
	if (!hasContacts(job)) return {};
	const counts = Object.entries(importCounts(body, job.operation.entity));
	return Object.fromEntries(counts.filter(([name]) => !isFilled(row[name])));
}

/** The simple values of an answer about one thing: what is shown beside `cancelled`. */
const simpleFields = (answer: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(answer).filter(([, value]) => typeof value !== 'object'));

/**
 * The item of an answer about one thing, or about an action.
 *
 * @throws RequestFailure if the platform says that it did not do it, or if the answer of a read cannot be read
 */
function answeredItem(job: Job, body: unknown): Answered {
	const { figureRows } = job.output;
	if (figureRows) return { items: figureRows(answeredObject(job, body)).map((json) => ({ json })) };
	const deed = deedOf(job);
	const doubt = deed && checkedDeed(body, deed);
	const done = doneBy(job);
	if (done) {
		const beside = done === 'cancelled' ? simpleFields(answeredObject(job, body)) : {};
		return { items: [{ json: { ...beside, [done]: true } }], doubt };
	}
	const isNamed = !doubt?.isUnclear && !doubt?.isUnknown;
	return {
		items: [{ json: objectOutput(job, body) }],
		doubt,
		...((job.wait || job.starts) && isNamed && { answer: answeredThing(job, body) }),
	};
}

function goneItem(job: Job, error: unknown): Answered {
	const message = whatIsGone(error);
	const done = doneBy(job);
	return { items: [{ json: { ...(done && { [done]: true }), message } }] };
}

/** What the last identifier in the request's path is: `session_0001` in `/calls/recording/session_0001`; '' if it has none. */
function lastIdIn({ operation, draft }: Job): string {
	const places = endpointsOf(operation)[0]?.split('/') ?? [];
	const id = draft.path.split('/')[places.findLastIndex((place) => place.startsWith('{'))];
	return id === undefined ? '' : decodeURIComponent(id);
}

/** What an answer says of a thing that was made, without the identifier of the one that it was made from. */
function withoutOriginal(job: Job, answer: IDataObject): IDataObject {
	const { operation, output } = job;
	if (!makes(job) || !output.isSimplified) return answer;
	const existing = existingIn(job);
	const isOfOriginal = ([name, value]: [string, unknown]) =>
		idNamesOf(operation.entity).includes(name) && existing.includes(String(value));
	return Object.fromEntries(Object.entries(answer).filter((entry) => !isOfOriginal(entry)));
}

/** Sends requests, and makes items of their answers, as the kind of the operation says. */
export class Answers {
	/** @param parallel how many requests one list may have under way */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
		private readonly parallel: number,
	) {}

	/**
	 * @param onStart called before each attempt to send; what it throws ends the request
	 * @throws RequestFailure, or an Error of n8n's own helpers
	 */
	async itemsOf(job: Job, onStart: () => void): Promise<Answered> {
		const { operation } = job;
		if (operation.kind === 'task') return { items: await this.taskItems(job, operation) };
		const { method, path, query } = job.draft;
		const body = await this.bodyOf(job);
		const { action: subject, notFound } = operation;
		const request = { method, path, query, body, subject, notFound, onStart };
		if (job.list) return { items: await this.listItems(job, job.list, request) };
		if (operation.kind === 'file') return { items: await this.fileItems(job, operation, request) };
		return await this.client
			.send(request, (answer) => answeredItem(job, answer.body))
			.catch((error: unknown) => goneItem(job, error))
			.catch((error: unknown) => {
				if (isAction(job)) return failAfterSending(job, error);
				throw error;
			});
	}

	private async taskItems(
		{ params, itemIndexes }: Job,
		operation: ResourceOperation<TaskOperation>,
	): Promise<INodeExecutionData[]> {
		const { context } = this;
		const made = await operation.task(accessFor(context, this.client, operation), params);
		if (!made) {
			const input = context.getInputData();
			return itemIndexes.map((item) => ({
				...(input[item] ?? { json: {} }),
				pairedItem: { item },
			}));
		}
		const items = made.map(async ({ json, file }): Promise<INodeExecutionData> => {
			if (!file) return { json };
			const content = Buffer.from(file.text, 'utf8');
			const { helpers } = context;
			const binary = await helpers.prepareBinaryData(content, file.name, 'application/json');
			return { json, binary: { [file.field]: binary } };
		});
		return await Promise.all(items);
	}

	/** @throws Error of n8n's own helpers for a file that cannot be read. Nothing was sent then */
	private async bodyOf({ itemIndexes, draft }: Job): Promise<HttpRequest['body']> {
		const { body, file } = draft;
		if (!file) return Object.keys(body).length > 0 ? body : undefined;
		const { upload, content } = file;
		return await formWithFile(this.context, itemIndexes[0] ?? 0, upload, content, body);
	}

	/** The file; or what JSON says in place of it: a link to it, or what the user wants to know. */
	private async fileItems(
		job: Job,
		{ file: kind, sent, action: subject }: ResourceOperation<FileOperation>,
		request: HttpRequest,
	): Promise<INodeExecutionData[]> {
		const { draft, output } = job;
		const { fileField } = output;
		const wanted: WantedFile = { kind, id: lastIdIn(job), subject };
		const download = new FileDownload(this.context, this.client, wanted, fileField);
		if (sent === 'always') return [await download.requested(request)];
		const answer = await download.answered(request);
		if ('item' in answer) return [answer.item];
		const shown = this.client.hideSecrets(answer.json);
		if (sent === 'orObject' && Array.isArray(shown) && !output.expected.path) {
			return shown.map((row: unknown) => {
				const json = output.simplify(isObject(row) ? row : { value: row as string });
				return { json: withReport(json, draft.report) };
			});
		}
		const json = objectOutput(job, shown);
		if (sent === 'orObject' || fileField === undefined) return [{ json }];
		const { binary } = await download.inJson(answer.json);
		return [{ json, binary }];
	}

	private async listItems(
		job: Job,
		list: ListedRows,
		request: HttpRequest,
	): Promise<INodeExecutionData[]> {
		const { operation, params, draft, output } = job;
		const { limit, rowFilters, checks, query } = list;
		const { client, context, parallel } = this;
		const beside =
			operation.kind === 'list' && operation.besideRows
				? await operation.besideRows(
						readOf(client, operation.action, endpointsOf(operation)),
						params,
					)
				: {};
		const pages = pagesFetcher(client, request, output.expected);
		const selection = new RowSelection(rowFilters);
		const read = await readRows(pages, {
			wanted: selection.isOfWholeList ? undefined : limit,
			keeps: rowFilters.length > 0 ? selection.keeps : undefined,
			identity: new Identity(operation.entity),
			parallel,
		});
		selection.check();
		const rows = selection.whole(read).slice(0, limit);
		const { hint: message } = selection;
		if (message) context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
		checkRows(checks, query, rows);
		const report = { ...draft.report, ...beside };
		// A long list is not copied: without completion, the row that was read is the item.
		if (!list.completion) {
			const pairedItem = pairedWith(job.itemIndexes);
			return rows.map((row) => ({ json: withReport(output.simplify(row), report), pairedItem }));
		}
		const completed = await this.completedRows(job, list.completion, rows);
		return completed.map(({ row, before, beside: own }) => ({
			json: { ...before, ...withReport(output.simplify(row), { ...report, ...own }) },
		}));
	}

	/** The rows in the order of the output, with what the operation adds to each. @throws RequestFailure */
	private async completedRows(
		{ operation, params }: Job,
		completion: NonNullable<ListedRows['completion']>,
		rows: readonly IDataObject[],
	): Promise<CompletedRow[]> {
		const read = readOf(this.client, operation.action, completion.reads);
		return await completion.complete({ read, parallel: this.parallel }, rows, params);
	}
}
