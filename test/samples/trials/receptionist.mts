import type { AxiosInstance } from 'axios';
import { until } from '../../../harness/n8n/publishedWorkflow.mts';
import { ASKING_AGENT, type Question, ask, questionsTo, whileRegistered } from '../askingAgent.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import type { Claim, Facts } from '../facts.mts';
import { countBy, countText, isOver, recordedCalls } from '../report.mts';
import type { SavedSlot } from '../../../harness/samples/sampleDatabase.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import { type During, POSTGRES_NODE, type SampleTrial } from './trial.mts';

const CHECK = 'check_free_slots';
const BOOK = 'book_slot';
const WITHIN_MS = 60_000;

/** All of them want the first slot at the same moment. */
const RIVALS = ['Ada', 'Ben', "Cleo O'Neil", "'); DROP TABLE slots; --", 'Eve $1 {{ $json }}'];
/** Each of them wants another slot, at the same moment as the others. */
const OTHERS = ['Dan', 'Fay'];
/** The agent of this one asks the same twice at the same moment, then again, and then in other words. */
const REPEATER = 'Gus';
/** Questions that get the answer of an earlier one, without an execution. */
const ASKED_AGAIN = 2;
/** This one speaks with the agent in a real call, and is a person who answers. */
const CALLED = { name: 'Hal', number: '+17185550173' };
const NO_SLOT = '03:00';

/** What the agent is told about a slot. */
const booked = ({ day, time, name }: Record<string, string>) =>
	`${day} at ${time?.padStart(5, '0')} is booked for ${name}.`;
const isBooked = ({ answer }: Question) => answer?.includes(' is booked for ') ?? false;
const isTaken = ({ answer }: Question) => answer?.includes(' is not free. ') ?? false;

/** The first free day with enough slots, in the order of their times. */
function freeDay(slots: readonly SavedSlot[]): { day: string; times: string[] } {
	const free = slots.filter(({ booked_by }) => booked_by === null);
	const [day = ''] = Object.entries(countBy(free, (slot) => slot.day))
		.filter(([, count]) => count > OTHERS.length + 2)
		.map(([name]) => name)
		.sort();
	return { day, times: free.filter((slot) => slot.day === day).map(({ time }) => time) };
}

/** The conversations that need no call: all that want to book, then one that asks what is left. */
async function converse(control: AxiosInstance, day: string, free: readonly string[]) {
	const [wanted = '', repeated = '', ...rest] = free;
	const book = async (name: string, time: string, index: number) => {
		const place = { session_id: `session_of_${index}`, caller: `+1718555013${index}` };
		await ask(control, BOOK, { day, time, name }, place);
	};
	const times = [...RIVALS.map(() => wanted), ...rest];
	await Promise.all([...RIVALS, ...OTHERS].map((name, index) => book(name, times[index]!, index)));
	const last = RIVALS.length + OTHERS.length;
	await Promise.all([book(REPEATER, repeated, last), book(REPEATER, repeated, last)]);
	await book(REPEATER, repeated, last);
	await book(REPEATER, `${repeated}:00`, last);
	await book('Nobody', NO_SLOT, last + 1);
}

/** A real call, whose agent asks both functions while it speaks. */
async function call({ sandbox }: SampleWorld, day: string, time: string): Promise<void> {
	const platform = platformOf(sandbox);
	const { data } = await platform.post('/calls/make-call', {
		agent_id: ASKING_AGENT,
		to_number: CALLED.number,
		variables: { day, time, name: CALLED.name },
	});
	const hasEnded = async () =>
		(await recordedCalls(sandbox.api)).some(
			(recorded) => recorded.call_id === data.call_id && isOver(recorded),
		);
	if (!(await until(hasEnded, WITHIN_MS))) throw new Error(`The call ${data.call_id} does not end`);
}

/** What an agent was told about a slot that it wanted to book, and what became of the slot. */
function claimsOfBooking(question: Question, slots: readonly SavedSlot[]): Claim[] {
	const { arguments: wanted, answer, session_id } = question;
	const time = wanted.time?.slice(0, 5).padStart(5, '0') ?? '';
	const slot = slots.find((row) => row.day === wanted.day && row.time === time);
	const isOwn = slot?.session_id === session_id;
	return [
		[`${wanted.name} at ${time}: booked`, isBooked(question), isOwn],
		[`${wanted.name} at ${time}: taken`, isTaken(question), !isOwn],
		...((isOwn
			? [
					[`${time}: booked by`, slot?.booked_by, wanted.name],
					[`${time}: answer`, answer, booked({ ...wanted, time } as never)],
				]
			: []) satisfies Claim[]),
	];
}

