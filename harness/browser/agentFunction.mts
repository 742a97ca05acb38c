import type { Editor } from './editor.mts';
import { type Effort, countEffort } from './effort.mts';

/** What a person enters to make a workflow a function of an agent. */
export interface AgentFunction {
	/** As the list of agents has it. */
	agent: string;
	name: string;
	description: string;
}

/** An example that the sandbox can ask. */
export const NOTE_WISH: AgentFunction = {
	agent: 'Appointment Setter',
	name: 'note_wish',
	description: 'Notes what the caller wishes. Use it when the caller asks for something.',
};

/** What the editor shows after a step. */
export type FunctionStep = 'found' | 'agents' | 'filled-in' | 'published' | 'answered';

export const FUNCTION_TRIGGER = 'Voice Agent Function Trigger';

/** Adds the trigger to an empty canvas, and fills it in. @param see looks at the editor after a step, with nothing but the eyes */
export async function addFunctionTrigger(
	editor: Editor,
	{ agent, name, description }: AgentFunction,
	see: (step: FunctionStep) => Promise<void>,
): Promise<void> {
	const { nodeCreator, panel } = editor;
	await editor.addFirst();
	await nodeCreator.takeFirst('voice agent function', FUNCTION_TRIGGER);
	await see('found');
	await nodeCreator.addToWorkflow();
	await panel.untilOpen();
	await panel.openList('Agent');
	await panel.untilListed(agent);
	await see('agents');
	await panel.take(agent);
	await panel.type('Function Name', name);
	await panel.type('Description', description);
	await see('filled-in');
	await panel.close();
}

/**
 * From an empty canvas to a published workflow, as a person does it.
 *
 * @returns the ID of the workflow, and what it took
 */
export async function makeAgentFunction(
	editor: Editor,
	wanted: AgentFunction,
	see: (step: FunctionStep) => Promise<void>,
): Promise<{ id: string; effort: Effort }> {
	await editor.openCanvas();
	const effort = await countEffort(editor.page);
	await addFunctionTrigger(editor, wanted, see);
	const id = await editor.publish();
	await see('published');
	return { id, effort: await effort() };
}

/** Opens what the agent has asked, once the workflow has answered. */
export async function openQuestion(
	editor: Editor,
	workflowId: string,
	see: (step: FunctionStep) => Promise<void>,
): Promise<void> {
	await editor.openLastExecution(workflowId);
	const panel = await editor.openPanel(FUNCTION_TRIGGER);
	await panel.output.untilDone();
	await see('answered');
}
