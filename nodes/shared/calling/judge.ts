import type { IExecuteFunctions } from 'n8n-workflow';
import type { RequestFailure } from '../http';
import { paced } from '../http';
import type { Verdict } from '../operation';
import { callLogOf, refuseWithoutExecution } from '../run';
import type { Ending } from '../run';
import type { CreditsLeft } from './creditsLeft';
import type { CallMemory, Remembering } from './memory';
import { CalledNumbers, ClaimAhead, MemoryOfDryRun, notTheSame, showHint } from './memory';
import type { PeopleRequest } from './people';
import type { Person } from './person';
import type { CallHistory } from './rules';
import { RulesOfRun } from './rules';

/*
 * The only file that sets a verdict. Reading, memory and rules say what they find against calling somebody, in order:
 *
 *   "12" is no phone number       -> not valid       (reading)
 *   the number is in row 3, too   -> duplicate       (reading)
 *   called this morning           -> called before   (memory)
 *   sent, and then a crash        -> possibly called (memory)
 *   it is 21:30 in Berlin         -> held back       (rules)
 *
 * The first finding is the verdict. Only that of the rules can change during the run. Who has no verdict is sent.
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
 * Puts the findings of reading on the people of all requests. Who is in an earlier request, too, is a duplicate.
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
			else
				person.verdict = { kind: 'duplicate', reason: `Duplicate of row ${first} of this input` };
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
		this.rules = new RulesOfRun(history, isDry ? log.copy() : log, credits);
		const remembered = requests.filter(({ within }) => within);
		const [{ within, list } = {}] = remembered;
		if (!within || !list) return;
		this.remembering = { within, deed: list.deed };
		const people = remembered.map((request) => request.people);
		const store = new CalledNumbers(context, within);
		this.memory = isDry
			? new MemoryOfDryRun(store, people, this.remembering)
			: new ClaimAhead(store, people, this.remembering, parallel);
	}

	/**
	 * Puts the findings of memory and rules on a request's people. Who has none is claimed: `settle` must follow. Asked
	 * again, it asks the rules; the memory only on another day.
	 * @throws ParameterError or RequestFailure if it cannot be known: nothing may be sent then
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
	}

	/** Whether the balance decides: the memory has let somebody through, and a rule counts the credits. */
	private needsCredits({ rules, people }: PeopleRequest): boolean {
		return (
			rules.counting('credits').length > 0 &&
			people.some(({ verdict }) => !verdict || verdict.kind === 'held back')
		);
	}

	/** Whether a verdict may be another one by now. To be asked right before each attempt leaves. */
	isOver(request: PeopleRequest): boolean {
		return this.memory?.isOfToday(request.people) === false || this.rules.isOver(request);
	}

	/** Notes how a request ended, also one that an earlier try of the node has sent. */
	settle(request: PeopleRequest, ending: Ending): void {
		this.memory?.settle(request.people, ending);
		this.rules.settle(request.people, ending !== 'notDone');
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
