import type { Params, Resource } from '../../shared/operation';
import { notice, textField } from '../../shared/operation';
import { ParameterError } from '../../shared/values';

const providerField = textField(
	'Payment Provider',
	'provider',
	'Which of the two payment providers takes the money, as the platform writes it',
	{
		required: true,
		placeholder: 'e.g. stripe',
	},
);

const planField = textField(
	'Plan ID',
	'planId',
	'The bundle of credits to buy, as Plan → Get Many gives it. Leave empty to enter an amount.',
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
			action: 'Initiate a top up',
			description:
				'Start to buy credits. The answer holds what the payment provider needs, such as a link to pay.',
			endpoint: 'POST /billing/topup/initiate',
			fields: [
				notice('This starts a payment. Credits arrive when somebody has paid at the provider.'),
				providerField,
				planField,
				{
					displayName: 'Amount',
					name: 'amount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'How many credits to buy. Leave at 0 to buy a plan.',
				},
			],
			openBody: true,
			request: (params) => ({
				body: { provider: params.required('provider'), ...purchaseOf(params) },
			}),
		},
	],
};
