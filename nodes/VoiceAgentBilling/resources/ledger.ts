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
			description: 'The ledger: every credit bought and spent',
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
			action: 'Get the credit usage',
			description: 'Credits spent, grouped by feature',
			endpoint: 'GET /billing/usage-summary',
			openQuery: true,
		},
	],
};
