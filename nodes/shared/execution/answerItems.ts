import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest } from '../http';
import {
	RequestFailure,
	confirmationOf,
	formWithFile,
	partlyAcceptedIn,
	pagesFetcher,
	readResult,
	readRows,
} from '../http';
import type { RowFilter } from '../operation';
import { isCallee } from '../operation';
import {
	filledIn,
	hasColumns,
	idOf,
	likenessOf,
	newThingIn,
	withReport,
	withoutReceipt,
	withoutSharedIds,
} from '../platform';
import { isObject } from '../values';
import { FileAnswers } from './fileAnswers';
import type { Job } from './job';
import { isAction } from './job';
import type { Done } from './outcomes';
import { readerOf } from './readOnly';

/** What is made of an answer. */
type Answered = Pick<Done, 'items' | 'answer' | 'notClear' | 'refused'>;

/** The rows of one list that meet all filters. It notes whether any row says what a filter looks at: if none does, it would leave out all rows in silence. */
export class RowSelection {
	private readonly said = new Set<RowFilter>();
	private readonly unsaid = new Set<RowFilter>();
	/** Of which groups a row does not meet a filter. */
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

	/** Those of the rows of which no other row of the same group was left out. */
	whole(rows: IDataObject[]): IDataObject[] {
		const groups = this.filters.flatMap(({ groupOf }) => groupOf ?? []);
		return rows.filter((row) => {
			const isLeft = groups.some((groupOf) => this.leftGroups.has(groupOf(row) ?? ''));
			if (isLeft) this.noteSign(row, 'has another row that says otherwise');
			return !isLeft;
		});
	}

