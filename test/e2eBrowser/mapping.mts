import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { byId, chain, items, stepsOf } from '../support/n8nSteps.mts';

const ROWS = [
	{ Mobile: '+12125550131', Given: 'Ada', Company: 'Example Organization' },
	{ Mobile: '+12125550132', Given: 'Grace', Company: 'Example Organization' },
];
const CREATE = 'Create campaign';

/** Columns of a sheet, whatever they are called. */
export function mappingPart(browser: () => TestBrowser): void {
	test('columns with other names are dragged into their places, and become contacts', async () => {
		const { world } = browser();
		const create = stepsOf('voiceAgentCampaign', 'campaign')(
			CREATE,
			'create',
			{ campaignName: 'Mapped columns', agentId: byId('agent_0002') },
			{ executeOnce: false },
		);
		const id = await world.createWorkflow(chain('Mapping', [...items('Rows', ROWS), create]));
		const [places, rows] = await browser().inEditor(async (editor) => {
			await editor.open(id);
			const panel = await editor.openPanel(CREATE);
			await panel.executePrevious();
			await panel.mapField('Mobile', 'Phone Number Column');
			await panel.addField('Options', 'First Name Column');
			await panel.mapField('Given', 'First Name Column');
			const shown = [
				await panel.valueOf('Phone Number Column'),
				await panel.valueOf('First Name Column'),
			];
			return [shown, await (await panel.execute()).rows()];
		});
		expect(places).toEqual(['Mobile', 'Given']);
		expect(rows).toMatchObject([{ name: 'Mapped columns' }]);
		const { data: contacts } = await world.sandbox.api.get('/contacts');
		expect(contacts).toMatchObject(
			ROWS.map(({ Mobile, Given, Company }) => ({
				phone_number: Mobile,
				first_name: Given,
				variables: { Company },
			})),
		);
	});
}
