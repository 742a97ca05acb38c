import { RequestFailure } from '../../http';
import type { HeldBack } from '../../operation';
import { isoText, phoneOf } from '../../values';
import type { Person } from '../person';
import type { CallingRules } from './rules';
import { heldBackBy } from './rules';

/** When each phone was called before, in milliseconds since 1970, by `phoneOf`. */
export type CallTimes = Map<string, number[]>;

/** The credits that are left, as the run has read them. */
export interface Credits {
	/** The balance; a text says why it is not known. */
	readonly left: number | string;
	/** Counts somebody who is to be called. */
	count(): void;
}

/** Who is called by one request, and the rules for them. */
export interface RuledPeople {
	rules: CallingRules;
	people: readonly Person[];
}

/** Says whom the rules do not allow to be called at a moment, and counts the others. */
export class RuleGate {
	/** Those who are counted, with the calls to their number. */
	private readonly counted = new Map<Person, number[]>();

	/**
	 * @param earlier calls that the platform knows of, or why they are not known. Those of this run are added
	 * @param execution how many numbers the execution has called, also in earlier runs of the node, and those that are being sent
	 * @param credits read before `heldBack`, where a rule needs them
	 */
	constructor(
		private readonly earlier: CallTimes | RequestFailure,
		private readonly execution: { called: number },
		private readonly credits: Credits,
	) {}

	/** Whether the rules would now hold back one of those who are sent. */
	isOver({ people, rules }: RuledPeople): boolean {
		const now = Date.now();
		return people.some((person) => !person.verdict && heldBackBy(rules, person, now));
	}

	/**
	 * Says how a request ended.
	 *
	 * @param isCalled false only if its people are certainly not called. Then they are counted no more
	 */
	settle({ people, rules }: RuledPeople, isCalled: boolean): void {
		for (const person of people) {
			if (this.counted.has(person)) {
				if (!isCalled) this.countOut(person);
			} else if (isCalled && rules.maxCallsPerPerson && !person.verdict) {
				// An earlier attempt of the node called them, and the execution has counted it.
				if (this.earlier instanceof Map) this.timesOf(person).push(person.at ?? Date.now());
			}
		}
	}

	/** @throws RequestFailure if the calls are not known */
	private timesOf({ number }: Person): number[] {
		if (this.earlier instanceof RequestFailure) throw this.earlier;
		const phone = phoneOf(number);
		const times = this.earlier.get(phone) ?? [];
		this.earlier.set(phone, times);
		return times;
	}

	/**
	 * Why somebody is held back now; undefined for one who is counted: the person is to be called.
	 *
	 * @throws RequestFailure if the calls to the number are not known
	 */
	heldBack(person: Person, rules: CallingRules, now: number): HeldBack | undefined {
		if (this.counted.has(person)) {
			const why = heldBackBy(rules, person, now);
			if (why) this.countOut(person);
			return why;
		}
		const earlier = rules.maxCallsPerPerson ? this.timesOf(person) : [];
		const why = heldBackBy(rules, person, now, earlier) ?? this.tooFewCredits(rules);
		if (why) return why;
		const most = rules.maxCallsPerExecution;
		const { called } = this.execution;
		if (most !== undefined && called >= most) {
			return {
				rule: 'Max Calls per Execution',
				reason: `This execution has called ${called} numbers. 'Max Calls per Execution' allows ${most}. The next execution can call this one`,
				next_allowed_at: isoText(now),
			};
		}
		this.countIn(person, now, earlier);
		return undefined;
	}

	private tooFewCredits({ keepCredits }: CallingRules): HeldBack | undefined {
		const { left } = this.credits;
		if (keepCredits === undefined || (typeof left === 'number' && left >= keepCredits))
			return undefined;
		const reason =
			typeof left === 'number'
				? `The balance is ${left} credits. 'Keep Credits' is ${keepCredits}`
				: `'Keep Credits' needs the balance, and it is not known. ${left}`;
		return { rule: 'Keep Credits', reason, next_allowed_at: null };
	}

	private countIn(person: Person, now: number, times: number[]): void {
		this.counted.set(person, times);
		this.execution.called += 1;
		this.credits.count();
		times.push(person.at ?? now);
	}

	private countOut(person: Person): void {
		this.counted.get(person)?.pop();
		this.counted.delete(person);
		this.execution.called -= 1;
	}
}
