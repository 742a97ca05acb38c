import type { Resource } from '../../shared/operation';
import { list, subscriptionLocator } from '../../shared/operation';

export const subscription: Resource = {
	name: 'Subscription',
	value: 'subscription',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many number subscriptions',
			description: 'The subscriptions of your numbers',
			endpoint: 'GET /phone-numbers/subscriptions',
			entity: 'subscription',
		}),
		{
			name: 'Cancel',
			value: 'cancel',
			action: 'Cancel a number subscription',
			description: 'Stop paying for a number. Resume takes it back.',
			endpoint: 'POST /phone-numbers/subscriptions/{id}/cancel',
			ids: { id: subscriptionLocator },
		},
		{
			name: 'Resume',
			value: 'resume',
			action: 'Resume a number subscription',
			description: 'Go on with a cancelled subscription',
			endpoint: 'POST /phone-numbers/subscriptions/{id}/resume',
			ids: { id: subscriptionLocator },
		},
	],
};
