import type { IDataObject } from 'n8n-workflow';
import { readTimestamp } from '../values';
import type { ColumnOf, Table } from './row';
import { CONTACT } from './columns';
import type { Sign } from './contactSigns';
import { isMachine, isMiss, signsAgainst } from './contactSigns';
import { cellOf, objectIn } from './row';
import { callState, contactWord, isOneOf } from './statuses';

/**
 * What became of a contact of a campaign. `open`: not called yet, or a further call is planned. `not_to_call`: the number is invalid or
 * blocked. `unknown`: the words are not known, or contradict each other.
 */
export type ContactReach = 'reached' | 'not_reached' | 'open' | 'not_to_call' | 'unknown';

/** The words of one contact, or of one call. */
interface StatusWords {
	status: unknown;
	callStatus: unknown;
	outcome: unknown;
	/** All words that the contact or the call has. */
	all: readonly unknown[];
	/** Whether the status says only that the contact was added. */
	isAdded: boolean;
	attempts: number | null;
	/** Whether anything proves that there was a call. */
	wasCalled: boolean;
	/** Whether a machine answered: then an answer and a duration are no talk. */
	isMachine: boolean;
	hasDuration: boolean;
}

function saidBy(contact: IDataObject, words: readonly string[]): StatusWords {
	const cell = (column: ColumnOf<typeof CONTACT>) => cellOf(CONTACT, contact, column);
	const attempts = cell('attempts') as number | null;
	const ofRecord = isOneOf(cell('status'), words) ? undefined : contactWord(cell('status'));
	const status = ofRecord === 'record' || ofRecord === 'added' ? null : cell('status');
	const [callStatus, outcome] = [cell('call_status'), cell('outcome')];
	const all = [status, callStatus, outcome].filter((word) => word !== null);
	return {
		status,
		callStatus,
		outcome,
		all,
		isAdded: ofRecord === 'added',
		attempts,
		isMachine: all.some(isMachine),
		hasDuration: Number(cell('duration_seconds') ?? cell('other_duration')) > 0,
		wasCalled: Number(attempts) > 0 || cell('called_at') !== null || cell('call_id') !== null,
	};
}

/** Whether the campaign itself still has to call the contact, or is calling now. */
const isStillToCall = (
	{ attempts, all, isAdded, wasCalled }: StatusWords,
	words: readonly string[],
): boolean =>
	attempts === 0 ||
	all.some((word) => callState(word) === 'in_progress' && !isOneOf(word, words)) ||
	(isAdded && all.length === 0 && !wasCalled);

const isTalkWord = (word: unknown) =>
	callState(word) === 'ended' || contactWord(word) === 'reached';

/** What became of a contact by the usual words. Only a status says that a call failed: an analysis may call a talk "failed" or "declined", too. */
function byUsualWords({ status, callStatus, all, wasCalled }: StatusWords): ContactReach {
	if (all.some(isMiss)) return 'not_reached';
	const failed = [status, callStatus].filter((word) => callState(word) === 'failed');
	if (failed.length === 0) return all.some(isTalkWord) ? 'reached' : 'unknown';
	const isWithdrawn = failed.every((word) => contactWord(word) === 'withdrawn') && !wasCalled;
	return isWithdrawn ? 'unknown' : 'not_reached';
}

/** The column with a word for a talk that the other words do not explain: a call that is completed may have ended at a machine. */
function talkWordIn({
	status,
	callStatus,
	outcome,
	all,
}: StatusWords): 'outcome' | 'status' | undefined {
	if (isTalkWord(outcome)) return 'outcome';
	return !all.some(isMiss) && [status, callStatus].some(isTalkWord) ? 'status' : undefined;
}

/** What became of a contact by the user's own words. */
function byOwnWords({ all }: StatusWords, words: readonly string[]): ContactReach {
	if (all.length === 0) return 'unknown';
	return all.some((word) => isOneOf(word, words)) ? 'not_reached' : 'reached';
}

/** Fields with calls of a contact, or with one. */
const CALLS = /calls?$|^call|attempts|dials|history/i;

/** Calls of a contact, each judged alone, of which one was a talk: their field. */
function talkIn(contact: IDataObject): string | undefined {
	const isTalk = (call: IDataObject | undefined) => {
		if (!call) return false;
		const said = saidBy({ call }, []);
		return byUsualWords(said) === 'reached' || (said.hasDuration && !said.isMachine);
	};
	return Object.keys(contact).find(
		(name) => CALLS.test(name) && [contact[name]].flat().map(objectIn).some(isTalk),
	);
}

/** What became of a contact, and what speaks against its words, where they say that it was not reached. */
export interface JudgedContact {
	reach: ContactReach;
	sign?: string;
}

const REACH_BY_SIGN: Record<Sign['against'], readonly [reach: ContactReach, says: string]> = {
	not_to_call: ['not_to_call', 'must not be called'],
	planned: ['open', 'is to be called again anyway'],
	spoken: ['unknown', 'has a call in which somebody spoke'],
	answered: ['unknown', 'has a call in which somebody spoke'],
	success: ['unknown', 'has a call that was a success'],
	unclear: ['unknown', 'has a word that is not known'],
};

/** All that speaks against calling a contact, but what a machine or the user's own words explain. */
function signsOf(contact: IDataObject, said: StatusWords, words: readonly string[]): Sign[] {
	const calledAt = readTimestamp(cellOf(CONTACT, contact, 'called_at'));
	const signs = signsAgainst(contact, calledAt, (text) => isOneOf(text, words));
	// What the user says of a word is believed, also if another word beside it says otherwise.
	if (words.length > 0) {
		return signs.filter(({ against }) => against !== 'unclear' && against !== 'answered');
	}
	const talks = [talkIn(contact), talkWordIn(said)].filter((field) => field !== undefined);
	const hasTalked = said.hasDuration && !said.isMachine;
	return [
		...signs.filter(({ against }) => against !== 'answered' || !said.isMachine),
		...talks.map((field) => ({ against: 'spoken', field }) as const),
		...(hasTalked ? [{ against: 'answered', field: 'duration' } as const] : []),
	];
}

/**
 * Whether a contact was reached, by its status, the status of its last call and the outcome. It was not only if nothing in its row speaks
 * against calling: somebody who spoke, in this call or an earlier one, must not be called again, nor who does not want it.
 *
 * @param words the words of contacts that were not reached, if the user named them; none: the usual ones
 */
export function judgedContact(contact: IDataObject, words: readonly string[] = []): JudgedContact {
	const said = saidBy(contact, words);
	const byWords = words.length === 0 ? byUsualWords(said) : byOwnWords(said, words);
	const signs = signsOf(contact, said, words);
	const order = Object.keys(REACH_BY_SIGN) as Array<Sign['against']>;
	const against = order.find((one) => signs.some((sign) => sign.against === one));
	const isMissed = byWords === 'not_reached';
	if (isStillToCall(said, words) && against !== 'not_to_call') {
		return { reach: 'open', ...(isMissed && { sign: 'is called again by the campaign' }) };
	}
	if (against === undefined) return { reach: byWords };
	const [reach, says] = REACH_BY_SIGN[against];
	const fields = signs.filter((sign) => sign.against === against).map(({ field }) => field);
	if (isMissed) return { reach, sign: `${says} (${[...new Set(fields)].join(', ')})` };
	return { reach: reach === 'unknown' ? byWords : reach };
}

/** What became of a contact, as `judgedContact` finds it, without the sign. */
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
