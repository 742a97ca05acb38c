import type { TestBrowser } from '../../harness/browser/testBrowser.mts';

/** What people look for in a call. */
export const FIRST_COLUMNS = ['contact_name', 'contact_number', 'outcome', 'summary', 'called_at'];

/** Those that are seen before anybody scrolls. */
export const COLUMNS_IN_SIGHT = FIRST_COLUMNS.slice(0, 3);

/** A summary has at most 120 characters, and n8n gives its column 93 pixels. */
const MOST_PIXELS = 200;

/** The first glance at results. */
export function columnsPart(browser: () => TestBrowser): void {
	test('Get many calls: who, when and how it ended come first, and no transcript makes rows tall', async () => {
		await browser().world.sandbox.api.post('/seed/calls', { count: 3 });
		const { columns, seen, rows, heights } = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add('Voice Agent Call', 'Get many calls');
			const output = await (await editor.panel.untilOpen()).execute();
			return {
				columns: await output.columns(),
				seen: await output.columnsInSight(),
				rows: await output.rows(),
				heights: await output.rowHeights(),
			};
		});
		expect(columns.slice(0, FIRST_COLUMNS.length)).toEqual(FIRST_COLUMNS);
		expect(seen).toEqual(expect.arrayContaining(COLUMNS_IN_SIGHT));
		expect(columns.filter((name) => name.startsWith('transcript'))).toEqual([]);
		expect(rows.length).toBeGreaterThanOrEqual(3);
		for (const height of heights) expect(height).toBeLessThanOrEqual(MOST_PIXELS);
		for (const row of rows) expect(row.contact_number).toMatch(/^\+1\d{10}$/);
	});
}
