import { countEffort } from '../../harness/browser/effort.mts';
import { testId } from '../../harness/browser/elements.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { recordedCalls } from '../samples/report.mts';
import { byId, chain, stepsOf } from '../support/n8nSteps.mts';

const NUMBER = '+12125550139';
const CALL = 'Make call';
const FIELDS = 'Edit Fields';
const WANTED = ['contact_name', 'outcome', 'summary'];

/** Columns are mapped before there is a call: a node whose first run rings somebody's phone is not run for it. */
export function beforeTheCallPart(browser: () => TestBrowser): void {
	test('behind a Make Call that never ran, its columns are dragged into Edit Fields, one press each, and nobody is called', async () => {
		const { world } = browser();
		const call = stepsOf('voiceAgentCall', 'call')(CALL, 'makeCall', {
			agentId: byId('agent_0001'),
			toNumber: NUMBER,
		});
		const edit = { name: FIELDS, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} };
		const id = await world.createWorkflow(chain('Before the call', [call, edit]));
		await browser().inEditor(async (editor) => {
			const { page } = editor;
			await editor.open(id);
			await editor.openPanel(FIELDS);
			await page.getByText('Usually outputs the following fields').waitFor();
			const effort = await countEffort(page);
			for (const [index, column] of WANTED.entries()) {
				const pill = testId(page, 'run-data-schema-item').getByText(column, { exact: true });
				const target = testId(page, 'assignment-collection-drop-area');
				await pill.first().hover();
				await page.mouse.down();
				await target.hover();
				const place = await target.boundingBox();
				if (!place) throw new Error('There is no place to drop a field');
				// Only a further movement is over the target, which may have moved down.
				await page.mouse.move(place.x + 60, place.y + 20, { steps: 10 });
				await page.mouse.move(place.x + 60, place.y + place.height / 2, { steps: 10 });
				await page.mouse.up();
				await testId(page, 'assignment').nth(index).waitFor();
			}
			expect(await effort()).toMatchObject({ presses: WANTED.length, typed: 0 });
			const values = testId(page, 'assignment-value').locator('.cm-content');
			expect(await values.allInnerTexts()).toEqual(
				WANTED.map((column) => expect.stringContaining(`$json.${column}`)),
			);
		});
		const calls = await recordedCalls(world.sandbox.api);
		expect(calls.filter(({ to_number: number }) => number === NUMBER)).toEqual([]);
	});
}
