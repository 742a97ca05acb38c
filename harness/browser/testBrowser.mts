import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { OWNER } from '../n8n/n8n.mts';
import { type TestN8n, startTestN8n } from '../n8n/testN8n.mts';
import { root } from '../project/project.mjs';
import { startChromium } from './chromium.mts';
import { Editor } from './editor.mts';
import { TIMEOUT_MS } from './elements.mts';

/** Pictures and traces of what could not be done. */
const FAILURES = join(root, '.cache', 'browser');

/** The size of a small laptop's window, in pixels. */
const WINDOW = { width: 1280, height: 800 };

/** A real n8n with the packed package, and a browser that is signed in to it. */
export class TestBrowser {
	readonly world: TestN8n;
	private readonly browser: Browser;
	private readonly context: BrowserContext;

	constructor(world: TestN8n, browser: Browser, context: BrowserContext) {
		this.world = world;
		this.browser = browser;
		this.context = context;
	}

	/** Does something in a new tab with n8n's editor. If it cannot be done, the error names a picture of the tab, and a trace of each step. */
	async inEditor<Result>(work: (editor: Editor) => Promise<Result>): Promise<Result> {
		const { tracing } = this.context;
		const page = await this.context.newPage();
		await tracing.startChunk();
		try {
			return await work(new Editor(page, this.world.n8n.url));
		} catch (error) {
			throw await withEvidence(error as Error, page);
		} finally {
			// What went well leaves no trace.
			await tracing.stopChunk();
			await page.close();
		}
	}

	async stop(): Promise<void> {
		await this.browser.close();
		await this.world.stop();
	}
}

async function withEvidence(error: Error, page: Page): Promise<Error> {
	mkdirSync(FAILURES, { recursive: true });
	const path = join(FAILURES, `failure-${Date.now()}`);
	await page.screenshot({ path: `${path}.png` });
	await page.context().tracing.stopChunk({ path: `${path}.zip` });
	const evidence = `The browser shows: ${path}.png\nEach step: npx playwright-core show-trace ${path}.zip`;
	// A report shows the stack, which has the message as it was.
	error.stack = `${evidence}\n\n${error.stack}`;
	error.message += `\n\n${evidence}`;
	return error;
}

/** Signs in as a person would. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
	const page = await context.newPage();
	await page.goto(`${url}/signin`);
	await page.locator('input[autocomplete="email"]').fill(OWNER.email);
	await page.locator('input[type="password"]').fill(OWNER.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
	await page.close();
}

/** Starts n8n and Chromium and signs in. The package must have been built. */
export async function startTestBrowser(options: BrowserContextOptions = {}): Promise<TestBrowser> {
	const browser = await startChromium();
	const world = await startTestN8n().catch(async (error: unknown) => {
		await browser.close();
		throw error;
	});
	const context = await browser.newContext({ viewport: WINDOW, ...options });
	context.setDefaultTimeout(TIMEOUT_MS);
	await context.tracing.start({ snapshots: true });
	const started = new TestBrowser(world, browser, context);
	await signIn(context, world.n8n.url).catch(async (error: unknown) => {
		await started.stop();
		throw error;
	});
	return started;
}
