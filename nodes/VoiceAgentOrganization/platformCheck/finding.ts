import { isFieldName } from '../../shared/http';
import type { Seen } from './readPlatform';

/** What a check found out about one assumption. */
export interface Finding {
	result: 'holds' | 'does not hold' | 'cannot be seen';
	/** Names of fields, counts and status words; no identifier, number or text of a person. */
	found: string;
	/** What to do, if it is not what the check says in general. */
	whatToDo?: string;
}

/** From what was read to a finding. Pure. */
export type Check = (seen: Seen) => Finding;

export const holds = (found: string): Finding => ({ result: 'holds', found });
export const fails = (found: string, whatToDo?: string): Finding => ({
	result: 'does not hold',
	found,
	whatToDo,
});
export const unseen = (found: string, whatToDo?: string): Finding => ({
	result: 'cannot be seen',
	found,
	whatToDo,
});

/** `1 list`, `2 lists` */
export const counted = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** More names than this are a number. */
const MAX_NAMES = 4;

/** What is the same in several lists: `items: 28 lists; data: voices, users`. The most frequent is the first. */
export function grouped(entries: ReadonlyArray<readonly [list: string, what: string]>): string {
	const groups = new Map<string, string[]>();
	for (const [list, what] of entries) groups.set(what, [...(groups.get(what) ?? []), list]);
	return [...groups]
		.sort(([, one], [, other]) => other.length - one.length)
		.map(([what, lists]) => {
			const where = lists.length > MAX_NAMES ? counted(lists.length, 'list') : lists.join(', ');
			return `${what}: ${where}`;
		})
		.join('; ');
}

/** How often each word occurs: `completed (12), failed (1)`. */
export function tally(words: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return [...counts]
		.sort(([, one], [, other]) => other - one)
		.map(([word, count]) => `${word} (${count})`)
		.join(', ');
}

/** The name of a field, unless it is a value. */
const shownName = (name: string): string => (isFieldName(name) ? name : '…');

export const shownNames = (names: readonly string[]): string => names.map(shownName).join(', ');

/** Where something is in an answer. */
export const shownPlace = (place: readonly string[]): string =>
	place.length === 0 ? 'The answer itself' : place.map(shownName).join('.');
