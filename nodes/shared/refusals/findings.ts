import {
	BETWEEN_DENIAL,
	CHECKS,
	DENIALS,
	FILLERS,
	NO,
	NOTHING,
	OTHER_MEANINGS,
	QUESTIONS,
	REFUSALS,
	YES,
} from './textWords';
import { CALL_WORDS, OTHER_CHANNELS } from './fieldNames';
import { BREAK, wordsOf } from './words';

/** What is said of a person. `unclear`: the words are there, but denied: "not on the DNC list". */
export type Finding = 'yes' | 'unclear';

const PHRASES: ReadonlySet<string> = new Set(Object.values(REFUSALS).flat());
/** The longest phrase, in words, fillers included. No name of a field is longer. */
export const LONGEST_PHRASE = 8;

/** Whether what stands before this word denies it: the last word but those that may stand between. */
function isDenied(words: readonly string[], start: number): boolean {
	let before = start - 1;
	while (BETWEEN_DENIAL.has(words[before] ?? '')) before -= 1;
	const word = words[before] ?? '';
	return DENIALS.has(word) || QUESTIONS.has(word);
}

/** Whether what stands behind a word answers it with no: `DNC: no`, `opt-out = false`, `DNC check passed`. */
function isAnsweredNo(words: readonly string[], end: number): boolean {
	const behind = words.slice(end).filter((word) => word !== BREAK);
	const answer = behind.filter((word) => !CHECKS.has(word)).join('');
	return answer === '' ? behind.length > 0 : NO.has(answer) || NOTHING.has(answer);
}

/** Where the longest phrase ends that begins with this word; -1 if none does. */
function endOfPhrase(
	words: readonly string[],
	start: number,
	isPhrase: (joined: string) => boolean,
): number {
	let [exact, withoutFillers, end] = ['', '', -1];
	for (let index = start; index < Math.min(start + LONGEST_PHRASE, words.length); index += 1) {
		const word = words[index] ?? '';
		if (word === BREAK) break;
		exact += word;
		if (!FILLERS.has(word)) withoutFillers += word;
		else if (index === start) withoutFillers += word;
		if (isPhrase(exact) || (!FILLERS.has(word) && isPhrase(withoutFillers))) end = index + 1;
	}
	return end;
}

/** The number of letters of the longest of the user's own texts; 0 if there is none. */
export function longestOf(ownWords: ReadonlySet<string>): number {
	const [longest = ''] = ownWords;
	return longest.length;
}

/**
 * Where the longest of the user's own texts ends that begins with this word, whatever signs stand in it; -1 if none does.
 * @param longest how many letters it can have
 */
function endOfOwn(
	words: readonly string[],
	start: number,
	ownWords: ReadonlySet<string>,
	longest: number,
): number {
	let [joined, end] = ['', -1];
	if (words[start] === BREAK) return end;
	for (let index = start; index < words.length; index += 1) {
		if (words[index] !== BREAK) joined += words[index];
		if (joined.length > longest) break;
		if (ownWords.has(joined)) end = index + 1;
	}
	return end;
}

/**
 * What these words say: `yes` if a phrase of the table stands among them, `unclear` if each is denied.
 *
 * please, do, not, call, again -> yes. not, on, the, dnc, list -> unclear. interested -> undefined.
 */
export function findingIn(
	words: readonly string[],
	ownWords: ReadonlySet<string>,
	fewestWords = 1,
): Finding | undefined {
	const isPhrase = (joined: string) => PHRASES.has(joined) || ownWords.has(joined);
	const longest = longestOf(ownWords);
	let found: Finding | undefined;
	for (let start = 0; start < words.length; start += 1) {
		const ownEnd = endOfOwn(words, start, ownWords, longest);
		const end = Math.max(ownEnd, endOfPhrase(words, start, isPhrase));
		const otherEnd = endOfPhrase(words, start, (joined) => OTHER_MEANINGS.has(joined));
		// "Opted out of emails and calls" means calls, too.
		if (
			otherEnd > ownEnd &&
			otherEnd >= end &&
			!words.slice(otherEnd).some((word) => CALL_WORDS.has(word))
		) {
			start = otherEnd - 1;
			continue;
		}
		if (end - start < fewestWords) continue;
		if (!isDenied(words, start) && !isAnsweredNo(words, end)) return 'yes';
		found = 'unclear';
		start = end - 1;
	}
	return found;
}

/** Dates that programs write for "no date": `0001-01-01`, `1970-01-01`. */
const EMPTY_DATE = /^(?:0\d{3}|1[0-8]\d\d|19[0-6]\d|1970)-\d\d-\d\d/;
const ZERO = /^[0:.,]+$/;
const WEB_ADDRESS = /^https?:\/\//i;
/** A cell that somebody has ticked. */
const TICK = /[\u2713\u2714\u2611\u2705\u25cf\u2022*+]/u;
const NO_PHRASES = new Set([...NO, ...NOTHING]);

/** Whether a text is empty as an answer: `0`, "none", a link, or only other channels such as "email". */
function isNoAnswer(text: string, plain: readonly string[]): boolean {
	if (EMPTY_DATE.test(text) || ZERO.test(text) || WEB_ADDRESS.test(text)) return true;
	if (plain.length === 0) return !TICK.test(text);
	return NO_PHRASES.has(plain.join('')) || plain.every((word) => OTHER_CHANNELS.has(word));
}

/** What a text says that stands in a field whose name says no. */
function answerIn(text: string, ownWords: ReadonlySet<string>): Finding | undefined {
	const words = wordsOf(text);
	const plain = words.filter((word) => word !== BREAK);
	if (isNoAnswer(text, plain)) return undefined;
	const [first = ''] = words;
	if (YES.has(first)) return 'yes';
	const found = findingIn(words, ownWords);
	const end = words.indexOf(BREAK);
	if (end > 0 && NO_PHRASES.has(words.slice(0, end).join('')))
		return found === 'yes' ? 'unclear' : undefined;
	// "Not on the DNC list" denies what the name asks.
	if (found === 'unclear' && DENIALS.has(first)) return undefined;
	return found ?? (plain.some((word) => DENIALS.has(word)) ? 'unclear' : 'yes');
}

/**
 * What the value of a field says whose name says no, such as `do_not_call`.
 *   true, "Y", 1, "2026-03-01", "Yes, she asked"    -> yes
 *   false, 0, "", "no", "not mentioned"             -> undefined
 *   "She never asked"                               -> unclear
 */
export function answerOf(value: unknown, ownWords: ReadonlySet<string>): Finding | undefined {
	if (typeof value === 'boolean') return value ? 'yes' : undefined;
	if (typeof value === 'number') return value === 0 || Number.isNaN(value) ? undefined : 'yes';
	return typeof value === 'string' ? answerIn(value.trim(), ownWords) : undefined;
}

/** The user's own words, as they are compared, the longest first. */
export const ownWordsOf = (texts: readonly string[]): ReadonlySet<string> =>
	new Set(
		texts
			.map((text) => wordsOf(text).filter((word) => word !== BREAK))
			.map((words) => words.join(''))
			.filter(Boolean)
			.sort((one, other) => other.length - one.length),
	);
