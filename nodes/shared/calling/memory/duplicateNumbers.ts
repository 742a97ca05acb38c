import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import type { Params, CallList, Verdict } from '../../operation';
import { textField, choiceField } from '../../operation';
import type { NotCalledReason } from '../../values';
import { ParameterError, phoneOf } from '../../values';
import type { Person } from '../person';

/** Options of every operation that leads to calls: what to do with a number that was called before. */
export const repeatedNumbersOptions: readonly INodeProperties[] = [
	choiceField(
		'Duplicate Numbers',
		'repeatedNumbers',
		'What to do with a number that was called before, or sent to a campaign, or possibly was. The output shows each skipped number with the reason. Executions may overlap, also on several n8n workers.',
		{
			options: [
				{
					name: 'Call Every Time',
					value: 'always',
					description: 'Call a number as often as it occurs. Nothing is remembered.',
				},
				{
					name: 'Once Ever',
					value: 'ever',
					description: 'Skip a number that this node called in any earlier execution',
				},
				{
					name: 'Once per Day',
					value: 'day',
					description:
						"Skip a number that this node called today, in the workflow's time zone, in this or an earlier execution",
				},
				{
					name: 'Once per Execution',
					value: 'execution',
					description:
						'Skip a number that was called earlier in this execution, also in a loop or by an AI agent. A new execution calls everybody again.',
				},
			],
			default: 'day',
		},
	),
	textField(
		'Call Again When This Changes',
		'callAgainWhenChanged',
		'Any text, such as a month or the date of an appointment. Each number is called once while it stays the same. Enter another text to call the list again.',
		{ placeholder: 'e.g. 2026-11', displayOptions: { show: { repeatedNumbers: ['ever'] } } },
	),
];

/** How long a number counts as called: until midnight in the workflow's time zone, for good, or in one execution. */
export type Within = 'day' | 'ever' | 'execution';

/** What the user chose for Duplicate Numbers. @throws ParameterError for a word that is not one of the choices */
export function repeatedNumbers(params: Params): Within | 'always' {
	const choice = params.text('options.repeatedNumbers') || 'day';
	if (choice === 'day' || choice === 'ever' || choice === 'execution' || choice === 'always') {
		return choice;
	}
	throw new ParameterError(
		`'Duplicate Numbers' "${choice}" is not known`,
		'Choose one from the list, or check its expression: it must give always, ever, day or execution',
	);
}

/** The error that a choice is not made once for all. */
export const notTheSame = () =>
	new ParameterError(
		"'Duplicate Numbers' is not the same for all items",
		'Nothing was sent. Choose the same for all items, or separate them with an IF node before this one. Call Every Time can be beside another choice',
	);

/**
 * Gives everybody who can be called a key. `+4930123456`, and `2026-11` in Call Again When This Changes ->
 * `["2026-11","+4930123456"]`. @returns how long the numbers are remembered; undefined if they are not
 * @throws ParameterError if the people of the request differ in what the user chose
 */
export function rememberPeople(params: Params, people: readonly Person[]): Within | undefined {
	const within = repeatedNumbers(params);
	const callable = people.filter(({ finding }) => !finding);
	const choiceOf = ({ position }: Person) => params.textOfRow('options.repeatedNumbers', position);
	if (callable.some((person) => (choiceOf(person) || 'day') !== within)) throw notTheSame();
	if (within === 'always') return undefined;
	for (const person of callable) {
		const again =
			within === 'ever' ? params.textOfRow('options.callAgainWhenChanged', person.position) : '';
		person.key = JSON.stringify([again, phoneOf(person.number)]);
	}
	return within;
}

/** What is known of some keys. Those that are in neither set are free. */
export interface KnownNumbers {
	called: ReadonlySet<string>;
	/** Claimed, and nobody recorded how the call ended: after a crash, or while it is being called. */
	possiblyCalled: ReadonlySet<string>;
}

/** How the numbers of a run are remembered. */
export interface Remembering {
	within: Within;
	route: CallList['route'];
}

/** What to do to call somebody again, by how long a number counts as called. */
const CALL_AGAIN: Readonly<Record<Within, string>> = {
	day: "To call again today, set Options → 'Duplicate Numbers' to Call Every Time",
	ever: "To call again, enter another text in Options → 'Call Again When This Changes'",
	execution: "To call again, set Options → 'Duplicate Numbers' to Call Every Time",
};

