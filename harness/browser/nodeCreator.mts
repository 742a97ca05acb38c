import type { Locator, Page } from 'playwright-core';
import { exactly, testId } from './elements.mts';

/** Fits no node. */
const NONSENSE = 'qqqqqqqq';
/** How long a search that finds something may take, in milliseconds. */
const FOUND_WITHIN_MS = 3_000;

/** The list of nodes on the right of the canvas. */
export class NodeCreator {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	private get root(): Locator {
		return testId(this.page, 'node-creator');
	}

	private get searchBar(): Locator {
		return testId(this.root, 'node-creator-search-bar').last();
	}

	private get items(): Locator {
		return testId(this.root, 'node-creator-item-name');
	}

	/** What the search finds, the best first; nothing if nothing fits. */
	async find(words: string): Promise<string[]> {
		// Then what is shown afterwards was found by these words, not by those before.
		await this.searchBar.fill(NONSENSE);
		await testId(this.root, 'node-creator-no-results').waitFor();
		await this.searchBar.fill(words);
		await this.items
			.first()
			.waitFor({ timeout: FOUND_WITHIN_MS })
			.catch(() => undefined);
		return (await this.items.allInnerTexts()).map((name) => name.trim());
	}

	/** Takes an entry of the list: a node, or an action of the node that was taken before. */
	async take(name: string): Promise<void> {
		await this.items
			.filter({ hasText: exactly(name) })
			.first()
			.click();
	}

	/** Opens the list of what a node does: on an empty canvas only its triggers are listed. */
	async openActions(): Promise<void> {
		await this.root.getByText(/^Actions \(/).click();
	}

	/** Types into the search, where the cursor is when the list opens. */
	async search(words: string): Promise<void> {
		await this.searchBar.and(this.page.locator(':focus')).waitFor();
		await this.page.keyboard.type(words);
	}

	/** Searches, and takes the first entry with the Enter key. Fails if that is another one. */
	async takeFirst(words: string, name: string): Promise<void> {
		await this.search(words);
		await this.items
			.first()
			.filter({ hasText: exactly(name) })
			.waitFor();
		await this.page.keyboard.press('Enter');
	}

	/** Confirms that this node is meant: n8n shows what a node of a package is before it is added. */
	async addToWorkflow(): Promise<void> {
		await this.page.getByRole('button', { name: 'Add to workflow' }).click();
	}

	/** Searches a node by its name and takes it, then one of its actions, if it has some. */
	async add(node: string, action?: string): Promise<void> {
		await this.searchBar.fill(node);
		await this.take(node);
		if (action) await this.take(action);
	}
}
