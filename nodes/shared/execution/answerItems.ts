import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Action, Client, HttpRequest, PartlyAccepted, WantedFile } from '../http';
import {
	FileDownload,
	Identity,
	RequestFailure,
	addressOf,
	confirmationOf,
	formWithFile,
	partlyAcceptedIn,
	pagesFetcher,
	readResult,
	readRows,
} from '../http';
import type { FileOperation, Known, RequestOperation, RowFilter, Write } from '../operation';
import { endpointsOf, isCallee } from '../operation';
import {
	filledIn,
	hasColumns,
	Likeness,
	likenessOf,
	newThingIn,
	saysSomething,
	withReport,
	withoutReceipt,
	withoutSharedIds,
	withMoreTurns,
} from '../platform';
import { isObject } from '../values';
import type { Job } from './job';
import { isAction } from './job';
import type { Done } from './outcomes';
import { reportReadOf } from './readOnly';

/** So many numbers are named in a sentence. */
const MAX_NAMED = 5;

/** What is made of an answer. */
type Answered = Pick<Done, 'items' | 'answer' | 'notClear' | 'refused'>;

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
function whatIsGone(error: unknown): string {
	if (!(error instanceof RequestFailure) || error.details.isGone !== true) throw error;
	return `${error.message}. ${error.description}`;
}

/** What the platform says, if its answer does not confirm the action; undefined if it does. @throws RequestFailure if it refused */
function unconfirmed(body: unknown, action: Action): string | undefined {
	const confirmation = confirmationOf(body, action);
	if (confirmation.is === 'refused') throw confirmation.failure;
	return confirmation.is === 'notClear' ? confirmation.said : undefined;
}

