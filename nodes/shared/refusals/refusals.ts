import type { IDataObject } from 'n8n-workflow';
import { isObject, parseJson } from '../values';
import {
	BESIDE_NAME,
	CALLS,
	CONSENT_NAMES,
	LABELLED,
	OTHER_CHANNELS,
	REFUSAL_NAMES,
	TEXT_FIELDS,
} from './fieldNames';
import type { Finding } from './findings';
import { answerOf, findingIn, ownWordsOf } from './findings';
import { DENIALS, NO, NO_CONSENT } from './textWords';
import { BREAK, tableOf, wordsOf } from './words';

/** A sign that somebody must not be called: what it says, and where it stands. */
export interface RefusalSign {
	/** `unclear`: something denies the words. Nobody is called because of it, and nobody is listed. */
	says: Finding;
	/** The field, as it is written: `preferences.doNotCall`. */
	field: string;
	/** Its value as a text. */
	value: string;
}

/** What is looked at. */
export interface RefusalScope {
	/** Other words that mean the same, in the user's own words. */
	ownWords?: readonly string[];
	/** Whether this is what the platform says of a call. Then what the user has sent with it says nothing. */
	isCall?: boolean;
}

/** A field at any depth of a row. */
interface Field {
	/** The names that lead to it. */
	path: readonly string[];
	value: unknown;
}

/** Deeper than this, a row says nothing about its person. */
const MAX_DEPTH = 8;
/** A longer text may mention anything. */
const SHORT_TEXT = 80;
const SHOWN_LETTERS = 60;

/** Names of what a field is called, and of what it says: `{ question: "Do not call?", answer: "no" }` is the field "Do not call?". */
const LABEL_KEYS: ReadonlySet<string> = new Set(
	tableOf(
		'name key question id title label field property slug code data_collection_id criteria_id criterion',
	),
);
const VALUE_KEYS: ReadonlySet<string> = new Set(
	tableOf('value answer result score response selected checked passed met success outcome boolean'),
);

/** Parts of a row that are about something else, or say what could be answered. */
const OTHER_THINGS: ReadonlySet<string> = new Set(
	tableOf(`
		agent campaign organization organisation workflow webhook link links pagination meta schema transcript transcription messages turns
		utterances conversation prompt instructions options choices enum categories_allowed questions_asked
	`),
);
/** What a user has sent of a contact. */
const OWN_DATA: ReadonlySet<string> = new Set(
	tableOf(`
		variables metadata custom extra dynamic_variables prompt_variables template_variables custom_fields custom_data custom_attributes
		custom_variables
	`),
);

/** Rows of a list have the same columns. More names than these are those of another list. */
const MOST_PLACES = 2_000;

/** The words of a name. */
const nameWords = (name: string): string[] => wordsOf(name).filter((word) => word !== BREAK);

/** What a key of an object is: rows of a list have the same keys. */
interface KeyKind {
	isLabel: boolean;
	isAnswer: boolean;
	isOtherThing: boolean;
	isOwnData: boolean;
	isLabelled: boolean;
}

const keyKinds = new Map<string, KeyKind>();

function kindOf(key: string): KeyKind {
	const known = keyKinds.get(key);
	if (known) return known;
	const plain = nameWords(key).join('');
	const kind = {
		isLabel: LABEL_KEYS.has(plain),
		isAnswer: VALUE_KEYS.has(plain),
		isOtherThing: OTHER_THINGS.has(plain),
		isOwnData: OWN_DATA.has(plain),
		isLabelled: LABELLED.has(plain),
	};
	if (keyKinds.size >= MOST_PLACES) keyKinds.clear();
	keyKinds.set(key, kind);
	return kind;
}

/** Whether a part of a row says nothing: what an analysis found may be called custom fields, too. */
const isLeftOut = (key: string, path: readonly string[], isCall: boolean): boolean =>
	kindOf(key).isOtherThing || (isCall && path.length === 0 && kindOf(key).isOwnData);

