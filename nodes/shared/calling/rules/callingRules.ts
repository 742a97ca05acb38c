import { RequestFailure } from '../../http';
import type { HeldBack } from '../../operation';
import type { CallLog, LoggedCall } from '../../run';
import type { NumberForm } from '../../values';
import { ParameterError, isObject, isoText, phoneOf } from '../../values';
import type { Person } from '../person';
import type { CallHistory } from './callHistory';
import { callsTo } from './callHistory';
import type { Counted, DueCall, Entered, RuleCheck, RuleFinding } from './rule';
import { READ_PER_PERSON, RULES } from './ruleList';

/** A check, and the name of its rule. */
type NamedCheck = RuleCheck & { name: string };

/** The rules of a request, read and checked: what they say of a call. */
export class CallingRules {
	/** Whether the time zones of people must be known. */
	readonly needsZones: boolean;
	/** So many days back, the calls to a person are counted; 0: they are not. */
	readonly days: number;

	/**
	 * @param checks in the order in which they are asked
	 * @param isAdded whether the user has added a rule. What rows say counts without any
	 */
	constructor(
		private readonly checks: readonly NamedCheck[],
		readonly isAdded: boolean,
	) {
		this.needsZones = checks.some(({ needsZones }) => needsZones);
		this.days = Math.max(0, ...checks.map(({ days = 0 }) => days));
	}

	/** The names of the rules that count this. */
	counting(what: Counted): string[] {
		return this.checks.filter(({ counts }) => counts === what).map(({ name }) => name);
	}

	/** Why a call may not be made; undefined if it may. @param isCounted whether it was let through before */
	heldBack(call: DueCall, isCounted: boolean): HeldBack | undefined {
		const found = this.found(call, isCounted);
		if (!found) return undefined;
		const { check, finding, isForGood } = found;
		const next = isForGood ? null : this.nextAllowed(check, call);
		const { because, of, description, rule = check.name } = finding;
		return {
			...{ rule, because, of, description },
			next_allowed_at: next === null ? null : isoText(next),
		};
	}

	/** Whether a rule would hold back now a call that was let through. Rules that count something are not asked. */
	holdsBackNow(call: DueCall): boolean {
		return this.found(call, true) !== undefined;
	}

	/** The first finding: what time does not change is found before what it does. */
	private found(
		call: DueCall,
		isCounted: boolean,
	): { check: NamedCheck; finding: RuleFinding; isForGood: boolean } | undefined {
		for (const check of this.checks) {
			const finding = check.never?.(call);
			if (finding) return { check, finding, isForGood: true };
		}
		for (const check of this.checks) {
			if (isCounted && check.counts) continue;
			const finding = check.notNow?.(call);
			if (finding) return { check, finding, isForGood: false };
		}
		return undefined;
	}

	/**
	 * The first moment that all rules allow; null if time alone does not bring it.
	 *
	 * called too often until Monday, 20:48; hours from 08:00 -> Tuesday, 08:00
	 */
	private nextAllowed({ allowedFrom }: NamedCheck, call: DueCall): number | null {
		let moment = allowedFrom?.(call, call.at) ?? null;
		// The others allow the time of the call itself.
		if (moment === null || moment <= call.at) return moment;
		for (;;) {
			const earlier: number = moment;
			for (const check of this.checks) {
				const own = check.allowedFrom ? check.allowedFrom(call, moment) : moment;
				if (own === null) return null;
				moment = Math.max(moment, own);
			}
			if (moment === earlier) return moment;
		}
	}
}

/** Undefined becomes null: a rule was added, and its expression has no value. */
const asWritten = (entered: unknown): string =>
	JSON.stringify(entered, (_name, value: unknown) => value ?? null);

function read(entered: Entered, form: NumberForm): CallingRules {
	let isAdded = false;
	const checks = RULES.flatMap((rule): NamedCheck[] => {
		const names = rule.fields
			.map(({ name }) => name)
			.filter((name) => Object.hasOwn(entered, name));
		const own = Object.fromEntries(names.map((name) => [name, entered[name]]));
		const isEntered = rule.read !== undefined && names.length > 0;
		isAdded ||= isEntered;
		const check = isEntered ? rule.read?.(own, form) : rule.ofRows;
		return check ? [{ ...check, name: rule.name }] : [];
	});
	return new CallingRules(checks, isAdded);
}

/** Where the user has added no rule, and where they cannot be read: what rows say counts all the same. */
export const NO_RULES_ADDED = read({}, { countryCode: '', withoutPlus: 'unknown' });

/** The rules that were read last: many items have the same, and a long list takes long to read. */
let last: { entered: Entered; form: NumberForm; written: string; rules: CallingRules } | undefined;

/** Nobody changes a plain value, or a frozen one. */
const isFixed = (value: unknown) =>
	typeof value !== 'object' || value === null || Object.isFrozen(value);

/** Whether these are the values that were read before, without a look at what is in them. */
function areSameValues(one: object, other: object): boolean {
	const values = new Map(Object.entries(other));
	const entries = Object.entries(one);
	return (
		entries.length === values.size &&
		entries.every(
			([name, value]) => values.has(name) && values.get(name) === value && isFixed(value),
		)
	);
}

/**
 * The rules that the user added, read once for all items that have the same.
 *   "030 12345601" with Default Country Code 49, then with 39 -> read twice: it is another number
 * @param added what the collection of rules holds; @param form how numbers in the rules are written
 * @throws ParameterError for a rule that is empty, or cannot be read
 */
export function callingRules(added: unknown, form: NumberForm): CallingRules {
	if (!isObject(added)) {
		throw new ParameterError(
			"The expression of 'Calling Rules' returns no rules",
			'Nothing was sent. Check the expression, or add the rules one by one',
		);
	}
	const ofRun = Object.entries(added).filter(([name]) => !READ_PER_PERSON.includes(name));
	const entered: Entered = Object.fromEntries(ofRun);
	if (last && areSameValues(last.entered, entered) && areSameValues(last.form, form))
		return last.rules;
	const written = asWritten([entered, form]);
	const rules =
		last?.written === written ? last.rules : read((JSON.parse(written) as [Entered])[0], form);
	last = { entered, form, written, rules };
	return rules;
}

/** The credits that are left, as the run has read them. */
export interface Credits {
	/** The balance; a text says why it is not known. */
	readonly left: number | string;
	/** Counts somebody who is to be called. */
	count(): void;
}

/** Who is called by one request, and the rules for them. */
interface RuledPeople {
	rules: CallingRules;
	people: readonly Person[];
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
