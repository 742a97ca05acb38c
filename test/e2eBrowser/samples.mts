import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';

/** Smaller text is hard to read. */
const READABLE_PIXELS = 11.5;

/** A sample as somebody sees it who has opened it on a small laptop. */
export function samplesPart(browser: () => TestBrowser): void {
	const idOf = (id: string) => browser().world.samples.ids[id] ?? id;

	test('every note can be read without zooming, whole, and covers nothing', async () => {
		const problems: string[] = [];
		await browser().inEditor(async (editor) => {
			for (const { id, name } of sampleWorkflows()) {
				await editor.open(idOf(id));
				for (const note of await editor.notes()) {
					const about = `${name}, "${note.text.slice(0, 20)}"`;
					if (note.pixels < READABLE_PIXELS) problems.push(`${about}: ${note.pixels} pixels`);
					if (!note.isWhole) problems.push(`${about} is cut`);
					problems.push(...note.covers.map((node) => `${about} covers ${node}`));
				}
			}
		});
		expect(problems).toEqual([]);
	});

	test('Execute workflow starts one with a schedule', async () => {
		await browser().inEditor(async (editor) => {
			await editor.open(idOf('sampleWeeklyReport'));
			await editor.execute();
		});
	});
}
