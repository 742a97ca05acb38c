import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startChromium } from '../../harness/browser/chromium.mts';
import { Editor } from '../../harness/browser/editor.mts';
import { freePort } from '../../harness/ports.mts';
import { Demo, FIRST_WITHIN_MS } from '../support/demo.mts';

jest.setTimeout(FIRST_WITHIN_MS);

const folder = mkdtempSync(join(tmpdir(), 'voice-agent-clicks-'));
let demo: Demo | undefined;
let browser: Browser | undefined;

afterAll(async () => {
	await browser?.close();
	demo?.interrupt();
	await demo?.ended();
	rmSync(folder, { recursive: true, force: true });
});

test('from npm start to what was said in a call, in three clicks', async () => {
	const port = await freePort();
	demo = new Demo('--folder', folder, '--port', String(port));
	await demo.ready(FIRST_WITHIN_MS);
	browser = await startChromium();
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	await page.goto(demo.addresses[0] ?? '');
	const editor = new Editor(page, `http://127.0.0.1:${port}`);

	// One click, and then a double click on the last node.
	await editor.execute();
	const { output } = await editor.openPanel('What was said');
	const rows = await output.rows();

	expect(rows).toMatchObject([
		{ outcome: expect.stringMatching(/\w/), transcript: expect.stringContaining('Agent:') },
	]);
});
