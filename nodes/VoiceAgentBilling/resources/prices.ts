import { textField } from '../../shared/operation/fields';
import type { Resource } from '../../shared/operation/operation';
import { list } from '../../shared/operation/operation';

export const plan: Resource = {
	name: 'Plan',
	value: 'plan',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many credit plans',
			description: 'The bundles of credits that can be bought in a country',
			endpoint: 'GET /billing/plans',
			rowId: 'plan_id',
			filters: {
				country: textField('Country', 'country', 'Two-letter code of the country', {
					placeholder: 'e.g. US',
				}),
			},
		}),
	],
};

export const pricing: Resource = {
	name: 'Pricing',
	value: 'pricing',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get the price of a credit',
			description: 'Currencies and the price of a credit in each',
			endpoint: 'GET /billing/pricing',
			openQuery: true,
		},
	],
};
