import { list, resource, textField } from '../../shared/operation';

export const plan = resource({
	name: 'Plan',
	value: 'plan',
	operations: [
		list({
			action: 'Get many credit plans',
			description: 'Get the credit plans that can be bought in a country',
			endpoint: 'GET /billing/plans',
			entity: 'plan',
			filters: {
				country: textField('Country', 'country', 'Two-letter code of the country', {
					placeholder: 'e.g. US',
				}),
			},
		}),
	],
});

export const pricing = resource({
	name: 'Pricing',
	value: 'pricing',
	operations: [
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get credit price',
			description: 'Get the price of a credit in each currency',
			endpoint: 'GET /billing/pricing',
			openQuery: true,
			figures: true,
		},
	],
});
