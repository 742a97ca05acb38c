import { newRow } from './newRow';

export const newCallback = newRow({
	name: 'New Callback',
	value: 'newCallback',
	description: 'Somebody is to be rung back',
	filters: ['agentId'],
	stream: {
		rows: 'callbacks',
		endpoint: 'GET /callbacks/',
		rowId: ['callback_id', 'callbackId'],
		times: ['created_at', 'createdAt', 'requested_at', 'requestedAt'],
	},
});
