import type { Resource } from '../../shared/operation';
import { list } from '../../shared/operation';

export const voice: Resource = {
	name: 'Voice',
	value: 'voice',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many voices',
			description: 'The voices an agent can speak with',
			endpoint: 'GET /voices/',
			entity: 'voice',
		}),
	],
};
