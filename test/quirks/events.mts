import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Poller } from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { events } from '../../nodes/VoiceAgentTrigger/events';
import type { AxiosInstance } from 'axios';
import { credentialFor, triggerFor } from '../support/nodes.mts';
import { outputAs } from '../support/output.mts';
import type { Seen } from './probes.mts';
import { identityOf, thingAt } from './rows.mts';

/*
 * The trigger: a poll that learns what is there, then new rows, then a poll that emits them.
 */

const MINUTE = 60_000;
const TIMED = ['bookings', 'callbacks', 'transfer-events'];
const ROWS_OF: Record<string, string> = {
	newBooking: 'GET /bookings',
	newCallback: 'GET /callbacks/',
	newTransfer: 'GET /transfer-events',
};

export const EVENTS: readonly string[] = events.map(({ value }) => value);
export const titleOf = (event: string) =>
	`Trigger: ${events.find(({ value }) => value === event)?.name}`;

/** What is there before the first poll. */
export async function addOld({ api }: Sandbox, platform: AxiosInstance): Promise<string[]> {
	const created_at = Date.parse((await api.get('/state')).data.now) - 60 * MINUTE;
	const times = { created_at, spacingSeconds: 30 };
	await api.post('/calls', { count: 6, ...times });
	for (const collection of TIMED) await api.post(`/seed/${collection}`, { count: 6, ...times });
	const campaigns: string[] = [];
	for (const name of ['First', 'Second', 'Third']) {
		const contacts = [{ phone_number: '+12125550114' }];
		const { data } = await platform.post('/campaigns/', { name, agent_id: 'agent_0001', contacts });
		campaigns.push(data.id);
	}
	return campaigns;
}

/** What is added between the polls: seven rows of each kind, and calls that nobody may take for calls that are over. */
export async function addNew({ api }: Sandbox, [campaign]: string[]): Promise<void> {
	const created_at = Date.parse((await api.get('/state')).data.now) - MINUTE;
	const times = { created_at, spacingSeconds: 3 };
	await api.post('/calls', { count: 5, ...times });
	await api.post('/calls', { count: 2, status: 'no_answer', ...times });
	await api.post('/calls', { count: 2, status: 'in_progress', ...times });
	for (const collection of TIMED) await api.post(`/seed/${collection}`, { count: 7, ...times });
	await api.put(`/campaigns/${campaign}`, { status: 'finished' });
	await api.put('/balance', { credits: 50 });
}

export const pollerOf = (event: string, { url }: Pick<Sandbox, 'url'>): Poller =>
	// Two polls of the same trigger never run at the same time, so each is a workflow of its own.
	triggerFor(
		credentialFor({ url } as Sandbox),
		event,
		// Nothing is to come for the calls of this test.
		{ ...outputAs('columns'), ...(event === 'callEnded' && { options: { waitMinutes: 0 } }) },
		{ workflowId: event },
	);

/** One poll. @throws what it throws, or reports without throwing */
export async function polled(poller: Poller): Promise<INodeExecutionData[]> {
	const items = await poller.poll();
	// What the trigger only says, it goes on in spite of.
	const goesOn = (error: Error & { description?: string | null }) =>
		error.description?.startsWith('The trigger works') === true;
	const error = poller.errors.find((reported) => !goesOn(reported));
	if (error) throw error;
	return items ?? [];
}

/** What an event emitted, in a form that can be compared. */
export function emitted(event: string, items: INodeExecutionData[]): Seen {
	const rows = items.map(({ json }): IDataObject => json);
	// The rest is the answer as it came.
	if (event === 'lowCreditBalance')
		return {
			kind: 'table',
			rows: rows.map(({ credits, threshold }) => ({ credits, threshold })),
		};
	const endpoint = ROWS_OF[event];
	if (!endpoint) return { kind: 'table', rows };
	return { kind: 'ids', ids: rows.map((row) => identityOf(row, thingAt(endpoint))) };
}
