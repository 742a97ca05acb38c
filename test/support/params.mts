import type { IDataObject } from 'n8n-workflow';
import { Params, type ReadParameter } from '../../nodes/shared/operation';
import { isObject } from '../../nodes/shared/values';

/** Parameters given as an object: `paramsOf({ callId: 'c1' })`. */
export function paramsOf(
	values: IDataObject,
	context?: ConstructorParameters<typeof Params>[1],
): Params {
	const read: ReadParameter = (name, fallback) => {
		let value: unknown = values;
		for (const key of name.split('.')) value = isObject(value) ? value[key] : undefined;
		return value ?? fallback;
	};
	return new Params(read, context);
}
