import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { ReadParameter } from '../operation';
import { Params } from '../operation';
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
 * Reads the parameters of a node, each once per item, and one without an expression once for all items.
 *
 * An expression takes n8n about as long as everything else that happens to an item before it is sent.
 */
export class NodeParameters {
	private readonly constants = new Map<string, unknown>();
	/** As the workflow has them, with expressions. */
	private readonly written: unknown;

	constructor(private readonly context: IExecuteFunctions) {
		this.written = context.getNode().parameters;
	}

	/** @param itemIndex the item for which expressions are resolved */
	readerOf(itemIndex: number): ReadParameter {
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

	private isConstant(name: string): boolean {
		if (!isObject(this.written)) return false;
		let value: unknown = this.written;
		for (const key of name.split('.')) value = isObject(value) ? value[key] : undefined;
		return isConstant(value);
	}
}

/** Makes the parameters of the requests of one run. */
export class RunParameters {
	private readonly parameters: NodeParameters;
	private readonly timeZone: string;
	private readonly input: readonly IDataObject[];

	/** @param fields of the operation */
	constructor(
		context: IExecuteFunctions,
		private readonly fields: readonly INodeProperties[],
		readonly items: readonly INodeExecutionData[],
	) {
		this.parameters = new NodeParameters(context);
		this.timeZone = context.getTimezone();
		this.input = items.map(({ json }) => json);
	}

	/** The parameters of one request. @param itemIndexes the items that it is made from: expressions are resolved for the first */
	of(itemIndexes: readonly number[], read = this.parameters.readerOf(itemIndexes[0] ?? 0)): Params {
		return new Params(read, {
			fields: this.fields,
			rows: itemIndexes.map((index) => this.input[index] ?? {}),
			input: this.input,
			rowNumbers: itemIndexes.map((index) => index + 1),
			readRow: (position) => this.parameters.readerOf(itemIndexes[position] ?? 0),
			timeZone: this.timeZone,
		});
	}
}
