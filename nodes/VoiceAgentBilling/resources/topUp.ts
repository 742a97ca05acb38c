import type { Params, Resource } from '../../shared/operation';
import { notice, textField } from '../../shared/operation';
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

const planField = textField(
	'Plan ID',
	'planId',
	'Credit plan to buy, as returned by Plan → Get Many. Leave empty to enter an amount.',
	{
		placeholder: 'e.g. plan_0001',
	},
);

/** What to buy: a plan or an amount, never both. */
function purchaseOf(params: Params) {
	const planId = params.text('planId');
	const amount = params.number('amount', 0);
	if ((planId === '') === (amount === 0)) {
		throw new ParameterError(
			'It is not clear what to buy',
			'Enter either a Plan ID or an Amount of credits, not both',
		);
	}
	return planId === '' ? { amount } : { plan_id: planId };
}

export const topUp: Resource = {
	name: 'Top-Up',
	value: 'topUp',
	operations: [
		{
			name: 'Initiate',
			value: 'initiate',
			action: 'Initiate top up',
			description:
				'Start to buy credits. The output has what the payment provider needs, such as a payment link.',
			endpoint: 'POST /billing/topup/initiate',
			fields: [
				notice(
					'This starts a payment. The credits are added after you pay at the payment provider.',
				),
				providerField,
				planField,
				{
					displayName: 'Amount',
					name: 'amount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Number of credits to buy. Leave at 0 to buy a plan.',
				},
			],
			openBody: true,
			request: (params) => ({
				body: { provider: params.required('provider'), ...purchaseOf(params) },
			}),
		},
	],
};
