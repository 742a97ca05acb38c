import type { IDataObject } from 'n8n-workflow';
import { refusalIn } from '../refusals';
import { isObject, objectIn, readTimestamp } from '../values';
import { CONTACT } from './columns';
import { camelCase, listOf, snakeCase } from './names';
import type { Table } from './row';
import { cellOf, isNothing, placesOf } from './row';
import type { Miss } from './statuses';
import { MISSES, callState, contactWord, isOneOf, missOf, readFlag } from './statuses';

/*
 * Whether a contact of a campaign was missed and may be called again. Three things must hold: a word of its fields says
 * missed, no field proves a talk, and nothing says that it must not be called. An unknown word leaves it out.
 */

/**
 * `missed`: called and not reached. `open`: the campaign still calls it. `not_to_call`: it says no, or its number is
 * not valid. `doubtful`: one word says missed, and a field the opposite. `unknown`: its words are not known.
 */
export type ContactOutcome = 'missed' | 'open' | 'not_to_call' | 'doubtful' | 'unknown' | 'other';

/** What became of a contact, and why it is left out where its words may say that it was missed. */
export interface JudgedContact {
	outcome: ContactOutcome;
	/** Why, with the field: `must not be called (notes)`. */
	sign?: string;
	/** The same with the value: `must not be called (notes: Bitte nicht mehr anrufen)`. */
	reason?: string;
}

export interface OutcomeScope {
	/** What counts as missed, if the user chose it: names of the families in `MISSES`, and words of the platform. */
	counted?: readonly string[];
	/** Other words that mean: do not call. */
	ownWords?: readonly string[];
}

/** What a field is about. `ending`: why a call ended. `answerer`: who answered. `machine`: yes if a machine did. */
type FieldKind =
	| 'status'
	| 'state'
	| 'outcome'
	| 'ending'
	| 'answerer'
	| 'machine'
	| 'length'
	| 'proof'
	| 'success'
	| 'next';

const FIELD_NAMES: Record<Exclude<FieldKind, 'length' | 'next'>, readonly string[]> = {
	status: ['status'],
	// The state of an address, too: it counts where its word is known.
	state: ['state', 'substatus'],
	outcome: listOf('outcome disposition result'),
	ending: listOf(`
		disconnectionreason disconnectreason disconnectedreason endreason endedreason endingreason hangupreason hangupcause terminationreason
		failurereason failedreason statusreason reason
	`),
	answerer: listOf(`
		answeredby answeredbytype answertype pickedupby amd amdstatus amdresult amdansweredby machinedetection machinedetectionresult answeringmachinedetection
		answeringmachinedetectionstatus
	`),
	machine: listOf(`
		invoicemail isvoicemail voicemail voicemaildetected voicemailreached voicemailleft leftvoicemail reachedvoicemail wenttovoicemail
		hitvoicemail voicemaildropped voicemailmessageleft voicemailstatus vmdetected machine ismachine machinedetected machineanswered answeredbymachine answeredbyvoicemail answeringmachine
		isansweringmachine answeringmachinedetected
	`),
	proof: listOf(`
		answeredat answertime connectedat pickedupat transcript decryptedtranscript transcription transcripttext transcriptobject utterances
	`),
	success: listOf('issuccess issuccessful successful success'),
};
const KINDS = new Map<string, FieldKind>(
	(Object.keys(FIELD_NAMES) as Array<keyof typeof FIELD_NAMES>).flatMap((kind) =>
		FIELD_NAMES[kind].map((name) => [name, kind] as const),
	),
);
/** How long a call or a talk was, in any unit. */
const LENGTH =
	/^(?:total|billable|answered)?(?:duration|length|talk|talktime|talkduration|conversationtime|conversationduration|speakingtime|billsec)(?:in)?(?:s|secs?|seconds?|ms|milliseconds|mins?|minutes)?$/;
/** When the campaign calls again, or that it does. */
const NEXT =
	/^(?:next(?:attempt|call|retry|dial|try|contact)?|(?:will)?retry|(?:re)?scheduled?(?:call|retry)?|callback|back)(?:at|on|for|time|date|datetime|scheduled|planned|pending|requested)?$/;
/** Words before a name that change nothing: `last_call_status` is a status. */
const BEFORE_NAME = new Set(listOf('contact last latest final call attempt'));

