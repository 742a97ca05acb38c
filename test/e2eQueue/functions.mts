import { scaleOf } from '../scale.mts';
import {
	FunctionWorld,
	SLOW,
	type AskedWorkflow,
	type WorkflowOptions,
} from '../support/functionWorld.mts';
import type { World } from './world.mts';

const DAY = { day: '2026-03-02' };
const question = (session: string) => ({ session_id: session, arguments: DAY });

const FAILING = { parameters: { options: { errorText: 'Not now.' } } };

const answering = (responseText: string, more: object = {}): WorkflowOptions => ({
	parameters: { respond: 'responseNode', ...more },
	respond: { respondWith: 'text', responseText },
});

async function expectOnce(asked: AskedWorkflow, answer: object): Promise<void> {
	const ask = async () => await asked.answer(question('s1'));
	expect(await Promise.all([ask(), ask(), ask()])).toEqual([answer, answer, answer]);
	expect(await ask()).toEqual(answer);
	await asked.executions(1);
}

/** A worker carries out the workflow, and the main process answers the agent. */
export function functionsPart(world: () => World): void {
	let credential: { id: string; name: string };
	const functions = new FunctionWorld(() => ({
		rest: world().queue.rest,
		sandbox: world().sandbox,
	}));

	beforeAll(async () => {
		credential = await world().createLogin('owner@example.com');
	});

	afterAll(async () => await functions.unpublishAll());

	test('When Last Node Finishes: the answer of a worker is the answer, once for a repeated question', async () => {
		const asked = await functions.publish('queue_last', { code: SLOW, credential });
		await expectOnce(asked, { result: { free: ['10:00', '11:30'], ...DAY } });
		expect((await asked.ask(DAY, {})).status).toBe(401);
	});

	test.each<[string, WorkflowOptions, object]>([
		['respond', answering('={{ $json.day }} is free'), { result: '2026-03-02 is free' }],
		[
			'immediately',
			{ parameters: { respond: 'onReceived', immediateText: 'Later' } },
			{ result: 'Later' },
		],
	])('the same with Respond: %s', async (mode, options, answer) => {
		await expectOnce(
			await functions.publish(`queue_${mode}`, { ...options, code: SLOW, credential }),
			answer,
		);
	});

	test.each<[string, WorkflowOptions]>([
		['fails', { ...FAILING, code: 'throw new Error("no")' }],
		['stops', { ...answering('It is never reached', FAILING.parameters), code: 'return []' }],
	])('a workflow that %s in a worker is a sentence for the agent', async (how, options) => {
		const asked = await functions.publish(`queue_${how}`, { ...options, credential });
		expect(await asked.answer(DAY)).toEqual({ result: 'Not now.' });
	});

	test('many conversations at the same time: each gets its own answer', async () => {
		const asked = await functions.publish('queue_many', {
			code: 'return [{ json: { session: $json.session_id } }]',
			credential,
		});
		const sessions = Array.from({ length: scaleOf('conversations') }, (_, index) => `s${index}`);
		const answers = await Promise.all(
			sessions.map(async (session) => await asked.answer(question(session))),
		);
		expect(answers).toEqual(sessions.map((session) => ({ result: { session } })));
		await asked.executions(sessions.length);
	});
}
