import type { Editor } from '../../harness/browser/editor.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { byId, chain, items, stepsOf } from '../support/n8nSteps.mts';

/** What people look for in a call. */
const FIRST_COLUMNS = ['contact_name', 'contact_number', 'outcome', 'summary', 'called_at'];

/** Those that are seen before anybody scrolls. */
const COLUMNS_IN_SIGHT = FIRST_COLUMNS.slice(0, 3);

/** The highest row of a list in Simplified. A message of n8n's Gmail node has 387 pixels. */
const MOST_PIXELS = 153;

/** People of whom some are called, a few are rejected, and one is held back. */
const SHEET = [
	...Array.from({ length: 12 }, (_, index) => ({
		phone: `+13055550${100 + index}`,
		first_name: 'Wilhelmina',
		company: 'Example Organization',
		city: 'Santa Barbara',
	})),
	...Array.from({ length: 6 }, () => ({ phone: 'not a number', first_name: 'Nobody' })),
	{ phone: '+13055550199', first_name: 'Sam', opted_out: 'yes' },
];

const CREATE = 'Create';
const campaign = stepsOf('voiceAgentCampaign', 'campaign');
const contacts = stepsOf('voiceAgentCampaign', 'contact');
const CAMPAIGN_ID = byId(`={{ $('${CREATE}').first().json.campaign_id }}`);

/** A campaign from its start to its end. */
const CAMPAIGN = [
	campaign(
		CREATE,
		'create',
		{
			campaignName: 'Rows of a table',
			agentId: byId('agent_0002'),
			options: { variableColumns: 'selected', selectedColumns: 'company, city' },
		},
		{ executeOnce: false },
	),
	campaign('Start', 'start', { campaignId: CAMPAIGN_ID, waitForResult: true }),
];

/** Every list that has columns. */
const LISTS = [
	contacts('Contacts', 'getAll', { campaignId: CAMPAIGN_ID }),
	contacts('Contacts with results', 'getAll', { campaignId: CAMPAIGN_ID, includeResults: true }),
	contacts('Not reached', 'getNotReached', { campaignId: CAMPAIGN_ID }),
	campaign('Campaigns', 'getAll'),
	stepsOf('voiceAgentCall', 'call')('Calls', 'getAll'),
	stepsOf('voiceAgentAnalytics', 'call')('Calls for analysis', 'getAll'),
];

/** Nobody is called: it is never within these hours. */
const heldBack = () => {
	const hours = new Date().getUTCHours() < 12 ? ['20:00', '21:00'] : ['04:00', '05:00'];
	return stepsOf('voiceAgentCall', 'call')('Held back', 'makeCall', {
		agentId: byId('agent_0003'),
		toNumber: '+493012345601',
		callingRules: {
			callingHours: { hours: { weekdays: ['monday'], from: hours[0], to: hours[1] } },
		},
	});
};

/** The first glance at results. */
export function columnsPart(browser: () => TestBrowser): void {
	/** Adds a node, executes it, and expects what people look for first. @returns the other columns, and the rows */
	async function glance(add: (editor: Editor) => Promise<void>) {
		await browser().world.sandbox.api.post('/seed/calls', { count: 3 });
		return await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await add(editor);
			const output = await (await editor.panel.untilOpen()).execute();
			const columns = await output.columns();
			expect(columns.slice(0, FIRST_COLUMNS.length)).toEqual(FIRST_COLUMNS);
			expect(await output.columnsInSight()).toEqual(expect.arrayContaining(COLUMNS_IN_SIGHT));
			return { columns, rows: await output.rows() };
		});
	}

	test('Get many calls: who, when and how it ended come first, and no transcript makes rows tall', async () => {
		const { columns, rows } = await glance(
			async ({ nodeCreator }) => await nodeCreator.add('Voice Agent Call', 'Get many calls'),
		);
		expect(columns.filter((name) => name.startsWith('transcript'))).toEqual([]);
		expect(rows.length).toBeGreaterThanOrEqual(3);
		for (const row of rows) expect(row.contact_number).toMatch(/^\+1\d{10}$/);
	});

	test('the trigger is found as "call ended"; Fetch Test Event shows calls that have ended', async () => {
		const { rows } = await glance(async ({ nodeCreator }) => {
			await nodeCreator.find('call ended');
			await nodeCreator.take('Voice Agent');
			await nodeCreator.take('On call ended');
		});
		expect(rows.length).toBeGreaterThan(0);
		for (const row of rows) expect(row.is_over).toBe('true');
	});

	test(`no row of a list is higher than ${MOST_PIXELS} pixels`, async () => {
		const { world } = browser();
		await world.sandbox.api.post('/seed/calls', { count: 25 });
		const steps = [...CAMPAIGN, ...LISTS, heldBack()];
		const id = await world.createWorkflow(chain('Heights', [...items('Rows', SHEET), ...steps]));
		const heights = await browser().inEditor(async (editor) => {
			await editor.open(id);
			await editor.execute();
			const highest: Array<[name: string, pixels: number]> = [];
			for (const { name } of steps) {
				const panel = await editor.openPanel(name);
				highest.push([name, Math.max(...(await panel.output.rowHeights()))]);
				await panel.close();
			}
			return highest;
		});
		console.log(`The highest row, in pixels: ${JSON.stringify(Object.fromEntries(heights))}`);
		expect(heights.filter(([, pixels]) => !(pixels > 0 && pixels <= MOST_PIXELS))).toEqual([]);
	});
}
