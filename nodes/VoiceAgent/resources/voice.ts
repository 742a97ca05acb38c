import type { Resource } from '../../shared/operation';
import { list } from '../../shared/operation';

export const voice: Resource = {
	name: 'Voice',
	value: 'voice',
	entity: 'voice',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many voices',
			description: 'Get the voices that an agent can use',
			endpoint: 'GET /voices/',
		}),
	],
};
