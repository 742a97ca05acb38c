import { type Base, Part } from './part.mts';
import type { JsonObject } from '../common/json.mts';
import { instant } from '../common/times.mts';
import type { Row } from '../data/database.mts';
import { type AskedFunction, beginsCall, slotOf } from '../simulation/conversation.mts';
import { argumentsFor, type Knowledge, valuesIn } from '../simulation/functionArguments.mts';
import {
	answerIn,
	type Conversation,
	type FunctionRequest,
	isAsked,
	requestFor,
	type RequestEnd,
	sendToFunction,
	withoutSecrets,
} from '../simulation/functionRequest.mts';
import { hash } from '../simulation/random.mts';
import type { CustomFunctions } from './customFunctions.mts';

/** Of an agent with more functions, a call asks the first ones. */
const MOST_IN_A_CALL = 3;
/** Longer replies are cut off in the record. */
const MOST_KEPT_CHARACTERS = 10_000;
const SAMPLE_CALLER = '+12125550123';

const PATIENCE_SECONDS = 5;

/** What agents ask custom functions while they speak. */
export class Questions extends Part {
	/** For so long an agent waits for a reply; the speed of the clock does not shorten it. */
	patienceSeconds = PATIENCE_SECONDS;
	#functions: CustomFunctions;
	/** Calls whose agent waits for a reply, by their id. */
	#waiting = new Map<string, Promise<boolean>>();
	#cancelled = new AbortController();

	constructor(parts: Base & { functions: CustomFunctions }) {
		super(parts);
		this.#functions = parts.functions;
	}

	/** Lets the agent of a call ask its functions, one after the other. What it hears becomes a part of the transcript. */
	askDuring(call: Row): void {
		const functions = this.#askedBy(call.agent_id).slice(0, MOST_IN_A_CALL);
		if (functions.length === 0) return;
		this.#waiting.set(call.call_id, this.#hear(call, functions, conversationOf(call)));
	}

	/** Whether a call of that agent begins with what a function answers. */
	beginCallsOf(agentId: string): boolean {
		return this.#askedBy(agentId).some(beginsCall);
	}

	/** The functions that the agent asks by itself, those that calls begin with first. In these conversations, nobody wants anything deleted. */
	#askedBy(agentId: string): Row[] {
		const functions = this.#functions.of(agentId).filter(isAsked);
		const wanted = functions.filter(({ name }) => !name.startsWith('delete_'));
		return [...wanted.filter(beginsCall), ...wanted.filter((found) => !beginsCall(found))];
	}

	/** Whether the agent of that call hears everything that it asked, or was reset before; undefined if it waits for nothing. */
	whenHeard(callId: string): Promise<boolean> | undefined {
		return this.#waiting.get(callId);
	}

	/** When no call waits for a function any more. */
	async whenSilent(): Promise<void> {
		await Promise.all(this.#waiting.values());
	}

	/** Asks a function and waits for the reply; undefined if the sandbox was reset meanwhile. */
	async ask(found: Row, args: JsonObject, conversation: Conversation): Promise<Row | undefined> {
		const request = requestFor(found, args, conversation);
		const seq = this.#begin(found, args, conversation, request);
		if (!isAsked(found)) {
			this.#end(seq, 'refused', { reason: 'The sandbox asks with POST, on loopback alone' });
			return this.#find(seq);
		}
		const { signal } = this.#cancelled;
		const began = performance.now();
		const reply = await sendToFunction(request, this.patienceSeconds * 1000, signal);
		if (signal.aborted) return undefined;
		const { status, ...told } = toldBy(reply);
		this.#end(seq, status, { ...told, latency_ms: rounded(performance.now() - began) });
		return this.#find(seq);
	}

	/** Lets an agent ask a function now: in that call, or in a conversation of its own. */
	async askNow(
		agent: Row,
		found: Row,
		{ call, args, ...changes }: { call?: Row; args?: JsonObject } & Partial<Conversation>,
	): Promise<Row | undefined> {
		const invented = {
			...this.#anotherConversation(),
			agent_id: agent.agent_id,
			direction: 'inbound',
			from_number: SAMPLE_CALLER,
			to_number: agent.phone_number,
		};
		const spoken = call ?? { ...invented, variables: '{}', created_at: this.clock.now() };
		const conversation = { ...conversationOf(spoken), ...changes };
		return await this.ask(
			found,
			args ?? argumentsOf(found, knowledgeOf({ ...spoken, ...changes })),
			conversation,
		);
	}

	/** Every question, in the order in which they were asked. */
	all(): Row[] {
		return this.database.all('SELECT * FROM questions ORDER BY seq').map(questionView);
	}

	/** So many of the latest questions, the latest first. */
	latest(count: number): Row[] {
		return this.database
			.all('SELECT * FROM questions ORDER BY seq DESC LIMIT ?', count)
			.map(questionView);
	}

	forget(): void {
		this.database.run("DELETE FROM questions WHERE status <> 'waiting'");
	}

	/** Writes down what waited for a reply when the database was last closed. */
	resume(): void {
		const waiting = this.database.all("SELECT seq FROM questions WHERE status = 'waiting'");
		for (const { seq } of waiting) this.#end(seq, 'unreachable', { reason: 'The sandbox ended' });
	}

	/** Breaks off every question that waits. */
	clear(): void {
		this.patienceSeconds = PATIENCE_SECONDS;
		this.#cancelled.abort();
		this.#cancelled = new AbortController();
		this.#waiting.clear();
	}

	async #hear(call: Row, functions: Row[], conversation: Conversation): Promise<boolean> {
		const { signal } = this.#cancelled;
		try {
			await this.#converse(call, functions, conversation);
		} catch (error) {
			this.clock.run(() => {
				throw error;
			});
		}
		// After a reset, another call can have that id.
		if (!signal.aborted) this.#waiting.delete(call.call_id);
		return !signal.aborted;
	}

	async #converse(call: Row, functions: Row[], conversation: Conversation): Promise<void> {
		const asked: AskedFunction[] = [];
		let heard: JsonObject = {};
		for (const found of functions) {
			const args = argumentsOf(found, knowledgeOf(call, heard));
			const question = await this.ask(found, args, conversation);
			if (!question) return;
			const { answer, values } = question;
			heard = { ...heard, ...values };
			asked.push({ name: found.name, arguments: args, answer });
			this.database.update('calls', call.seq, { asked: JSON.stringify(asked) });
		}
	}

	#anotherConversation(): Pick<Conversation, 'call_id' | 'session_id'> {
		const number = this.database.lastSeq('questions') + 1;
		const session = hash(`${number}:asked`).toString(16).padStart(8, '0');
		return { call_id: `call_asked_${number}`, session_id: `session_${session}_${number}` };
	}

	#begin(
		found: Row,
		args: JsonObject,
		conversation: Conversation,
		request: FunctionRequest,
	): number {
		const columns = {
			function_id: found.id,
			function: found.name,
			conversation: JSON.stringify(conversation),
			arguments: JSON.stringify(args),
			sent: JSON.stringify(withoutSecrets(request)),
			status: 'waiting',
		};
		return this.insertNew('questions', 'id', 'question', columns, 6).seq;
	}

	#end(seq: number, status: string, outcome: JsonObject): void {
		this.database.update('questions', seq, { status, outcome: JSON.stringify(outcome) });
	}

	#find(seq: number): Row {
		return questionView(this.first('questions', { seq })!);
	}
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100;