/** What a field is about; undefined if it is none of these. */
function kindOf(name: string): FieldKind | undefined {
	const words = snakeCase(name)
		.split(/[^a-z\d]+/)
		.filter(Boolean);
	while (words.length > 1 && BEFORE_NAME.has(words[0] ?? '')) words.shift();
	const plain = words.join('');
	if (LENGTH.test(plain)) return 'length';
	return KINDS.get(plain) ?? (NEXT.test(plain) ? 'next' : undefined);
}

interface KnownField {
	kind: FieldKind;
	/** As the platform writes it. */
	name: string;
	value: unknown;
}

const INSIDE = /analysis$|^(?:amd|machine_?detection|answering_?machine_?detection)$/i;

/** The fields of a contact or a call that are looked at, also those of its analysis. */
function fieldsOf(row: IDataObject): KnownField[] {
	return Object.entries(row).flatMap(([name, value]): KnownField[] => {
		const inner = INSIDE.test(name) ? objectIn(value) : undefined;
		// An analysis calls a talk failed or planned, too: only its outcome counts.
		if (inner) {
			const isMachine = !/analysis$/i.test(name);
			return fieldsOf(inner).flatMap((field): KnownField[] => {
				if (isMachine) return [{ ...field, kind: 'answerer', name: `${name}.${field.name}` }];
				if (field.kind === 'status' || field.kind === 'state') return [];
				return [{ ...field, name: `${name}.${field.name}` }];
			});
		}
		const kind = kindOf(name);
		return kind === undefined || isNothing(value) ? [] : [{ kind, name, value }];
	});
}

/** What a word says that is no miss. */
type Meaning = ReturnType<typeof contactWord> | 'ended' | 'open';

interface Word {
	/** The field, and its value as it is written. */
	name: string;
	text: string;
	miss?: Miss;
	means?: Meaning;
	/** Whether it counts as missed. */
	isCounted: boolean;
}

const MACHINE = /^(?:machine|voicemail|mailbox|answerphone|fax|beep)/;
const PERSON = new Set(listOf('human person live customer contact callee user lead'));
const DENIED = new Set(listOf('no not non never without'));

/** Who answered, by any word for it: `machine_end_beep`, `HUMAN`. */
function answererIn(text: string): Pick<Word, 'miss' | 'means'> {
	const words = snakeCase(text)
		.replace(/voice[\s_-]mail/g, 'voicemail')
		.split(/[^a-z]+/);
	if (words.some((word) => DENIED.has(word))) return {};
	if (words.some((word) => PERSON.has(word))) return { means: 'talked' };
	return words.some((word) => MACHINE.test(word)) ? { miss: 'voicemail' } : {};
}

/** What a word says in a field of this kind, by the usual words. */
function readWord(kind: FieldKind, text: string): Pick<Word, 'miss' | 'means'> {
	const miss = missOf(text);
	// An analysis may call a talk failed, too.
	if (miss === 'failed' && kind === 'outcome') return { means: 'nothing' };
	if (miss !== undefined) return { miss };
	const state = callState(text);
	const means = contactWord(text) ?? (state === 'in_progress' ? 'open' : undefined);
	if (means !== undefined) return { means };
	if (state === 'ended')
		return { means: kind === 'status' || kind === 'state' ? 'ended' : 'answered' };
	return kind === 'answerer' ? answererIn(text) : {};
}

/** Kinds of fields whose words must be known. Those of the others count if they are. */
const WORDS: readonly FieldKind[] = ['status', 'outcome'];
const MORE_WORDS: readonly FieldKind[] = ['state', 'ending', 'answerer'];
/** What a flag for a machine says beside yes. */
const DETECTED = ['detected', 'reached', 'left'];

/** The word of a field that counts; undefined if there is none. `{ voicemail: true }` -> `voicemail`. */
function wordIn({ kind, name, value }: KnownField, counted?: readonly string[]): Word | undefined {
	const isFlag = kind === 'machine';
	if (isFlag && readFlag(value) !== true && !isOneOf(value, DETECTED)) return undefined;
	const text = isFlag ? 'voicemail' : value;
	if (typeof text !== 'string' || !(isFlag || WORDS.includes(kind) || MORE_WORDS.includes(kind)))
		return undefined;
	const { miss, means } = readWord(kind, text);
	const isCounted = counted
		? isOneOf(miss, counted) ||
			isOneOf(
				text,
				counted.filter((word) => !(word in MISSES)),
			)
		: miss !== undefined;
	const isKnown = miss !== undefined || means !== undefined || isCounted;
	return isKnown || WORDS.includes(kind) ? { name, text, miss, means, isCounted } : undefined;
}

