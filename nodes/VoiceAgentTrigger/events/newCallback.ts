import { newRow } from './newRow';

export const newCallback = newRow({
	name: 'New Callback',
	value: 'newCallback',
	description: 'Somebody is to be rung back',
	filters: ['agentId'],
	stream: {
		rows: 'callbacks',
		endpoint: 'GET /callbacks/',
		entity: 'callback',
	},
});
