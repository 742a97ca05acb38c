import {
	FUNCTION_TRIGGER,
	type FunctionStep,
	addFunctionTrigger,
	makeAgentFunction,
	NOTE_WISH,
	openQuestion,
} from '../../harness/browser/agentFunction.mts';
import { countEffort } from '../../harness/browser/effort.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { rowsOf } from '../../harness/n8n/executions.mts';
import { PublishedWorkflow } from '../../harness/n8n/publishedWorkflow.mts';
import { FunctionWorld } from '../support/functionWorld.mts';
import { barriersOf } from './accessibility.mts';

/** The search and two parameters are typed. Two presses of the mouse put the cursor into these parameters. */
const EFFORT = { clicks: 7, typed: 3, presses: 9 };

/** From an empty canvas to an agent that uses the workflow while it speaks. */
export function functionPart(browser: () => TestBrowser): void {
	const functions = new FunctionWorld(() => browser().world);

	afterAll(async () => await functions.unpublishAll());

	test('seven clicks and three typed fields: the agent has the function, asks, and gets the answer', async () => {
		await browser().inEditor(async (editor) => {
			const steps: FunctionStep[] = [];
			const see = async (step: FunctionStep) => void steps.push(step);
			const { effort, id } = await makeAgentFunction(editor, NOTE_WISH, see);
			expect(effort).toEqual(EFFORT);
			// Nothing is behind the trigger that could answer.
			await expectAnswered(id, NOTE_WISH.name, 'Thank you. This is being done now.');
			await openQuestion(editor, id, see);
			expect(steps).toEqual(['found', 'agents', 'filled-in', 'published', 'answered']);
		});
	});

	test('with Respond behind it: publishing says what to set, and then the agent hears that answer', async () => {
		const wish = { ...NOTE_WISH, name: 'note_answer' };
		const { effort, id, refused } = await browser().inEditor(async (editor) => {
			const { nodeCreator, panel } = editor;
			await editor.openCanvas();
			const effort = await countEffort(editor.page);
			await addFunctionTrigger(editor, wish, async () => undefined);
			await editor.addAfter(FUNCTION_TRIGGER);
			await nodeCreator.search('respond');
			await nodeCreator.take('Voice Agent');
			await nodeCreator.take('Respond to agent');
			await panel.untilOpen();
			await panel.type('Text', 'It is noted.');
			await panel.close();
			const refused = await editor.refusedToPublish();
			await editor.closeDialog();
			await editor.openPanel(FUNCTION_TRIGGER);
			await panel.choose('Respond', 'Using Respond Operation');
			await panel.close();
			return { refused, id: await editor.publish(), effort: await effort() };
		});
		expect(refused).toMatch(/Set 'Respond' of the trigger to Using Respond Operation/);
		await expectAnswered(id, wish.name, 'It is noted.');
		expect(effort).toEqual({ clicks: 18, typed: 5, presses: 21 });
	});

	test('without a call and without a terminal: the test URL asks a ready question, and the panel shows it', async () => {
		const wish = { ...NOTE_WISH, name: 'note_try' };
		await browser().inEditor(async (editor) => {
			const { page, panel } = editor;
			await editor.openCanvas();
			const effort = await countEffort(page);
			await addFunctionTrigger(editor, wish, async () => undefined);
			await editor.openPanel(FUNCTION_TRIGGER);
			// While n8n listens, it lays a cover over the panel.
			const url = await panel.copyUrl('Test URL');
			await panel.begin();
			const tab = await page.context().newPage();
			await tab.goto(url);
			await tab.getByRole('heading', { name: wish.name }).waitFor();
			expect(await barriersOf(tab)).toEqual([]);
			await tab.getByRole('button', { name: 'Ask' }).click();
			await tab.getByText('Thank you. This is being done now.').waitFor();
			expect(await barriersOf(tab)).toEqual([]);
			await tab.close();
			await panel.output.untilDone();
			expect(await panel.output.rows()).toMatchObject([
				{ function_name: wish.name, session_id: 'test_session' },
			]);
			// Another click is that on Ask.
			expect(await effort()).toEqual({ clicks: 11, typed: 3, presses: 13 });
		});
	});

	/** The agent asks the workflow. */
	async function expectAnswered(id: string, name: string, answer: string): Promise<void> {
		const workflow = new PublishedWorkflow(browser().world.rest, id);
		functions.published.push(workflow);
		const asked = await functions.asked(name, workflow);
		const { data: question } = await browser().world.sandbox.api.post('/agents/agent_0001/ask', {
			function: name,
			session_id: 'session_browser',
		});
		expect(question).toMatchObject({ status: 'answered', answer });
		const [execution] = await asked.executions(1);
		expect(rowsOf(execution!, FUNCTION_TRIGGER)).toMatchObject([
			{ function_name: name, session_id: 'session_browser', agent_id: 'agent_0001' },
		]);
	}
}