/** The real call: its agent has said both answers, and the slot has its number. */
async function claimsOfCall(
	{ calls, platform }: During,
	questions: readonly Question[],
	slots: readonly SavedSlot[],
): Promise<Claim[]> {
	const [placed] = calls;
	const { data } = await platform.get(`/calls/${placed?.call_id}`);
	const said = data.transcript.map(({ text }: { text: string }) => text).join('\n');
	const asked = questions.filter(({ call_id }) => call_id === placed?.call_id);
	const slot = slots.find(({ booked_by }) => booked_by === CALLED.name);
	return [
		['calls', 1, calls.length],
		[
			'questions of the call',
			`${CHECK}, ${BOOK}`,
			asked
				.map((question) => question.function)
				.sort((one) => (one === CHECK ? -1 : 1))
				.join(', '),
		],
		[`${CALLED.name}: number`, slot?.caller_number, placed?.to_number],
		[`${CALLED.name}: session`, slot?.session_id, data.session_id],
		...asked.map(({ answer }): Claim => [
			`the agent of the call says "${answer}"`,
			Boolean(answer && said.includes(answer)),
			true,
		]),
	];
}

/** The list of free slots that the real call got. Its agent can ask before it books, or afterwards. */
function claimsOfList(questions: readonly Question[], slots: readonly SavedSlot[]): Claim[] {
	const lists = questions.filter((row) => row.function === CHECK);
	const [question] = lists;
	const day = question?.arguments.day ?? '';
	const said = JSON.parse(question?.answer ?? '{}');
	const isBefore = questions.at(-1) !== question;
	const free = slots
		.filter((slot) => slot.day === day)
		.filter(({ booked_by: by }) => by === null || (isBefore && by === CALLED.name));
	const next = slots.find((slot) => slot.day > day && slot.booked_by === null);
	return [
		['lists of free slots', lists.length, 1],
		['free slots', said.free?.join(', '), free.map(({ time }) => time).join(', ')],
		['next free day', said.next_free_day, next?.day],
	];
}

async function facts(during: During): Promise<Facts> {
	const { executions, world } = during;
	const slots = await world.database.slots();
	const questions = await questionsTo(world.sandbox.api);
	const bookings = questions.filter((row) => row.function === BOOK);
	const taken = slots.filter(({ booked_by }) => booked_by !== null);
	const names = taken.map(({ booked_by }) => booked_by ?? '');
	const first = bookings.filter(({ arguments: { name = '' } }) => RIVALS.includes(name));
	const expected = [...OTHERS, REPEATER, CALLED.name];
	return {
		progress: `${taken.length} of ${slots.length} slots booked`,
		outcomes: bookings.map((row) => (isBooked(row) ? 'booked' : 'taken')),
		claims: [
			[
				'answers',
				countText(countBy(questions, ({ status }) => status)),
				`answered ${questions.length}`,
			],
			['callers who want the same slot', first.length, RIVALS.length],
			['of them, callers who get it', first.filter(isBooked).length, 1],
			['slots booked', taken.length, 1 + expected.length],
			...expected.map((name): Claim => [
				`${name}: slots`,
				names.filter((row) => row === name).length,
				1,
			]),
			['executions', executions.length, questions.length - ASKED_AGAIN],
			...bookings.flatMap((question) => claimsOfBooking(question, slots)),
			...claimsOfList(questions, slots),
			...(await claimsOfCall(during, questions, slots)),
		],
	};
}

export const receptionist: SampleTrial = {
	id: 'sampleReception',
	needs: POSTGRES_NODE,
	async start(workflow, world) {
		const { database, sandbox } = world;
		const { day, times } = freeDay(await database.slots());
		await whileRegistered(workflow, sandbox, [CHECK, BOOK], async () => {
			await converse(sandbox.api, day, times);
			await call(world, day, times.at(-1) ?? '');
			const isIdle = async () => (await workflow.counts()).underWay === 0;
			await until(isIdle, WITHIN_MS);
		});
		return await workflow.executions();
	},
	facts,
};
