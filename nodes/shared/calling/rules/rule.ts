import type { INodeProperties } from 'n8n-workflow';
import type { Grounds } from '../../operation';
import type { CallLog } from '../../run';
import type { NumberForm } from '../../values';
import type { Person } from '../person';

/*
 * What a rule is: an object of this form, in a file of its own, and in the list of `ruleList.ts`.
 *   Max Calls per Execution, entered: 2   -> its check: "has the execution called 2 numbers?"
 *   the third call of an execution        -> held back: the next execution can call this one
 */

/** A call that is about to be made to somebody, and all that a rule can look at. */
export interface DueCall {
	person: Person;
	/** When it is made, in milliseconds since 1970: now, or at a later time that the person has. */
	at: number;
	now: number;
	/** When the number is called besides, in any order: filled only where a check counts the calls to a person. */
	besides: readonly number[];
	/** The calls of the execution. */
	log: CallLog;
	/** The credits that are left; a text says why they are not known. */
	credits: number | string;
}

/** Why a rule holds somebody back. */
export interface RuleFinding extends Grounds {
	/** What an item shows as the rule, if it is not the name of the rule. */
	rule?: string;
}

/** What a check can count: the calls of the execution, the calls to a person, or the credits that are left. */
export type Counted = 'execution' | 'person' | 'credits';

/** What a rule looks at, with what was entered in it. */
export interface RuleCheck {
	/** Why nobody may make this call, at any time. Asked before each `notNow`. */
	never?(call: DueCall): RuleFinding | undefined;
	/** Why it may not be made at its time. */
	notNow?(call: DueCall): RuleFinding | undefined;
	/** The first moment from this one on that the rule allows; null if time alone does not bring it. */
	allowedFrom?(call: DueCall, moment: number): number | null;
	/** What must be known for `notNow`. Who is let through is counted, and not asked about by `notNow` again. */
	counts?: Counted;
	/** How many days back it counts the calls to a person. */
	days?: number;
	/** Whether the time zones of people must be known. */
	needsZones?: boolean;
}

/** Some fields of rules, each under its name with what was entered. Null: its expression has no value. */
export type Entered = Readonly<Record<string, unknown>>;

export interface Rule {
	/** As the editor, items and errors name it. */
	name: string;
	/** Its fields in the editor. A rule without any counts for everybody. */
	fields: readonly INodeProperties[];
	/** Whether Campaign: Start and Rerun have it: it can be asked where the contacts are not known. */
	isOfCampaign?: boolean;
	/** Whether its fields can differ from row to row: `readPeople.ts` reads them, and puts what they say on the person. */
	isReadPerPerson?: boolean;
	/**
	 * Makes the check of what was entered, once per run. Asked only if a field of the rule was added.
	 *
	 * @throws ParameterError for what is empty or cannot be read: it is never a rule less
	 */
	read?(entered: Entered, form: NumberForm): RuleCheck;
	/** The check of what a row says. It counts for everybody, because another row of the same number can say it. */
	ofRows?: RuleCheck;
}
