import type { IDataObject } from 'n8n-workflow';
import { credentialFor, locator, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * The filters of Get Many Calls let the same calls through on every platform: on one that knows them, on one that does not, and for a limit
 * that is reached many pages later.
 */

const sandbox = useSandbox({ clock: 'manual' });
let run: ReturnType<typeof runner>;

const analysed = (outcome: string) => ({
	summary: 'A talk',
	sentiment: 'neutral',
	success: true,
	outcome,
	fields: {},
});

beforeAll(async () => {
	run = runner('voiceAgentCall', credentialFor(sandbox));
	const insert = async (more: IDataObject) => await sandbox.api.post('/calls', more);
	await insert({
		count: 3,
		agent_id: 'agent_0001',
		direction: 'inbound',
		analysis: analysed('no_interest'),
	});
	await insert({ count: 2, agent_id: 'agent_0002', analysis: analysed('Interested') });
	await insert({ count: 1, agent_id: 'agent_0002', analysis: analysed('callback requested') });
	await insert({ count: 300, agent_id: 'agent_0003', analysis: analysed('no_interest') });
});
afterEach(async () => await sandbox.api.patch('/behaviour', { filters: 'honoured' }));

const getMany = async (filters: IDataObject, more: IDataObject = {}) =>
	await run({
		resource: 'call',
		operation: 'getAll',
		returnAll: true,
		output: 'raw',
		filters,
		options: {},
		...more,
	});

describe.each([
	['knows filters', { filters: 'honoured' }],
	['does not know them', { filters: 'ignored' }],
])('where the platform %s', (_name, quirks) => {
	beforeEach(async () => await sandbox.api.patch('/behaviour', quirks));

	test.each([
		[{}, 306],
		[{ agentId: locator('agent_0002') }, 3],
		[{ agentId: locator('agent_none') }, 0],
		[{ direction: 'inbound' }, 3],
		[{ direction: 'outbound' }, 303],
		[{ outcome: 'interested' }, 2],
		[{ outcome: 'INTERESTED, callback requested' }, 3],
		[{ outcome: 'sold' }, 0],
		[{ agentId: locator('agent_0001'), direction: 'outbound' }, 0],
		[{ agentId: locator('agent_0002'), direction: 'outbound', outcome: 'interested' }, 2],
		[{ campaignId: locator('campaign_none') }, 0],
	])('%j lets %i calls through', async (filters, count) => {
		expect(await getMany(filters)).toHaveLength(count);
	});

	test('Limit counts what the filters let through', async () => {
		const filters = { direction: 'inbound' };
		expect(await getMany(filters, { returnAll: false, limit: 2 })).toHaveLength(2);
		expect(await getMany(filters, { returnAll: false, limit: 50 })).toHaveLength(3);
	});
});
