import { ParameterError } from '../values';
import { collectionOf, filtersField, limitField, returnAllField } from './fields';
import type { Operation } from './operation';
import type { ApiFields } from './params';
import { fieldOf } from './params';

/** The operation of a list endpoint, with Return All, Limit, filters and additional query parameters. */
export function list(operation: Operation & { filters?: ApiFields }): Operation {
	const { filters = {}, request, ...rest } = operation;
	const filterFields = Object.values(filters).map(fieldOf);
	return {
		...rest,
		answer: 'list',
		openQuery: true,
		fields: [
			...(rest.fields ?? []),
			returnAllField,
			limitField,
			...(filterFields.length > 0 ? [filtersField(filterFields)] : []),
		],
		request: (params) => {
			const parts = request?.(params) ?? {};
			const query = filterFields.length > 0 ? params.entered('filters', filters) : {};
			return { ...parts, query: { ...query, ...parts.query } };
		},
	};
}

/** The operation that changes the fields entered under Update Fields. */
export function update(
	operation: Omit<Operation, 'name' | 'value' | 'request' | 'openBody'> & { changes: ApiFields },
): Operation {
	const { changes, ...rest } = operation;
	return {
		name: 'Update',
		value: 'update',
		...rest,
		fields: [...(rest.fields ?? []), collectionOf('Update Fields', changes)],
		openBody: true,
		request: (params) => {
			const body = params.entered('updateFields', changes);
			const extras = params.jsonObject('additionalFieldsJson');
			if (Object.keys(body).length + Object.keys(extras).length === 0) {
				throw new ParameterError(
					'There is nothing to update',
					'Add a field under Update Fields or Additional Fields (JSON)',
				);
			}
			return { body };
		},
	};
}
