import type { Locator, Page } from 'playwright-core';
import { until } from '../n8n/publishedWorkflow.mts';
import { TIMEOUT_MS, exactly, testId } from './elements.mts';
import { NodeCreator } from './nodeCreator.mts';
import { NodePanel } from './nodePanel.mts';

/** How long a whole workflow may take, in milliseconds. */
const EXECUTES_WITHIN_MS = 180_000;
/** So often in a row must the canvas be the same. */
const STILL_READINGS = 5;

/** A note on the canvas, as it is on the screen. */
export interface SeenNote {
	text: string;
	/** The size of its text. */
	pixels: number;
	/** Whether it has room for all of its text. */
	isWhole: boolean;
	/** Names of the nodes that it touches. */
	covers: string[];
}

/** n8n's editor with one workflow, as its user sees it. */
export class Editor {
	readonly page: Page;
	readonly nodeCreator: NodeCreator;
	readonly panel: NodePanel;
	private readonly url: string;

	/** @param url of n8n; the page is signed in */
	constructor(page: Page, url: string) {
		this.page = page;
		this.url = url;
		this.nodeCreator = new NodeCreator(page);
		this.panel = new NodePanel(page);
	}

	private get firstStep(): Locator {
		return testId(this.page, 'canvas-add-button').locator('button');
	}

	/** Opens an empty workflow. */
	async openCanvas(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.firstStep.waitFor();
	}

	/** Opens the list of nodes with the plus of an empty canvas. */
	async addFirst(): Promise<void> {
		await this.firstStep.click();
		await testId(this.page, 'node-creator-search-bar').first().waitFor();
	}

	/** Opens an empty workflow with the list of nodes beside it. */
	async openEmpty(): Promise<void> {
		await this.openCanvas();
		await this.addFirst();
	}

