/*
 * Every way to answer that the platform's document leaves open, and the values each may take. The control API checks by this list, the
 * table in reference.md is written from it, and the tests run through it.
 */

type Word = string | number | boolean;

/** One thing that the platform may do in several ways. */
export interface Quirk<Value = unknown> {
	/** What it is about. */
	about: string;
	/** Every value, the default first. Of an amount: the default and examples. */
	values: readonly Value[];
	/** What a value means, by its text; only where the word alone does not say it. */
	meanings: Readonly<Record<string, string>>;
	/** JSON schema of a value. */
	schema: object;
}

/** One of several words; the first is the default. */
function choice<const Value extends Word>(
	about: string,
	...values: Array<Value | readonly [Value, string]>
): Quirk<Value> {
	const pairs = values.map((value) => (Array.isArray(value) ? value : [value]));
	const words = pairs.map(([word]) => word as Value);
	const meanings = pairs.flatMap(([word, meaning]) => (meaning ? [[String(word), meaning]] : []));
	return { about, values: words, meanings: Object.fromEntries(meanings), schema: { enum: words } };
}

const flag = (about: string): Quirk<boolean> => choice<boolean>(about, false, true);

/** A number that is always there. */
function amount(about: string, type: 'integer' | 'number', ...values: number[]): Quirk<number> {
	return { about, values, meanings: {}, schema: { type, minimum: 0 } };
}

/** A number, or null for none. */
function amountOrNone(about: string, ...examples: number[]): Quirk<number | null> {
	const schema = { type: ['integer', 'null'], minimum: 1 };
	return { about, values: [null, ...examples], meanings: {}, schema };
}

