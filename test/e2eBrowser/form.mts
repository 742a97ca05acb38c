import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import type { RecordedCall } from '../samples/report.mts';

const PHONE = '+12125550123';
const FORM = 'On form submission';

/** Fills in n8n's form as the person who is to be called. */
async function submit(form: Page): Promise<void> {
	await form.getByLabel('Phone').fill(PHONE);
	await form.getByLabel('Name').fill('Ada');
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('Your response has been recorded').waitFor();
	await form.close();
}

/** The way of somebody who has never seen the nodes: from an empty canvas to a call, with the mouse and a few words. */
export function formPart(browser: () => TestBrowser): void {
	const calls = async () => (await browser().world.sandbox.api.get<RecordedCall[]>('/calls')).data;

	test('form → Make Call, run once: one call, to the number in the form', async () => {
		const before = await calls();
		const { columns, rows } = await browser().inEditor(async (editor) => {
			const { nodeCreator, panel } = editor;
			await editor.openEmpty();
			await nodeCreator.add('n8n Form', 'On new n8n Form event');
			await panel.untilOpen();
			await panel.fill('Form Title', 'Call me');
			for (const label of ['Phone', 'Name']) {
				await panel.addRow('Form Elements');
				await panel.fill('Label', label);
			}
			await submit(await editor.untilNewTab(async () => await panel.start()));
			await panel.output.untilDone();
			await panel.close();

			await editor.addAfter(FORM);
			await nodeCreator.add('Voice Agent Call', 'Make call');
			await panel.untilOpen();
			await panel.pick('Agent', 'Lead Qualifier', 'lead');
			await panel.addField('Options', 'First Name');
			await panel.mapField('Phone', 'Phone Number');
			await panel.mapField('Name', 'First Name');
			const output = await panel.execute();
			return { columns: await output.columns(), rows: await output.rows() };
		});
		expect((await calls()).slice(before.length)).toMatchObject([
			{ to_number: PHONE, first_name: 'Ada', agent_id: 'agent_0002' },
		]);
		expect(rows).toMatchObject([{ contact_number: PHONE, agent_id: 'agent_0002' }]);
		// Nothing is known yet of how the call ends.
		expect(columns.slice(0, 3)).toEqual(['contact_name', 'contact_number', 'status']);
	});
}
