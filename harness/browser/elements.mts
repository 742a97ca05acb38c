import type { Locator, Page } from 'playwright-core';

/** How long the editor may take for one step, in milliseconds: two busy cores are slow. */
export const TIMEOUT_MS = 20_000;

/** Elements that n8n itself names for tests. */
export const testId = (within: Page | Locator, id: string): Locator =>
	within.locator(`[data-test-id="${id}"]`);

/** Fits this text alone, with any white space around it. */
export const exactly = (text: string): RegExp =>
	new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
