import { rowsOf } from '../../../harness/n8n/executions.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import { until } from '../../../harness/n8n/publishedWorkflow.mts';
import {
	ASKING_AGENT,
	type Question,
	ask as askIn,
	questionsTo,
} from '../../samples/askingAgent.mts';
import { scaleOf } from '../../scale.mts';
import { FunctionWorld, TRIGGER, WITHIN_MS } from '../../support/functionWorld.mts';

/** A free slot is booked once: what the workflow answers is what it has written down. */
const BOOK = `return [{ json: { result: 'Booked for ' + $json.parameters.day } }];`;
/** A person who answers in the sandbox. */
const ANSWERS = '+17185550173';
const CONVERSATIONS = scaleOf('conversations');

export function askingAgentSuite(world: () => TestN8n): void {
	const functions = new FunctionWorld(world);
	const control = () => world().sandbox.api;
	const wait = async (functionPatienceSeconds: number) =>
		await control().post('/clock', { functionPatienceSeconds });

	// On a busy machine, an answer takes its time.
	beforeAll(async () => void (await wait(300)));

	afterAll(async () => {
		await wait(5);
		await functions.unpublishAll();
	});

	/** The secret is where it is by default, and the platform sends no headers of functions. */
	const publish = async (name: string, code: string) =>
		await functions.publish(name, { parameters: { options: {} }, code });

	const ask = async (name: string, session_id: string): Promise<Question> =>
		await askIn(control(), name, { day: '2026-03-02' }, { session_id });

	test('a call books an appointment through the workflow while its agent speaks', async () => {
		const asked = await publish('book_appointment', BOOK);
		const platform = platformOf(world().sandbox);
		await control().delete('/questions');
		const placing = { agent_id: ASKING_AGENT, to_number: ANSWERS };
		const { data: placed } = await platform.post('/calls/make-call', placing);
		const path = `/calls/${placed.call_id}`;
		const isOver = async () => (await platform.get(path)).data.ended_at !== null;
		expect(await until(isOver, WITHIN_MS)).toBe(true);
		const { data: call } = await platform.get(path);
		const questions = await questionsTo(control());
		const question = questions.find(({ call_id }) => call_id === placed.call_id);

		expect(question).toMatchObject({ status: 'answered' });
		const said = call.transcript.map(({ text }: { text: string }) => text).join('\n');
		expect(said).toContain(question?.answer);
		const [execution] = await asked.executions(1);
		const [item] = rowsOf(execution!, TRIGGER);
		expect(item).toMatchObject({
			call_id: question?.call_id,
			session_id: question?.session_id,
			agent_id: ASKING_AGENT,
			caller_number: call.to_number,
		});
		const { day } = item?.parameters as { day: string };
		expect(question?.answer).toBe(`Booked for ${day}`);
	});

	test('many conversations at the same moment: each question is answered, by an execution of its own', async () => {
		const asked = await publish('ask_at_once', BOOK);
		const answers = await Promise.all(
			Array.from({ length: CONVERSATIONS }, async (_, index) =>
				ask('ask_at_once', `session_${index}`),
			),
		);
		expect(answers.map(({ status, answer }) => [status, answer])).toEqual(
			answers.map(() => ['answered', 'Booked for 2026-03-02']),
		);
		const executions = await asked.executions(CONVERSATIONS);
		const sessions = executions.flatMap((execution) =>
			rowsOf(execution, TRIGGER).map(({ session_id }) => session_id),
		);
		expect(new Set(sessions).size).toBe(CONVERSATIONS);
	});

	test('an agent that asks twice at the same moment books once, and hears the same', async () => {
		const asked = await publish('ask_twice', BOOK);
		const twice = await Promise.all([
			ask('ask_twice', 'session_twice'),
			ask('ask_twice', 'session_twice'),
		]);
		const questions = [...twice, await ask('ask_twice', 'session_twice')];
		expect(questions.map(({ answer }) => answer)).toEqual(Array(3).fill('Booked for 2026-03-02'));
		await asked.executions(1);
	});
}
