import type { IDataObject } from 'n8n-workflow';
import { hasZone, isObject, parseJson, readTimestamp } from '../values';
import { listOf } from './names';
import {
	CALL_MISSES,
	CONTACT_MISSES,
	CONTACT_SIGNS,
	OPT_OUT,
	callState,
	contactWord,
	readFlag,
} from './statuses';

/*
 * What speaks against calling a contact again, wherever it stands in the contact's row. Names and texts are looked at by their parts. What is
 * not clear speaks against it.
 */

type Family = keyof typeof CONTACT_SIGNS;

/** `answered`: by a person or by a machine. `unclear`: a word for what became of the contact that is not known. */
export interface Sign {
	against: Exclude<Family, 'allowed'> | 'unclear';
	/** The field, as the platform writes it: `preferences.doNotCall`. */
	field: string;
}

/** A field, at any depth of a row. */
interface RowField {
	names: readonly string[];
	/** The names that lead to the field, each in its parts, and all joined by `_`. */
	path: string;
	value: unknown;
}

/** Deeper than this, a row says nothing about its contact. */
const MAX_DEPTH = 8;
/** The most words of a short text. A longer text may mention anything. */
const SHORT_TEXT = 5;

/** A name or a text in its parts, in lower case: `doNotCall` is do, not, call; `|` is where a part of a sentence ends. */
const wordParts = (text: string): string[] =>
	text
		.replace(/['’]/g, '')
		.replace(/([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2_')
		.toLowerCase()
		.replace(/\s+[-–—/]+\s+|[,;:!?()[\].]+/g, ' | ')
		.split(/[^\p{L}\d|]+/u)
		.filter(Boolean);

const FAMILIES = Object.keys(CONTACT_SIGNS) as Family[];

/** What a word means; `miss`: nobody was reached; `opted_out`: the person asked not to be called again. */
type SignMeaning = Family | 'miss' | 'opted_out';

/** Every word without `_`, with what it means. */
const MEANINGS = new Map<string, SignMeaning[]>();
for (const [meaning, words] of Object.entries({
	...CONTACT_SIGNS,
	miss: [...CALL_MISSES, ...CONTACT_MISSES.words],
	opted_out: OPT_OUT.words,
})) {
	for (const word of words) {
		const key = word.replaceAll('_', '');
		MEANINGS.set(key, [...(MEANINGS.get(key) ?? []), meaning as SignMeaning]);
	}
}
const MOST_PARTS = 5;

/** A word that occurs in a name or a text. */
interface SignWord {
	meaning: SignMeaning;
	/** The position of the word's first part, and of the first part behind the word. */
	start: number;
	end: number;
	/** Whether the part before the word denies it: "not blocked". */
	isDenied: boolean;
}

const DENIAL = /^(?:not|no|never|non|without)$/;
const AFTER_DENIAL = /^(?:yet|been|on|in|an?|the|any)$/;

function isDenied(parts: readonly string[], start: number): boolean {
	let before = start - 1;
	while (AFTER_DENIAL.test(parts[before] ?? '')) before -= 1;
	return DENIAL.test(parts[before] ?? '');
}

/** What these parts mean together: also as several things, or as `isOptedOut` in small letters. */
function meaningsOf(parts: readonly string[]): SignMeaning[] {
	const joined = parts.join('').replace(/\d+$/, '');
	const bare = joined.replace(/^(?:is|has|was)/, '');
	return [joined, bare].flatMap(
		(word) => MEANINGS.get(word) ?? MEANINGS.get(word.replace(/s$/, '')) ?? [],
	);
}

/** The words in these parts; of those that mean the same, the longest one. */
function signWordsIn(parts: readonly string[]): SignWord[] {
	const found: SignWord[] = [];
	const ends = new Map<SignMeaning, number>();
	for (let start = 0; start < parts.length; start += 1) {
		for (let end = Math.min(start + MOST_PARTS, parts.length); end > start; end -= 1) {
			for (const meaning of meaningsOf(parts.slice(start, end))) {
				if ((ends.get(meaning) ?? 0) > start) continue;
				ends.set(meaning, end);
				found.push({ meaning, start, end, isDenied: isDenied(parts, start) });
			}
		}
	}
	return found;
}

/** Whether parts have a word that means this: `yes`; `no` if each is denied; undefined if they have none. */
function saidOf(meaning: SignMeaning, found: readonly SignWord[]): 'yes' | 'no' | undefined {
	const ofIt = found.filter((one) => one.meaning === meaning);
	if (ofIt.length === 0) return undefined;
	return ofIt.every((one) => one.isDenied) ? 'no' : 'yes';
}

/** The parts that belong to no word of this meaning. */
const restOf = (
	meaning: SignMeaning,
	parts: readonly string[],
	found: readonly SignWord[],
): string[] =>
	parts.filter(
		(_part, index) =>
			!found.some((one) => one.meaning === meaning && one.start <= index && index < one.end),
	);

const MACHINE = /voice_?mail|machine|mailbox/;

/** Whether a text says that nobody was reached, and nothing else. */
export function isMiss(text: unknown): boolean {
	if (typeof text !== 'string') return false;
	if (callState(text) === 'not_reached') return true;
	const parts = wordParts(text);
	const found = signWordsIn(parts);
	const between: readonly string[] = CONTACT_MISSES.between;
	return (
		saidOf('miss', found) === 'yes' &&
		restOf('miss', parts, found).every((part) => /^[\d|]+$/.test(part) || between.includes(part))
	);
}

/** Whether a word says that a machine answered. */
export const isMachine = (word: unknown): boolean =>
	MACHINE.test(wordParts(String(word)).join('_'));

const NOTHING = ['', ...listOf('null none nil na n_a undefined nan object_object')];
const NO = listOf(`
	false no n off never not_set unset clear clean not_found not_listed negative inactive disabled opted_in subscribed allowed allow ok
	passed unblocked
`);
const NO_SUCCESS = listOf('failure failed fail unsuccessful not_successful lost');
const NO_CONSENT = listOf('false no n off never denied missing expired declined');
const CONSENT = listOf(`
	true yes y on given granted valid ok active confirmed allowed opted_in subscribed express explicit written verbal verified assigned
	in_service mobile landline voip live call phone voice any all
`);
const ZERO = /^[0:.,]+\s*(?:%|h|m|s|ms|sec|min|seconds|minutes)?$/i;
const WEB_ADDRESS = /^https?:\/\//i;
/** How programs write that there is no time: 0001-01-01, 1970-01-01. */
const NO_TIME = /^(?:0\d{3}|1[0-8]\d\d|1970)-/;

const isWebAddress = (value: unknown): boolean => WEB_ADDRESS.test(String(value).trim());

type FlagReading = 'yes' | 'no' | 'nothing' | 'unclear';

/** What the words of a field say of what its name means. */
function readingOfWords(text: string, family: Family): FlagReading {
	const parts = wordParts(text).join('_');
	if (family === 'allowed') {
		if (CONSENT.includes(parts)) return 'yes';
		return NO_CONSENT.includes(parts) ? 'no' : 'unclear';
	}
	const isNo =
		NO.includes(parts) ||
		(family !== 'not_to_call' && (parts === 'unknown' || isMiss(text))) ||
		(family === 'success' && NO_SUCCESS.includes(parts));
	return isNo || saidOf(family, signWordsIn(wordParts(text))) === 'no' ? 'no' : 'yes';
}

/** What a text says that is no word: nothing, a number or a time; undefined if it has words. An empty text says `nothing`, as does a link. */
function readingOfNumber(text: string): FlagReading | undefined {
	if (NOTHING.includes(wordParts(text).join('_')) || isWebAddress(text)) return 'nothing';
	if (ZERO.test(text)) return 'no';
	if (/^\d+$/.test(text)) return 'yes';
	if (NO_TIME.test(text)) return 'nothing';
	return readTimestamp(text) === undefined ? undefined : 'yes';
}

/** What a field says of what its name means. */
function flagReadingOf(value: unknown, family: Family): FlagReading {
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return value === 0 ? 'no' : 'yes';
	if (typeof value !== 'string') return 'nothing';
	const text = value.trim();
	return readingOfNumber(text) ?? readingOfWords(text, family);
}

/** Parts of a name that change nothing beside the word for a consent. */
const OF_CONSENT =
	/^(?:is|has|given|at|on|to|for|by|date|time|status|flag|flags|calls?|calling|phone|voice|contact|customer|recipient|lead|person|marketing|outbound|tcpa|gdpr|legal|compliance|preferences?|permissions?)$/;
const IS_CONSENT = /consent|permission|opt_?in|opted_?in|subscribed/;
/** Names of other channels than calls: a consent to one of them says nothing about calls. */
const OTHER_CHANNEL =
	/(?<![^_])(?:e_?mails?|sms|mails?|texts?|whatsapp|fax|newsletters?|posts?)(?![^_])/;

/** Whether a field says that there is no consent, or that the number is not valid. */
function refusesCalls({ path, value }: RowField): boolean {
	if (OTHER_CHANNEL.test(path)) return false;
	const parts = path.split('_');
	const found = signWordsIn(parts);
	const isNot = saidOf('allowed', found) === 'no';
	const reading = flagReadingOf(value, 'allowed');
	if (reading === (isNot ? 'yes' : 'no')) return true;
	const rest = restOf('allowed', parts, found);
	const isOnlyThat = !isNot && rest.every((part) => OF_CONSENT.test(part));
	if (reading === 'nothing') return isOnlyThat && IS_CONSENT.test(path) && !isWebAddress(value);
	return reading === 'unclear' && isOnlyThat;
}

/** Whether a field says what its name means, if that is of this family. */
function isSaid(
	family: Family,
	field: RowField,
	inName: readonly SignWord[],
	calledAt?: number,
): boolean {
	const { path, value } = field;
	const named = saidOf(family, inName);
	if (named === undefined) return false;
	if (family === 'allowed') return refusesCalls(field);
	if (family === 'answered' && MACHINE.test(path)) return false;
	if (family === 'spoken' && /(?:^|_)ids?$/.test(path)) return false;
	if (family === 'planned' && wasBeforeCall(value, calledAt)) return false;
	return flagReadingOf(value, family) === named;
}

/** Whether a planned time is that of a call which was made since. */
const wasBeforeCall = (value: unknown, calledAt?: number): boolean =>
	calledAt !== undefined && hasZone(value) && Number(readTimestamp(value)) <= calledAt;

/** Names of data that a user has sent of a contact: it says nothing about the contact's calls. */
const OWN_DATA =
	/^(?:(?:contact|customer|recipient|lead)_)?(?:variables|metadata|custom|extra|(?:custom|dynamic|prompt|template)_(?:variables|fields|data|attributes))(?:_|$)/;
/** Parts of a row that are about something else. */
const OTHER_THING = /^(?:agent|campaign|organi[sz]ation|workflow|webhook|links?|pagination|meta)$/;
const PERSON_NAME = /^(?:(?:contact|customer|recipient|lead)_)?(?:(?:first|last|full)_)?name$/;
/** Fields that say how a call ended. A name of another part of the row may be about something else. */
const ENDING =
	/^(?:(?:(?:last|latest|contact|customer|recipient|lead|history)_)?(?:calls?_)?(?:(?:attempts?|results|history)_)?(?:status|outcome|disposition|result)|(?:(?:post_)?call_)?analysis_(?:call_)?(?:outcome|disposition))$/;
const REASON = /(?:^|_)(?:reason|cause|ended_by)$/;

/** What a text says, whatever its field is called. */
function saidByText({ path, value }: RowField, isOwn: boolean): Sign['against'] | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	if (isWebAddress(value)) return undefined;
	const parts = wordParts(String(value));
	const found = signWordsIn(parts);
	const has = (family: Family) => saidOf(family, found) === 'yes';
	if (has('not_to_call')) return 'not_to_call';
	if (isOwn || isMiss(value)) return undefined;
	const [isEnding, isReason] = [ENDING.test(path), REASON.test(path)];
	if (isEnding && contactWord(value) === 'reached') return 'answered';
	if (isReason && callState(value) === 'ended') return 'answered';
	const isShort = parts.filter((part) => part !== '|').length <= SHORT_TEXT;
	const ofTalk = isShort && (['planned', 'success', 'spoken'] as const).find(has);
	if (ofTalk) return ofTalk;
	return isEnding && !isKnownEnding(path, value, parts.join('_')) ? 'unclear' : undefined;
}

/** Whether it is known how a call ended, or that nothing is said of it. */
function isKnownEnding(path: string, value: unknown, text: string): boolean {
	if (NOTHING.includes(text) || text === 'unknown') return true;
	// An analysis uses these two words for a talk, and the platform for a call.
	const isEither = !/status$/.test(path) && ['declined', 'rejected'].includes(text);
	return !isEither && (callState(value) !== 'unknown' || contactWord(value) !== undefined);
}

/** Every field of a row, at any depth. `{ name: "opt_out", value: true }` is a field of that name. */
function rowFieldsIn(value: unknown, names: readonly string[] = [], path = ''): RowField[] {
	if (names.length > MAX_DEPTH || OTHER_THING.test(path)) return [];
	const inner =
		typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value)?.value : value;
	const under = (name: string, entry: unknown) => {
		const parts = wordParts(name).filter((part) => part !== '|');
		return rowFieldsIn(entry, [...names, name], [path, ...parts].filter(Boolean).join('_'));
	};
	if (Array.isArray(inner)) return inner.flatMap((entry) => rowFieldsIn(entry, names, path));
	if (!isObject(inner)) return [{ names, path, value }];
	const { key, name = key, field = name, label = field, ...rest } = inner;
	if (typeof label === 'string' && 'value' in rest) return under(label, rest.value);
	return Object.entries(inner).flatMap(([own, entry]) => under(own, entry));
}

/**
 * What speaks against calling a contact again.
 *
 * @param calledAt when it was called last: what was planned for before is no plan
 * @param isNamed whether the user says what a text means
 */
export function signsAgainst(
	contact: IDataObject,
	calledAt: number | undefined,
	isNamed: (text: unknown) => boolean,
): Sign[] {
	return rowFieldsIn(contact).flatMap((field): Sign[] => {
		const { path, value, names } = field;
		if (isNamed(value) || PERSON_NAME.test(path)) return [];
		const isOwn = OWN_DATA.test(path);
		// A consent that was revoked is one word against, and no consent.
		const inName = signWordsIn(path.split('_'));
		const isAgainst = saidOf('not_to_call', inName) !== undefined;
		const asked = FAMILIES.filter((family) =>
			isAgainst ? family === 'not_to_call' : !isOwn || family === 'allowed',
		);
		const said: ReadonlyArray<Family | 'unclear' | undefined> = [
			...asked.filter((family) => isSaid(family, field, inName, calledAt)),
			saidByText(field, isOwn),
		];
		return said.flatMap((one): Sign[] => {
			if (one === undefined) return [];
			return [{ against: one === 'allowed' ? 'not_to_call' : one, field: names.join('.') }];
		});
	});
}

/** Whether what a user sends of a contact speaks against calling: lists of contacts are judged by it later. */
export const isOwnSign = (name: string, value: unknown): boolean =>
	signsAgainst({ variables: { [name]: value } } as IDataObject, undefined, () => false).length > 0;

/** Parts of a call that are about this call and its person. */
const OF_CALL = /^(?:(?:(?:post_)?call_)?analysis|contact|customer|recipient|lead)$/;
const OF_ANALYSIS = /^(?:(?:post_)?call_)?analysis(?:_|$)/;
/** What was said, and what could have been the outcome, are no findings. */
const NO_FINDING =
	/(?:^|_)(?:transcript|transcription|messages|turns|utterances|conversation|prompt|outcomes|options|choices|enum|labels|categories)(?:_|$)/;
/** No platform of this kind was there before. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

/** Whether a name or a text says that somebody asked not to be called again, and nothing else. */
function isOptOut(parts: readonly string[]): boolean {
	const found = signWordsIn(parts);
	const between: readonly string[] = ['|', ...OPT_OUT.between];
	return (
		saidOf('opted_out', found) === 'yes' &&
		restOf('opted_out', parts, found).every((part) => between.includes(part))
	);
}

/** Whether a field with such a name says yes, or since when. */
const isYesOrTime = (value: unknown): boolean =>
	readFlag(value) === true || Number(readTimestamp(value)) >= FIRST_TIME;

/**
 * Whether the outcome, the analysis or the status of a call says that the person asked not to be called again. What a user has sent of a contact says
 * nothing of it, and neither do texts with other words than those.
 */
export function saysOptOut(call: IDataObject): boolean {
	return rowFieldsIn(call).some(({ names, path, value }) => {
		const [first = '', name = first] = [names[0], names.at(-1)];
		const isOfCall = names.length === 1 || OF_CALL.test(wordParts(first).join('_'));
		if (!isOfCall || OWN_DATA.test(path) || NO_FINDING.test(path)) return false;
		const isNamed = isOptOut(wordParts(name));
		if (isNamed && isYesOrTime(value)) return true;
		const isFinding = isNamed || [OF_ANALYSIS, ENDING, REASON].some((one) => one.test(path));
		return isFinding && typeof value === 'string' && isOptOut(wordParts(value));
	});
}
