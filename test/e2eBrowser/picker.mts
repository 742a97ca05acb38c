import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { type Sandbox, startSandbox } from '../../harness/sandbox.mts';
import { forgetCredentials } from './credential.mts';

const AGENTS = 2000;

/** Somebody with very many agents. */
export function pickerPart(browser: () => TestBrowser): void {
	let crowded: Sandbox;
	let credentialId: string;

	beforeAll(async () => {
		crowded = await startSandbox({ agents: AGENTS, speed: 60 });
		credentialId = await browser().world.createCredential('Many agents', {
			baseUrl: crowded.url,
			email: 'owner@example.com',
			password: 'sandbox-password',
			mfa: 'none',
		});
	});

	afterAll(async () => {
		await forgetCredentials(browser());
		await crowded.stop();
	});

	test('the 1,700th of 2,000 agents is found by typing, and calls', async () => {
		const found = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add('Voice Agent Call', 'Make call');
			const panel = await editor.panel.untilOpen();
			await panel.chooseCredential(credentialId);
			const shown = await panel.search('Agent', '1700');
			await shown.getByText('Agent 1700', { exact: true }).waitFor();
			const names = await shown.allInnerTexts();
			await panel.take('Agent 1700');
			await panel.fill('Phone Number', '+12125550124');
			await panel.execute();
			return names.map((name) => name.trim());
		});
		expect(found).toEqual(['Agent 1700']);
		const { data: calls } = await crowded.api.get('/calls');
		expect(calls).toMatchObject([{ agent_id: 'agent_1700', to_number: '+12125550124' }]);
	});
}
