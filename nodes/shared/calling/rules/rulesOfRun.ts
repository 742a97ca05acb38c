import { RequestFailure } from '../../http';
import type { HeldBack } from '../../operation';
import type { CallLog, LoggedCall } from '../../run';
import { phoneOf } from '../../values';
import type { Person } from '../person';
import type { CallHistory } from './callHistory';
import { callsTo } from './callHistory';
import type { CallingRules, RuledPeople } from './callingRules';
import type { DueCall } from './rule';

/** The credits that are left, as the run has read them. */
export interface Credits {
	/** The balance; a text says why it is not known. */
	readonly left: number | string;
	/** Counts somebody who is to be called. */
	count(): void;
}

/** Asks the rules about the people of a run, and logs the calls that they let through. */
export class RulesOfRun {
	/** Who is let through, with the call in the log. */
	private readonly counted = new Map<Person, LoggedCall>();

	/**
	 * @param history calls that the platform knows of, where a rule counts them, or why they are not known
	 * @param log the calls of the execution, also of earlier runs of the node
	 * @param credits read before `heldBack`, where a rule counts them
	 */
	constructor(
		private readonly history: CallHistory | RequestFailure,
		private readonly log: CallLog,
		private readonly credits: Credits,
	) {}

	/** Whether a rule would hold back now one of those without a verdict. Rules that count something are not asked. */
	holdsBackNow({ people, rules }: RuledPeople): boolean {
		const now = Date.now();
		return people.some((person) => !person.verdict && rules.holdsBackNow(this.callOf(person, now)));
	}

	/**
	 * Says how a request ended.
	 *
	 * @param isCalled false only if its people are certainly not called. Then they are counted no more
	 */
	settle(people: readonly Person[], isCalled: boolean): void {
		if (isCalled) return;
		for (const person of people) this.countOut(person);
	}

	/**
	 * Why somebody is held back now; undefined for one who is counted: the person is to be called.
	 *
	 * @throws RequestFailure if the calls to the number are not known
	 */
	heldBack(person: Person, rules: CallingRules, now: number): HeldBack | undefined {
		const isCounted = this.counted.has(person);
		const besides = rules.days > 0 && !isCounted ? this.callsBesides(person) : [];
		const why = rules.heldBack(this.callOf(person, now, besides), isCounted);
		if (why) this.countOut(person);
		else if (!isCounted) this.countIn(person, now);
		return why;
	}

	private callOf(person: Person, now: number, besides: readonly number[] = []): DueCall {
		const at = Math.max(person.at ?? now, now);
		const { log, credits } = this;
		return { person, at, now, besides, log, credits: credits.left };
	}

	/** @throws RequestFailure if they are not known */
	private callsBesides({ number }: Person): number[] {
		if (this.history instanceof RequestFailure) throw this.history;
		return callsTo(phoneOf(number), this.history, this.log);
	}

	private countIn(person: Person, now: number): void {
		this.counted.set(person, this.log.add(person.at ?? now, phoneOf(person.number)));
		this.credits.count();
	}

	private countOut(person: Person): void {
		const call = this.counted.get(person);
		if (call) this.log.remove(call);
		this.counted.delete(person);
	}
}
