import { customFieldLocator, filtersField, list, resource } from '../../shared/operation';
import { analyticsFilters, periodFields, periodOf } from '../period';

export const customField = resource({
	name: 'Custom Field',
	value: 'customField',
	operations: [
		list({
			name: 'Get Keys',
			value: 'getKeys',
			action: 'Get custom field keys',
			description: 'Get the keys of the custom fields that the analysis of calls found',
			endpoint: 'GET /analytics/custom-fields/keys',
			entity: 'customField',
			fields: periodFields,
			filters: analyticsFilters,
			request: (params) => ({ query: periodOf(params) }),
		}),
		{
			kind: 'read',
			name: 'Get Distribution',
			value: 'getDistribution',
			action: 'Get custom field distribution',
			description: 'Get how often each value of a custom field occurs',
			endpoint: 'GET /analytics/custom-fields/distribution',
			fields: [customFieldLocator, ...periodFields, filtersField(Object.values(analyticsFilters))],
			openQuery: true,
			figures: true,
			request: (params) => ({
				query: {
					key: params.required('customFieldKey'),
					...periodOf(params),
					...params.entered('filters', analyticsFilters),
				},
			}),
		},
	],
});
