import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../values';

/** Whether no item can change this value: it has no expression at any depth. */
function isConstant(value: unknown): boolean {
	if (typeof value === 'string') return !value.startsWith('=');
	return typeof value !== 'object' || value === null || Object.values(value).every(isConstant);
}

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
	readerOf(itemIndex: number): (name: string, fallback?: unknown) => unknown {
		let ofItem: Map<string, unknown> | undefined;
		return (name, fallback) => {
			const key = `${name} ${JSON.stringify(fallback)}`;
			if (this.constants.has(key)) return this.constants.get(key);
			if (ofItem?.has(key)) return ofItem.get(key);
			if (this.isAbsent(name)) return fallback;
			const options = { extractValue: true };
			const value: unknown = this.context.getNodeParameter(name, itemIndex, fallback, options);
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

	/** Whether the workflow has no such value. n8n leaves out what the editor does not show, and fails if it is read. */
	private isAbsent(name: string): boolean {
		let value: unknown = this.written;
		for (const key of name.split('.')) {
			// An expression may give an object.
			if (!isObject(value)) return false;
			value = value[key];
			if (value === undefined) return true;
		}
		return false;
	}
}
