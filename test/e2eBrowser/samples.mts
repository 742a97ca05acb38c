import type { SeenNote } from '../../harness/browser/editor.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';

/** Smaller text is hard to read. */
const READABLE_PIXELS = 11.5;

/** A sample as somebody sees it who has opened it on a small laptop. */
export function samplesPart(browser: () => TestBrowser): void {
	const idOf = (id: string) => browser().world.samples.ids[id] ?? id;

	beforeAll(async () => await browser().inEditor(async (editor) => await editor.forgetPanels()));

	test.each(sampleWorkflows())(
		'$name: every note can be read without zooming, whole, and covers nothing; no text is printed over another one',
		async ({ id }) => {
			const { notes, overprints } = await browser().inEditor(async (editor) => {
				await editor.open(idOf(id));
				return { notes: await editor.notes(), overprints: await editor.overprints() };
			});
			const isBad = ({ pixels, isWhole, covers }: SeenNote) =>
				pixels < READABLE_PIXELS || !isWhole || covers.length > 0;
			expect(notes.filter(isBad)).toEqual([]);
			expect(notes.length).toBeGreaterThan(0);
			expect(overprints).toEqual([]);
		},
	);

	test('Execute workflow starts one with a schedule, and its numbers of items are printed over nothing', async () => {
		const overprints = await browser().inEditor(async (editor) => {
			await editor.open(idOf('sampleWeeklyReport'));
			await editor.execute();
			return await editor.overprints();
		});
		expect(overprints).toEqual([]);
	});
}
