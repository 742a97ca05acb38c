import type { INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../http';
import { ParameterError } from '../values';
import { collectionOf, filtersField, limitField, returnAllField } from './fields';
import { agentLocator } from './locators';
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

const scopeField: INodeProperties = {
	displayName: 'Scope',
	name: 'scope',
	type: 'options',
	options: [
		{ name: 'Whole Organization', value: 'organization' },
		{ name: 'One Agent', value: 'agent' },
	],
	default: 'organization',
	description: 'Which results to get',
};

const agentInScope: INodeProperties = {
	...agentLocator,
	displayOptions: { show: { scope: ['agent'] } },
};

/** A list that has one endpoint for the whole organization and another for one agent. */
export function listByScope(
	operation: Pick<Operation, 'action' | 'description' | 'entity' | 'columns'>,
	endpoints: { organization: Endpoint; agent: Endpoint },
): Operation {
	return list({
		...operation,
		name: 'Get Many',
		value: 'getAll',
		endpoint: [endpoints.organization, endpoints.agent],
		ids: { agent_id: agentInScope },
		fields: [scopeField, agentInScope],
		request: (params) => ({
			endpoint: params.text('scope') === 'agent' ? endpoints.agent : endpoints.organization,
		}),
	});
}
