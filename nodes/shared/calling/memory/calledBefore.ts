import type { IExecuteFunctions } from 'n8n-workflow';
import type { CallList, Verdict } from '../../operation';
import type { Person } from '../person';
import type { KnownNumbers } from './calledNumbers';
import type { Within } from './duplicateNumbers';

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
		reason: `${words} ${WHEN[within]}. ${CALL_AGAIN[within]}`,
	};
	const possibly: Verdict = {
		kind: 'possibly called',
		reason:
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
	reason: `Called ${WHEN[within]}: the platform lists the call "${callId}". ${CALL_AGAIN[within]}`,
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