/** Every field of a value, and each pair of a question and its answer as a field of that name. */
function* fieldsIn(value: unknown, path: readonly string[], isCall: boolean): Generator<Field> {
	if (path.length > MAX_DEPTH) return;
	const inner =
		typeof value === 'string' && /^\s*[[{]/.test(value)
			? (parseJson(value)?.value ?? value)
			: value;
	if (Array.isArray(inner)) {
		for (const entry of inner) yield* fieldsIn(entry, path, isCall);
		return;
	}
	if (!isObject(inner)) {
		yield { path, value: inner };
		return;
	}
	const keys = Object.keys(inner);
	const labels = keys.filter((key) => kindOf(key).isLabel && typeof inner[key] === 'string');
	const answers = keys.filter((key) => kindOf(key).isAnswer);
	const isPair = labels.length > 0 && answers.length > 0;
	for (const label of isPair ? labels : []) {
		for (const answer of answers)
			yield* fieldsIn(inner[answer], [...path, String(inner[label])], isCall);
	}
	const isLabelled = kindOf(path.at(-1) ?? '').isLabelled;
	for (const key of keys) {
		if (isLeftOut(key, path, isCall)) continue;
		if (!labels.includes(key)) yield* fieldsIn(inner[key], [...path, key], isCall);
		else if (isLabelled && !isPair) yield { path, value: inner[key] };
	}
}

/** What the name of a field means. */
type MeaningOfName = 'refusal' | 'no refusal' | 'consent';

/** The most words of a phrase in a name. */
const MOST_WORDS = 7;

/** What is written in one word with the word that says no: `optoutdate`, `isoptedout`, `dncstatus`. */
const IN_ONE_WORD =
	/^(?:is|has|was)?(.+?)(?:date|s?datum|dato|time|at|on|given|status|flag|reason)?$/;

/** What words mean together, where all other words change nothing: `is, dnc` -> refusal, `dnc, checked` -> undefined. */
function meaningOf(
	words: readonly string[],
	ownWords: ReadonlySet<string>,
): MeaningOfName | undefined {
	const isBeside = (word: string) =>
		BESIDE_NAME.has(word) || DENIALS.has(word) || /^\d+$/.test(word);
	for (let start = 0; start < words.length; start += 1) {
		for (let end = Math.min(start + MOST_WORDS, words.length); end > start; end -= 1) {
			const phrase = words.slice(start, end).join('');
			const isRefusal = REFUSAL_NAMES.has(phrase) || ownWords.has(phrase);
			if (!isRefusal && !CONSENT_NAMES.has(phrase)) continue;
			const others = [...words.slice(0, start), ...words.slice(end)];
			if (!others.every(isBeside)) continue;
			const isDenied = words.slice(0, start).some((word) => DENIALS.has(word));
			if (isRefusal) return isDenied ? 'no refusal' : 'refusal';
			return isDenied ? 'refusal' : 'consent';
		}
	}
	return undefined;
}

/** What a path means: its last name, or the last two or three together, such as `opt_out.voice`. */
function meaningOfPath(
	path: readonly string[],
	ownWords: ReadonlySet<string>,
): MeaningOfName | undefined {
	const names = path.map(nameWords);
	const all = names.flat();
	if (all.some((word) => OTHER_CHANNELS.has(word)) && !all.some((word) => CALLS.has(word)))
		return undefined;
	for (const count of [1, 2, 3]) {
		const words = names.slice(-count).flat();
		const meaning = words.length > 0 ? meaningOf(words, ownWords) : undefined;
		if (meaning !== undefined) return meaning;
	}
	const [only = '', ...others] = names.at(-1) ?? [];
	const inside = others.length === 0 ? IN_ONE_WORD.exec(only)?.[1] : undefined;
	return inside === undefined || inside === only ? undefined : meaningOf([inside], ownWords);
}

/** What a field says whose name means a consent. */
function consentAnswer(value: unknown): Finding | undefined {
	if (value === false || value === 0) return 'yes';
	if (typeof value !== 'string') return undefined;
	const words = wordsOf(value);
	const plain = words.filter((word) => word !== BREAK).join('');
	const [first = '', second] = words;
	return NO.has(plain) || NO_CONSENT.has(plain) || (NO.has(first) && second === BREAK)
		? 'yes'
		: undefined;
}

/** What the names that lead to a field say of its value. */
type Place = MeaningOfName | 'text' | 'nothing';

/** What the names of fields mean, with the user's own words. */
class Places {
	private readonly known = new Map<string, Place>();

	constructor(readonly ownWords: ReadonlySet<string>) {}

	of(path: readonly string[]): Place {
		const key = JSON.stringify(path);
		const known = this.known.get(key);
		if (known !== undefined) return known;
		if (this.known.size >= MOST_PLACES) this.known.clear();
		const isText = path
			.slice(-2)
			.some((name) => wordsOf(name).some((word) => TEXT_FIELDS.has(word)));
		const place = meaningOfPath(path, this.ownWords) ?? (isText ? 'text' : 'nothing');
		this.known.set(key, place);
		return place;
	}
}

/** What a text says in a field that has what became of a person: an outcome, a tag, a note. */
const textAnswer = (value: unknown, ownWords: ReadonlySet<string>): Finding | undefined =>
	typeof value === 'string' && value.length <= SHORT_TEXT
		? findingIn(wordsOf(value), ownWords)
		: undefined;

/** What one field says. */
function findingOf({ path, value }: Field, places: Places): Finding | undefined {
	switch (places.of(path)) {
		case 'refusal':
			return answerOf(value, places.ownWords);
		case 'consent':
			return consentAnswer(value);
		case 'no refusal':
			return consentAnswer(value) && 'unclear';
		case 'text':
			return textAnswer(value, places.ownWords);
		default:
			return undefined;
	}
}

/** What names mean, by the user's own words: those of a run are the same for all its rows. */
const placesByWords = new Map<string, Places>();
const MOST_RUNS = 8;

function placesFor(ownWords: readonly string[]): Places {
	const key = JSON.stringify(ownWords);
	const known = placesByWords.get(key);
	if (known) return known;
	if (placesByWords.size >= MOST_RUNS) placesByWords.clear();
	const places = new Places(ownWordsOf(ownWords));
	placesByWords.set(key, places);
	return places;
}

const shown = (value: unknown): string => {
	const text = String(value);
	return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
};

/**
 * The sign in a row that its person must not be called; of several, a clear one.
 *
 * `{ name: "Ada", opted_out: "yes" }` -> yes, opted_out, "yes". `{ outcome: "not on DNC list" }` -> unclear. `{ opted_out: "no" }` -> undefined.
 */
export function refusalIn(
	row: IDataObject,
	{ ownWords = [], isCall = false }: RefusalScope = {},
): RefusalSign | undefined {
	const places = placesFor(ownWords);
	let unclear: RefusalSign | undefined;
	for (const field of fieldsIn(row, [], isCall)) {
		const says = findingOf(field, places);
		if (says === undefined) continue;
		const refusal = { says, field: field.path.join('.'), value: shown(field.value) };
		if (says === 'yes') return refusal;
		unclear ??= refusal;
	}
	return unclear;
}

/** Whether a column says by its name who must not be called: `Opt-Out`, `opted_out_at`. */
export const saysWhoNotToCall = (column: string): boolean =>
	meaningOfPath([column], new Set()) === 'refusal';

/** Whether a column says by its name who agreed to be called, or may be called: `Opt-In`, `Consent Date`. */
export const saysWhoAgreed = (column: string): boolean =>
	meaningOfPath([column], new Set()) === 'consent';