const WHEN: Readonly<Record<Within, string>> = {
	day: 'today already',
	ever: 'before',
	execution: 'in this execution already',
};

/** What is said of a number that is called, and of one that is sent to a campaign: the platform calls it later. */
const WORDS: Readonly<Record<CallList['route'], { done: string; nobody: string }>> = {
	call: { done: 'Called', nobody: 'Nobody was called' },
	callback: { done: 'Callback created', nobody: 'No callback was created' },
	campaign: { done: 'Sent to a campaign', nobody: 'No contact was sent' },
	run: { done: 'Started', nobody: 'No campaign was started' },
};

/** The same in a few words, for a cell. */
const REASONS: Readonly<
	Record<CallList['route'], Readonly<Record<Within | 'possibly', NotCalledReason>>>
> = {
	call: {
		day: 'called today',
		ever: 'called before',
		execution: 'called this execution',
		possibly: 'possibly called',
	},
	callback: {
		day: 'callback today',
		ever: 'callback before',
		execution: 'callback this execution',
		possibly: 'possible callback',
	},
	campaign: {
		day: 'sent today',
		ever: 'sent before',
		execution: 'sent this execution',
		possibly: 'possibly sent',
	},
	run: {
		day: 'called today',
		ever: 'called before',
		execution: 'called this execution',
		possibly: 'possibly called',
	},
};

/** Whether neither reading nor the memory has found something against calling somebody. */
export const isOpen = ({ verdict }: Person): boolean => !verdict || verdict.kind === 'held back';

/**
 * What the memory finds against calling some people.
 *
 *   {called: a, possiblyCalled: b}, people a, b, c -> a: called before, b: possibly called
 */
export function findingsOf(
	people: readonly Person[],
	{ called, possiblyCalled }: KnownNumbers,
	{ within, route }: Remembering,
): Map<Person, Verdict> {
	const words = WORDS[route].done;
	const calledBefore: Verdict = {
		kind: 'called before',
		because: REASONS[route][within],
		description: `${words} ${WHEN[within]}. ${CALL_AGAIN[within]}`,
	};
	const possibly: Verdict = {
		kind: 'possibly called',
		because: REASONS[route].possibly,
		description:
			`Possibly ${words.toLowerCase()}: its outcome is unknown. Look on the platform. To call it all the same, run it with Options → ` +
			"'Duplicate Numbers' set to Call Every Time",
	};
	const findings = new Map<Person, Verdict>();
	for (const person of people) {
		const { key } = person;
		if (key === undefined || !isOpen(person)) continue;
		if (called.has(key)) findings.set(person, calledBefore);
		else if (possiblyCalled.has(key)) findings.set(person, possibly);
	}
	return findings;
}

/** The finding for somebody who was possibly called, when the platform lists the call. */
export const listed = ({ within }: Remembering, callId: string): Verdict => ({
	kind: 'called before',
	because: REASONS.call[within],
	description: `Called ${WHEN[within]}: the platform lists the call "${callId}". ${CALL_AGAIN[within]}`,
	call_id: callId,
});

/** What a run found in the memory of its node. */
export interface MemoryFindings {
	/** How many numbers it was to call. */
	asked: number;
	/** How many numbers the run skipped, because they were called before, or may have been. */
	skipped: number;
	/** Whether nothing was remembered before this run. */
	isNew: boolean;
}

/** Says at the output why nobody was called, or that the node's memory is new. Old versions of n8n do not show it. */
export function showHint(
	context: IExecuteFunctions,
	{ within, route }: Remembering,
	{ asked, skipped, isNew }: MemoryFindings,
): void {
	const { nobody, done } = WORDS[route];
	const numbers = asked === 1 ? 'the number was' : `all ${asked} numbers were`;
	const show = (message: string) =>
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	if (asked > 0 && skipped === asked) {
		const earlier = `${done.toLowerCase()} ${WHEN[within]}`;
		show(`${nobody}: ${numbers} ${earlier}, or may have been. ${CALL_AGAIN[within]}.`);
	}
	if (asked > 0 && isNew && within === 'ever' && context.getMode() === 'manual') {
		show(
			'0 numbers were remembered before this run. A node that was imported or pasted has a new ID, and n8n gives it a new memory.',
		);
	}
}
