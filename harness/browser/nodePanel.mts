import type { Locator, Page } from 'playwright-core';
import { until } from '../n8n/publishedWorkflow.mts';
import { CredentialDialog } from './credentialDialog.mts';
import { OutputPanel } from './outputPanel.mts';
import { TIMEOUT_MS, exactly, testId } from './elements.mts';

/** A person takes longer to reach for the next field, in milliseconds. */
const SAVED_AFTER_MS = 600;

/** The panel of a node: its parameters in the middle, its input on the left, its output on the right. */
export class NodePanel {
	readonly output: OutputPanel;
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
		this.output = new OutputPanel(page);
	}

	private get root(): Locator {
		return testId(this.page, 'ndv');
	}

	async untilOpen(): Promise<this> {
		await testId(this.root, 'node-parameters').waitFor();
		return this;
	}

	async close(): Promise<void> {
		await testId(this.root, 'ndv-close-button').click();
		await this.root.waitFor({ state: 'detached' });
	}

	/** A parameter with this name above it, also one within a collection. */
	parameter(name: string): Locator {
		return testId(this.root, 'parameter-item')
			.filter({ has: testId(this.page, 'input-label').getByText(name, { exact: true }) })
			.last();
	}

	/** Writes text into a parameter. */
	async fill(name: string, text: string): Promise<void> {
		await testId(this.parameter(name), 'parameter-input-field').fill(text);
	}

	/** Replaces the text of a parameter with the mouse and the keyboard. */
	async type(name: string, text: string): Promise<void> {
		await testId(this.parameter(name), 'parameter-input-field').click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.type(text);
		// n8n saves what is typed only after a moment, and loses it if something else is changed before.
		await this.page.waitForTimeout(SAVED_AFTER_MS);
	}

	/** Makes a parameter an expression, and pastes its text: the editor completes brackets that are typed. */
	async pasteExpression(name: string, text: string): Promise<void> {
		const parameter = this.parameter(name);
		await parameter.hover();
		await testId(parameter, 'radio-button-expression').click();
		await parameter.locator('.cm-content').click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.insertText(text);
		await this.page.waitForTimeout(SAVED_AFTER_MS);
	}

	private switchOf(name: string): Locator {
		return this.parameter(name).locator('.el-switch');
	}

	/** Turns on a switch that is off. */
	async turnOn(name: string): Promise<void> {
		await this.switchOf(name).click();
	}

	/** Turns off a switch that is on. */
	async turnOff(name: string): Promise<void> {
		await this.switchOf(name).click();
	}

	/** Opens a list of fixed options and takes one. */
	async choose(name: string, option: string): Promise<void> {
		await testId(this.parameter(name), 'parameter-input').getByRole('combobox').click();
		await this.page
			.getByRole('option')
			.filter({ has: this.page.getByText(option, { exact: true }), visible: true })
			.click();
	}

	/** Lets a parameter be chosen from a list that is an ID, given by an expression. n8n offers no list before it is fixed. */
	async chooseFromList(name: string): Promise<void> {
		const parameter = this.parameter(name);
		await parameter.hover();
		await testId(parameter, 'radio-button-fixed').click();
		await testId(parameter, 'rlc-mode-selector').click();
		await testId(this.page, 'mode-list').filter({ visible: true }).click();
	}

	/** Opens the list of a parameter that is chosen from one. */
	async openList(name: string): Promise<void> {
		await testId(this.parameter(name), 'rlc-input').click();
	}

	/** Opens a parameter that is chosen from a list, and types into its search. The list shows what was found. */
	async search(name: string, typed: string): Promise<Locator> {
		await this.openList(name);
		await testId(this.page, 'rlc-search').filter({ visible: true }).fill(typed);
		return testId(this.page, 'rlc-item').filter({ visible: true });
	}

	private entry(item: string): Locator {
		return testId(this.page, 'rlc-item').filter({ hasText: exactly(item), visible: true });
	}

	/** Waits for an entry of the list that is open. */
	async untilListed(item: string): Promise<void> {
		await this.entry(item).waitFor();
	}

	/** Takes an entry of the list that is open. */
	async take(item: string): Promise<void> {
		await this.entry(item).click();
	}

	/** Chooses from a list that is searched by typing. */
	async pick(name: string, item: string, typed = item): Promise<void> {
		await this.search(name, typed);
		await this.take(item);
	}

	/** Adds a field to a collection, such as Options. */
	async addField(collection: string, field: string): Promise<void> {
		const add = testId(this.parameter(collection), 'collection-parameter-add');
		await add.waitFor();
		const list = add.getByRole('combobox');
		// For a collection with one field, n8n shows a button in place of the list.
		if ((await list.count()) === 0) return await add.click();
		await list.click();
		await testId(this.page, 'collection-parameter-option')
			.getByText(field, { exact: true })
			.click();
	}

	/** Adds a row to a collection of rows, such as Variables. */
	async addRow(collection: string): Promise<void> {
		await testId(this.parameter(collection), 'fixed-collection-add').click();
	}

	/** Drags a field of the input onto a parameter, which becomes an expression. */
	async mapField(field: string, name: string): Promise<void> {
		const pill = testId(this.root, 'run-data-schema-item')
			.getByText(field, { exact: true })
			.first();
		const target = testId(this.parameter(name), 'parameter-input');
		await pill.hover();
		await this.page.mouse.down();
		await target.hover();
		// The first movement begins to drag, and only a further one is over the target.
		await target.hover({ position: { x: 20, y: 20 } });
		await this.page.mouse.up();
		const isMapped = async () => (await this.valueOf(name)).includes(field);
		if (!(await until(isMapped, TIMEOUT_MS)))
			throw new Error(`${field} was not dropped on ${name}`);
	}

	/** The value of a parameter that is a text or an expression. */
	async valueOf(name: string): Promise<string> {
		const field = testId(this.parameter(name), 'parameter-input-field');
		const expression = this.parameter(name).locator('.cm-content');
		const shown = field.or(expression).first();
		await shown.waitFor();
		return (await field.count()) > 0 ? await field.inputValue() : await expression.innerText();
	}

	private async chooseInCredentials(entry: string): Promise<void> {
		await testId(this.root, 'node-credentials-select').getByRole('combobox').click();
		await testId(this.page, `node-credentials-select-item-${entry}`)
			.filter({ visible: true })
			.click();
	}

	async chooseCredential(id: string): Promise<void> {
		await this.chooseInCredentials(id);
	}

	/** Opens the dialog for a new credential. */
	async newCredential(): Promise<CredentialDialog> {
		await this.chooseInCredentials('new');
		return new CredentialDialog(this.page);
	}

	/** Opens the dialog of the chosen credential. */
	async editCredential(): Promise<CredentialDialog> {
		await testId(this.root, 'credential-edit-button').click();
		return new CredentialDialog(this.page);
	}

	/** Presses the button that runs this node. */
	async start(): Promise<void> {
		await testId(this.root, 'node-execute-button').click();
	}

	/** Presses the button that runs this node, and waits until n8n has begun, or listens for a request. */
	async begin(): Promise<void> {
		const begun = this.page.waitForResponse(
			(answer) =>
				answer.request().method() === 'POST' && /\/workflows\/[^/]+\/run$/.test(answer.url()),
		);
		await Promise.all([begun, this.start()]);
	}

	/** Runs this node, and the nodes before it that have not run, and waits for the end. */
	async execute(): Promise<OutputPanel> {
		// Until n8n has begun, the panel shows the end of the run before.
		await this.begin();
		await this.output.untilDone();
		return this.output;
	}

	/** Copies an address of a trigger that waits for requests, as its panel shows it. */
	async copyUrl(kind: 'Test URL' | 'Production URL'): Promise<string> {
		const shown = this.root.locator('.webhook-url').filter({ visible: true }).first();
		// The panel of a form shows them at once.
		if (!(await shown.isVisible())) await this.root.getByText(/^\s*(Webhook|Form) URLs\s*$/).click();
		await this.root.getByText(kind, { exact: true }).filter({ visible: true }).click();
		await shown.click();
		return (await shown.innerText()).trim();
	}

	/** Runs what is before this node, so that its output can be mapped. */
	async executePrevious(): Promise<void> {
		await testId(this.root, 'execute-previous-node').click();
		await testId(this.root, 'run-data-schema-item').first().waitFor();
	}
}
