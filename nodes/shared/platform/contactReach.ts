import type { IDataObject } from 'n8n-workflow';
import type { ColumnOf } from './row';
import { CONTACT } from './columns';
import { cellOf } from './row';
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
	/** Whether somebody spoke, whatever the words say. */
	hasTalk: boolean;
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
	return {
		status,
		callStatus,
		outcome,
		all: [status, callStatus, outcome].filter((word) => word !== null),
		isAdded: ofRecord === 'added',
		attempts,
		hasTalk: Number(cell('talk_seconds')) > 0 || cell('transcript') !== null,
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

/**
 * Whether a contact was reached, by its status, the status of its last call and the outcome.
 *
 * @param words the words of contacts that were not reached, if the user named them; none: the usual ones
 */
export function contactReach(contact: IDataObject, words: readonly string[] = []): ContactReach {
	const said = saidBy(contact, words);
	const isNamed = (word: unknown) => isOneOf(word, words);
	const unnamed = said.all.filter((word) => !isNamed(word));
	const isBarred = said.isBarred || unnamed.some((word) => contactWord(word) === 'not_to_call');
	if (isBarred) return 'not_to_call';
	if (said.isPlanned || isOpen({ ...said, ...(isNamed(said.status) && { status: null }) }))
		return 'open';
	if (words.length === 0) {
		const reach = byUsualWords(said);
		return reach === 'not_reached' && said.hasTalk ? 'unknown' : reach;
	}
	if (said.all.length === 0) return 'unknown';
	return said.all.some(isNamed) ? 'not_reached' : 'reached';
}
