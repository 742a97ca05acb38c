import type { IDataObject } from 'n8n-workflow';
import type { ColumnOf, Table } from './row';
import { CONTACT } from './columns';
import { camelCase, cellOf, objectIn } from './row';
import type { CallState } from './statuses';
import { callState, contactWord, isOneOf } from './statuses';

/**
 * What became of a contact of a campaign. `open`: not called yet, or the campaign continues to call. `not_to_call`: the number is invalid or
 * blocked. `unknown`: the words are not known, or contradict each other.
 */
export type ContactReach = 'reached' | 'not_reached' | 'open' | 'not_to_call' | 'unknown';

/** The words of one contact. */
interface Said {
	status: unknown;
	callStatus: unknown;
	outcome: unknown;
	/** All of them that there are. */
	all: readonly unknown[];
	/** Whether the status says only that the contact was added. */
	isAdded: boolean;
	attempts: number | null;
	/** Whether anything proves that there was a call. */
	wasCalled: boolean;
	/** Whether somebody answered or spoke, whatever the other words say. A machine does, too: then only a talk is a sign. */
	hasTalk: boolean;
	/** Whether somebody spoke, whatever any word says. */
	hasSpoken: boolean;
	isBarred: boolean;
	/** The campaign itself calls again. */
	isPlanned: boolean;
}

function saidBy(contact: IDataObject, words: readonly string[]): Said {
	const cell = (column: ColumnOf<typeof CONTACT>) => cellOf(CONTACT, contact, column);
	const attempts = cell('attempts') as number | null;
	const ofRecord = isOneOf(cell('status'), words) ? undefined : contactWord(cell('status'));
	const status = ofRecord === 'record' || ofRecord === 'added' ? null : cell('status');
	const [callStatus, outcome] = [cell('call_status'), cell('outcome')];
	const isMachine = [status, callStatus, outcome].some((word) =>
		/voice_?mail|machine/i.test(String(word)),
	);
	const isAnswered =
		Number(cell('duration_seconds')) > 0 ||
		cell('picked_up_at') !== null ||
		[status, callStatus].some((word) => contactWord(word) === 'reached');
	const hasSpoken = Number(cell('talk_seconds')) > 0 || cell('transcript') !== null;
	return {
		status,
		callStatus,
		outcome,
		all: [status, callStatus, outcome].filter((word) => word !== null),
		isAdded: ofRecord === 'added',
		attempts,
		hasTalk: (isAnswered && !isMachine) || hasSpoken,
		hasSpoken,
		isBarred: cell('is_barred') === true || cell('opted_out_at') !== null,
		isPlanned: cell('next_attempt_at') !== null,
		wasCalled: Number(attempts) > 0 || cell('called_at') !== null || cell('call_id') !== null,
	};
}

const isOpenWord = (word: unknown): boolean => callState(word) === 'in_progress';

/** Whether the campaign itself still has to call the contact, or is calling now. */
const isOpen = ({ status, callStatus, attempts, all, isAdded, wasCalled }: Said): boolean =>
	attempts === 0 ||
	isOpenWord(status) ||
	isOpenWord(callStatus) ||
	(isAdded && all.length === 0 && !wasCalled);

/** By the usual words. That a call failed is said by its status: an analysis may call a talk "failed" or "declined", too. */
function byUsualWords({ status, callStatus, outcome, all, wasCalled }: Said): ContactReach {
	const isIn = (word: unknown, ...states: CallState[]) => states.includes(callState(word));
	const isTalk = (word: unknown) => isIn(word, 'ended') || contactWord(word) === 'reached';
	if (all.some((word) => isIn(word, 'not_reached'))) {
		return isTalk(outcome) ? 'unknown' : 'not_reached';
	}
	const failed = [status, callStatus].filter((word) => isIn(word, 'failed'));
	if (failed.length === 0) return all.some(isTalk) ? 'reached' : 'unknown';
	const isWithdrawn = failed.every((word) => contactWord(word) === 'withdrawn') && !wasCalled;
	return isWithdrawn || all.some(isTalk) ? 'unknown' : 'not_reached';
}

/** By the user's own words. */
function byOwnWords({ all }: Said, words: readonly string[]): ContactReach {
	if (all.length === 0) return 'unknown';
	return all.some((word) => isOneOf(word, words)) ? 'not_reached' : 'reached';
}

/** The calls of a contact, each as if it were the only one. */
function callsOf(contact: IDataObject): Said[] {
	const names = CONTACT.lists.call.names.flatMap((name) => [name, camelCase(name)]);
	const calls = names.flatMap((name): unknown => contact[name]).map(objectIn);
	return calls.flatMap((call) => (call ? saidBy({ call }, []) : []));
}

const isBarredBy = ({ isBarred, all }: Said, words: readonly string[] = []): boolean =>
	isBarred || all.some((word) => !isOneOf(word, words) && contactWord(word) === 'not_to_call');

/** What became of a contact, and what speaks against its words, where they say that it was not reached. */
export interface JudgedContact {
	reach: ContactReach;
	sign?: string;
}

/**
 * Whether a contact was reached, by its status, the status of its last call and the outcome. It was not only if no other sign says otherwise:
 * somebody who spoke, in this call or an earlier one, must not be called again.
 *
 * @param words the words of contacts that were not reached, if the user named them; none: the usual ones
 */
export function judgedContact(contact: IDataObject, words: readonly string[] = []): JudgedContact {
	const said = saidBy(contact, words);
	const calls = callsOf(contact);
	const byWords = words.length === 0 ? byUsualWords(said) : byOwnWords(said, words);
	const against = (reach: ContactReach, sign: string): JudgedContact =>
		byWords === 'not_reached' ? { reach, sign } : { reach };
	if (isBarredBy(said, words) || calls.some((call) => isBarredBy(call)))
		return against('not_to_call', 'must not be called');
	const isNamed = isOneOf(said.status, words);
	if (said.isPlanned || isOpen({ ...said, ...(isNamed && { status: null }) }))
		return against('open', 'is called again by the campaign');
	// What the user says of a word is believed, also if another word beside it says otherwise.
	const isTalk = (call: Said) =>
		words.length > 0 ? call.hasSpoken : call.hasTalk || byUsualWords(call) === 'reached';
	return byWords === 'not_reached' && [said, ...calls].some(isTalk)
		? against('unknown', 'has a call in which somebody spoke')
		: { reach: byWords };
}

/** As `judgedContact`, without the sign. */
export const contactReach = (contact: IDataObject, words: readonly string[] = []): ContactReach =>
	judgedContact(contact, words).reach;

const { contact_id, session_id, call_id, ...columns } = CONTACT.columns;

/** A contact in Get Many: one that Get Not Reached leaves out, whatever its status says, says why. */
export const LISTED_CONTACT = {
	...CONTACT,
	columns: {
		...columns,
		left_out_because: {
			kind: 'text',
			description:
				'Why Get Not Reached leaves out the contact, although its status says that it was not reached. Only present then.',
			sources: [{ whole: true }],
			read: (row) => judgedContact(row as IDataObject).sign ?? null,
			isOptional: true,
		},
		contact_id,
		session_id,
		call_id,
	},
} satisfies Table;