	/** Makes n8n forget which panels its user had open: it remembers them in the browser. */
	async forgetPanels(): Promise<void> {
		await this.openCanvas();
		await this.page.evaluate(() => {
			// Without its identifier, the browser is signed out.
			const kept = (key: string) => key === 'n8n-browserId';
			for (const key of Object.keys(localStorage)) if (!kept(key)) localStorage.removeItem(key);
		});
	}

	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await testId(this.page, 'canvas-node').first().waitFor();
	}

	/** Opens what the last execution of a workflow has done. Fails if it did not succeed. */
	async openLastExecution(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions`);
		await this.page
			.getByText(/^Succeeded/)
			.first()
			.waitFor();
		await testId(this.page, 'canvas-node').first().waitFor();
	}

	/** The notes of the workflow, after n8n has brought all of it into the window. */
	async notes(): Promise<SeenNote[]> {
		await this.untilStill();
		const others = this.page.locator(
			'[data-test-id="canvas-node"]:not(:has([data-test-id="sticky"]))',
		);
		const nodes = await others.evaluateAll((all) =>
			all.map((node) => {
				const { left, right, top, bottom } = node.getBoundingClientRect();
				return { name: node.getAttribute('data-node-name') ?? '', left, right, top, bottom };
			}),
		);
		return await testId(this.page, 'sticky').evaluateAll(
			(notes, nodesThere) =>
				notes.map((note) => {
					const box = note.getBoundingClientRect();
					const texts = [...note.querySelectorAll('p')];
					const size = Number.parseFloat(getComputedStyle(texts[0] ?? note).fontSize);
					const scale = box.width / (note as HTMLElement).offsetWidth;
					return {
						text: note.textContent?.trim() ?? '',
						pixels: Math.round(size * scale * 10) / 10,
						isWhole: texts.every((text) => text.getBoundingClientRect().bottom <= box.bottom),
						covers: nodesThere
							.filter(
								({ left, right, top, bottom }) =>
									left < box.right && right > box.left && top < box.bottom && bottom > box.top,
							)
							.map(({ name }) => name),
					};
				}),
			nodes,
		);
	}

	/**
	 * `one text | another text` for each two texts on the canvas that are printed over each other (of nodes, their outputs and connections),
	 * and `text | line` for each name and subtitle of a node that a line runs through.
	 */
	async overprints(): Promise<string[]> {
		await this.untilStill();
		return await this.page.locator('.vue-flow__viewport').evaluate((canvas) => {
			const ownerOf = (element: Element) =>
				element.closest('.vue-flow__node, [data-test-id="edge-label"]');
			// The name of an output lies on its line: it has a ground of its own.
			const isOfNode = (element: Element) =>
				element.closest('.vue-flow__node') !== null &&
				element.closest('.vue-flow__handle') === null;
			const texts: Array<{
				text: string;
				owner: Element | null;
				isOfNode: boolean;
				box: DOMRect;
			}> = [];
			const walker = document.createTreeWalker(canvas, NodeFilter.SHOW_TEXT);
			for (let node = walker.nextNode(); node; node = walker.nextNode()) {
				const element = node.parentElement;
				const text = node.textContent?.trim() ?? '';
				if (!element?.checkVisibility({ opacityProperty: true }) || text === '') continue;
				// The text can be narrower than its element, and an element can cut its text with dots.
				const range = document.createRange();
				range.selectNodeContents(node);
				const [whole, shown] = [range, element].map((one) => one.getBoundingClientRect());
				const left = Math.max(whole.left, shown.left);
				const top = Math.max(whole.top, shown.top);
				const width = Math.min(whole.right, shown.right) - left;
				const height = Math.min(whole.bottom, shown.bottom) - top;
				const box = new DOMRect(left, top, width, height);
				texts.push({ text, owner: ownerOf(element), isOfNode: isOfNode(element), box });
			}
			const TOUCHING = 2;
			/** Pixels of the canvas between two points of a line that are looked at. */
			const STEP = 3;
			const points = [
				...canvas.querySelectorAll<SVGPathElement>('path.vue-flow__edge-path'),
			].flatMap((path) => {
				const onScreen = path.getScreenCTM()!;
				return Array.from({ length: Math.floor(path.getTotalLength() / STEP) }, (_, index) =>
					path.getPointAtLength(index * STEP).matrixTransform(onScreen),
				);
			});
			const crossed = texts
				.filter(({ isOfNode }) => isOfNode)
				.filter(({ box }) =>
					points.some(
						({ x, y }) =>
							x > box.left + TOUCHING &&
							x < box.right - TOUCHING &&
							y > box.top + TOUCHING &&
							y < box.bottom - TOUCHING,
					),
				)
				.map(({ text }) => `${text} | line`);
			const overprinted = texts.flatMap((one, index) =>
				texts
					.slice(index + 1)
					.filter(({ owner }) => owner !== one.owner)
					.filter(
						({ box }) =>
							Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > TOUCHING &&
							Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > TOUCHING,
					)
					.map((other) => `${one.text} | ${other.text}`),
			);
			return [...overprinted, ...crossed];
		});
	}

	/** Waits until nothing on the canvas has changed for a while: n8n moves it, and draws what has run one after the other. */
	async untilStill(): Promise<void> {
		let before = '';
		let stillFor = 0;
		const isStill = async () => {
			const places = await this.page
				.locator('.vue-flow__node')
				.evaluateAll((all) =>
					all.map((node) => Object.values(node.getBoundingClientRect().toJSON())),
				);
			const counts = await testId(this.page, 'edge-label').allInnerTexts();
			const now = JSON.stringify([places, counts]);
			stillFor = now === before ? stillFor + 1 : 0;
			before = now;
			return stillFor >= STILL_READINGS;
		};
		if (!(await until(isStill, TIMEOUT_MS))) throw new Error('The canvas does not come to rest');
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the list of nodes with the plus behind a node. */
	async addAfter(name: string): Promise<void> {
		await testId(this.node(name), 'canvas-handle-plus').first().click();
	}

	/** Opens the panel of a node on the canvas. */
	async openPanel(name: string): Promise<NodePanel> {
		await this.node(name).dblclick();
		return await this.panel.untilOpen();
	}

	/** Switches a node on that is off, with the key for it. */
	async switchOn(name: string): Promise<void> {
		await this.node(name).click();
		await this.page.keyboard.press('d');
	}

	/** Opens the list of tools with the plus below an AI agent. */
	async addTool(agent: string): Promise<void> {
		const tools = this.node(agent).locator('[data-handleid="inputs/ai_tool/0"]');
		await testId(tools, 'canvas-handle-plus').click();
	}

	/** The tab that n8n opens meanwhile. */
	async untilNewTab(work: () => Promise<void>): Promise<Page> {
		const [tab] = await Promise.all([this.page.waitForEvent('popup'), work()]);
		return tab;
	}

	/** Enters what a model would say, in the dialog that n8n shows when a tool is run by hand. */
	async answerForModel(values: Record<string, string>): Promise<void> {
		const dialog = this.page.getByRole('dialog').filter({
			has: testId(this.page, 'from-ai-parameters-modal-inputs'),
		});
		for (const [name, value] of Object.entries(values)) {
			await dialog.getByLabel(name).fill(value);
		}
		await dialog.getByRole('button', { name: 'Execute step' }).click();
		await dialog.waitFor({ state: 'detached' });
	}

	/** Runs the whole workflow with the button below the canvas, and waits for its successful end. */
	async execute(): Promise<void> {
		await testId(this.page, 'execute-workflow-button').click();
		const succeeded = this.page.getByText('Workflow executed successfully');
		const failed = this.page.getByText(/^Problem in node/);
		await succeeded.or(failed).first().waitFor({ timeout: EXECUTES_WITHIN_MS });
		if (await failed.isVisible()) throw new Error(await failed.innerText());
	}

	private get publishButton(): Locator {
		return testId(this.page, 'workflow-open-publish-modal-button');
	}

	/** Tries to publish the workflow, under the name of a version that n8n suggests. */
	private async confirmPublish(): Promise<void> {
		await this.publishButton.click();
		await testId(this.page, 'workflow-publish-button').click();
	}

	/** Publishes the workflow. @returns its ID */
	async publish(): Promise<string> {
		await this.confirmPublish();
		await testId(this.page, 'workflow-publish-button').waitFor({ state: 'detached' });
		await this.publishButton.filter({ hasText: exactly('Published') }).waitFor();
		return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
	}

	/** Tries to publish a workflow that is refused. @returns what n8n says */
	async refusedToPublish(): Promise<string> {
		await this.confirmPublish();
		const notice = this.page.locator('.el-notification');
		await notice.first().waitFor();
		return (await notice.allInnerTexts()).join('\n');
	}

	/** Closes the dialog that is open. */
	async closeDialog(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await testId(this.page, 'workflow-publish-button').waitFor({ state: 'detached' });
	}

	/** Makes the whole workflow as large as the canvas. */
	async zoomToFit(): Promise<void> {
		await testId(this.page, 'zoom-to-fit').click();
	}
}
