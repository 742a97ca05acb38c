import type { Page } from 'playwright-core';

/** What a person had to do in a tab. */
export interface Effort {
	/** How often the mouse was pressed, without the presses that only put the cursor into a field of `typed`. */
	clicks: number;
	/** Fields that were typed into, also those of a search. */
	typed: number;
	/** How often the mouse was pressed at all. */
	presses: number;
}

/**
 * Counts what is done in a tab from now on. The tab itself counts what reaches it, so nothing can be left out. Only the mouse and the keyboard
 * count: `fill` of Playwright would put text into a field without a press of the mouse.
 *
 * @returns what was done so far. Fails once the tab has loaded another page
 */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
	const done = await page.evaluateHandle(() => {
		const seen = { pressed: [] as Array<EventTarget | null>, typed: new Set<EventTarget | null>() };
		// Before everything that could keep an event from reaching the page.
		window.addEventListener('pointerdown', ({ target }) => seen.pressed.push(target), true);
		window.addEventListener('input', ({ target }) => seen.typed.add(target), true);
		return seen;
	});
	return async () =>
		await done.evaluate(({ pressed, typed }) => {
			const cursor = new Set(pressed.filter((target) => typed.has(target))).size;
			return { clicks: pressed.length - cursor, typed: typed.size, presses: pressed.length };
		});
}
