import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { Differing, ReadParameter } from '../operation';
import { Params, writtenAt } from '../operation';
import { isObject, readText } from '../values';

/** Names of n8n that are the same for all items of a run: what they stand for, or what they make of other values. */
const OF_RUN_NAMES =
	'average|env|execution|executionId|if|ifEmpty|jmespath|jmesPath|max|min|mode|nodeId|nodeVersion|not|now|prevNode|runIndex|secrets|today|vars|webhookId|workflow';

/** Parts with a $ that look at no single item: those names, a node's items, its first and last item, and `${`. */
const OF_RUN = new RegExp(
	String.raw`\$(?:(?:\(\s*(?:'[^'\\]*'|"[^"\\]*")\s*\)|input)\s*\.\s*(?:all|first|last)\(|(?:${OF_RUN_NAMES})\b|\{)`,
	'g',
);

/**
 * The clock and chance, which give something else each time. A column may be called "Due Date", and
 * `new Date($json.start)` stays the same.
 */
const CHANGING =
	/\$(?:now|today)\b|\bDate(?:\.now\b|\(\s*\))|\bnew\s+Date\b(?!\s*\(\s*[^\s)])|\bDateTime\.(?:now\b|(?:local|utc)\(\s*[){])|\brandom\w*\s*\(|(?<![.\w$])(?:Math|Date|DateTime)\s*\[|\bperformance\.now\b|\b(?:diffNow|diffToNow|isInLast|toRelative\w*|DateTimeFormat)\(/;

/** What else could be the clock or chance. Reading it for each item is no mistake. */
const MAY_CHANGE = /\b(?:Date|DateTime|Interval|Intl)\b|random/i;

const isPrimitive = (value: unknown) => typeof value !== 'object' || value === null;

/** What n8n evaluates in the text of a parameter: `=Week {{ $now.weekNumber }}`. */
const EVALUATED = /\{\{[\s\S]*?(?:(?<!\\)\}\}|$)/g;

/** The expressions in a value, at any depth, as one text. @param without names of entries that do not count */
function expressionsIn(value: unknown, name = '', without?: ReadonlySet<string>): string {
	if (without?.has(name)) return '';
	if (typeof value === 'string') {
		return value.startsWith('=') ? (value.match(EVALUATED) ?? []).join('\n') : '';
	}
	if (isPrimitive(value)) return '';
	const inner = Object.entries(value as object).map(([key, entry]) =>
		expressionsIn(entry, `${name}.${key}`, without),
	);
	return inner.filter(Boolean).join('\n');
}

/**
 * Whether expressions may give something else for another item, and something else each time. Whatever is not known
 * counts as a part of the item.
 */
const looksAt = (expressions: string) => ({
	item: /\$|\\[ux]|\bthis\b(?!\s+\w)/.test(expressions.replace(OF_RUN, ' ')),
	clock: CHANGING.test(expressions),
});

/** A value as it is compared: trimmed texts, null as '', fields by name, without what is read per item. */
function comparable(value: unknown, name: string, readPerItem: ReadonlySet<string>): unknown {
	if (readPerItem.has(name)) return '';
	if (isPrimitive(value)) return readText(value)?.trim() ?? '';
	if (Array.isArray(value)) return value;
	const entries = Object.entries(value as object).sort(([one], [other]) => (one < other ? -1 : 1));
	return entries.map(([key, inner]) => [key, comparable(inner, `${name}.${key}`, readPerItem)]);
}

/** A frozen copy, which nobody else has. Undefined becomes null: an expression has no value. */
const ownCopy = (value: unknown): unknown =>
	isPrimitive(value)
		? value
		: Object.freeze(JSON.parse(JSON.stringify(value, (_name, inner: unknown) => inner ?? null)));

/** What was chosen from a list or entered by ID. n8n's own extraction fails for a parameter that is not shown. */
const chosen = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

/** What was read for one item, and what n8n was to give if there is nothing. */
interface ReadOnce {
	value: unknown;
	fallback: unknown;
}

/**
 * The parameters of a node in one run, each read once per item, and once for all items if it is the same for them.
 *
 * An expression takes n8n about as long as everything else that happens to an item before it is sent.
 */
export class RunParameters {
	private readonly constants = new Map<string, unknown>();
	private readonly shared = new Map<string, unknown>();
	private readonly sameForAll = new Map<string, boolean>();
	private readonly timeZone: string;
	/** The parameters as the workflow has them, with expressions. */
	private readonly written: unknown;
	private readonly input: readonly IDataObject[];

	/** @param fields the fields of the operation */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: readonly INodeProperties[],
		readonly items: readonly INodeExecutionData[],
	) {
		this.timeZone = context.getTimezone();
		this.written = context.getNode().parameters;
		this.input = items.map(({ json }) => json);
	}

	/** The parameters of one request. @param itemIndexes its items: expressions are resolved for the first */
	of(itemIndexes: readonly number[]): Params {
		const first = itemIndexes[0] ?? 0;
		/** What was read for the first item only: this value is used for all. */
		const readOnce = new Map<string, ReadOnce>();
		const readPerItem = new Set<string>();
		const recording =
			(reader: ReadParameter): ReadParameter =>
			(name, fallback) => {
				const value = reader(name, fallback);
				if (!readOnce.has(name)) readOnce.set(name, { value, fallback });
				return value;
			};
		const perItem =
			(reader: ReadParameter): ReadParameter =>
			(name, fallback) => {
				readPerItem.add(name);
				return reader(name, fallback);
			};
		return new Params(recording(this.readerOf(first)), {
			fields: this.fields,
			rows: itemIndexes.map((index) => this.input[index] ?? {}),
			input: this.input,
			rowNumbers: itemIndexes.map((index) => index + 1),
			readRow: (position) => perItem(this.readerOf(itemIndexes[position] ?? 0)),
			readShared: recording(this.sharedReaderOf(first)),
			differing: () => this.differing(readOnce, itemIndexes, readPerItem),
			entriesOf: (name) => this.entriesOf(name),
			timeZone: this.timeZone,
			writtenAs: (name) => writtenAt(this.context.getNode().parameters, name),
		});
	}

	private readerOf(itemIndex: number): ReadParameter {
		let ofItem: Map<string, unknown> | undefined;
		return (name, fallback) => {
			const key = `${name} ${JSON.stringify(fallback)}`;
			if (this.constants.has(key)) return this.constants.get(key);
			if (ofItem?.has(key)) return ofItem.get(key);
			const value = chosen(this.context.getNodeParameter(name, itemIndex, fallback));
			// A value that is no object can be shared, because nobody can change it.
			if (isPrimitive(value) && this.isSameForAll(name)) this.constants.set(key, value);
			else (ofItem ??= new Map()).set(key, value);
			return value;
		};
	}

	/** What is not the same for all items is not kept: it may be a long list. */
	private sharedReaderOf(itemIndex: number): ReadParameter {
		return (name, fallback) => {
			if (this.shared.has(name)) return this.shared.get(name);
			const value: unknown = this.context.getNodeParameter(name, itemIndex, fallback);
			if (!this.isSameForAll(name)) return value;
			// n8n may give a part of an item, which another node can change.
			const own = ownCopy(value);
			this.shared.set(name, own);
			return own;
		};
	}

	/** Whether a parameter has the same value for all items, by what is written in the workflow. */
	private isSameForAll(name: string): boolean {
		const cached = this.sameForAll.get(name);
		if (cached !== undefined) return cached;
		const { written } = this;
		const expressions = expressionsIn(writtenAt(written, name));
		const { item, clock } = looksAt(expressions);
		const isSame = isObject(written) && !item && !clock && !MAY_CHANGE.test(expressions);
		this.sameForAll.set(name, isSame);
		return isSame;
	}

	/**
	 * A parameter that was read for the first item, and has another value for one of these items; undefined without one.
	 * One that looks at the item and at the clock cannot be compared, so it counts. @param readPerItem names of what may
	 * differ
	 */
	private differing(
		readOnce: ReadonlyMap<string, ReadOnce>,
		[, ...others]: readonly number[],
		readPerItem: ReadonlySet<string>,
	): Differing | undefined {
		if (others.length === 0) return undefined;
		for (const [name, { value, fallback }] of readOnce) {
			const { item, clock } = looksAt(
				expressionsIn(writtenAt(this.written, name), name, readPerItem),
			);
			if (!item) continue;
			const asText = (one: unknown) => JSON.stringify(comparable(chosen(one), name, readPerItem));
			const first = asText(value);
			const isOther = (index: number) => {
				try {
					return asText(this.context.getNodeParameter(name, index, fallback)) !== first;
				} catch {
					return true;
				}
			};
			if (clock || others.some(isOther)) return { name, withClock: clock };
		}
		return undefined;
	}

	private entriesOf(name: string): string[] | undefined {
		const entered = writtenAt(this.written, name);
		return isObject(entered) ? Object.keys(entered) : undefined;
	}
}
