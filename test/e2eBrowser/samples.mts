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
		'$name: every note can be read without zooming, whole, and covers nothing',
		async ({ id }) => {
			const notes = await browser().inEditor(async (editor) => {
				await editor.open(idOf(id));
				return await editor.notes();
			});
			const isBad = ({ pixels, isWhole, covers }: SeenNote) =>
				pixels < READABLE_PIXELS || !isWhole || covers.length > 0;
			expect(notes.filter(isBad)).toEqual([]);
			expect(notes.length).toBeGreaterThan(0);
		},
	);

	test('Execute workflow starts one with a schedule', async () => {
		const executed = browser().inEditor(async (editor) => {
			await editor.open(idOf('sampleWeeklyReport'));
			await editor.execute();
		});
		await expect(executed).resolves.toBeUndefined();
	});
}
