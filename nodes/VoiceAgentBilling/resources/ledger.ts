import { list, resource } from '../../shared/operation';

export const balance = resource({
	name: 'Balance',
	value: 'balance',
	operations: [
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get credit balance',
			description: 'Get the number of credits left',
			endpoint: 'GET /billing/balance',
			entity: 'balance',
		},
	],
});

export const transaction = resource({
	name: 'Transaction',
	value: 'transaction',
	operations: [
		list({
			action: 'Get many transactions',
			description: 'Get the transactions in which credits were bought or used',
			endpoint: 'GET /billing/transactions',
			entity: 'transaction',
		}),
	],
});

export const usage = resource({
	name: 'Usage',
	value: 'usage',
	operations: [
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get credit usage',
			description: 'Get the credits used, grouped by feature',
			endpoint: 'GET /billing/usage-summary',
			openQuery: true,
			figures: true,
		},
	],
});
