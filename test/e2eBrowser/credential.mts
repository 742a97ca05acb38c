import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { SAMPLE_CREDENTIAL } from '../../harness/samples/samples.mts';
import { PASSWORD, WRONG_PASSWORD } from '../support/n8nAccounts.mts';

/** Deletes all but that of the samples: n8n chooses the newest for a new node. */
export async function forgetCredentials({ world }: TestBrowser): Promise<void> {
	const { data } = await world.rest.get('/credentials');
	const others = data.data.filter(
		({ name, type }: { name: string; type: string }) =>
			type === 'voiceAgentApi' && name !== SAMPLE_CREDENTIAL.name,
	);
	for (const { id } of others) await world.rest.delete(`/credentials/${id}`);
}

/** What the dialog says when a credential is saved. */
export function credentialPart(browser: () => TestBrowser): void {
	const right = () => ({
		'Base URL': browser().world.sandbox.url,
		Email: 'owner@example.com',
		Password: PASSWORD,
	});

	/** Saves a new credential with the dialog that Make Call opens. */
	const save = async (values: Record<string, string>) =>
		await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add('Voice Agent Call', 'Make call');
			await editor.panel.untilOpen();
			const dialog = await editor.panel.newCredential();
			await dialog.fill({ ...right(), ...values });
			const refused = await dialog.save();
			if (refused) return refused;
			return await (await editor.panel.editCredential()).success();
		});

	afterEach(async () => await forgetCredentials(browser()));

	test('one that works: the dialog closes, and says so when it is opened again', async () => {
		expect(await save({})).toContain('Connection tested successfully');
	});

	test('a wrong password: what is wrong, and what to do', async () => {
		const text = await save({ Email: 'unverified@example.com', Password: WRONG_PASSWORD });
		expect(text).toMatch(/refused the email address or the password.*Enter both again/s);
	});
}
