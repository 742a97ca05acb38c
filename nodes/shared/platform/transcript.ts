import type { IDataObject } from 'n8n-workflow';
import { hasZone, isFilled, isObject, parseJson, readNumber, readTimestamp } from '../values';
import { HAS_MORE_NAMES, METADATA_NAMES, NEXT_NAMES, TOTAL_NAMES, nameSet } from './answers';
import { camelCase, listOf } from './names';
import { readFlag } from './statuses';
import { textStart } from './textStart';

/*
 * What the platform may call the parts of a transcript. Each name is also read in camelCase.
 */

/** Names of who speaks in one turn, tried in order. */
const SPEAKER_NAMES = listOf('role speaker sender from source participant author name direction');
/** Names of what tells the speakers apart, and of nobody says who it is. */
const SPEAKER_ID_NAMES = listOf('speaker_label speaker_id');
/** Names of a field that says with yes or no whether the agent speaks. */
const IS_AGENT_NAMES = listOf('is_agent isAgent is_bot isBot is_assistant isAssistant');
/** Names of what was said in one turn, or in one part of a turn. */
const TEXT_NAMES = listOf('text content message utterance transcript body speech words word');
/** Names of the turns in an object that contains them. */
const TURNS_NAMES = listOf(`
	transcript decrypted_transcript transcription transcript_text transcript_object turns messages segments entries conversation utterances
	text words items results data
`);

/** Names of the time of a turn, and of its number. */
const TIME_NAMES = listOf(`
	start start_time started_at start_timestamp start_ms start_seconds timestamp time created_at spoken_at at offset offset_ms begin
`);
const NUMBER_NAMES = listOf('index turn_index sequence seq order position turn turn_number');

/**
 * Who speaks, by the words the platform may use for it. A "caller" is missing on purpose: it is the agent in one call and the contact in the
 * other. Such a word is shown as it is.
 */
const SPEAKERS: Record<string, readonly string[]> = {
	Agent: listOf('agent assistant bot ai ai_agent voice_agent virtual_agent'),
	Contact: listOf('user customer contact human client recipient lead end_user'),
};

/** Words for entries that are no speech: instructions for the agent, and its tools. */
const NOT_SPEECH = listOf(`
	system developer tool tools function tool_call tool_calls tool_use tool_result tool_results tool_response tool_call_invocation
	tool_call_result function_call function_result function_call_output node_transition
`);
const TOOL_NAMES = listOf('tool_calls toolCalls function_call functionCall tool_call');

/** How deep turns may lie in objects, lists and JSON text. */
const MAX_DEPTH = 5;

/** A word as `SPEAKERS` and `NOT_SPEECH` have it. */
const transcriptWord = (value: unknown): string =>
	typeof value === 'string'
		? value
				.trim()
				.replace(/([a-z])([A-Z])/g, '$1_$2')
				.toLowerCase()
				.replace(/[\s-]+/g, '_')
		: '';

