import type { IDataObject } from 'n8n-workflow';
import { entityOf } from '../../nodes/shared/operation';
import { idOf } from '../../nodes/shared/platform';
import { Fixtures } from '../support/fixtures.mts';
import { credentialFor, locator, runner } from '../support/nodes.mts';
import { everyOperation, type ListedOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * Every list operation returns every row, each once, with every quirk of the server. Every list has at least 2,537 rows.
 */

const ROWS = 2537;

/** What the control API calls the rows of a list, by the title of the operation. */
const COLLECTIONS: Record<string, string> = {
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
	'Phone Number: Get Many Owned': 'phone-numbers',
	'Phone Number: Get Many Unassigned': 'phone-numbers',
	'Transaction: Get Many': 'transactions',
	'Transfer Event: Get Many': 'transfer-events',
	'User: Get Login History': 'login-history',
	'User: Get Many': 'users',
};

const QUIRKS = [
	['a bare array', { envelope: 'array' }],
	['rows one level down', { envelope: 'nested' }],
	['pages capped at 40', { pageCap: 40, envelope: 'array' }],
	['limits above 50 refused', { refuseLimitAbove: 50 }],
	['id under the name "id"', { idName: 'id' }],
] as const;

const DEFAULTS = {
	envelope: 'items',
	pageCap: null,
	refuseLimitAbove: null,
	idName: 'specific',
	ignoreOffset: false,
	insertWhilePaging: 0,
	catalogueRows: ROWS,
};

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 100_000_000 });
let fixtures: Fixtures;

beforeAll(async () => {
	fixtures = await Fixtures.of(sandbox);
	for (const collection of new Set(Object.values(COLLECTIONS))) {
		await sandbox.api.post(`/seed/${collection}`, { count: ROWS, agent_id: 'agent_0001' });
	}
	await sandbox.api.patch('/behaviour', DEFAULTS);
}, 60_000);
afterEach(async () => await sandbox.api.patch('/behaviour', DEFAULTS));

/** The parameters that lead to a list with many rows, and how it is read. */
async function readerOf(listed: ListedOperation) {
	const run = runner(listed.node, credentialFor(sandbox));
	const values = await fixtures.valuesFor(listed);
	if (listed.title === 'Contact: Get Many') {
		const { value } = values.campaignId as { value: string };
		await sandbox.api.post(`/campaigns/${value}/contacts`, { count: ROWS });
	}
	if (listed.title === 'User: Get Login History') values.userId = locator(await fixtures.owner());
	const parameters: IDataObject = {
		...values,
		resource: listed.resource.value,
		operation: listed.operation.value,
		agentId: locator('agent_0001'),
		returnAll: true,
		output: 'raw',
		period: 'range',
		filters: {},
		options: {},
	};
	return async () =>
		(await run(parameters)).map(({ json }) =>
			JSON.stringify(idOf(json, entityOf(listed.operation, listed.resource)) || json),
		);
}

const lists = everyOperation().filter(({ operation }) => operation.answer === 'list');

test.each(lists.map((listed) => [`${listed.node}, ${listed.title}`, listed] as const))(
	'%s',
	async (_title, listed) => {
		const read = await readerOf(listed);
		const truth = await read();
		expect(new Set(truth).size).toBe(truth.length);
		expect(truth.length).toBeGreaterThanOrEqual(ROWS);

		for (const [quirk, behaviour] of QUIRKS) {
			await sandbox.api.patch('/behaviour', { ...DEFAULTS, ...behaviour });
			const rows = await read();
			expect({ quirk, rows: rows.length, different: new Set(rows).size }).toEqual({
				quirk,
				rows: truth.length,
				different: truth.length,
			});
		}

		await sandbox.api.patch('/behaviour', { ...DEFAULTS, insertWhilePaging: 3 });
		const grown = await read();
		expect(new Set(grown).size).toBe(grown.length);
		const found = new Set(grown);
		expect(truth.filter((row) => !found.has(row))).toEqual([]);

		await sandbox.api.patch('/behaviour', { ...DEFAULTS, ignoreOffset: true, envelope: 'array' });
		await expect(read()).rejects.toThrow(/same page again and again/);
	},
	60_000,
);
