import type { AxiosInstance } from 'axios';
import { type PublishedWorkflow, until } from '../../harness/n8n/publishedWorkflow.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { platformOf } from '../../harness/samples/platform.mts';

/** The agent of the samples whose workflow is asked. */
export const ASKING_AGENT = 'agent_0001';

const REGISTERED_WITHIN_MS = 30_000;
const PATIENCE_SECONDS = { short: 5, long: 120 };

/** A question to a custom function, as the sandbox's control API lists it. */
export interface Question {
	function: string;
	arguments: Record<string, string>;
	call_id: string;
	session_id: string;
	status: string;
	answer: string | null;
	/** How long the agent waited. */
	latency_ms?: number;
}

/** Where the agent asks: in a call that the platform has, or in a conversation that needs none. */
export interface AskingPlace {
	session_id?: string;
	call_id?: string;
	/** Number of the person who speaks with the agent. */
	caller?: string;
}

/** Lets the agent ask, as it does while it speaks. */
export async function ask(
	control: AxiosInstance,
	name: string,
	args: Record<string, string>,
	conversation: AskingPlace,
): Promise<Question> {
	const question = { function: name, arguments: args, ...conversation };
	return (await control.post<Question>(`/agents/${ASKING_AGENT}/ask`, question)).data;
}

/** Every question since the workflow was published, in the order in which they were asked. */
export async function questionsTo(control: AxiosInstance): Promise<Question[]> {
	return (await control.get<Question[]>('/questions')).data;
}

/** Waits until the agent has all of these functions, or none of them. @throws if it takes too long */
async function untilRegistered(
	sandbox: Sandbox,
	functions: readonly string[],
	isWanted: boolean,
): Promise<void> {
	const platform = platformOf(sandbox);
	const isSo = async () => {
		const { data } = await platform.get(`/agents/${ASKING_AGENT}/custom-functions/`);
		const names = data.items.map(({ name }: { name: string }) => name);
		return functions.every((name) => names.includes(name) === isWanted);
	};
	if (!(await until(isSo, REGISTERED_WITHIN_MS)))
		throw new Error(
			`${ASKING_AGENT} ${isWanted ? 'has not' : 'still has'} ${functions.join(', ')}`,
		);
}

/**
 * Does this while the agent has the functions of a workflow that is published. Afterwards it has none of them, so that no other call asks.
 *
 * @throws if they are not registered, or not removed
 */
export async function whileRegistered(
	workflow: PublishedWorkflow,
	sandbox: Sandbox,
	functions: readonly string[],
	conversations: () => Promise<void>,
): Promise<void> {
	const { api } = sandbox;
	await untilRegistered(sandbox, functions, true);
	// n8n stores the hashes of the secrets a moment later.
	await until(async () => (await workflow.details()).staticData !== null, REGISTERED_WITHIN_MS);
	await api.delete('/questions');
	await api.post('/clock', { functionPatienceSeconds: PATIENCE_SECONDS.long });
	try {
		await conversations();
	} finally {
		await api.post('/clock', { functionPatienceSeconds: PATIENCE_SECONDS.short });
		await workflow.unpublish();
	}
	await untilRegistered(sandbox, functions, false);
}
