import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	type FunctionStep,
	makeAgentFunction,
	NOTE_WISH,
	openQuestion,
} from '../../harness/browser/agentFunction.mts';
import type { Editor } from '../../harness/browser/editor.mts';
import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { rowsOf } from '../../harness/n8n/executions.mts';
import { PublishedWorkflow } from '../../harness/n8n/publishedWorkflow.mts';
import { root } from '../../harness/project/project.mjs';
import { FunctionWorld } from '../support/functionWorld.mts';

const TRIGGER = 'Voice Agent Function Trigger';

/** The search and two parameters are typed. Two presses of the mouse put the cursor into these parameters. */
const EFFORT = { clicks: 7, typed: 3, presses: 9 };

/** What the browser shows after each step, for people who look. Those of the documentation are made with the same steps. */
const PICTURES = join(root, '.cache', 'browser', 'agent-function');

const picturesOf = ({ page }: Editor) => {
	const steps: string[] = [];
	mkdirSync(PICTURES, { recursive: true });
	const see = async (step: FunctionStep) => {
		steps.push(step);
		const path = join(PICTURES, `${steps.length}-${step}.png`);
		expect((await page.screenshot({ path, animations: 'disabled' })).length).toBeGreaterThan(0);
	};
	return { steps, see };
};

/** From an empty canvas to an agent that uses the workflow while it speaks. */
export function functionPart(browser: () => TestBrowser): void {
	const functions = new FunctionWorld(() => browser().world);

	afterAll(async () => await functions.unpublishAll());

	test('seven clicks and three typed fields: the agent has the function, asks, and gets the answer', async () => {
		await browser().inEditor(async (editor) => {
			const { see, steps } = picturesOf(editor);
			const { effort, id } = await makeAgentFunction(editor, NOTE_WISH, see);
			expect(effort).toEqual(EFFORT);
			await expectAnswered(id);
			await openQuestion(editor, id, see);
			expect(steps).toEqual(['found', 'agents', 'filled-in', 'published', 'answered']);
		});
	});

	/** The agent asks the workflow. */
	async function expectAnswered(id: string): Promise<void> {
		const workflow = new PublishedWorkflow(browser().world.rest, id);
		functions.published.push(workflow);
		const asked = await functions.asked(NOTE_WISH.name, workflow);
		const { data: question } = await browser().world.sandbox.api.post('/agents/agent_0001/ask', {
			function: NOTE_WISH.name,
			session_id: 'session_browser',
		});
		// Nothing is behind the trigger that could answer.
		expect(question).toMatchObject({
			status: 'answered',
			answer: 'Thank you. This is being done now.',
		});
		const [execution] = await asked.executions(1);
		expect(rowsOf(execution!, TRIGGER)).toMatchObject([
			{ function_name: NOTE_WISH.name, session_id: 'session_browser', agent_id: 'agent_0001' },
		]);
	}
}