/** Whether a value says that there was some of it: a number above 0, `0:35`, a text, a list with entries. */
function isSome(kind: FieldKind, value: unknown): boolean {
	if (kind !== 'length') {
		if (kind === 'success') return readFlag(value) === true;
		const inner = typeof value === 'object' ? Object.keys(value ?? {}).length : value;
		return !/^(?:[0:.,\s]*|false|no|\[\]|\{\}|(?:0001|19[0-6]\d|1970)-.*)$/i.test(
			String(inner).trim(),
		);
	}
	return typeof value === 'number' ? value > 0 : typeof value === 'string' && /[1-9]/.test(value);
}

const isMachine = ({ miss }: Word): boolean => miss === 'voicemail';

/** The word for a talk. A machine explains that somebody answered; any miss explains a status such as completed. */
function talkWordIn(words: readonly Word[]): Word | undefined {
	const isExplained = words.some(({ miss, isCounted }) => (miss ? miss !== 'failed' : isCounted));
	return words.find(({ means, isCounted }) => {
		if (isCounted) return false;
		if (means === 'ended') return !isExplained;
		return means === 'talked' || (means === 'answered' && !words.some(isMachine));
	});
}

/** The field that proves a talk: a word, or a length, an answer or a transcript that no machine explains. */
function talkIn(fields: readonly KnownField[], words: readonly Word[]): string | undefined {
	const proofs = words.some(isMachine) ? ['success'] : ['success', 'length', 'proof'];
	const proof = fields.find(({ kind, value }) => proofs.includes(kind) && isSome(kind, value));
	return (talkWordIn(words) ?? proof)?.name;
}

/** Fields with calls of a contact, or with one. */
const CALLS = /calls?$|^call(?!.*analysis)|attempts|dials|history/i;

/** A call of the contact that was a talk, each judged alone: its field. */
const talkInCalls = (contact: IDataObject, counted?: readonly string[]): string | undefined =>
	Object.keys(contact).find((name) => {
		const calls = CALLS.test(name) ? [contact[name]].flat().map(objectIn).filter(isObject) : [];
		return calls.some((call) => {
			const fields = fieldsOf(call);
			return talkIn(fields, wordsOf(fields, counted)) !== undefined;
		});
	});

const wordsOf = (fields: readonly KnownField[], counted?: readonly string[]): Word[] =>
	fields.map((field) => wordIn(field, counted)).filter((word) => word !== undefined);

/** The fields of a contact and of its last call. */
const fieldsOfContact = (contact: IDataObject): KnownField[] =>
	[contact, ...placesOf(CONTACT, contact, 'call')].flatMap(fieldsOf);

/** Fields with calls. Nobody knows which entry of a list is the last, so a list can only leave a contact out. */
const CALL_FIELDS = listOf('call last_call latest_call calls call_results call_attempts');

const fieldsOfAnyCall = (contact: IDataObject): KnownField[] =>
	CALL_FIELDS.flatMap((name) => [contact[name], contact[camelCase(name)]])
		.flat()
		.map(objectIn)
		.filter(isObject)
		.flatMap(fieldsOf);

/** When, or that, the campaign calls again: the field. What was planned for before the last call is no plan. */
function planIn(fields: readonly KnownField[], calledAt: number | undefined): string | undefined {
	return fields.find(({ kind, value }) => {
		if (kind !== 'next' || readFlag(value) === false || !isSome(kind, value)) return false;
		if (/^https?:/i.test(String(value))) return false;
		const time = readTimestamp(value);
		if (time !== undefined) return !(time <= Number(calledAt));
		// 3 is how often it calls; a longer number may be a time.
		return typeof value !== 'number' || value > 1e9;
	})?.name;
}

/** Why the campaign itself still calls the contact, or is calling now: the field. */
function openBy(
	contact: IDataObject,
	fields: readonly KnownField[],
	words: readonly Word[],
): string | undefined {
	const attempts = cellOf(CONTACT, contact, 'attempts');
	if (attempts === 0) return 'attempts';
	const calledAt = readTimestamp(cellOf(CONTACT, contact, 'called_at'));
	const wasCalled =
		Number(attempts) > 0 || calledAt !== undefined || cellOf(CONTACT, contact, 'call_id') !== null;
	const open = words.find(({ means, isCounted }) => means === 'open' && !isCounted);
	const isOnlyAdded = words.every(({ means }) => means === 'added' || means === 'nothing');
	const added = words.find(({ means }) => means === 'added');
	return (
		open?.name ?? planIn(fields, calledAt) ?? (isOnlyAdded && !wasCalled ? added?.name : undefined)
	);
}