/** The value of JSON text that is a list or an object; undefined for any other text. */
const parsed = (text: string): unknown =>
	/^\s*[[{]/.test(text) ? parseJson(text)?.value : undefined;

const oneLine = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, ' ');

/** The first of these names that a turn has; '' if it has none. */
function speakerUnder(turn: IDataObject, names: readonly string[]): string {
	for (const name of names) {
		const value = turn[name];
		if (typeof value === 'number') return `Speaker ${value}`;
		if (typeof value === 'string' && value.trim() !== '') return value.trim();
	}
	return '';
}

/** What the platform calls the speaker; '' if it does not say. */
function roleOf(turn: IDataObject): string {
	const role = speakerUnder(turn, SPEAKER_NAMES);
	if (role !== '') return role;
	const isAgent = readFlag(IS_AGENT_NAMES.map((name) => turn[name]).find(isFilled));
	if (isAgent === null) return speakerUnder(turn, SPEAKER_ID_NAMES);
	return isAgent ? 'agent' : 'contact';
}

function speakerOf(turn: IDataObject): string {
	const role = roleOf(turn);
	const word = transcriptWord(role);
	const [speaker] = Object.entries(SPEAKERS).find(([, roles]) => roles.includes(word)) ?? [];
	return speaker ?? (role || 'Speaker');
}

const isSpeech = (turn: IDataObject): boolean =>
	!NOT_SPEECH.includes(transcriptWord(roleOf(turn))) &&
	!NOT_SPEECH.includes(transcriptWord(turn.type));

/** What was said: '' for nothing, undefined if it cannot be read. */
function spokenWords(value: unknown, depth = 0): string | undefined {
	if (value === null) return '';
	if (typeof value === 'string') return oneLine(value);
	if (typeof value === 'number') return String(value);
	if (depth > MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const parts = value
			.filter((part) => !isObject(part) || isSpeech(part))
			.map((part: unknown) => spokenWords(part, depth + 1));
		if (parts.includes(undefined)) return undefined;
		return parts.filter((part) => part !== '').join(' ');
	}
	// What has a speaker of its own is another turn.
	if (!isObject(value) || (depth > 0 && roleOf(value) !== '')) return undefined;
	const texts = TEXT_NAMES.map((name) => spokenWords(value[name], depth + 1));
	return texts.find((text) => text) ?? texts.find((text) => text === '');
}

/** The line of one entry: none if nothing was said. An entry that cannot be read is shown as JSON. */
function lineOf(entry: unknown): string[] {
	if (isObject(entry) && !isSpeech(entry)) return [];
	const text = spokenWords(entry);
	const isToolCall = isObject(entry) && TOOL_NAMES.some((name) => isFilled(entry[name]));
	if (text === '' || (text === undefined && isToolCall)) return [];
	if (text === undefined) return [JSON.stringify(entry)];
	return [isObject(entry) ? `${speakerOf(entry)}: ${text}` : text];
}

/** Where in the conversation a turn is. */
interface TurnPlace {
	turn: IDataObject;
	at: number;
	/** Only places of the same kind are compared. `local`: a time without its zone. */
	kind: 'number' | 'moment' | 'local';
}

/** Digits of a clock, such as `000003` for three seconds past midnight. */
const CLOCK_DIGITS = /^\s*0\d/;

/**
 * The place of a turn under a name: a number, or a time with its date. A clock, such as `12:59` or `1:05 PM`, is none: after midnight, and after
 * noon with twelve hours, it shows less than before.
 */
function turnPlace(turn: IDataObject, name: string): TurnPlace | undefined {
	const value = turn[name] ?? turn[camelCase(name)];
	if (typeof value === 'string' && CLOCK_DIGITS.test(value)) return undefined;
	const number = readNumber(value);
	if (number !== null) return { turn, at: number, kind: 'number' };
	const moment = readTimestamp(value);
	if (moment === undefined) return undefined;
	return { turn, at: moment, kind: hasZone(value) ? 'moment' : 'local' };
}

/** A clock that is set back or forward jumps further than this. Nobody in a call is silent for so long. */
const MAX_SILENCE_MS = 15 * 60_000;

/** 0, 1, 2, 0, 1 -> true: numbers that begin again, as for each part of a call, are no order of all turns. */
const beginsAgain = (places: readonly TurnPlace[]): boolean =>
	places.some(({ at }, index) =>
		places
			.slice(index + 2)
			.some((later, next) => later.at === at && places[index + next + 1]?.at !== at),
	);

/** The places of all turns under a name; undefined if they do not prove in which order the turns were spoken. */
function placesUnder(turns: readonly IDataObject[], name: string): TurnPlace[] | undefined {
	const found = turns.map((turn) => turnPlace(turn, name));
	const places = found.filter((place) => place !== undefined);
	const [first] = places;
	const isComparable = ({ at, kind }: TurnPlace, index: number) => {
		const step = Math.abs(at - (places[index - 1]?.at ?? at));
		return kind === first?.kind && (kind !== 'local' || step <= MAX_SILENCE_MS);
	};
	const isProven = places.length === turns.length && places.every(isComparable);
	return isProven && !(NUMBER_NAMES.includes(name) && beginsAgain(places)) ? places : undefined;
}

/**
 * The turns as they were spoken, by the first name under which their numbers or times prove it. Without one, they stay as they are: a platform
 * lists the turns of a call one after the other.
 */
function inOrder(turns: readonly unknown[]): readonly unknown[] {
	const all = turns.filter(isObject);
	if (all.length < turns.length) return turns;
	for (const name of [...TIME_NAMES, ...NUMBER_NAMES]) {
		const places = placesUnder(all, name);
		const [first, last] = [places?.[0], places?.at(-1)];
		if (!places || !first || !last || places.every(({ at }) => at === first.at)) continue;
		// Turns at the same time are in the order of the list, which may be that of the last turn first.
		if (last.at < first.at) places.reverse();
		return places.sort((one, other) => one.at - other.at).map(({ turn }) => turn);
	}
	return turns;
}

const asksForMore = nameSet([
	...HAS_MORE_NAMES,
	...NEXT_NAMES,
	...listOf('next_page next_offset truncated is_truncated partial is_partial incomplete'),
]);
const totals = nameSet([
	...TOTAL_NAMES,
	...listOf(
		'turn_count turns_count total_turns total_messages total_segments message_count messages_count total_utterances',
	),
]);
const pages = nameSet(listOf('total_pages pages page_count last_page num_pages'));
const page = nameSet(listOf('page current_page page_number'));
const descriptions = nameSet(METADATA_NAMES);

const firstNumber = (object: IDataObject, names: { has(name: string): boolean }): number | null =>
	Object.entries(object)
		.map(([name, value]) => (names.has(name) ? readNumber(value) : null))
		.find((number) => number !== null) ?? null;

/** Whether an object with turns says that there are more than these. */
function saysMore(object: IDataObject, turns: number): boolean {
	const isNotLast = Number(firstNumber(object, pages)) > (firstNumber(object, page) ?? 1);
	if (isNotLast || Number(firstNumber(object, totals)) > turns) return true;
	return Object.entries(object).some(([name, value]) => {
		if (isObject(value)) return descriptions.has(name) && saysMore(value, turns);
		const isFilledIn = value === true || Number(readNumber(value)) > 0 || typeof value === 'string';
		return asksForMore.has(name) && isFilledIn && isFilled(value);
	});
}

/** The last line of a transcript of which the platform has sent only the first part. */
const PART = '[The platform sent only the first part of this transcript]';

/** A transcript as it is shown, and how many turns were sent; for a text, that is not known. */
interface ShownTranscript {
	text: string;
	turns: number;
	isPart: boolean;
}

/**
 * A transcript as lines a person can read, `Agent: Good morning…`, from a list of turns, an object with turns, or text, also as JSON text; null
 * if there is none. What is no speech, such as the agent's instructions, is left out. A turn that cannot be read is shown as JSON. The last
 * line says it if more turns follow that were not sent.
 */
export function readableTranscript(value: unknown): string | null {
	const shown = transcriptIn(value);
	if (!shown) return null;
	return shown.isPart ? `${shown.text}\n${PART}` : shown.text;
}

/** What an answer says of a transcript, with whether more turns follow: its envelope may say it. */
export const withMoreTurns = (transcript: IDataObject, answer: unknown): IDataObject =>
	transcriptIn(answer)?.isPart ? { ...transcript, has_more: true } : transcript;

const isSpoken = (entry: unknown): boolean => !isObject(entry) || isSpeech(entry);

function transcriptIn(value: unknown, depth = 0): ShownTranscript | null {
	if (depth > MAX_DEPTH) return null;
	if (Array.isArray(value)) {
		const text = inOrder(value.filter(isSpoken)).flatMap(lineOf).join('\n');
		return text === '' ? null : { text, turns: value.length, isPart: false };
	}
	if (typeof value === 'string') {
		const inner = parsed(value);
		if (inner !== undefined) return transcriptIn(inner, depth + 1);
		const text = value.trim();
		return text === '' ? null : { text, turns: Infinity, isPart: false };
	}
	if (!isObject(value)) return null;
	for (const name of TURNS_NAMES) {
		const found = transcriptIn(value[name], depth + 1);
		if (found) return { ...found, isPart: found.isPart || saysMore(value, found.turns) };
	}
	return null;
}

/** The longest beginning of a transcript that a row of a table has room for. */
const START_LENGTH = 60;

/** The first words of a transcript, as a row of a table has room for; the rest is `…`. */
export const transcriptStart = (transcript: unknown): string | null =>
	typeof transcript === 'string' ? textStart(transcript, START_LENGTH) : null;
