import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Params } from '../../shared/operation';
import { notice, planLocator, resource, shownIf, textField } from '../../shared/operation';
import { ParameterError } from '../../shared/values';

const providerField = textField(
	'Payment Provider',
	'provider',
	'Payment provider to use, as the platform writes it',
	{
		required: true,
		placeholder: 'e.g. stripe',
	},
);

/** What to buy: a plan or an amount, never both. */
const purchaseFields: readonly INodeProperties[] = [
	{
		displayName: 'Buy',
		name: 'buy',
		type: 'options',
		options: [
			{ name: 'Amount of Credits', value: 'amount' },
			{ name: 'Credit Plan', value: 'plan' },
		],
		default: 'plan',
		description: 'What to buy',
	},
	{ ...planLocator, ...shownIf('buy', 'plan') },
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		required: true,
		...shownIf('buy', 'amount'),
		description: 'Number of credits to buy',
	},
];

function topUpBody(params: Params): IDataObject {
	if (params.text('buy') !== 'amount') return { plan_id: params.required('planId') };
	const amount = params.number('amount', 0);
	if (amount === 0) {
		throw new ParameterError("'Amount' is 0", 'Enter the number of credits to buy');
	}
	return { amount };
}

export const topUp = resource({
	name: 'Top-Up',
	value: 'topUp',
	operations: [
		{
			kind: 'action',
			name: 'Initiate',
			value: 'initiate',
			action: 'Initiate top-up',
			description:
				'Start to buy credits. The output has what the payment provider needs, such as a payment link.',
			endpoint: 'POST /billing/topup/initiate',
			fields: [
				notice(
					'This starts a payment. The credits are added after you pay at the payment provider.',
				),
				providerField,
				...purchaseFields,
			],
			openBody: true,
			request: (params) => ({
				body: { provider: params.required('provider'), ...topUpBody(params) },
			}),
		},
	],
});
