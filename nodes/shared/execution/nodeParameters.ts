import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { ReadParameter } from '../operation';
import { Params, writtenAt } from '../operation';
import { isObject } from '../values';

/** Whether no item can change this value: it has no expression at any depth. */
function isConstant(value: unknown): boolean {
	if (typeof value === 'string') return !value.startsWith('=');
	return typeof value !== 'object' || value === null || Object.values(value).every(isConstant);
}

/** What was chosen from a list or entered by ID. n8n's own extraction fails for a parameter that the editor does not show. */
const chosen = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

const isPrimitive = (value: unknown) => typeof value !== 'object' || value === null;

/**
 * The parameters of a node in one run, each read once per item, and one without an expression once for all items.
 *
 * An expression takes n8n about as long as everything else that happens to an item before it is sent.
 */
export class RunParameters {
	private readonly constants = new Map<string, unknown>();
	private readonly timeZone: string;
	private readonly input: readonly IDataObject[];

	/** @param fields of the operation */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: readonly INodeProperties[],
		readonly items: readonly INodeExecutionData[],
	) {
		this.timeZone = context.getTimezone();
		this.input = items.map(({ json }) => json);
	}

	/** The parameters of one request. @param itemIndexes the items that it is made from: expressions are resolved for the first */
	of(itemIndexes: readonly number[]): Params {
		return new Params(this.readerOf(itemIndexes[0] ?? 0), {
			fields: this.fields,
			rows: itemIndexes.map((index) => this.input[index] ?? {}),
			input: this.input,
			rowNumbers: itemIndexes.map((index) => index + 1),
			readRow: (position) => this.readerOf(itemIndexes[position] ?? 0),
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
			// Nobody can change a value that is not an object.
			if (isPrimitive(value) && this.isConstant(name)) this.constants.set(key, value);
			else (ofItem ??= new Map()).set(key, value);
			return value;
		};
	}

	/** Whether a parameter has the same value for all items, as the workflow writes it: without an expression. */
	private isConstant(name: string): boolean {
		const written: unknown = this.context.getNode().parameters;
		return isObject(written) && isConstant(writtenAt(written, name));
	}
}
