/*
 * What a test with a whole n8n or with many rows needs of another platform. The control API checks by this list, and the table in reference.md
 * is written from it. Other ways to answer are in test/platform/manners.mts.
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
	total: choice('Whether a page says how many rows there are', ['rows', 'yes'], ['none', 'no']),
	pageCap: amountOrNone('At most so many rows on a page, without an error', 7),
	ignoreOffset: choice<boolean>('`offset` is an unknown parameter', false, true),
	order: choice(
		'Order of the rows',
		'newest',
		'oldest',
		['random', 'shuffled, but the same on every page'],
		['arrival', 'what was added last comes first, whatever its `created_at`'],
		['byAgent', 'grouped by agent, in each group the newest first'],
	),
	dateFilter: choice('The parameters `from` and `to`', 'honoured', [
		'ignored',
		'unknown parameters',
	]),
	catalogueRows: amountOrNone(
		'Catalogues (voices, tools, prices …) have so many rows, with numbered copies',
		137,
	),

	// Calls
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

	// Every request
	tokenUses: amountOrNone('A token expires after so many requests', 3),
	latencyMs: amount('How much later every answer comes', 'integer', 0, 5),
} satisfies Record<string, Quirk>;
