import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';

/** What breaks WCAG 2.1 (A and AA) on a page, and where; nothing if all is well. */
export async function barriersOf(page: Page): Promise<string[]> {
	// A copy is looked at: axe is a script, and a page may run none. That the sandbox loads its page again and again is on purpose.
	const html = (await page.content()).replace(/<meta http-equiv="refresh"[^>]*>/, '');
	const copy = await page.context().newPage();
	await copy.setContent(html);
	const axe = new AxeBuilder({ page: copy });
	const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
	await copy.close();
	return violations.flatMap(({ help, nodes }) => nodes.map((node) => `${help}: ${node.html}`));
}

/** The pages of the sandbox. That of a function is looked at where it is used. */
export function accessibilityPart(browser: () => TestBrowser): void {
	test('the pages of the sandbox can be read without eyes and used without a mouse', async () => {
		const { api, control } = browser().world.sandbox;
		await api.post('/calls', { count: 20, status: 'completed' });
		const { data: calls } = await api.get<Array<{ call_id: string }>>('/calls');
		await browser().inEditor(async ({ page }) => {
			await page.goto(`${control}/`);
			await page.getByRole('heading', { name: /^Calls: / }).waitFor();
			expect(await barriersOf(page)).toEqual([]);
			await page.goto(`${control}/calls/${calls[0]?.call_id}`);
			await page.getByRole('heading', { name: 'Transcript' }).waitFor();
			expect(await barriersOf(page)).toEqual([]);
		});
	});
}
