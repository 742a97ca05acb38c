import { newRow } from './newRow';

export const newTransfer = newRow({
	name: 'New Transfer',
	value: 'newTransfer',
	description: 'An agent transferred a call to a person',
	nothingYet: 'No call was transferred yet',
	filters: ['agentId', 'campaignId'],
	stream: {
		rows: 'transfers',
		endpoint: 'GET /transfer-events',
		agentEndpoint: 'GET /agents/{agent_id}/transfer-events',
		entity: 'transfer',
	},
});
