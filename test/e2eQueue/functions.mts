import { scaleOf } from '../scale.mts';
import { FunctionWorld, SLOW, type AskedWorkflow } from '../support/functionWorld.mts';
import type { World } from './world.mts';

const DAY = { day: '2026-03-02' };
const question = (session: string) => ({ session_id: session, arguments: DAY });

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

	test('Using Respond Operation', async () => {
		const asked = await functions.publish('queue_respond', {
			parameters: { respond: 'responseNode', options: { resultFieldName: 'output' } },
			respond: { respondWith: 'text', responseText: '={{ $json.day }} is free' },
			code: SLOW,
			credential,
		});
		await expectOnce(asked, { output: '2026-03-02 is free' });
	});

	test('Immediately', async () => {
		const asked = await functions.publish('queue_immediately', {
			parameters: { respond: 'onReceived', immediateText: 'Later' },
			code: SLOW,
			credential,
		});
		await expectOnce(asked, { result: 'Later' });
	});

	test('a workflow that fails in a worker is a sentence for the agent', async () => {
		const asked = await functions.publish('queue_failing', {
			parameters: { options: { errorText: 'Not now.' } },
			code: 'throw new Error("no")',
			credential,
		});
		expect(await asked.answer(DAY)).toEqual({ result: 'Not now.' });
		const silent = await functions.publish('queue_silent', {
			parameters: { respond: 'responseNode', options: { errorText: 'Not now.' } },
			respond: { respondWith: 'text', responseText: 'It is never reached' },
			code: 'return []',
			credential,
		});
		expect(await silent.answer(DAY)).toEqual({ result: 'Not now.' });
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
