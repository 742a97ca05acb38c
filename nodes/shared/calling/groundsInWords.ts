import type { Grounds } from '../operation';
import { CURES } from '../values';

/** So many descriptions are shown of those that have no common cure. */
const MOST_SHOWN = 3;

/** How many have this, by what they have, the most frequent first. */
export function countsOf<T>(values: readonly T[]): Array<[value: T, count: number]> {
	const counts = new Map<T, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one);
}

/** A text with one full stop at its end. */
export const asSentence = (text: string): string => `${text.replace(/[.\s]+$/, '')}.`;

/** What to do about those with one reason: its cure, or what was seen of each. */
function cureOf(because: Grounds['because'], all: readonly Grounds[]): string {
	if (CURES[because] !== '') return CURES[because];
	const own = all.filter((one) => one.because === because).map(({ description }) => description);
	const texts = [...new Set(own)].filter(Boolean);
	const more = texts.length > MOST_SHOWN ? ` … and ${texts.length - MOST_SHOWN} more` : '';
	return `${texts.slice(0, MOST_SHOWN).join(' ')}${more}` || 'see the error';
}

/**
 * Each reason once, with its count and what to do: `6 × no country code: set 'Default Country Code', … .`
 *
 * @returns '' without any
 */
export const groundsInWords = (all: readonly Grounds[]): string =>
	countsOf(all.map(({ because }) => because))
		.map(([because, count]) => asSentence(`${count} × ${because}: ${cureOf(because, all)}`))
		.join(' ');
