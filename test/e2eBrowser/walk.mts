import type { Editor } from '../../harness/browser/editor.mts';
import { countEffort } from '../../harness/browser/effort.mts';
import type { NodePanel } from '../../harness/browser/nodePanel.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { recordedCalls } from '../samples/report.mts';
import { chain, items } from '../support/n8nSteps.mts';

const PHONE = '+12125550151';
const TRANSCRIBED = '+12125550154';
/** Nobody has translated the headings of this sheet. */
const SHEET = [
	{ Nome: 'Ada', Telefono: '+12125550152', Città: 'Roma' },
	{ Nome: 'Grace', Telefono: '+12125550153', Città: 'Milano' },
];

/** From an empty canvas to a call with its result, as far as Execute step. */
async function addMakeCall(editor: Editor, phone: string): Promise<void> {
	const { nodeCreator, panel } = editor;
	await editor.addFirst();
	await nodeCreator.search('voice agent call');
	await nodeCreator.take('Voice Agent Call');
	await nodeCreator.take('Make call');
	await panel.untilOpen();
	await panel.openList('Agent');
	await panel.take('Lead Qualifier');
	await panel.type('Phone Number', phone);
	await panel.turnOn('Wait for Result');
}

/** What somebody does first, with the mouse and the keyboard alone, on the screen of a small laptop, and how much it takes. */
export function walkPart(browser: () => TestBrowser): void {
	const platform = () => browser().world.sandbox.api;

	/** Does something, and counts what it took. @returns that, and what the node that was executed shows */
	const measured = async (
		open: (editor: Editor) => Promise<unknown>,
		work: (editor: Editor) => Promise<NodePanel['output']>,
	) =>
		await browser().inEditor(async (editor) => {
			await open(editor);
			const effort = await countEffort(editor.page);
			const output = await work(editor);
			const taken = await effort();
			return { effort: taken, seen: await output.columnsInSight(), rows: await output.rows() };
		});
	const emptyCanvas = async (editor: Editor) => await editor.openCanvas();
	const callsTo = async (phone: string) =>
		(await recordedCalls(platform())).filter(({ to_number: number }) => number === phone);

	test('a first call from an empty canvas: its outcome is seen without scrolling', async () => {
		const { effort, seen, rows } = await measured(emptyCanvas, async (editor) => {
			await addMakeCall(editor, PHONE);
			return await editor.panel.execute();
		});
		expect(await callsTo(PHONE)).toHaveLength(1);
		expect(seen).toEqual(['contact_name', 'contact_number', 'outcome']);
		expect(rows).toMatchObject([{ contact_number: PHONE, outcome: expect.stringMatching(/\w/) }]);
		expect(effort).toEqual({ clicks: 7, typed: 2, presses: 8 });
	});

	test('the transcript of that call: All Columns, and Execute step once more; nobody is called again', async () => {
		const called = async (editor: Editor) => {
			await editor.openCanvas();
			await addMakeCall(editor, TRANSCRIBED);
			await editor.panel.execute();
		};
		const { effort, rows } = await measured(called, async ({ panel }) => {
			await panel.addField('Options', 'Output');
			await panel.choose('Output', 'All Columns');
			return await panel.execute();
		});
		expect(rows).toMatchObject([
			{
				contact_number: TRANSCRIBED,
				skipped: 'true',
				transcript: expect.stringMatching(/^Agent: /),
			},
		]);
		expect(await callsTo(TRANSCRIBED)).toHaveLength(1);
		expect(effort).toEqual({ clicks: 5, typed: 0, presses: 5 });
	});

	test('from an empty canvas to an agent as a document', async () => {
		const { effort, rows } = await measured(emptyCanvas, async (editor) => {
			const { nodeCreator, panel } = editor;
			await editor.addFirst();
			await nodeCreator.search('export agent');
			await nodeCreator.take('Voice Agent');
			await nodeCreator.openActions();
			await nodeCreator.take('Export agent');
			await panel.untilOpen();
			await panel.openList('Agent');
			await panel.take('Lead Qualifier');
			return await panel.execute();
		});
		expect(rows).toMatchObject([
			{ kind: 'voice-agent', version: '1', agent: expect.stringContaining('Lead Qualifier') },
		]);
		expect(effort).toEqual({ clicks: 7, typed: 1, presses: 7 });
	});

	test('a sheet with headings of another language: a campaign with all names', async () => {
		const id = await browser().world.createWorkflow(chain('Sheet', items('Rows', SHEET)));
		const sheet = async (editor: Editor) => await editor.open(id);
		const { effort, rows } = await measured(sheet, async (editor) => {
			const { nodeCreator, panel } = editor;
			await editor.addAfter('Rows');
			await nodeCreator.search('campaign');
			await nodeCreator.take('Voice Agent Campaign');
			await nodeCreator.take('Create campaign');
			await panel.untilOpen();
			await panel.type('Campaign Name', 'Sheet');
			await panel.openList('Agent');
			await panel.take('Lead Qualifier');
			return await panel.execute();
		});
		expect(rows).toMatchObject([{ name: 'Sheet', contacts_total: '2' }]);
		const { data: contacts } = await platform().get<Array<{ phone_number: string }>>('/contacts');
		const numbers = SHEET.map(({ Telefono }) => Telefono);
		expect(contacts.filter(({ phone_number: number }) => numbers.includes(number))).toMatchObject(
			// The agent's texts name no column `Città`.
			SHEET.map(({ Nome, Telefono }) => ({
				phone_number: Telefono,
				first_name: Nome,
				variables: {},
			})),
		);
		expect(effort).toEqual({ clicks: 6, typed: 2, presses: 7 });
	});
}
