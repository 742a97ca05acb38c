import type { Locator, Page } from 'playwright-core';
import { testId } from './elements.mts';

/** n8n's dialog for a credential. */
export class CredentialDialog {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	private get root(): Locator {
		return testId(this.page, 'credential-edit-dialog');
	}

	/** The box that says why the credential does not work. */
	private get refusal(): Locator {
		const retry = this.page.getByRole('button', { name: 'Retry' });
		return this.root.locator('.el-tag--danger').filter({ has: retry, visible: true });
	}

	/** A field with this name above it. */
	private field(name: string): Locator {
		const label = this.page.locator('label').filter({ hasText: new RegExp(`^\\s*${name}\\b`) });
		return testId(this.root, 'credential-connection-parameter').filter({ has: label });
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.field(name).locator('input').first().fill(value);
		}
	}

	/**
	 * Saves the credential. n8n then tests it, and closes the dialog if it works.
	 *
	 * @returns what the user reads if it does not work
	 */
	async save(): Promise<string | undefined> {
		await testId(this.page, 'credential-save-button').click();
		const closed = this.root.waitFor({ state: 'detached' }).then(() => true);
		const refused = this.refusal.waitFor().then(() => false);
		if (await Promise.any([closed, refused])) return undefined;
		const details = this.root.getByText('More details');
		await details.click();
		await details.waitFor({ state: 'detached' });
		return await this.refusal.innerText();
	}

	/** What n8n says of a credential that works. */
	async success(): Promise<string> {
		return await testId(this.root, 'credentials-config-container-test-success').innerText();
	}
}
