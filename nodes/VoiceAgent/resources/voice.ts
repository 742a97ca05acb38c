import { list, resource } from '../../shared/operation';

export const voice = resource({
	name: 'Voice',
	value: 'voice',
	entity: 'voice',
	operations: [
		list({
			action: 'Get many voices',
			description: 'Get the voices that an agent can use',
			endpoint: 'GET /voices/',
		}),
	],
});
