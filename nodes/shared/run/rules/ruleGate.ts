import { RequestFailure } from '../../http';
import type { HeldBack } from '../../operation';
import { isoText } from '../../values';
import type { RuledPeople } from './people';
import type { CallingRules, Person } from './rules';
import { heldBackBy } from './rules';

/** When each number was called before, in milliseconds since 1970. */
export type CallTimes = Map<string, number[]>;

/** Somebody of a request must not be called any more. Nothing was sent. */
export class NoLongerAllowed extends RequestFailure {
	constructor() {
		super('A calling rule does not allow this now', 'Nothing was sent for this item', {
			reach: 'notSent',
			final: true,
		});
	}
}

/** Lets through, at each moment, whom the rules allow to be called then. */
export class RuleGate {
	/** Those who are counted, with the calls to their number. */
	private readonly counted = new Map<Person, number[]>();

	/**
	 * @param earlier calls that the platform knows of, or why they are not known. Those of this run are added
	 * @param execution how many numbers the execution has called, also in earlier runs of the node, and those that are being sent
	 */
	constructor(
		private readonly earlier: CallTimes | RequestFailure,
		private readonly execution: { called: number },
	) {}

	/** @throws RequestFailure if the calls are not known */
	private timesOf(number: string): number[] {
		if (this.earlier instanceof RequestFailure) throw this.earlier;
		const times = this.earlier.get(number) ?? [];
		this.earlier.set(number, times);
		return times;
	}

	/** Notes what an earlier attempt of this node called. The execution has counted it. */
	noteCalled({ people, rules }: RuledPeople): void {
		if (!rules.maxCallsPerPerson || this.earlier instanceof RequestFailure) return;
		for (const { number } of people) this.timesOf(number).push(Date.now());
	}

	/** Takes back those who were counted and are certainly not called. */
	noteNotCalled({ people }: RuledPeople): void {
		for (const person of people) if (this.counted.has(person)) this.countOut(person);
	}

	/** Who of a request is held back now, by row. The others are counted: they are to be called. */
	heldBack({ people, rules }: RuledPeople): ReadonlyMap<number, HeldBack> {
		const now = Date.now();
		const held = new Map<number, HeldBack>();
		for (const person of people) {
			const why = this.reasonFor(person, rules, now);
			if (why) held.set(person.row, why);
		}
		return held;
	}

	/** To be called before each attempt to send. @throws NoLongerAllowed if the time has passed for one of them */
	check({ people, rules }: RuledPeople): void {
		const now = Date.now();
		if (people.some((person) => heldBackBy(rules, person, now))) throw new NoLongerAllowed();
	}

	private reasonFor(person: Person, rules: CallingRules, now: number): HeldBack | undefined {
		if (this.counted.has(person)) {
			const why = heldBackBy(rules, person, now);
			if (why) this.countOut(person);
			return why;
		}
		const earlier = rules.maxCallsPerPerson ? this.timesOf(person.number) : [];
		const why = heldBackBy(rules, person, now, earlier);
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

	private countIn(person: Person, now: number, times: number[]): void {
		this.counted.set(person, times);
		this.execution.called += 1;
		times.push(now);
	}

	private countOut(person: Person): void {
		this.counted.get(person)?.pop();
		this.counted.delete(person);
		this.execution.called -= 1;
	}
}
