import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../harness/sandbox.mts';
import type { Fixtures } from './fixtures.mts';
import { locator } from './nodes.mts';
import type { ListedOperation } from './operations.mts';

/** What the control API calls the rows of a list, by the title of the operation. */
export const COLLECTIONS: Readonly<Record<string, string>> = {
	'Agent: Get Many': 'agents',
	'Agent Version: Get Many': 'agent-versions',
	'Booking: Get Many': 'bookings',
	'Callback: Get Many': 'callbacks',
	'Call: Get Many': 'calls',
	'Campaign: Get Many': 'campaigns',
	'Custom Function: Get Many': 'custom-functions',
	'Invoice: Get Many': 'invoices',
	'Knowledge Base Document: Get Many': 'documents',
	'Knowledge Base Document: Get Many of an Agent': 'agent-documents',
	'Phone Number: Get Many': 'phone-numbers',
	'Transaction: Get Many': 'transactions',
	'Transfer Event: Get Many': 'transfer-events',
	'User: Get Login History': 'login-history',
	'User: Get Many': 'users',
};

/** The collections whose rows can be given a time. */
const TIMED = ['bookings', 'callbacks', 'calls', 'transfer-events'];

/**
 * Adds that many rows to every list that rows can be added to, those of an agent to the first.
 *
 * @param spacingSeconds between two rows that can be given a time
 */
export async function fillLists(
	sandbox: Sandbox,
	count: number,
	spacingSeconds = 0,
): Promise<void> {
	for (const collection of new Set(Object.values(COLLECTIONS)))
		await sandbox.api.post(`/seed/${collection}`, {
			count,
			agent_id: 'agent_0001',
			...(TIMED.includes(collection) && { spacingSeconds }),
		});
}

/** What the contacts of a campaign must be to be in a list, by the title of the operation. */
const CONTACTS: Readonly<Record<string, IDataObject>> = {
	'Contact: Get Many': {},
	'Contact: Get Not Reached': { status: 'no_answer' },
};

/** The parameters that lead to a list with many rows, and to all of them. */
export async function listParameters(
	listed: ListedOperation,
	{ sandbox, fixtures, count }: { sandbox: Sandbox; fixtures: Fixtures; count: number },
): Promise<IDataObject> {
	const values = await fixtures.valuesFor(listed);
	if (listed.title in CONTACTS) {
		const { value } = values.campaignId as { value: string };
		await sandbox.api.post(`/campaigns/${value}/contacts`, { count, ...CONTACTS[listed.title] });
	}
	if (listed.title === 'User: Get Login History') values.userId = locator(await fixtures.owner());
	return {
		...values,
		resource: listed.resource.value,
		operation: listed.operation.value,
		agentId: locator('agent_0001'),
		returnAll: true,
		period: 'range',
		filters: {},
		options: {},
	};
}
