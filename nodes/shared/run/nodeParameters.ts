import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { ReadParameter } from '../operation';
import { Params, writtenAt } from '../operation';
import { isObject, readText } from '../values';

/** Parts of an expression that give the same for every item of a run: all items of a node, its first and its last one, and the variables of n8n. */
const ALIKE =
	/\$\(\s*(?:'[^'\\]*'|"[^"\\]*")\s*\)\s*\.(?:all|first|last)\(|\$input\.(?:all|first|last)\(|\$vars\b/g;
/** Parts of an expression that may look at the item, or differ each time: chance and the clock. */
const PERHAPS_OF_ITEM = /\$|\\[ux]|\b(?:this|Date|DateTime)\b|random/i;

const isPrimitive = (value: unknown) => typeof value !== 'object' || value === null;

/** Parts of an expression that are never about an item. Some of them change with time. */
const OF_RUN =
	/\$(?:now|today|execution|workflow|prevNode|runIndex|nodeId|nodeVersion|env|secrets|mode)\b/g;

/** Whether an expression may give different values for two items because it looks at them. The clock and chance alone do not count. */
const looksAtItem = (text: string): boolean =>
	text.startsWith('=') && /\$|\\[ux]|\bthis\b/.test(text.replace(ALIKE, ' ').replace(OF_RUN, ' '));

/** Whether a text at any depth of a value is such an expression. */
function mayLookAtItem(value: unknown): boolean {
	if (typeof value === 'string') return looksAtItem(value);
	return isObject(value) || Array.isArray(value) ? Object.values(value).some(mayLookAtItem) : false;
}

/** A value as it is compared with another: texts without spaces around them, nothing as an empty text, fields by their names, and without what is read per item. */
function comparable(value: unknown, name: string, readPerItem: ReadonlySet<string>): unknown {
	if (readPerItem.has(name)) return '';
	if (isPrimitive(value)) return readText(value)?.trim() ?? '';
	if (Array.isArray(value)) return value;
	const entries = Object.entries(value as object).sort(([one], [other]) => (one < other ? -1 : 1));
	return entries.map(([key, inner]) => [key, comparable(inner, `${name}.${key}`, readPerItem)]);
}

/** Whether a text is the same for all items: it has no expression, or one that certainly looks at no single item. */
const isAlike = (text: string): boolean =>
	!text.startsWith('=') || !PERHAPS_OF_ITEM.test(text.replace(ALIKE, ' '));

/** Whether a value is the same for all items, at any depth. */
function isSameForAll(value: unknown): boolean {
	if (typeof value === 'string') return isAlike(value);
	return typeof value !== 'object' || value === null || Object.values(value).every(isSameForAll);
}

/** A copy that nobody else has: it is frozen, so that it is known as one. Undefined becomes null: an expression has no value. */
const ownCopy = (value: unknown): unknown =>
	isPrimitive(value)
		? value
		: Object.freeze(JSON.parse(JSON.stringify(value, (_name, inner: unknown) => inner ?? null)));

/** What was chosen from a list or entered by ID. n8n's own extraction fails for a parameter that the editor does not show. */
const chosen = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

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

	/** The parameters of one request. @param itemIndexes the items that it is made from: expressions are resolved for the first */
	of(itemIndexes: readonly number[]): Params {
		const first = itemIndexes[0] ?? 0;
		/** Names of parameters that were read for the first item only: this value is used for all. */
		const readOnce = new Set<string>();
		const readPerItem = new Set<string>();
		const recording =
			(reader: ReadParameter, names = readOnce): ReadParameter =>
			(name, fallback) => {
				names.add(name);
				return reader(name, fallback);
			};
		return new Params(recording(this.readerOf(first)), {
			fields: this.fields,
			rows: itemIndexes.map((index) => this.input[index] ?? {}),
			input: this.input,
			rowNumbers: itemIndexes.map((index) => index + 1),
			readRow: (position) => recording(this.readerOf(itemIndexes[position] ?? 0), readPerItem),
			readShared: recording(this.sharedReaderOf(first)),
			differing: () => [...readOnce].find((name) => this.differs(name, itemIndexes, readPerItem)),
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
		const isSame = isObject(written) && isSameForAll(writtenAt(written, name));
		this.sameForAll.set(name, isSame);
		return isSame;
	}

	/** Whether the expression of a parameter gives different values for these items, or fails for one of them. @param readPerItem names of what may differ */
	private differs(
		name: string,
		itemIndexes: readonly number[],
		readPerItem: ReadonlySet<string>,
	): boolean {
		if (itemIndexes.length < 2 || !mayLookAtItem(writtenAt(this.written, name))) return false;
		const valueOf = (index: number) => {
			const value = chosen(this.context.getNodeParameter(name, index, ''));
			return JSON.stringify(comparable(value, name, readPerItem));
		};
		const first = valueOf(itemIndexes[0] ?? 0);
		try {
			const isOther = itemIndexes.some((index) => valueOf(index) !== first);
			// The clock and chance give something else for the same item, too: the first value counts.
			return isOther && valueOf(itemIndexes[0] ?? 0) === first;
		} catch {
			return true;
		}
	}

	private entriesOf(name: string): string[] | undefined {
		const entered = writtenAt(this.written, name);
		return isObject(entered) ? Object.keys(entered) : undefined;
	}
}
