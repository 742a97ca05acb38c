import { type Execution, rowsOf } from '../../../harness/n8n/executions.mts';
import { type PublishedWorkflow, until } from '../../../harness/n8n/publishedWorkflow.mts';
import { textOf } from '../../../harness/modelServer.mts';
import { endedCall } from '../../../harness/samples/platform.mts';
import { recordedCalls } from '../report.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import type { During, SampleTrial } from './trial.mts';

/** The sample that is used in a chat. */
export const PHONE_AS_A_TOOL = 'samplePhoneAsATool';

/** The trigger of the sample, and the node with the answer. */
const TRIGGER = 'When chat message received';
const AGENT = 'AI Agent';

/** Each is in the list of the samples once. */
const APPROVED = { text: 'Please call Quinn Rossi', number: '+13055550100' };
const REFUSED = { text: 'Please call Oscar Novák', number: '+12125550112' };

const OVER_WITHIN_MS = 60_000;
/** Without one of a browser, n8n takes a click for that of a program that only looks at links. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/** What n8n sends to the page of a chat, in place of a text, when it asks something. */
interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** The address of the chat of a published workflow. */
async function chatAddress(workflow: PublishedWorkflow, { n8n }: SampleWorld): Promise<string> {
	const { nodes } = await workflow.details();
	const trigger = nodes.find(({ name }) => name === TRIGGER);
	return `${n8n.url}/webhook/${trigger?.webhookId}/chat`;
}

/** Sends a message as the page of the chat does. @returns the execution that it started */
async function say(address: string, cookie: string, text: string) {
	const body = JSON.stringify({ action: 'sendMessage', sessionId: text, chatInput: text });
	const headers = { 'content-type': 'application/json', cookie };
	let started: { executionId?: string; resumeToken?: string } = {};
	// n8n answers that a workflow is published some moments before its address is there.
	await until(async () => {
		const answer = await fetch(address, { method: 'POST', headers, body });
		if (answer.status !== 404) started = await answer.json();
		return answer.status !== 404;
	}, OVER_WITHIN_MS);
	return { executionId: started.executionId ?? '', token: started.resumeToken ?? '' };
}

/**
 * Asks for a call in the chat, and clicks a button when n8n asks for the approval.
 *
 * @param button the text on it
 * @throws if the person is called before that, or the chat does not end
 */
async function chat(
	address: string,
	world: SampleWorld,
	{ text, number }: typeof APPROVED,
	button: string,
): Promise<void> {
	const { n8n } = world;
	const before = await callsTo(world, number);
	const cookie = (await n8n.sessionCookies()).map((line) => line.split(';')[0]).join('; ');
	const session = new URLSearchParams({
		...(await say(address, cookie, text)),
		sessionId: text,
		isPublic: 'true',
	});
	const socket = new WebSocket(`${n8n.url.replace('http', 'ws')}/chat?${session}`);

	async function click(question: Question): Promise<void> {
		if ((await callsTo(world, number)) !== before)
			throw new Error(`${number} was called before anybody approved it`);
		const link = question.buttons.find((entry) => entry.text === button)?.link;
		if (!link) throw new Error(`The chat has no button "${button}": ${JSON.stringify(question)}`);
		await fetch(link, { headers: { 'user-agent': BROWSER } });
	}

	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new Error(`The chat "${text}" does not end`)),
			OVER_WITHIN_MS,
		);
		socket.addEventListener('message', ({ data }) => {
			if (String(data).startsWith('{')) click(JSON.parse(String(data))).catch(reject);
		});
		socket.addEventListener('close', () => {
			clearTimeout(timer);
			resolve();
		});
	}).finally(() => socket.close());
}

const callsTo = async ({ sandbox }: SampleWorld, number: string): Promise<number> =>
	(await recordedCalls(sandbox.api)).filter(({ to_number }) => to_number === number).length;

/** What the agent answered at last to this message; empty if it did not. */
function answerTo(executions: readonly Execution[], { text }: typeof APPROVED): string {
	const started = executions.find((execution) => rowsOf(execution, TRIGGER)[0]?.chatInput === text);
	return started ? String(rowsOf(started, AGENT)[0]?.output ?? '') : '';
}

/** Whether a tool told the model that the person at the chat refused. */
const isToldOfRefusal = ({ model }: SampleWorld) =>
	model.requests
		.flatMap(({ messages }) => messages)
		.some((message) => message.role === 'tool' && /rejected the tool call/.test(textOf(message)));

export const phoneAsATool: SampleTrial = {
	id: PHONE_AS_A_TOOL,
	needs: { n8n: '2.6.0', for: 'a person approves what an AI Agent does with a tool' },
	async start(workflow, world) {
		const address = await chatAddress(workflow, world);
		await Promise.all([
			chat(address, world, APPROVED, 'Call'),
			chat(address, world, REFUSED, 'Do not call'),
		]);
		return await workflow.executions();
	},
	async facts({ executions, calls, platform, world }: During) {
		// What the platform itself says came of the calls.
		const ended = await Promise.all(calls.map(({ call_id }) => endedCall(platform, call_id)));
		const outcomes = ended.map(({ analysis }) => analysis.outcome);
		const [answer, refusal] = [APPROVED, REFUSED].map((asked) => answerTo(executions, asked));
		const numbers = calls.map(({ to_number }) => to_number).join(', ');
		return {
			refused: refusal ? 1 : 0,
			progress: answer ?? '',
			outcomes,
			claims: [
				['numbers called', APPROVED.number, numbers],
				['answer to the refusal', refusal, 'I did not call Oscar Novák.'],
				['the model was told of the refusal', isToldOfRefusal(world), true],
			],
			faults:
				outcomes.length > 0 && outcomes.every((outcome) => answer?.includes(outcome))
					? []
					: [`the agent answers "${answer}", and the platform recorded ${outcomes}`],
		};
	},
};
