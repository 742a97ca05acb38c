import { countEffort } from '../../harness/browser/effort.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { rowsOf } from '../../harness/n8n/executions.mts';
import { PublishedWorkflow } from '../../harness/n8n/publishedWorkflow.mts';
import { FunctionWorld } from '../support/functionWorld.mts';

const TRIGGER = 'Voice Agent Function Trigger';
const FUNCTION = 'note_wish';
const DESCRIPTION = 'Notes what the caller wishes. Use it when the caller asks for something.';

/** The search and two parameters are typed. Two presses of the mouse put the cursor into these parameters. */
const EFFORT = { clicks: 7, typed: 3, presses: 9 };

/** From an empty canvas to an agent that uses the workflow while it speaks. */
export function functionPart(browser: () => TestBrowser): void {
	const functions = new FunctionWorld(() => browser().world);

	afterAll(async () => await functions.unpublishAll());

	test('seven clicks and three typed fields: the agent has the function, asks, and gets the answer', async () => {
		const { effort, id } = await browser().inEditor(async (editor) => {
			const { nodeCreator, panel, page } = editor;
			await editor.openCanvas();
			const effort = await countEffort(page);
			await editor.addFirst();
			expect(await nodeCreator.takeFirst('voice agent function')).toMatch(/^Voice Agent Function/);
			await nodeCreator.addToWorkflow();
			await panel.untilOpen();
			await panel.openList('Agent');
			await panel.take('Appointment Setter');
			await panel.type('Function Name', FUNCTION);
			await panel.type('Description', DESCRIPTION);
			await panel.close();
			const id = await editor.publish();
			return { id, effort: await effort() };
		});
		const workflow = new PublishedWorkflow(browser().world.rest, id);
		functions.published.push(workflow);
		expect(effort).toEqual(EFFORT);

		const asked = await functions.asked(FUNCTION, workflow);
		const { data: question } = await browser().world.sandbox.api.post('/agents/agent_0001/ask', {
			function: FUNCTION,
			session_id: 'session_browser',
		});
		// Nothing is behind the trigger that could answer.
		expect(question).toMatchObject({
			status: 'answered',
			answer: 'Thank you. This is being done now.',
		});
		const [execution] = await asked.executions(1);
		expect(rowsOf(execution!, TRIGGER)).toMatchObject([
			{ function_name: FUNCTION, session_id: 'session_browser', agent_id: 'agent_0001' },
		]);
	});
}
