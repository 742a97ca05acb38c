import type { Resource } from '../../shared/operation';
import { filtersField, list, textField } from '../../shared/operation';
import { analyticsFilters, periodFields, periodOf } from '../period';

const keyField = textField('Field', 'key', 'Which custom field to count, as Get Keys gives it', {
	required: true,
	placeholder: 'e.g. budget',
});

export const customField: Resource = {
	name: 'Custom Field',
	value: 'customField',
	operations: [
		list({
			name: 'Get Keys',
			value: 'getKeys',
			action: 'Get the keys of custom fields',
			description: 'Which custom fields the analysis of calls found',
			endpoint: 'GET /analytics/custom-fields/keys',
			fields: periodFields,
			filters: analyticsFilters,
			request: (params) => ({ query: periodOf(params) }),
		}),
		{
			name: 'Get Distribution',
			value: 'getDistribution',
			action: 'Get the distribution of a custom field',
			description: 'How often each value of a custom field occurs',
			endpoint: 'GET /analytics/custom-fields/distribution',
			fields: [keyField, ...periodFields, filtersField(Object.values(analyticsFilters))],
			openQuery: true,
			request: (params) => ({
				query: {
					key: params.required('key'),
					...periodOf(params),
					...params.entered('filters', analyticsFilters),
				},
			}),
		},
	],
};
