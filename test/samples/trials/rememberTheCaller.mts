import { PublishedWorkflow, until } from '../../../harness/n8n/publishedWorkflow.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import { CALLERS, type Caller, rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import { ASKING_AGENT, ask, questionsTo, whileRegistered } from '../askingAgent.mts';
import type { Facts } from '../facts.mts';
import { DELETE, KNOW, WHO_IS_THIS } from './whoIsThisCaller.mts';
import { analysisOf, endCall } from '../endCall.mts';
import { isOver, recordedCalls } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

/** The trigger looks at once, and then every minute. */
const WITHIN_MS = 240_000;
/** So often an agent asks without a call, for the time that it waits. */
const TIMES = 20;

const PROMISE = 'A written offer by Friday';
/** Who calls, and is called back: both answer in the sandbox, and talk for minutes. */
const KNOWN = { name: 'Ada', number: '+17185550152' };
const DELETED = { name: 'Zelda', number: '+17185550157' };
/** Opts out, and calls again. */
const OPTED_OUT = { name: 'Ben', number: '+17185550151' };
/** Opts out in a call in which everything is deleted, too. */
const BOTH = { name: 'Dan', number: '+17185550158' };
const STRANGER = '+17185550159';

/** A call that came in, and is over. @param ago in minutes */
async function calledIn(
	{ sandbox }: SampleWorld,
	{ name, number }: typeof KNOWN,
	ago: number,
	fields: Record<string, unknown>,
): Promise<void> {
	const isNo = fields.do_not_call === true;
	await sandbox.api.post('/calls', {
		count: 1,
		agent_id: ASKING_AGENT,
		direction: 'inbound',
		from_number: number,
		first_name: name,
		last_name: null,
		created_at: Date.now() - ago * 60_000,
		transcript: [{ role: 'user', text: `This is ${name}.`, offset_seconds: 0 }],
		analysis: analysisOf(isNo ? 'do_not_call' : 'interested', !isNo, {
			summary: `${name} called.`,
			fields,
		}),
	});
}

const rowsOf = async ({ rest, ids }: SampleWorld, number: string): Promise<Caller[]> => {
	const rows = await rowsOfTable<Caller>(rest, ids[CALLERS]);
	return rows.filter(({ phone }) => phone === number);
};

/** Calls somebody who answers, and waits for nothing. @returns the ID of the call */
async function callBack({ sandbox }: SampleWorld, { name, number }: typeof KNOWN): Promise<string> {
	const call = { agent_id: ASKING_AGENT, to_number: number, first_name: name };
	return (await platformOf(sandbox).post('/calls/make-call', call)).data.call_id;
}

/** All calls are over, and the trigger has emitted them. */
async function untilEmitted(
	{ sandbox }: SampleWorld,
	isEmitted: () => Promise<boolean>,
): Promise<void> {
	const areOver = async () => (await recordedCalls(sandbox.api)).every(isOver);
	if (!(await until(areOver, WITHIN_MS))) throw new Error('A call does not end');
	if (!(await until(isEmitted, WITHIN_MS))) throw new Error('The trigger has not emitted a call');
}

/** What a row says beside the number. */
const said = ({ name, last_summary, open_promise, opted_out }: Caller) =>
	[name, last_summary, open_promise, opted_out].map((value) => value ?? '').join(' | ');

const middleOf = (values: readonly number[]) =>
	values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

