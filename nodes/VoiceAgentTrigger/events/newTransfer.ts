import { newRow } from './newRow';

export const newTransfer = newRow({
	name: 'New Transfer',
	value: 'newTransfer',
	description: 'An agent transferred a call to a person',
	filters: ['agentId', 'campaignId'],
	stream: {
		rows: 'transfers',
		endpoint: 'GET /transfer-events',
		agentEndpoint: 'GET /agents/{agent_id}/transfer-events',
		entity: 'transfer',
	},
});
