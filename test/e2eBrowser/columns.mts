import type { TestBrowser } from '../../harness/browser/testBrowser.mts';

/** What people look for in a call. */
export const FIRST_COLUMNS = ['contact_name', 'contact_number', 'outcome', 'summary', 'called_at'];

/** Those that are seen before anybody scrolls. */
export const COLUMNS_IN_SIGHT = FIRST_COLUMNS.slice(0, 3);

/** The first glance at results. */
export function columnsPart(browser: () => TestBrowser): void {
	test('Get many calls: who, when and how it ended come first, and no transcript makes rows tall', async () => {
		await browser().world.sandbox.api.post('/seed/calls', { count: 3 });
		const { columns, seen, rows } = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.add('Voice Agent Call', 'Get many calls');
			const output = await (await editor.panel.untilOpen()).execute();
			return {
				columns: await output.columns(),
				seen: await output.columnsInSight(),
				rows: await output.rows(),
			};
		});
		expect(columns.slice(0, FIRST_COLUMNS.length)).toEqual(FIRST_COLUMNS);
		expect(seen).toEqual(expect.arrayContaining(COLUMNS_IN_SIGHT));
		expect(columns.filter((name) => name.startsWith('transcript'))).toEqual([]);
		expect(rows.length).toBeGreaterThanOrEqual(3);
		for (const row of rows) expect(row.contact_number).toMatch(/^\+1\d{10}$/);
	});
}
