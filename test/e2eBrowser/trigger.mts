import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { COLUMNS_IN_SIGHT, FIRST_COLUMNS } from './columns.mts';

/** The trigger, which n8n lists as a part of Voice Agent. */
export function triggerPart(browser: () => TestBrowser): void {
	test('found as "call ended"; Fetch Test Event shows calls that have ended', async () => {
		await browser().world.sandbox.api.post('/seed/calls', { count: 3 });
		const { columns, seen, rows } = await browser().inEditor(async (editor) => {
			await editor.openEmpty();
			await editor.nodeCreator.find('call ended');
			await editor.nodeCreator.take('Voice Agent');
			await editor.nodeCreator.take('On call ended');
			const output = await (await editor.panel.untilOpen()).execute();
			return {
				columns: await output.columns(),
				seen: await output.columnsInSight(),
				rows: await output.rows(),
			};
		});
		expect(columns.slice(0, FIRST_COLUMNS.length)).toEqual(FIRST_COLUMNS);
		expect(seen).toEqual(expect.arrayContaining(COLUMNS_IN_SIGHT));
		expect(rows.length).toBeGreaterThan(0);
		for (const row of rows) expect(row.is_over).toBe('true');
	});
}
