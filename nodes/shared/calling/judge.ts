import type { IExecuteFunctions } from 'n8n-workflow';
import type { RequestFailure } from '../http';
import { paced } from '../http';
import type { Verdict } from '../operation';
import { callLogOf, refuseWithoutExecution } from '../run';
import type { CallLog, Ending } from '../run';
import { localTime, phoneOf } from '../values';
import type { CreditsLeft } from './creditsLeft';
import type { CallMemory, Remembering } from './memory';
import { CalledNumbers, ClaimAhead, MemoryOfDryRun, listed, notTheSame, showHint } from './memory';
import type { PeopleRequest } from './people';
import type { Person } from './person';
import type { CallHistory } from './rules';
import { RulesOfRun } from './rules';
import type { EarlierCall } from './listedCalls';

/*
 * The only file that sets a verdict. What is found against calling somebody, in this order, and by whom:
 *
 *   "12" is no phone number       -> not valid       (the operation that made the list)
 *   the number is in row 3, too   -> duplicate       (the same; in another request: `judgeReading`)
 *   called this morning           -> called before   (memory)
 *   sent, and then a crash        -> possibly called (memory)
 *   it is 21:30 in Berlin         -> held back       (rules)
 *
 * The first finding is the verdict; `Verdict` in operation/request.ts says the same to the others. While the run lasts,
 * only `held back` can change, and who has no verdict can get one. Who has none right before the request leaves is sent.
 * A number that is `held back` is freed by the memory: a rule that came before the memory would free whom it knows.
 */

/** What the verdicts of a run depend on beside its people. */
interface Surroundings {
	/** When the numbers were called before, where a rule counts it, or why nobody knows. */
	history: CallHistory | RequestFailure;
	/** Read where a rule needs it. */
	credits: CreditsLeft;
	/** How many requests are under way at a time. */
	parallel: number;
	/** Whether nobody is called: then nothing is claimed, and nothing counted beyond this run. */
	isDry: boolean;
}

/** A request of the run. */
interface JudgedRequest {
	request: PeopleRequest;
	/** The input item that all its people are from, from 1; undefined if each of them is an item. */
	item?: number;
	/** Whether it can be sent. Nobody is a duplicate of somebody who is in no request. */
	isSent: boolean;
}

/**
 * Puts `finding`, which came with the list, on the people of all requests. Who is in an earlier request, too, is a
 * duplicate.
 *
 * @throws ParameterError if 'Duplicate Numbers' is not the same for all
 */
export async function judgeReading(requests: readonly JudgedRequest[]): Promise<void> {
	const choices = new Set(
		requests.flatMap(({ request, isSent }) => (isSent && request.within) || []),
	);
	if (choices.size > 1) throw notTheSame();
	const firstOf = new Map<string, number>();
	for await (const { request, item, isSent } of paced(requests)) {
		for (const person of request.people) {
			const { key, line, finding } = person;
			person.verdict = finding;
			if (finding || key === undefined || !isSent) continue;
			const first = firstOf.get(key);
			if (first === undefined) firstOf.set(key, item ?? line);
			else {
				const description = `Duplicate of row ${first} of this input`;
				const of = `of row ${first}`;
				person.verdict = { kind: 'duplicate', because: 'duplicate', of, description };
			}
		}
	}
}

/** Judges the people of each request right before it is sent, by the memory and the rules. */
export class Judge {
	/** The memory of the run; undefined if nobody is remembered. */
	private readonly memory?: CallMemory;
	private readonly remembering?: Remembering;
	private readonly rules: RulesOfRun;
	private readonly credits: CreditsLeft;
	private readonly log: CallLog;

