import { list, resource, subscriptionLocator } from '../../shared/operation';

export const subscription = resource({
	name: 'Subscription',
	value: 'subscription',
	entity: 'subscription',
	operations: [
		list({
			action: 'Get many phone number subscriptions',
			description: 'Get the subscriptions of your phone numbers',
			endpoint: 'GET /phone-numbers/subscriptions',
		}),
		{
			kind: 'action',
			name: 'Cancel',
			value: 'cancel',
			action: 'Cancel phone number subscription',
			description: 'Stop paying for a phone number. Use Resume to undo this.',
			endpoint: 'POST /phone-numbers/subscriptions/{id}/cancel',
			becomes: 'stopped',
			ids: { id: subscriptionLocator },
		},
		{
			kind: 'action',
			name: 'Resume',
			value: 'resume',
			action: 'Resume phone number subscription',
			description: 'Continue a cancelled subscription',
			endpoint: 'POST /phone-numbers/subscriptions/{id}/resume',
			becomes: 'running',
			ids: { id: subscriptionLocator },
		},
	],
});
