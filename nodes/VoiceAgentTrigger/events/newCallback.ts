import { newRow } from './newRow';

export const newCallback = newRow({
	name: 'New Callback',
	value: 'newCallback',
	description: 'A callback was requested',
	nothingYet: 'There is no pending callback',
	filters: ['agentId'],
	stream: {
		rows: 'callbacks',
		endpoint: 'GET /callbacks/',
		entity: 'callback',
	},
});
