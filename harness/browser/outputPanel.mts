import type { Locator, Page } from 'playwright-core';
import { testId } from './elements.mts';

/** What a node returned, on the right of its panel. */
export class OutputPanel {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	private get root(): Locator {
		return testId(this.page, 'output-panel');
	}

	/** Waits until the node has ended, well or badly. */
	async untilDone(): Promise<void> {
		await testId(this.root, 'ndv-executing').waitFor({ state: 'detached' });
		await this.root
			.locator('[data-test-id^="node-run-status"], [data-test-id="run-data-callout"]')
			.first()
			.waitFor();
	}

	/** The output as a table. @throws with what the node says if it failed */
	private async table(): Promise<Locator> {
		if (await testId(this.root, 'node-error-message').isVisible()) {
			const { message, description } = await this.error();
			throw new Error(`The node failed: ${message}\n${description}`);
		}
		const shown = testId(this.root, 'radio-button-table');
		// Looking once more takes a person no click.
		if ((await shown.getAttribute('aria-checked')) !== 'true') await shown.click();
		const table = this.root.locator('table');
		await table.waitFor();
		return table;
	}

	/** Shows the fields of the output with their values, one below the other. */
	async schema(): Promise<void> {
		await testId(this.root, 'radio-button-schema').click();
		await testId(this.root, 'run-data-schema-item').first().waitFor();
	}

	/** How many items the node returned. */
	async count(): Promise<number> {
		const text = await testId(this.root, 'ndv-items-count').innerText();
		return Number.parseInt(text.replaceAll(',', ''), 10);
	}

	/** The names of the columns, from left to right. */
	async columns(): Promise<string[]> {
		const names = await (await this.table()).locator('thead th').allInnerTexts();
		// The last one is a margin.
		return names.map((name) => name.trim()).filter((name) => name !== '');
	}

	/** The names of the columns that are whole on the screen before anybody scrolls. */
	async columnsInSight(): Promise<string[]> {
		const headings = (await this.table()).locator('thead th');
		const { x = 0, width = 0 } = (await this.root.boundingBox()) ?? {};
		const ends = await headings.evaluateAll((all) =>
			all.map((heading) => heading.getBoundingClientRect().right),
		);
		const columns = await this.columns();
		return columns.filter((_name, index) => (ends[index] ?? Infinity) <= x + width);
	}

	/** The rows of the table that are shown, as text. */
	async rows(): Promise<Array<Record<string, string>>> {
		const columns = await this.columns();
		const rows = await (await this.table()).locator('tbody tr').all();
		return await Promise.all(
			rows.map(async (row) => {
				const cells = await row.locator('td').allInnerTexts();
				return Object.fromEntries(columns.map((name, index) => [name, cells[index]?.trim() ?? '']));
			}),
		);
	}

	/** The heights of the rows of the table, in pixels. */
	async rowHeights(): Promise<number[]> {
		const rows = (await this.table()).locator('tbody tr');
		return await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
	}

	/** What the yellow boxes above the output say; '' without one. */
	async hints(): Promise<string> {
		return await testId(this.root, 'run-data-hints').innerText();
	}

	/** What an error says: what is wrong, and what to do. */
	async error(): Promise<{ message: string; description: string }> {
		return {
			message: await testId(this.root, 'node-error-message').innerText(),
			description: await testId(this.root, 'node-error-description').innerText(),
		};
	}
}