/** Why the contact must not be called: what its row says, and where. */
function barIn(
	contact: IDataObject,
	words: readonly Word[],
	ownWords: readonly string[] | undefined,
): Required<Pick<JudgedContact, 'sign' | 'reason'>> | undefined {
	const refusal = refusalIn(contact, { ownWords });
	if (refusal) {
		const what =
			refusal.says === 'yes' ? 'must not be called' : 'may say that it must not be called';
		const { field, value } = refusal;
		return { sign: `${what} (${field})`, reason: `${what} (${field}: ${value})` };
	}
	const invalid = words.find(({ means, isCounted }) => means === 'not_callable' && !isCounted);
	return invalid && because('has a number that cannot be called', invalid);
}

const SHOWN_LETTERS = 60;
const because = (what: string, { name, text }: Pick<Word, 'name' | 'text'>) => {
	const shown = text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
	const sign = `${what} (${name}: ${shown})`;
	return { sign, reason: sign };
};

/**
 * What became of a contact: by status, outcome, last call, and words for a machine. Any talk counts as reached.
 *   { status: "completed", answered_by: "machine_start" }  -> missed
 *   { status: "no_answer", talk_time: 40 }                 -> doubtful, with a sign
 */
export function judgedContact(
	contact: IDataObject,
	{ counted, ownWords }: OutcomeScope = {},
): JudgedContact {
	const fields = fieldsOfContact(contact);
	const words = wordsOf(fields, counted);
	const isMissed = words.some(({ isCounted }) => isCounted);
	const allFields = [...fields, ...fieldsOfAnyCall(contact)];
	const allWords = wordsOf(allFields, counted);
	const notKnown = allWords.find(({ miss, means, isCounted }) => !isCounted && !miss && !means);
	const isTalk = talkWordIn(words) !== undefined;
	const mayBeMissed = isMissed || (notKnown !== undefined && !isTalk);
	const left = (outcome: ContactOutcome, why: Pick<JudgedContact, 'sign' | 'reason'>) =>
		mayBeMissed ? { outcome, ...why } : { outcome };

	const bar = barIn(contact, allWords, ownWords);
	if (bar) return left('not_to_call', bar);
	const open = openBy(contact, allFields, allWords);
	if (open !== undefined) {
		const sign = `is called again by the campaign (${open})`;
		return left('open', { sign, reason: sign });
	}
	const talk = talkIn(fields, words) ?? talkInCalls(contact, counted);
	if (isMissed && talk !== undefined) {
		const sign = `has a call in which somebody spoke (${talk})`;
		return { outcome: 'doubtful', sign, reason: sign };
	}
	if (notKnown && mayBeMissed) {
		const outcome = isMissed ? 'doubtful' : 'unknown';
		return { outcome, ...because('has a word that is not known', notKnown) };
	}
	if (isMissed) return { outcome: 'missed' };
	return { outcome: words.some(saysSomethingElse) ? 'other' : 'unknown' };
}

const OF_RECORD: readonly Meaning[] = ['nothing', 'added', 'record'];
const saysSomethingElse = ({ means }: Word): boolean => !OF_RECORD.includes(means);

/** Each word of a contact that says what became of it, once: its family if it is a usual word for a miss. */
export function wordsOfContact(contact: IDataObject): Array<{ miss?: Miss; text: string }> {
	const words = wordsOf(fieldsOfContact(contact)).filter(({ means }) => means !== 'nothing');
	return words.filter(
		({ miss, text }, index) =>
			words.findIndex((one) => (miss ? one.miss === miss : one.text === text)) === index,
	);
}

const { contact_id, session_id, call_id, ...columns } = CONTACT.columns;

/** A contact in Get Many: one that Get Not Reached leaves out, although it may have been missed, says why. */
export const LISTED_CONTACT = {
	...CONTACT,
	optional: ['left_out_because'],
	columns: {
		...columns,
		left_out_because: {
			kind: 'text',
			description:
				'Why Get Not Reached leaves out the contact, where its status does not already say it. Only present then.',
			sources: [{ whole: true }],
			read: (row) => judgedContact(row as IDataObject).reason ?? null,
		},
		contact_id,
		session_id,
		call_id,
	},
} satisfies Table;