	/**
	 * @param requests those that are to be sent, in the order in which they begin
	 * @throws ParameterError for what cannot count where n8n runs the node without an execution
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		requests: readonly PeopleRequest[],
		{ history, credits, parallel, isDry }: Surroundings,
	) {
		this.credits = credits;
		for (const name of requests.flatMap(({ rules }) => rules.counting('execution')))
			refuseWithoutExecution(context, `'${name}'`);
		const log = callLogOf(context);
		this.log = isDry ? log.copy() : log;
		this.rules = new RulesOfRun(history, this.log, credits);
		const remembered = requests.filter(({ within }) => within);
		const [{ within, callList } = {}] = remembered;
		if (!within || !callList) return;
		this.remembering = { within, route: callList.route };
		const people = remembered.map((request) => request.people);
		const store = new CalledNumbers(context, within);
		this.memory = isDry
			? new MemoryOfDryRun(store, people, this.remembering)
			: new ClaimAhead(store, people, this.remembering, parallel);
	}

	/**
	 * Asks the memory, then the rules. Whom the memory lets through is claimed, also who is then held back by a rule:
	 * `settle` must follow, and frees who was held back. Asked again, it asks the memory only if another day has begun.
	 *
	 * @throws ParameterError or RequestFailure if it cannot be known. Nothing may be sent then
	 */
	async judge(request: PeopleRequest): Promise<void> {
		const { people, rules, within } = request;
		const found = within && (await this.memory?.ask(people));
		for (const [person, verdict] of found ?? new Map<Person, Verdict>()) person.verdict = verdict;
		// The rules follow without a pause: many requests wait for one reading, and each ages it.
		while (this.needsCredits(request) && !this.credits.isFresh) await this.credits.renew();
		const now = Date.now();
		for (const person of people) {
			if (person.verdict && person.verdict.kind !== 'held back') continue;
			const why = this.rules.heldBack(person, rules, now);
			person.verdict = why && { kind: 'held back', ...why };
		}
		if (!request.isOfOne) await this.memory?.giveBackHeld(people);
	}

	/** Whether the balance decides: the memory has let somebody through, and a rule counts the credits. */
	private needsCredits({ rules, people }: PeopleRequest): boolean {
		return (
			rules.counting('credits').length > 0 &&
			people.some(({ verdict }) => !verdict || verdict.kind === 'held back')
		);
	}

	/**
	 * Judged at 17:59, hours until 18:00, now 18:00 -> true: the request must not leave before `judge` has looked again.
	 * Looks only at who has no verdict. To be asked right before each attempt leaves: a no counts as sent.
	 */
	isOutdated(request: PeopleRequest): boolean {
		return this.memory?.isOfToday(request.people) === false || this.isHeldNow(request);
	}

	/** Whether a rule may hold somebody back by now who was let through. */
	isHeldNow(request: PeopleRequest): boolean {
		return this.rules.holdsBackNow(request);
	}

	/** Notes how a request ended, also one that an earlier try of the node has sent. */
	settle(request: PeopleRequest, ending: Ending): void {
		this.memory?.settle(request.people, ending);
		this.rules.settle(request.people, ending !== 'notDone');
	}

	/**
	 * The call of a request with an unknown outcome, or that was skipped because of it; undefined if nobody knows when, or
	 * if there were several.
	 */
	callToFind(request: PeopleRequest, maxMs: number): EarlierCall | undefined {
		const { people, placesCall, callList, within } = request;
		const [{ number = '', verdict } = {}] = people;
		const isUnknown = !verdict || verdict.kind === 'possibly called';
		if (!placesCall || !(isUnknown || verdict.kind === 'called before')) return undefined;
		const call = { isUnknown, phone: phoneOf(number), agentId: callList.caller.agentId ?? '' };
		const [from, ...others] = this.log.to(call.phone);
		if (others.length > 0) return undefined;
		if (from !== undefined) return { ...call, from, to: from + maxMs };
		// Retry On Fail with another number than before: this one was not called, whatever the list says of it.
		if (!verdict || within !== 'day') return undefined;
		const today = localTime(Date.now(), this.context.getTimezone()).startOf('day').toMillis();
		return { ...call, from: today, to: Infinity };
	}

	/** Notes that the platform lists the call of a request, and that its person was called. */
	noteListed(request: PeopleRequest, callId: string): void {
		for (const person of request.people) {
			const { verdict } = person;
			if (verdict?.kind === 'called before') {
				person.verdict = { ...verdict, call_id: callId };
				continue;
			}
			// The memory records the endings of those alone who have no verdict.
			person.verdict = undefined;
			this.settle(request, 'done');
			if (verdict && this.remembering) person.verdict = listed(this.remembering, callId);
		}
	}

	/** Gives back what was claimed for requests that did not begin, and records what is not recorded yet. */
	async end(): Promise<void> {
		await this.memory?.end();
	}

	/** Tells the user if nobody was called, and why. */
	showHint(): void {
		if (this.memory && this.remembering)
			showHint(this.context, this.remembering, this.memory.found);
	}
}
