import type { Resource } from '../../shared/operation';
import { list } from '../../shared/operation';

export const transaction: Resource = {
	name: 'Transaction',
	value: 'transaction',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many transactions',
			description: 'Get the transactions in which credits were bought or used',
			endpoint: 'GET /billing/transactions',
			entity: 'transaction',
		}),
	],
};

export const usage: Resource = {
	name: 'Usage',
	value: 'usage',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get credit usage',
			description: 'Get the credits used, grouped by feature',
			endpoint: 'GET /billing/usage-summary',
			openQuery: true,
		},
	],
};
