import type { IDataObject } from 'n8n-workflow';
import { Params, type ReadParameter } from '../../nodes/shared/operation';
import { isObject } from '../../nodes/shared/values';

/** As n8n finds a parameter: `valueAt({ options: { limit: 5 } }, 'options.limit')` is 5. */
export function valueAt(values: IDataObject, path: string): unknown {
	let value: unknown = values;
	for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
	return value;
}

/** Parameters given as an object: `paramsOf({ callId: 'c1' })`. */
export function paramsOf(
	values: IDataObject,
	context?: ConstructorParameters<typeof Params>[1],
): Params {
	const read: ReadParameter = (name, fallback) => valueAt(values, name) ?? fallback;
	return new Params(read, context);
}
