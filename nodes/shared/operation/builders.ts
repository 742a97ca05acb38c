import type { INodeProperties } from 'n8n-workflow';
import type { Table } from '../platform';
import { ParameterError } from '../values';
import { collectionOf, filtersField, limitField, returnAllField } from './fields';
import type { ActionOperation, ListOperation } from './operation';
import type { ApiFields } from './params';
import { fieldOf } from './params';

interface WrittenList extends Omit<ListOperation, 'kind' | 'name' | 'value'> {
	/** The name of the operation, if not Get Many. */
	name?: string;
	value?: string;
	/** Filters that are sent. */
	filters?: ApiFields;
	/** Fields of `rowFilters`, which are not sent. */
	rowFilterFields?: readonly INodeProperties[];
	/** Where the filters are shown, if not always. */
	filtersShown?: INodeProperties['displayOptions'];
}

/** The operation of a list endpoint, with Return All, Limit, filters and additional query parameters. */
export function list(operation: WrittenList): ListOperation {
	const { filters = {}, rowFilterFields = [], filtersShown, request, ...rest } = operation;
	const fields = [...Object.values(filters).map(fieldOf), ...rowFilterFields];
	const displayOptions = filtersShown && { displayOptions: filtersShown };
	return {
		name: 'Get Many',
		value: 'getAll',
		...rest,
		kind: 'list',
		fields: [
			...(rest.fields ?? []),
			returnAllField,
			limitField,
			...(fields.length > 0 ? [{ ...filtersField(fields), ...displayOptions }] : []),
		],
		request: (params) => {
			const parts = request?.(params) ?? {};
			return { ...parts, query: { ...params.entered('filters', filters), ...parts.query } };
		},
	};
}

interface WrittenUpdate extends Pick<
	ActionOperation,
	'action' | 'description' | 'endpoint' | 'ids' | 'fields'
> {
	changes: ApiFields;
	columns?: Table;
}

/** The operation that changes the fields entered under Update Fields. */
export function update({ changes, columns, ...rest }: WrittenUpdate): ActionOperation {
	return {
		kind: 'action',
		name: 'Update',
		value: 'update',
		...rest,
		...(columns && { columns }),
		fields: [...(rest.fields ?? []), collectionOf('Update Fields', changes)],
		openBody: true,
		request: (params) => {
			const body = params.entered('updateFields', changes);
			const extras = params.jsonObject('options.additionalFieldsJson');
			if (Object.keys(body).length + Object.keys(extras).length === 0) {
				throw new ParameterError(
					'There is nothing to update',
					"Add a field under 'Update Fields', or under Options → 'Additional Fields (JSON)'",
				);
			}
			return { body };
		},
	};
}
