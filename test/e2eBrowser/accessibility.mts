import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';

/** What breaks WCAG 2.1 (A and AA) on a page, and where; nothing if all is well. */
export async function barriersOf(page: Page): Promise<string[]> {
	const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
	const { violations } = await axe.analyze();
	return violations.flatMap(({ help, nodes }) => nodes.map(({ html }) => `${help}: ${html}`));
}

/** The pages of the sandbox. That of a function is looked at where it is used. */
export function accessibilityPart(browser: () => TestBrowser): void {
	test('the pages of the sandbox can be read without eyes and used without a mouse', async () => {
		const { api, control } = browser().world.sandbox;
		await api.post('/calls', { count: 20, status: 'completed' });
		const { data: calls } = await api.get<Array<{ call_id: string }>>('/calls');
		await browser().inEditor(async ({ page }) => {
			// It loads itself again every few seconds, which is on purpose, and would end the look.
			await page.route(`${control}/`, async (route) => {
				const response = await route.fetch();
				const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '');
				await route.fulfill({ response, body });
			});
			await page.goto(`${control}/`);
			await page.getByRole('heading', { name: /^Calls: / }).waitFor();
			expect(await barriersOf(page)).toEqual([]);
			await page.goto(`${control}/calls/${calls[0]?.call_id}`);
			await page.getByRole('heading', { name: 'Transcript' }).waitFor();
			expect(await barriersOf(page)).toEqual([]);
		});
	});
}
