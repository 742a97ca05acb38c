import type { IDataObject } from 'n8n-workflow';
import { isObject, parseJson } from '../values';
import {
	NEUTRAL_WORDS,
	CALL_WORDS,
	CONSENT_NAMES,
	LABEL_FIELDS,
	NAME_FIELDS,
	OTHER_CHANNELS,
	REFUSAL_NAMES,
	TEXT_FIELDS,
} from './fieldNames';
import type { Finding } from './findings';
import { LONGEST_PHRASE, answerOf, findingIn, longestOf, ownWordsOf } from './findings';
import { DENIALS, NO, NO_CONSENT } from './textWords';
import { BREAK, readOnce, tableOf, wordsOf } from './words';

/** A sign that somebody must not be called: what it says, and where it stands. */
export interface RefusalSign {
	/** `unclear`: something denies the words. The person is not called, and is put on no list. */
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

/** How a row is looked at. */
interface Scope {
	/** The user's own words, as they are compared. */
	own: ReadonlySet<string>;
	isCall: boolean;
	/** What a path means. */
	meaningOf(path: readonly string[]): MeaningOfName;
}

/** Deeper than this, a row says nothing about its person. */
const MAX_DEPTH = 8;
/** A longer text may mention anything. */
const SHORT_TEXT = 80;
const SHOWN_LETTERS = 60;

/** Keys that hold the name of a question: `{ question: "Do not call?", answer: "no" }`. */
const LABEL_KEYS: ReadonlySet<string> = new Set(
	tableOf(
		'name key question id title label field property slug code data_collection_id criteria_id criterion field_name variable parameter metric attribute q',
	),
);
/** Keys that hold the answer. The first group with a filled key counts: `{ value: false, score: 0.9 }` says false. */
const VALUE_KEYS: ReadonlyArray<ReadonlySet<string>> = [
	tableOf(
		'value val field_value answer a response selected checked boolean boolean_value bool_value string_value text_value',
	),
	tableOf('result outcome output'),
	tableOf('met passed success detected'),
	tableOf('score'),
].map((names) => new Set(names));

/** Parts of a row that are about something else, or say what could be answered. */
const OTHER_THINGS: ReadonlySet<string> = new Set(
	tableOf(`
		analysis_schema json_schema required required_fields missing_fields agent campaign organization organisation workflow webhook link links pagination meta schema transcript transcription messages turns
		utterances conversation prompt instructions options choices enum categories_allowed questions_asked
	`),
);
/** What a user has sent with a call. */
const SENT_BY_USER: ReadonlySet<string> = new Set(
	tableOf(`
		variables metadata custom extra dynamic_variables prompt_variables template_variables custom_fields custom_data custom_attributes
		custom_variables variable_values input_variables retell_llm_dynamic_variables conversation_initiation_client_data request_data
		assistant_overrides
	`),
);
/** What could have been the outcome of a call. */
const POSSIBLE: ReadonlySet<string> = new Set(tableOf('outcomes categories possible_outcomes'));
/** Parts of a call in which a user's data may lie, too. */
const PARTS_OF_CALL: ReadonlySet<string> = new Set(
	tableOf('call contact customer recipient lead person callee'),
);
/** Texts that tell a story may mention anything, so they are skipped. */
const NARRATIVES: ReadonlySet<string> = new Set(
	tableOf('summary call_summary rationale explanation justification'),
);
/** Further texts of this kind, in a call or its analysis. In a list of people they are notes. */
const NARRATIVES_OF_CALL: ReadonlySet<string> = new Set(
	tableOf('description details detail message information instruction instructions type list'),
);

const nameKey = readOnce((name) =>
	wordsOf(name)
		.filter((word) => word !== BREAK)
		.join(''),
);

function isLeftOut(name: string, path: readonly string[], isCall: boolean): boolean {
	const plain = nameKey(name);
	if (OTHER_THINGS.has(plain)) return true;
	// What an analysis found may be called custom fields, too.
	const isSentByUser =
		SENT_BY_USER.has(plain) && path.every((part) => PARTS_OF_CALL.has(nameKey(part)));
	return isCall && (isSentByUser || POSSIBLE.has(plain));
}

/** The names of the fields that hold the answer of an object to a question. */
const answersIn = (object: IDataObject): string[] =>
	VALUE_KEYS.map((names) =>
		Object.keys(object).filter((key) => names.has(nameKey(key)) && (object[key] ?? null) !== null),
	).find((found) => found.length > 0) ?? [];

/** An object as a question and its answer, if it is one: `{ name: "do_not_call", value: true }`. */
interface QuestionAndAnswer {
	/** The keys with its names, such as `question`. */
	labels: string[];
	/** The keys with its answer. None: it is no question. */
	answers: string[];
	/** Whether the name that leads to the object is itself one that says no: `do_not_call: { value: true }`. */
	isNamed: boolean;
	/** The paths that end in its own names. */
	asked: string[][];
}

function questionIn(object: IDataObject, path: readonly string[], scope: Scope): QuestionAndAnswer {
	const labels = Object.keys(object).filter(
		(key) => LABEL_KEYS.has(nameKey(key)) && typeof object[key] === 'string',
	);
	const isNamed = scope.meaningOf(path) !== undefined;
	// `do_not_call: { checked: true }` says that somebody has looked.
	const answers = answersIn(object).filter((key) => !isNamed || nameKey(key) !== 'checked');
	const asked = answers.length > 0 ? labels.map((label) => [...path, String(object[label])]) : [];
	return { labels, answers, isNamed, asked };
}

/** A label that is read as a text: the name of a person, or what a tag is called. */
function* labelOf(object: IDataObject, key: string, path: readonly string[]): Generator<Field> {
	if (path.length === 0) yield { path: [key], value: object[key] };
	else if (LABEL_FIELDS.has(nameKey(path.at(-1) ?? ''))) yield { path, value: object[key] };
}

/** The fields of an object, and the answer to each question that it is. */
function* fieldsOfObject(
	object: IDataObject,
	path: readonly string[],
	scope: Scope,
): Generator<Field> {
	const { labels, answers, isNamed, asked } = questionIn(object, path, scope);
	for (const question of asked) {
		for (const answer of answers) yield* fieldsIn(object[answer], question, scope);
	}
	// Beside the answer to such a question lie its date and its explanation: they say nothing of their own.
	const isAnswered =
		answers.length > 0 && [path, ...asked].some((names) => scope.meaningOf(names) !== undefined);
	const isCoveredByAnswer = (key: string) =>
		isAnswered && (answers.includes(key) ? !isNamed : scope.meaningOf([key]) === undefined);
	// `{ name: "Ada (do not call)", score: 80 }` asks nothing: it is a person with a figure. "No" answers any question.
	const isPerson = (key: string) => path.length === 0 && NAME_FIELDS.has(nameKey(key));
	const isNo = answers.some((answer) => answerOf(object[answer], scope.own) === undefined);
	const isQuestion = (key: string) =>
		answers.length > 0 &&
		((isNo && !isPerson(key)) || scope.meaningOf([...path, String(object[key])]) !== undefined);
	for (const key of Object.keys(object)) {
		if (isLeftOut(key, path, scope.isCall) || isCoveredByAnswer(key)) continue;
		if (!labels.includes(key)) {
			const isAnswer = isNamed && answers.includes(key);
			yield* fieldsIn(object[key], isAnswer ? path : [...path, key], scope);
		} else if (!isQuestion(key)) yield* labelOf(object, key, path);
	}
}

/** Every field of a value, and each pair of a question and its answer as a field of that name. */
function* fieldsIn(value: unknown, path: readonly string[], scope: Scope): Generator<Field> {
	if (path.length > MAX_DEPTH) return;
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	const inner = isJson ? (parseJson(value)?.value ?? value) : value;
	if (Array.isArray(inner)) {
		for (const entry of inner) yield* fieldsIn(entry, path, scope);
	} else if (isObject(inner)) yield* fieldsOfObject(inner, path, scope);
	else yield { path, value: inner };
}

/** What the name of a field means. */
type MeaningOfName = 'refusal' | 'no refusal' | 'consent' | undefined;

/** What is written in one word with the word that says no: `optoutdate`, `isoptedout`, `dncstatus`. */
const IN_ONE_WORD =
	/^(?:is|has|was)?(.+?)(?:date|s?datum|dato|time|at|on|given|status|flag|reason)?$/;

/** The names that mean a refusal, and those that mean a consent. */
interface NameTables {
	refusals: ReadonlySet<string>;
	consents: ReadonlySet<string>;
	/** No name has more words. */
	longest: number;
}
const USUAL_NAMES: NameTables = {
	refusals: REFUSAL_NAMES,
	consents: CONSENT_NAMES,
	longest: LONGEST_PHRASE,
};
const NO_NAMES: ReadonlySet<string> = new Set();

/** What a name means if all its other words are neutral: `is, dnc` -> refusal. `dnc, checked` -> undefined. */
function meaningOfWords(
	words: readonly string[],
	{ refusals, consents, longest }: NameTables,
): MeaningOfName {
	const isBeside = (word: string) =>
		NEUTRAL_WORDS.has(word) || DENIALS.has(word) || /^\d+$/.test(word);
	for (let start = 0; start < words.length; start += 1) {
		for (let end = Math.min(start + longest, words.length); end > start; end -= 1) {
			const phrase = words.slice(start, end).join('');
			const isRefusal = refusals.has(phrase);
			if (!isRefusal && !consents.has(phrase)) continue;
			const others = [...words.slice(0, start), ...words.slice(end)];
			if (!others.every(isBeside)) continue;
			const isDenied = words.slice(0, start).some((word) => DENIALS.has(word));
			if (isRefusal) return isDenied ? 'no refusal' : 'refusal';
			return isDenied ? 'refusal' : 'consent';
		}
	}
	return undefined;
}

/** The channel that a name is about, if it is not calls. */
const otherChannelOf = (words: readonly string[]): string | undefined =>
	words.some((word) => CALL_WORDS.has(word))
		? undefined
		: words.find((word) => OTHER_CHANNELS.has(word));

/** What the last name of a path means, or the last two or three together, such as `opt_out.voice`. */
function meaningOfNames(names: ReadonlyArray<readonly string[]>, known: NameTables): MeaningOfName {
	const last = [1, 2, 3].map((count) => names.slice(-count).flat());
	const [only = '', ...others] = names.at(-1) ?? [];
	const inside = others.length === 0 ? IN_ONE_WORD.exec(only)?.[1] : undefined;
	const meanings = [...last, inside === undefined ? [] : [inside]].map((words) =>
		meaningOfWords(words, known),
	);
	return meanings.find((meaning) => meaning !== undefined);
}

/** What a path means: by the user's own words, or by a name of the table that is not about another channel. */
function meaningOfPath(path: readonly string[], ownWords: ReadonlySet<string>): MeaningOfName {
	const names = path.map((name) => wordsOf(name).filter((word) => word !== BREAK));
	// A text has no more words than letters.
	const ownNames = { refusals: ownWords, consents: NO_NAMES, longest: longestOf(ownWords) };
	const own = meaningOfNames(names, ownNames);
	if (own !== undefined || otherChannelOf(names.flat()) !== undefined) return own;
	return meaningOfNames(names, USUAL_NAMES);
}

/** The user's own words, one a line, and what paths mean with them. */
const readerFor = readOnce((ownWords) => {
	const own = ownWordsOf(ownWords.split('\n'));
	const meaningOfJoined = readOnce((path) => meaningOfPath(path.split('\0'), own));
	return { own, meaningOf: (path: readonly string[]) => meaningOfJoined(path.join('\0')) };
});

/** What a field says whose name means a consent. */
function consentAnswer(value: unknown, ownWords: ReadonlySet<string>): Finding | undefined {
	if (value === false || value === 0) return 'yes';
	if (typeof value !== 'string') return undefined;
	const words = wordsOf(value);
	const plain = words.filter((word) => word !== BREAK).join('');
	const [first = '', second] = words;
	const isNo =
		NO.has(plain) ||
		NO_CONSENT.has(plain) ||
		NO_CONSENT.has(first) ||
		(NO.has(first) && second === BREAK) ||
		findingIn(words, ownWords) === 'yes';
	return isNo ? 'yes' : undefined;
}

/** What a short text says: an outcome, a tag, a note, or the name of a person. */
function textAnswer(
	{ path, value }: Field,
	{ own: ownWords, isCall }: Pick<Scope, 'own' | 'isCall'>,
): Finding | undefined {
	if (typeof value !== 'string' || value.length > SHORT_TEXT) return undefined;
	const last = nameKey(path.at(-1) ?? '');
	const isOfAnalysis = path.some((name) => nameKey(name).endsWith('analysis'));
	const isNarrative = (isCall || isOfAnalysis) && NARRATIVES_OF_CALL.has(last);
	if (isNarrative || NARRATIVES.has(last)) return undefined;
	if (NAME_FIELDS.has(last)) return isCall ? undefined : findingIn(wordsOf(value), ownWords, 2);
	const isTextField =
		isOfAnalysis ||
		path.slice(-2).some((name) => wordsOf(name).some((word) => TEXT_FIELDS.has(word)));
	if (!isTextField) return undefined;
	// Unsubscribed under "Email Status" is the same as "email unsubscribed".
	const channel = otherChannelOf(path.flatMap(wordsOf));
	return findingIn(channel === undefined ? wordsOf(value) : [channel, ...wordsOf(value)], ownWords);
}

/** What one field says. */
function findingOf(field: Field, scope: Scope): Finding | undefined {
	const { own } = scope;
	const meaning = scope.meaningOf(field.path);
	if (meaning === 'refusal') return answerOf(field.value, own);
	if (meaning === 'consent') return consentAnswer(field.value, own);
	// `not_opted_out: false` may mean anything.
	if (meaning === 'no refusal') return consentAnswer(field.value, own) && 'unclear';
	return textAnswer(field, scope);
}

const shown = (value: unknown): string => {
	const text = String(value);
	return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
};

/**
 * The sign in a row that its person must not be called; of several, a clear one.
 *   { name: "Ada", opted_out: "yes" }      -> yes, opted_out, "yes"
 *   { outcome: "not on DNC list" }         -> unclear
 *   { opted_out: "no" }                    -> undefined
 */
export function refusalIn(
	row: IDataObject,
	{ ownWords = [], isCall = false }: RefusalScope = {},
): RefusalSign | undefined {
	const scope: Scope = { ...readerFor(ownWords.join('\n')), isCall };
	let unclear: RefusalSign | undefined;
	for (const field of fieldsIn(row, [], scope)) {
		const says = findingOf(field, scope);
		if (says === undefined) continue;
		const refusal = {
			says,
			field: field.path.join('.'),
			value: shown(field.value),
		};
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

/** Whether a column says by its name who may be called, or who must not: `Opt-Out`, `not_opted_out`, `Consent Date`. */
export const saysWhoMayBeCalled = (column: string, ownWords: readonly string[]): boolean =>
	readerFor(ownWords.join('\n')).meaningOf([column]) !== undefined;
