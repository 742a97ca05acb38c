import type { AxiosInstance } from 'axios';

/** The agent of which "Roll out" and "New client" make others, as the samples know it. */
const TEMPLATE_ID = 'agent_0004';

/** Adds an agent that has every part, unless it is there. It must be the first agent that is added to a new sandbox. */
export async function addTemplate(platform: AxiosInstance): Promise<void> {
	const known = await platform.get(`/agents/${TEMPLATE_ID}`, { validateStatus: () => true });
	if (known.status === 200) return;
	const { data: agent } = await platform.post('/agents/', {
		name: 'Reception template',
		voice_id: 'voice_cleo',
		language: 'en-US',
		instructions: 'You answer the phone of {{company}}. It is open {{opening_hours}}.',
	});
	if (agent.agent_id !== TEMPLATE_ID) throw new Error(`The template is ${agent.agent_id}`);
	const path = `/agents/${TEMPLATE_ID}`;
	const file = new FormData();
	file.append('file', new Blob(['How to cancel an appointment']), 'house-rules.txt');
	file.append('name', 'House rules');
	const { data: document } = await platform.post('/knowledge-base/upload', file);
	await platform.post(`${path}/knowledge-base/assign`, { kb_ids: [document.kb_id] });
	await platform.post(`${path}/custom-functions/`, {
		name: 'find_order',
		description: 'Finds an order by its number',
		url: 'https://example.com/orders',
	});
	await platform.put(`${path}/post-call-analysis`, {
		prompt: 'What did the caller want?',
		outcomes: ['answered', 'call_back'],
	});
}