export const CATALOGUE = {
	// Lists
	envelope: choice(
		'What is around the rows of a list',
		['items', '`{items, total, limit, offset}`'],
		['array', 'the rows alone'],
		['nested', '`{data: {rows}}`'],
		['data', '`{data: [], total}`'],
		['results', '`{count, next, previous, results}`, with links that lead on'],
		['hal', '`{_embedded: {calls}, _links, page}`, with links that lead on'],
		['ownName', '`{calls, count}`'],
		['success', '`{success: true, errors: [], data: {items}}`'],
		['deep', '`{response: {data: {rows}}}`'],
		[
			'besideArrays',
			'`{filters, sort, columns, rows, total}`, where the first three are arrays too',
		],
	),
	emptyList: choice(
		'A page without rows',
		['envelope', 'as any other page'],
		'null',
		['noContent', '204'],
		['emptyObject', '`{}`'],
		['rowsNull', 'null in place of the rows'],
		['notFound', '404, if the whole list has no rows'],
	),
	total: choice(
		'How many rows a page says there are',
		['rows', 'all that the filters let through'],
		['none', 'nothing is said'],
		['ofPage', 'those of the page'],
		['ofTable', 'all, with any filters'],
	),
	offsetMeans: choice(
		'How `offset` is read',
		'rows',
		['pagesFromZero', 'the number of a page'],
		['pagesFromOne', 'the same; 0 is the first page too'],
	),
	pastEnd: choice<'empty' | 'lastPage' | 400 | 404 | 416 | 422>(
		'An offset past the end',
		['empty', 'a page without rows'],
		['lastPage', 'the last page, again and again'],
		[400, 'refused'],
		[404, 'refused'],
		[416, 'refused'],
		[422, 'refused'],
	),
	nextLinks: choice(
		'What leads to the next page, beside `offset`',
		['none', 'nothing'],
		['absolute', '`next`, a whole address'],
		['relative', '`next`, an address without a host'],
		['header', 'a `Link` header'],
		['cursor', '`next_cursor`, for the parameter `cursor`'],
		['foreign', '`next`, an address on another host'],
	),
	pageCap: amountOrNone('At most so many rows on a page, without an error', 7),
	refuseLimitAbove: amountOrNone('422 for a larger limit', 7),
	ignoreOffset: flag('`offset` is an unknown parameter'),
	ignorePaging: flag('`limit` and `offset` are unknown parameters'),
	order: choice(
		'Order of the rows',
		'newest',
		'oldest',
		['random', 'shuffled, but the same on every page'],
		['arrival', 'what was added last comes first, whatever its `created_at`'],
		['updated', 'what changed last comes first'],
		['byAgent', 'grouped by agent, in each group the newest first'],
		[
			'otherDate',
			'by another date, the latest first: calls by their end, bookings by the appointment, callbacks by when they are due',
		],
	),
	dateFilter: choice(
		'The parameters `from` and `to`',
		'honoured',
		['ignored', 'unknown parameters'],
		['refused', '422'],
		['otherDate', 'filters of the same date as in `order: otherDate`; bookings have them too'],
	),
	filters: choice('Every other filter of a list', 'honoured', ['ignored', 'unknown parameters']),
	catalogueRows: amountOrNone(
		'Catalogues (voices, tools, prices …) have so many rows, with numbered copies',
		137,
	),

	// Things
	objectEnvelope: choice(
		'What is around an answer about one thing',
		['bare', 'nothing'],
		['data', '`{data}`'],
		['dataMeta', '`{data, meta: {request_id}, links: {self}}`'],
		['named', '`{call}`'],
		['success', '`{success: true, status, error: null, data, timestamp}`'],
		['parts', '`{call, transcript, analysis}`; other things as `named`'],
		['arrayOfOne', '`[{…}]`'],
	),
	idName: choice(
		'Where the id of a thing is',
		['specific', '`call_id`'],
		'id',
		['camel', '`callId`'],
		['tenant', '`call_id`; `id` is that of the organization'],
	),
	names: choice('How names are written', 'snake', 'camel'),
	bigIds: flag('Ids of calls are whole numbers beyond 2^53'),
	numbersAsStrings: flag('Numbers are texts'),
	timestamps: choice(
		'How moments are written',
		'iso',
		'isoNoZone',
		['isoOffset', '+02:00'],
		'seconds',
		'milliseconds',
		['isoLocal', 'as a clock five hours behind UTC shows them, without a zone'],
		'missing',
		['mixed', 'missing in about a third of the rows, always the same ones'],
	),
	statusWords: choice(
		'The words of `status`',
		'usual',
		['upper', '`IN_PROGRESS`'],
		['camel', '`inProgress`'],
		['unknown', '`state_7`: words that nobody knows'],
		'absent',
	),
	transcriptDelaySeconds: amount(
		'For so long after `ended_at`, a call has no transcript and `analysis: null`; `--speed` does not shorten it',
		'number',
		0,
		60,
	),

	// Custom functions, which agents ask while they speak
	functionArguments: choice(
		'Where the arguments are in the request to a custom function',
		['arguments', '`{name, arguments: {…}}`'],
		['parameters', '`{name, parameters: {…}}`'],
	),
	functionPatienceSeconds: amount(
		'For so long an agent waits for a reply; `--speed` does not shorten it',
		'number',
		5,
		1,
	),
	functionRepeats: choice(
		'When a custom function is sent the same request again, with the same IDs',
		'never',
		['afterSilence', 'once more, when no reply came in time'],
		['always', 'twice at the same moment; the first reply is taken'],
	),

	// Files
	recording: choice(
		'What a request for a recording gets',
		'file',
		['link', '`{url}`'],
		['html', 'a page'],
		['empty', 'an empty body'],
	),
	invoiceLink: choice(
		'What a request for the PDF of an invoice gets',
		['url', '`{url}`'],
		['relative', '`{url}` without a host'],
		['otherName', '`{invoice_pdf}`'],
		['file', 'the PDF'],
	),

	// Login and refusals
	login: choice(
		'The answer to a login',
		['plain', '`{access_token}`'],
		['camelToken', '`{accessToken}`'],
		['token', '`{token}`'],
		['dataToken', '`{data: {access_token}}`'],
		['noToken', 'without a token'],
		['mfaStatus', '401 with `mfa_required`, if a code is needed'],
		['mfaText', '`mfa_required: "true"`, if a code is needed'],
	),
	tokenUses: amountOrNone('A token expires after so many requests', 3),
	refusal: choice(
		'Business failures such as no credit or a wrong state (402, 409)',
		['status', 'that status'],
		['successFalse', '200 with `{success: false, message}`'],
	),
	errorShape: choice(
		'The body of an error',
		'message',
		'detail',
		'detailList',
		'error',
		'errors',
		'title',
		'html',
	),
	latencyMs: amount('How much later every answer comes', 'integer', 0, 5),
} satisfies Record<string, Quirk>;
