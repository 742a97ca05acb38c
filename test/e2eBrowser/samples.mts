import type { SeenNote } from '../../harness/browser/editor.mts';
import { countEffort } from '../../harness/browser/effort.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { PublishedWorkflow, until } from '../../harness/n8n/publishedWorkflow.mts';
import { recordedCalls } from '../samples/report.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';
import { sampleOf } from '../scale.mts';

/** Smaller text is hard to read. */
const READABLE_PIXELS = 11.5;

/** How long a run of a sample may take, in milliseconds. */
const CALLED_WITHIN_MS = 90_000;

/** A sample as somebody sees it who has opened it on a small laptop. */
export function samplesPart(browser: () => TestBrowser): void {
	const idOf = (id: string) => browser().world.samples.ids[id] ?? id;

	beforeAll(async () => await browser().inEditor(async (editor) => await editor.forgetPanels()));

	test.each(sampleOf('openedSamples', sampleWorkflows()))(
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

	test('Call a list where n8n can read no file, as on n8n Cloud: its form is switched on, and everybody in the list that is uploaded is called', async () => {
		const { world } = browser();
		const numbers = ['+12125550171', '+12125550172'];
		const csv = `phone,first_name\n${numbers.map((number) => `${number},Ada\n`).join('')}`;
		const { data } = await world.rest.get(`/workflows/${idOf('sampleCallAList')}`);
		const { name, nodes, connections, settings } = data.data;
		const copy = { name: `${name}, on n8n Cloud`, nodes, connections, settings };
		const workflow = new PublishedWorkflow(world.rest, await world.createWorkflow(copy));
		await browser().inEditor(async (editor) => {
			const { page, panel } = editor;
			await editor.open(workflow.id);
			const effort = await countEffort(page);
			await editor.switchOn('Upload a list');
			await editor.publish();
			await page.getByRole('button', { name: 'Got it' }).click();
			await editor.openPanel('Upload a list');
			const form = await page.context().newPage();
			await form.goto(await panel.copyUrl('Production URL'));
			const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
			await form.locator('input[type="file"]').setInputFiles(list);
			await form.getByRole('button', { name: 'Call everybody' }).click();
			await form.getByText('The calls have begun').waitFor();
			await form.close();
			expect(await effort()).toEqual({ clicks: 8, typed: 0, presses: 8 });
		});
		expect(await until(async () => (await workflow.counts()).over === 1, CALLED_WITHIN_MS)).toBe(
			true,
		);
		const calls = await recordedCalls(world.samples.sandbox.api);
		const called = calls
			.map(({ to_number: number }) => number)
			.filter((one) => numbers.includes(one));
		expect(called.sort()).toEqual(numbers);
		await workflow.unpublish();
	});

	test('Execute workflow starts one with a schedule, and its numbers of items are printed over nothing', async () => {
		const overprints = await browser().inEditor(async (editor) => {
			await editor.open(idOf('sampleWeeklyReport'));
			await editor.execute();
			return await editor.overprints();
		});
		expect(overprints).toEqual([]);
	});
}