/** What the agent learns from how its question ended. */
function toldBy(reply: RequestEnd): JsonObject {
	if (reply.outcome === 'timeout')
		return { status: 'timeout', reason: 'There was no reply in time' };
	if (reply.outcome === 'unreachable') return { status: 'unreachable', reason: reply.reason };
	const answer = answerIn(reply);
	const seen = { http_status: reply.status, reply: reply.text.slice(0, MOST_KEPT_CHARACTERS) };
	return 'reason' in answer
		? { status: 'failed', reason: answer.reason, ...seen }
		: { status: 'answered', answer: answer.text, values: valuesIn(answer.value), ...seen };
}

const conversationOf = (call: Row): Conversation => ({
	call_id: call.call_id,
	session_id: call.session_id,
	agent_id: call.agent_id,
	direction: call.direction,
	from_number: call.from_number,
	to_number: call.to_number,
});

const argumentsOf = ({ parameters }: Row, knowledge: Knowledge): JsonObject =>
	argumentsFor(JSON.parse(parameters), knowledge);

/** What the agent of a call knows: who it speaks with, the variables of the call, and what it heard before. */
function knowledgeOf(call: Row, heard: JsonObject = {}): Knowledge {
	const caller = call.direction === 'inbound' ? call.from_number : call.to_number;
	const name = [call.first_name, call.last_name].filter(Boolean).join(' ');
	const person = { first_name: call.first_name, last_name: call.last_name, name, full_name: name };
	const numbers = { phone: caller, phone_number: caller, caller };
	const known = Object.entries({ ...numbers, ...person, ...heard, ...JSON.parse(call.variables) });
	return {
		values: Object.fromEntries(known.filter(([, value]) => value)),
		appointment: slotOf(call),
	};
}

/** A question as the control API shows it. */
function questionView(row: Row): Row {
	const { answer = null, reason = null, ...outcome } = JSON.parse(row.outcome);
	const { call_id, session_id, agent_id } = JSON.parse(row.conversation);
	return {
		id: row.id,
		at: instant(row.created_at),
		agent_id,
		call_id,
		session_id,
		function_id: row.function_id,
		function: row.function,
		arguments: JSON.parse(row.arguments),
		status: row.status,
		answer,
		reason,
		...outcome,
		sent: JSON.parse(row.sent),
	};
}
