import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import type { RecordedCall } from '../samples/report.mts';

const AGENT = 'AI Agent';
const PHONE = '+12125550141';

/** The nodes in the panel of n8n's AI Agent. */
export function toolPart(browser: () => TestBrowser): void {
	test('Make Call as a tool: the model fills the phone number if nobody enters one, a test step calls it', async () => {
		const { api } = browser().world.sandbox;
		const { data: before } = await api.get<RecordedCall[]>('/calls');
		await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add(AGENT);
			await (await editor.panel.untilOpen()).close();
			await editor.addTool(AGENT);
			await editor.nodeCreator.add('Voice Agent Call Tool');
			const panel = await editor.panel.untilOpen();
			await panel.choose('Operation', 'Make Call');
			await panel.pick('Agent', 'Lead Qualifier', 'lead');
			await panel.start();
			await editor.answerForModel({ Phone_Number: PHONE });
			await panel.output.untilDone();
		});
		const { data: after } = await api.get<RecordedCall[]>('/calls');
		expect(after.slice(before.length)).toMatchObject([
			{ to_number: PHONE, agent_id: 'agent_0002' },
		]);
	});
}
