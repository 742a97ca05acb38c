import { type Effort, countEffort } from '../../harness/browser/effort.mts';
import type { NodeCreator } from '../../harness/browser/nodeCreator.mts';
import type { NodePanel } from '../../harness/browser/nodePanel.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { type RecordedCall, recordedCalls } from '../samples/report.mts';
import { chain, file, items } from '../support/n8nSteps.mts';

const CAMPAIGN = 'Voice Agent Campaign';
const CREATE = 'Create campaign';
const START = 'Start campaign';

/** As a spreadsheet program of many countries saves it. */
const CSV = 'phone;name;city\n+12125550161;Ada;Rome\n+12125550162;Grace;Milan\n';
const READ = 'Extract from File';

/** All of them answer. The second row has the number of the first one, so that contacts and rows have different positions. */
const SHEET = [
	{ phone: '+12125550180', name: 'Ada' },
	{ phone: '+12125550180', name: 'Ada' },
	{ phone: '+12125550193', name: 'Grace' },
	{ phone: '+12125550195', name: 'Linus' },
];

/** How long the platform may take to call everybody, in milliseconds. */
const CALLED_WITHIN_MS = 30_000;

/** The columns that are read first in a dry run. */
const DRY_COLUMNS = ['row', 'would', 'reason', 'contact_name', 'contact_number'];

/**
 * Expects that something took no more than was measured from the open workflow on: presses of the mouse, without those that only put the cursor into
 * a field, and fields that were typed into. A search is a field, a double click is two presses. More than this is a new obstacle.
 */
function expectAtMost({ clicks, typed }: Effort, mostClicks: number, mostTyped: number): void {
	expect(clicks).toBeLessThanOrEqual(mostClicks);
	expect(typed).toBeLessThanOrEqual(mostTyped);
}

/** From a sheet to a campaign and its results, with the mouse and the keyboard alone. */
export function campaignPart(browser: () => TestBrowser): void {
	const callsTo = async (numbers: string[]): Promise<RecordedCall[]> => {
		const calls = await recordedCalls(browser().world.sandbox.api);
		return calls.filter(({ to_number: number }) => numbers.includes(number));
	};

	/** Adds Create behind a list, up to the button that runs it. */
	const fillInCreate = async (nodeCreator: NodeCreator, panel: NodePanel, name: string) => {
		await nodeCreator.takeFirst('create campaign', CAMPAIGN);
		await nodeCreator.take(CREATE);
		await panel.untilOpen();
		await panel.type('Campaign Name', name);
		await panel.openList('Agent');
		await panel.take('Lead Qualifier');
	};

	test('a sheet whose columns are one: the error says what to set, then Dry Run shows who would be called, and Start Immediately calls them', async () => {
		const id = await browser().world.createWorkflow(
			chain('Semicolons', [
				...file('File', 'contacts.csv', CSV),
				{ name: READ, type: 'n8n-nodes-base.extractFromFile', parameters: { operation: 'csv' } },
			]),
		);
		const numbers = ['+12125550161', '+12125550162'];
		await browser().inEditor(async (editor) => {
			const { nodeCreator, panel } = editor;
			await editor.open(id);
			const effort = await countEffort(editor.page);
			await editor.addAfter(READ);
			await fillInCreate(nodeCreator, panel, 'Semicolons');
			await panel.turnOn('Dry Run');
			const { description } = await (await panel.execute()).error();
			expect(description).toContain('set Delimiter to ; in the options of Extract from File');

			await panel.close();
			await editor.openPanel(READ);
			await panel.addField('Options', 'Delimiter');
			await panel.type('Delimiter', ';');
			await panel.close();
			await editor.openPanel(CREATE);
			const output = await panel.execute();
			expectAtMost(await effort(), 15, 3);
			expect((await output.columns()).slice(0, DRY_COLUMNS.length)).toEqual(DRY_COLUMNS);
			const would = numbers.map((contact_number) => ({ would: 'call', contact_number }));
			expect((await output.rows()).slice(0, would.length)).toMatchObject(would);
			expect(await callsTo(numbers)).toEqual([]);

			await panel.turnOff('Dry Run');
			await panel.turnOn('Start Immediately');
			await panel.execute();
			expectAtMost(await effort(), 18, 3);
			expect(await output.rows()).toMatchObject([{ name: 'Semicolons', started: 'true' }]);
		});
		const areCalled = async () => (await callsTo(numbers)).length === numbers.length;
		expect(await until(areCalled, CALLED_WITHIN_MS)).toBe(true);
	});

	test('Create executed twice: Start starts nothing, then the campaign that is chosen, and each contact has its transcript and its row', async () => {
		const id = await browser().world.createWorkflow(chain('Waiting', items('Rows', SHEET)));
		const numbers = [...new Set(SHEET.map(({ phone }) => phone))];
		await browser().inEditor(async (editor) => {
			const { nodeCreator, panel } = editor;
			const { output } = panel;
			await editor.open(id);
			const effort = await countEffort(editor.page);
			await editor.addAfter('Rows');
			await fillInCreate(nodeCreator, panel, 'Waiting');
			await panel.execute();
			expect((await output.columns())[0]).toBe('campaign_id');
			const [created] = await output.rows();
			await panel.execute();
			expect(await output.rows()).toMatchObject([{ skipped: 'true' }]);
			expect(await callsTo(numbers)).toEqual([]);

			await panel.close();
			await editor.addAfter(CREATE);
			await nodeCreator.takeFirst('start campaign', CAMPAIGN);
			await nodeCreator.take(START);
			await panel.untilOpen();
			await panel.execute();
			expectAtMost(await effort(), 10, 3);
			expect(await output.rows()).toMatchObject([{ skipped: 'true' }]);
			expect(await callsTo(numbers)).toEqual([]);

			await panel.chooseFromList('Campaign');
			await panel.openList('Campaign');
			await panel.take('Waiting (pending)');
			await panel.turnOn('Wait for Result');
			await panel.execute();
			expectAtMost(await effort(), 17, 3);
			expect(await output.rows()).toMatchObject([{ campaign_id: created?.campaign_id }]);
			expect((await callsTo(numbers)).map(({ to_number: number }) => number).sort()).toEqual(
				numbers,
			);

			await panel.close();
			await editor.zoomToFit();
			await editor.addAfter(START);
			await nodeCreator.search('campaign');
			await nodeCreator.take(CAMPAIGN);
			await nodeCreator.take('Get many campaign contacts');
			await panel.untilOpen();
			await panel.openList('Campaign');
			await panel.take('Waiting (finished)');
			await panel.turnOn('Include Summary and Transcript');
			await panel.addField('Options', 'Rows of the Sheet');
			await panel.pasteExpression('Rows of the Sheet', "{{ $('Rows').all() }}");
			await panel.execute();
			expectAtMost(await effort(), 30, 5);
			const said = expect.stringContaining('Agent:');
			expect(await output.rows()).toMatchObject([
				{
					row: '1',
					contact_number: numbers[0],
					transcript_start: said,
					summary: expect.stringMatching(/\w/),
				},
				{ row: '3', contact_number: numbers[1], transcript_start: said },
				{ row: '4', contact_number: numbers[2], transcript_start: said },
			]);
		});
	});
}