/** Sends the changes of an operation that makes several. Only such an operation has any, and each endpoint must be its own. */
function writerOf(client: Client, operation: Known<RequestOperation>): Write {
	const { action: subject } = operation;
	return async (endpoint, { ids, body, entity, becomes }) => {
		if (operation.kind !== 'steps' || !endpointsOf(operation).includes(endpoint)) {
			throw new Error(`"${subject}" does not name ${endpoint}`);
		}
		return await client
			.send({ ...addressOf(endpoint, ids), body, subject }, (answer) => ({
				body: answer.body as unknown,
				notClear: unconfirmed(answer.body, { subject, entity, becomes }),
			}))
			.catch((error: unknown) => ({ body: { message: whatIsGone(error) }, notClear: undefined }));
	};
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

/** The output for an answer about one thing. One such as `{ message: "started" }` has none of the columns, and stays as it is. */
function objectOutput(job: Job, body: unknown): IDataObject {
	const { entity } = job.operation;
	const read = copyIn(job, objectIn(job, body));
	const answer = entity === 'transcript' ? withMoreTurns(read, body) : read;
	// What a transcript is has few fields, or none.
	const isRead = job.draft.method === 'GET' && saysSomething(job.simplify(answer));
	const isOther = entity !== undefined && !isRead && likenessOf(answer, entity) === Likeness.None;
	const row = isOther ? answer : rowOfAnswer(job, withoutReceipt(answer));
	return withReport(row, job.draft.report);
}

/** What the item of an action is, if not what the platform sends. */
const doneBy = ({ operation }: Job) => (operation.kind === 'action' ? operation.answer : undefined);

/** What the platform says in place of a confirmation of the action; undefined if it confirms it. @throws RequestFailure if it refused */
function notClearIn(job: Job, body: unknown): string | undefined {
	const { action: subject, entity } = job.operation;
	return unconfirmed(body, { subject, entity, becomes: doneBy(job) });
}

/**
 * The item of an answer about one thing, or about an action. If the answer does not confirm the action, the item says so, with the words of the platform.
 *
 * @throws RequestFailure if the platform says that it refused, or if the answer cannot be read
 */
function answeredItem(job: Job, body: unknown): Answered {
	if (job.rows) return { items: job.rows(objectIn(job, body)).map((json) => ({ json })) };
	const done = doneBy(job);
	const notClear = done || isAction(job) ? notClearIn(job, body) : undefined;
	const said = notClear === undefined ? {} : { not_clear: notClear };
	if (done)
		return { items: [{ json: { [done]: notClear === undefined || null, ...said } }], notClear };
	return inPart(job, body, {
		items: [{ json: { ...objectOutput(job, body), ...said } }],
		notClear,
		...(job.wait && { answer: objectIn(job, body) }),
	});
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

/** What the answer says of the copy, where one was asked for: its ID may be beside that of the original, or missing. */
function copyIn({ operation, draft, isSimplified }: Job, answer: IDataObject): IDataObject {
	const isCopy = 'isCopy' in operation && operation.isCopy === true;
	if (!isCopy || !isSimplified || operation.entity === undefined) return answer;
	const original = draft.path.split('/').at(-2) ?? '';
	const copy = newThingIn(answer, operation.entity, decodeURIComponent(original));
	return Object.keys(copy).length > 0 ? copy : { not_clear: JSON.stringify(answer) };
}

/** The contacts that the platform says it refused, as rows of the output. */
function refusedRows({ callees }: Job, { entries }: PartlyAccepted) {
	const people = callees?.list.people.filter(isCallee) ?? [];
	return entries.map(({ number, reason }) => ({
		row: people.find((one) => one.number === number)?.row ?? null,
		contact_number: number ?? null,
		reason: `The platform refused it: ${reason}`,
	}));
}

/** What is said of contacts that the platform counts as accepted, and lists as refused. Nobody is to be sent again. */
function contradicted(answered: Answered, count: number, known: ReadonlySet<string>): Answered {
	const named = [...known].slice(0, MAX_NAMED).join(', ') || 'some';
	const notClear = `The platform counts all ${count} contacts as accepted, and lists ${named} as not accepted`;
	const json = withReport(answered.items[0]?.json ?? {}, { not_clear: notClear });
	return { ...answered, items: [{ json }], notClear };
}

/**
 * What the platform accepted of a list of contacts, if it was not all of it. Who is said to be refused can be sent again.
 *
 * @throws RequestFailure if it accepted nobody
 */
function inPart(job: Job, body: unknown, answered: Answered): Answered {
	const { operation, draft } = job;
	const { contacts } = draft.body;
	const part = Array.isArray(contacts) ? partlyAcceptedIn(body, contacts.length) : undefined;
	if (!part || !Array.isArray(contacts)) return answered;
	const rows = refusedRows(job, part);
	if (part.accepted === 0) {
		throw new RequestFailure(
			rows[0]?.reason ?? 'The platform refused all contacts',
			`"${operation.action}" was answered, and no contact was accepted. Check the numbers, and the campaign`,
			{ reach: 'answered', final: true },
		);
	}
	const known = new Set(rows.flatMap(({ row, contact_number: number }) => (row && number) || []));
	if (part.isContradicted) return contradicted(answered, contacts.length, known);
	const unnamed = `The platform refused ${part.refused} of ${contacts.length} contacts, and does not say of all of them which ones`;
	const notClear = known.size < part.refused ? unnamed : answered.notClear;
	const [item] = answered.items;
	const { rejected_rows: rejected = [], ...row } = item?.json ?? {};
	delete row.not_clear;
	const json = {
		...withReport(row, { rejected_rows: [...(rejected as IDataObject[]), ...rows] }),
		contacts_refused: part.refused,
		...(notClear !== undefined && { not_clear: notClear }),
	};
	return { ...answered, items: [{ json }], notClear, refused: known };
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
			const { client, context } = this;
			const lines = await job.report(reportReadOf(client, operation), writerOf(client, operation));
			const items = lines.map(async ({ row, file }): Promise<INodeExecutionData> => {
				if (!file) return { json: row };
				const content = Buffer.from(file.text, 'utf8');
				const { helpers } = context;
				const binary = await helpers.prepareBinaryData(content, file.name, 'application/json');
				return { json: row, binary: { [file.field]: binary } };
			});
			return { items: await Promise.all(items) };
		}
		const { method, path, query } = job.draft;
		const body = await this.bodyOf(job);
		const { action: subject, notFound } = operation;
		const request = { method, path, query, body, subject, notFound, beforeAttempt };
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
		{ file: kind, sent, action: subject }: Known<FileOperation>,
		request: HttpRequest,
	): Promise<INodeExecutionData[]> {
		const { outputField, draft } = job;
		const wanted: WantedFile = { kind, id: lastIdIn(job), subject };
		const download = new FileDownload(this.context, this.client, wanted, outputField);
		if (sent === 'always') return [await download.requested(request)];
		const answer = await download.answered(request);
		if ('item' in answer) return [answer.item];
		const shown = this.client.hideSecrets(answer.json);
		if (sent === 'orObject' && Array.isArray(shown) && !job.expected.path) {
			return shown.map((row: unknown) => {
				const json = job.simplify(isObject(row) ? row : { value: row as string });
				return { json: withReport(json, draft.report) };
			});
		}
		const json = objectOutput(job, shown);
		if (sent === 'orObject' || outputField === undefined) return [{ json }];
		const { binary } = await download.inJson(answer.json);
		return [{ json, binary }];
	}

	private async listItems(
		job: Job,
		{ limit, rowFilters, checkRow }: NonNullable<Job['list']>,
		request: HttpRequest,
	): Promise<INodeExecutionData[]> {
		const { operation, draft, expected, isSimplified } = job;
		const pages = pagesFetcher(
			this.client,
			{ ...request, hasIds: draft.hasIds },
			{ ...expected, mustFit: isSimplified },
		);
		const selection = new RowSelection(rowFilters);
		const read = await readRows(pages, {
			wanted: selection.isOfWholeList ? undefined : limit,
			keeps: rowFilters.length > 0 ? selection.keeps : undefined,
			identity: new Identity(operation.entity),
			parallel: this.parallel,
		});
		selection.check();
		const rows = selection.whole(read).slice(0, limit);
		const { hint: message } = selection;
		if (message) {
			this.context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
		}
		rows.forEach(checkRow);
		const shown = isSimplified ? withoutSharedIds(rows) : rows;
		return shown.map((row) => ({ json: withReport(job.simplify(row), draft.report) }));
	}
}