	/** Which rows were left out that looked as if they met the filters; '' if none. */
	get hint(): string {
		const signs = [...this.signs].map(([sign, { size }]) => `${size} × ${sign}`);
		return signs.length === 0
			? ''
			: `Left out, although the status says otherwise: ${signs.join(', ')}.`;
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

/** A repeated DELETE that finds nothing has reached what it was for. @throws any other error */
function whatIsGone(error: unknown): IDataObject {
	if (!(error instanceof RequestFailure) || error.details.isGone !== true) throw error;
	return { message: `${error.message}. ${error.description}` };
}

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

/** The item of an action, with what the platform says if that does not confirm it. */
const itemOf = (json: IDataObject, notClear?: string): Answered =>
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

/** The object that an answer is about. @throws RequestFailure if the platform says that it refused, or if the answer cannot be read */
function objectIn({ operation, draft, expected, isSimplified }: Job, body: unknown): IDataObject {
	const { action, entity } = operation;
	const isAction = draft.method !== 'GET';
	const mustFit = isSimplified && !isAction && hasColumns(entity);
	return readResult(body, { ...expected, subject: action, isAction, mustFit });
}

/**
 * The row of an answer, as the user wants to see it: with what the request says where the answer does not.
 *
 * @param answer about the thing itself
 */
export function rowOfAnswer(
	{ operation, draft, simplify, isSimplified }: Job,
	answer: IDataObject,
): IDataObject {
	const row = simplify(answer);
	const echoes = 'echoes' in operation ? operation.echoes : undefined;
	return echoes && isSimplified ? filledIn(row, simplify(draft.body), echoes) : row;
}

/** The item of an answer about one thing. An answer such as `{ message: "started" }` has none of the columns, and stays as it is. */
function objectItem(job: Job, body: unknown): INodeExecutionData {
	const answer = copyIn(job, objectIn(job, body));
	const { entity } = job.operation;
	const isOther =
		entity !== undefined && likenessOf(answer, entity) === 'none' && idOf(answer, entity) === '';
	const row = isOther ? answer : rowOfAnswer(job, withoutReceipt(answer));
	return { json: withReport(row, job.draft.report) };
}

/** What the answer says of the copy, where one was asked for: its ID may be beside that of the original, or missing. */
function copyIn({ operation, draft, isSimplified }: Job, answer: IDataObject): IDataObject {
	const isCopy = 'isCopy' in operation && operation.isCopy === true;
	if (!isCopy || !isSimplified || operation.entity === undefined) return answer;
	const original = draft.path.split('/').at(-2) ?? '';
	const copy = newThingIn(answer, operation.entity, decodeURIComponent(original));
	return Object.keys(copy).length > 0 ? copy : { not_clear: JSON.stringify(answer) };
}

/**
 * What the platform accepted of a list of contacts, if it was not all of it. Who is said to be refused can be sent again.
 *
 * @throws RequestFailure if it accepted nobody
 */
function inPart({ operation, draft, callees }: Job, body: unknown, answered: Answered): Answered {
	const { contacts } = draft.body;
	if (!Array.isArray(contacts)) return answered;
	const part = partlyAcceptedIn(body, contacts.length);
	if (!part) return answered;
	const people = callees?.list.people.filter(isCallee) ?? [];
	const rows = part.entries.map(({ number, reason }) => {
		const row = people.find((one) => one.number === number)?.row ?? null;
		return { row, phone_number: number ?? null, reason: `The platform refused it: ${reason}` };
	});
	const known = new Set(rows.flatMap(({ row, phone_number: number }) => (row && number) || []));
	if (part.accepted === 0) {
		const [first] = rows;
		throw new RequestFailure(
			first?.reason ?? 'The platform refused all contacts',
			`"${operation.action}" was answered, and no contact was accepted. Check the numbers, and the campaign`,
			{ reach: 'answered', final: true },
		);
	}
	const [item] = answered.items;
	const { rejected_rows: rejected = [], ...json } = item?.json ?? {};
	const isUnclear = known.size < part.refused;
	const unclear = `The platform refused ${part.refused} of ${contacts.length} contacts, and does not say of all of them which ones`;
	return {
		...answered,
		...itemOf(
			{
				...withReport(json, { rejected_rows: [...(rejected as IDataObject[]), ...rows] }),
				contacts_refused: part.refused,
			},
			isUnclear ? unclear : part.accepted === null ? answered.notClear : undefined,
		),
		refused: known,
	};
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
	 * @param beforeAttempt called before each attempt to send; what it throws ends the request
	 * @throws RequestFailure, or an Error of n8n's own helpers
	 */
	async itemsOf(job: Job, beforeAttempt: () => void): Promise<Answered> {
		const { operation } = job;
		if (job.report) {
			const lines = await job.report(readerOf(this.client, operation));
			return { items: lines.map((json) => ({ json })) };
		}
		const { method, path, query } = job.draft;
		const body = await this.bodyOf(job);
		const request = { method, path, query, body, subject: operation.action, beforeAttempt };
		const answer = this.answered(job, request);
		return isAction(job)
			? await answer.catch((error: unknown) => failAfterSending(job, error))
			: await answer;
	}

	private async answered(job: Job, request: HttpRequest): Promise<Answered> {
		const { operation } = job;
		if (operation.kind === 'list') return { items: await this.listItems(job, request) };
		if (operation.kind === 'file') {
			return { items: await this.fileItems(job, request, operation.sent) };
		}
		return operation.kind === 'action' && operation.answer
			? await this.doneItem(job, request, operation.answer)
			: await this.one(job, request);
	}

	/** @throws Error of n8n's own helpers for a file that cannot be read. Nothing was sent then */
	private async bodyOf({ itemIndexes, draft }: Job): Promise<HttpRequest['body']> {
		const { body, file } = draft;
		if (!file) return Object.keys(body).length > 0 ? body : undefined;
		const { upload, content } = file;
		return await formWithFile(this.context, itemIndexes[0] ?? 0, upload, content, body);
	}

	/** An answer about one thing. */
	private async one(job: Job, request: HttpRequest): Promise<Answered> {
		return await this.client
			.send(request, ({ body }) => {
				const notClear = isAction(job) ? notClearIn(job, body) : undefined;
				const answered = itemOf(objectItem(job, body).json, notClear);
				const answer = job.wait && { answer: objectIn(job, body) };
				return inPart(job, body, { ...answered, ...answer });
			})
			.catch((error: unknown) => ({ items: [{ json: whatIsGone(error) }] }));
	}

	/** What was done, where the answer is only looked at to see what it confirms. */
	private async doneItem(
		job: Job,
		request: HttpRequest,
		done: 'deleted' | 'cancelled' | 'reported',
	): Promise<Answered> {
		if (done === 'reported') {
			return await this.client.send(request, ({ body }) =>
				itemOf(job.draft.report, notClearIn(job, body)),
			);
		}
		return await this.client
			.send(request, ({ body }) => {
				const notClear = notClearIn(job, body, done);
				return itemOf({ [done]: notClear === undefined ? true : null }, notClear);
			})
			.catch((error: unknown) => itemOf({ [done]: true, ...whatIsGone(error) }));
	}

	private async fileItems(
		job: Job,
		request: HttpRequest,
		sent: 'always' | 'orObject' | 'linked',
	): Promise<INodeExecutionData[]> {
		const files = new FileAnswers(this.context, this.client);
		const read = (body: unknown) => objectItem(job, body);
		if (sent === 'always') return [await files.file(job, request)];
		if (sent === 'linked') return [await files.linkedFile(job, request, read)];
		return await files.objectOrFile(job, request, (body) =>
			Array.isArray(body) && !job.expected.path
				? body.map((row: unknown) => ({
						json: withReport(
							job.simplify(isObject(row) ? row : { value: row as string }),
							job.draft.report,
						),
					}))
				: [read(body)],
		);
	}

	private async listItems(job: Job, request: HttpRequest): Promise<INodeExecutionData[]> {
		const { operation, draft, expected, list, isSimplified } = job;
		const { limit, rowFilters = [], checkRow } = list ?? {};
		const pages = pagesFetcher(
			this.client,
			{ ...request, hasIds: draft.hasIds },
			{ ...expected, mustFit: isSimplified },
		);
		const selection = new RowSelection(rowFilters);
		const read = await readRows(pages, {
			wanted: selection.isOfWholeList ? undefined : limit,
			keeps: rowFilters.length > 0 ? selection.keeps : undefined,
			entity: operation.entity,
			parallel: this.parallel,
		});
		selection.check();
		const rows = selection.whole(read).slice(0, limit);
		const { hint: message } = selection;
		if (message) {
			this.context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
		}
		if (checkRow) rows.forEach(checkRow);
		const shown = isSimplified ? withoutSharedIds(rows) : rows;
		return shown.map((row) => ({ json: withReport(job.simplify(row), draft.report) }));
	}
}
