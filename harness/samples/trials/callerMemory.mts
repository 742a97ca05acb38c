import { ASKING_AGENT, ask, questionsTo, whileRegistered } from '../askingAgent.mts';
import { type EndedCall, endedCall, platformOf } from '../platform.mts';
import { type RecordedCall, differs, isOver, recordedCalls } from '../report.mts';
import type { SampleWorld } from '../sampleWorld.mts';
import type { During, SampleTrial } from './trial.mts';

const WHO = 'who_is_calling';
/** No other sample calls this number. */
const NEW_NUMBER = '+17185550199';

const FIRST_CALL = 'This is the first call with this number. Ask for the name.';
const NOT_KNOWN = 'The number of the caller is not known. Ask for the name.';

/** A call, as the control API and as the platform's own API list it. */
type KnownCall = RecordedCall & EndedCall;

/** All calls to a number that are over, the earliest first. */
async function callsTo(number: string | undefined, { sandbox }: SampleWorld): Promise<KnownCall[]> {
	const platform = await platformOf(sandbox);
	const calls: KnownCall[] = [];
	for (const call of await recordedCalls(sandbox.api)) {
		if (call.to_number !== number || !isOver(call)) continue;
		calls.push({ ...call, ...(await endedCall(platform, call.call_id)) });
	}
	return calls.sort((one, other) => Date.parse(one.ended_at) - Date.parse(other.ended_at));
}

/**
 * A call of the asking agent to somebody who was called at least twice. All calls to this person are in the table.
 *
 * @throws if there is nobody
 */
async function callToKnown({ database, sandbox }: SampleWorld): Promise<KnownCall> {
	const saved = new Set((await database.calls()).map(({ call_id }) => call_id));
	const calls = await recordedCalls(sandbox.api);
	const byNumber = Map.groupBy(calls, ({ to_number }) => to_number);
	const platform = await platformOf(sandbox);
	for (const calledTwice of byNumber.values()) {
		const isSaved = calledTwice.every(({ call_id }) => saved.has(call_id));
		if (!isSaved || calledTwice.length < 2) continue;
		for (const call of calledTwice) {
			const known = { ...call, ...(await endedCall(platform, call.call_id)) };
			if (known.agent_id === ASKING_AGENT) return known;
		}
	}
	throw new Error('The table has nobody whom this agent has called, and who was called twice');
}

/** What the agent is to be told about somebody with these calls. */
function memoryOf(calls: readonly KnownCall[]): string {
	const named = calls.findLast(({ first_name, last_name }) => first_name ?? last_name);
	const name = [named?.first_name, named?.last_name].filter(Boolean).join(' ');
	const last = calls.at(-1);
	// The database has the time zone of this computer. In Sweden, a date begins with its year.
	const day = new Date(last?.ended_at ?? '').toLocaleDateString('sv-SE');
	const { summary, outcome } = last?.analysis ?? {};
	const about = summary || outcome || last?.status;
	return `The caller is ${name}. Calls before this one: ${calls.length}. Last call: ${day}. ${about}`;
}

async function judge({ executions, calls, world }: During) {
	const questions = await questionsTo(world.sandbox.api);
	const all = await recordedCalls(world.sandbox.api);
	const asked = all.find(({ call_id }) => call_id === questions[1]?.call_id);
	const known = await callsTo(asked?.to_number, world);
	const during = known.find(({ call_id }) => call_id === asked?.call_id);
	const expected = [
		memoryOf(known),
		memoryOf(known.filter((call) => call !== during)),
		FIRST_CALL,
		NOT_KNOWN,
	];
	return {
		calls: calls.length,
		refused: 0,
		progress: `${questions.length} callers, one with ${known.length} calls`,
		outcomes: 'known 2, first call 1, number not known 1',
		disagreements: [
			...differs('executions', executions.length, expected.length),
			...differs('questions', expected.length, questions.length),
			...questions.flatMap(({ answer }, index) =>
				differs(`answer ${index + 1}`, answer, expected[index]),
			),
		],
	};
}

export const callerMemory: SampleTrial = {
	id: 'sampleCallerMemo',
	/** The known person calls, is asked about during one of their calls, a new person calls, and a request says nothing about its call. */
	async start(workflow, world) {
		const { api } = world.sandbox;
		const { to_number: caller, call_id } = await callToKnown(world);
		await whileRegistered(workflow, world.sandbox, [WHO], async () => {
			await ask(api, WHO, {}, { session_id: 'session_known', caller });
			await ask(api, WHO, {}, { call_id });
			await ask(api, WHO, {}, { session_id: 'session_new', caller: NEW_NUMBER });
			await api.patch('/behaviour', { functionIds: 'none' });
			await ask(api, WHO, {}, { session_id: 'session_unknown', caller });
			await api.patch('/behaviour', { functionIds: 'top' });
		});
		return await workflow.executions();
	},
	judge,
};