export const rememberTheCaller: SampleTrial = {
	id: 'sampleRemember',
	async prepare(world) {
		await calledIn(world, KNOWN, 50, { open_promise: PROMISE });
		await calledIn(world, DELETED, 45, { open_promise: 'A call next week' });
		await calledIn(world, OPTED_OUT, 40, { open_promise: 'A price list' });
		await calledIn(world, OPTED_OUT, 35, { do_not_call: true });
		await calledIn(world, OPTED_OUT, 30, { open_promise: 'A new price list' });
		await calledIn(world, BOTH, 25, {});
	},
	async start(workflow, world) {
		const { sandbox } = world;
		const functions = new PublishedWorkflow(world.rest, world.ids[WHO_IS_THIS] ?? '');
		await functions.publish();
		await whileRegistered(functions, sandbox, [KNOW, DELETE], async () => {
			await untilEmitted(world, async () => (await rowsOf(world, BOTH.number)).length > 0);
			await until(async () => (await workflow.counts()).underWay === 0, WITHIN_MS);
			for (let time = 0; time < TIMES; time += 1)
				await ask(sandbox.api, KNOW, {}, { session_id: `knows_${time}`, caller: KNOWN.number });
			for (const caller of [STRANGER, OPTED_OUT.number])
				await ask(sandbox.api, KNOW, {}, { session_id: `about_${caller}`, caller });

			const last = (await rowsOf(world, KNOWN.number))[0]?.last_call;
			for (const person of [DELETED, BOTH])
				await ask(sandbox.api, DELETE, {}, { call_id: await callBack(world, person) });
			await endCall(sandbox.api, BOTH.number, 'do_not_call');
			const caller = OPTED_OUT.number;
			await ask(sandbox.api, DELETE, {}, { session_id: `deletes_${caller}`, caller });
			await calledIn(world, OPTED_OUT, 0, { open_promise: 'One more price list' });
			await callBack(world, KNOWN);
			await untilEmitted(
				world,
				async () => (await rowsOf(world, KNOWN.number))[0]?.last_call !== last,
			);
			await until(async () => (await workflow.counts()).underWay === 0, WITHIN_MS);
		});
		await workflow.unpublish();
		return [...(await workflow.executions()), ...(await functions.executions())];
	},
	async facts({ platform, world }: During): Promise<Facts> {
		const questions = await questionsTo(world.sandbox.api);
		const times = questions
			.filter(({ session_id }) => session_id.startsWith('knows_'))
			.map(({ latency_ms = NaN }) => latency_ms);
		const about = (caller: string) =>
			questions.find(({ session_id }) => session_id === `about_${caller}`)?.answer;
		const recorded = await recordedCalls(world.sandbox.api);
		const second = recorded.find(({ to_number }) => to_number === KNOWN.number);
		const { data: call } = await platform.get(`/calls/${second?.call_id}`);
		const [known] = await rowsOf(world, KNOWN.number);
		const optedOut = await rowsOf(world, OPTED_OUT.number);
		const both = await rowsOf(world, BOTH.number);
		const table = await rowsOfTable<Caller>(world.rest, world.ids[CALLERS]);
		const traces = (name: string) =>
			table.filter((row) => JSON.stringify(row).includes(name)).length;
		const ms = (value: number) => `${Math.round(value)} ms`;
		return {
			progress: `who_is_this: ${ms(middleOf(times))}, at most ${ms(Math.max(...times))}`,
			outcomes: questions.map((question) => question.function),
			claims: [
				[
					'answers',
					questions.filter(({ status }) => status === 'answered').length,
					questions.length,
				],
				['how the second call begins', call.transcript[0].text.includes(PROMISE), true],
				['who begins it', call.transcript[0].role, 'agent'],
				['promise after the second call', known?.open_promise, PROMISE],
				['summary after the second call', known?.last_summary, call.analysis.summary],
				['what is told of a stranger', about(STRANGER), '{}'],
				['rows of who opted out', optedOut.map(said).join(), ` |  |  | ${OPTED_OUT.number}`],
				['rows of who opted out and deleted', both.map(said).join(), ` |  |  | ${BOTH.number}`],
				[
					'whether the agent is told the opt-out',
					about(OPTED_OUT.number)?.includes(`"opted_out":"${OPTED_OUT.number}"`),
					true,
				],
				['rows with the number that was deleted', traces(DELETED.number), 0],
				['rows with the name that was deleted', traces(DELETED.name), 0],
			],
		};
	},
};
