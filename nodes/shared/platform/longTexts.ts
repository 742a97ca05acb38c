import type { IDataObject } from 'n8n-workflow';
import { isFilled, isObject } from '../values';
import { camelCase, listOf, snakeCase } from './names';

/*
 * A transcript as lines for people, from turns with a speaker and a text, or from one text. Else the column is empty.
 *   [{ role: 'assistant', content: 'Good morning' }, { speaker: 'Ada', text: 'Hello' }]
 *   -> Agent: Good morning
 *      Ada: Hello
 */

/** Names of who speaks in a turn, tried in order. */
const SPEAKER_NAMES = listOf('role speaker sender from source participant author name direction');
/** Names of what was said in a turn, tried in order. */
const TEXT_NAMES = listOf('text content message utterance transcript body speech');
/** Names of the turns, or of the text, in an object that contains them. */
const TURNS_NAMES = listOf(`
	transcript decrypted_transcript transcription transcript_text transcript_object turns messages segments entries conversation utterances
	text items results data
`);

/**
 * Who speaks, by the platform's words. "Caller" is left out, and shown as it is: it is the agent in one call, and the
 * contact in another.
 */
const SPEAKERS: ReadonlyArray<readonly [shown: string, words: readonly string[]]> = [
	['Agent', listOf('agent assistant bot ai ai_agent voice_agent virtual_agent')],
	['Contact', listOf('user customer contact human client recipient lead end_user')],
];

/** `Voice Agent` and `voiceAgent` -> Agent, `Ada` -> Ada */
function shownSpeaker(speaker: string): string {
	const word = snakeCase(speaker).replace(/[\s-]+/g, '_');
	return SPEAKERS.find(([, words]) => words.includes(word))?.[0] ?? speaker;
}

const firstFilled = (turn: IDataObject, names: readonly string[]): unknown =>
	names.map((name) => turn[name]).find(isFilled);

/** The line of a turn: '' if nothing was said, undefined if it has no speaker or cannot be read. */
function lineOf(turn: unknown): string | undefined {
	if (!isObject(turn)) return undefined;
	const [speaker, said] = [firstFilled(turn, SPEAKER_NAMES), firstFilled(turn, TEXT_NAMES)];
	if (said === undefined) return TEXT_NAMES.some((name) => name in turn) ? '' : undefined;
	if (typeof speaker !== 'string' || typeof said !== 'string') return undefined;
	const text = said.trim().replace(/\s*[\r\n]+\s*/g, ' ');
	return text && `${shownSpeaker(speaker.trim())}: ${text}`;
}

/**
 * A transcript as text, a line for each turn; null without one, or if a turn cannot be read: the rest would look whole.
 * @param value turns, a text, or an object with one of them
 */
export function readableTranscript(value: unknown): string | null {
	if (typeof value === 'string') return value.trim() || null;
	if (Array.isArray(value)) {
		const lines = value.map(lineOf);
		return lines.includes(undefined) ? null : lines.filter(Boolean).join('\n') || null;
	}
	if (!isObject(value)) return null;
	const inside = TURNS_NAMES.flatMap((name) => [value[name], value[camelCase(name)]]);
	return (
		inside
			.filter((one) => !isObject(one))
			.map(readableTranscript)
			.find(Boolean) ?? null
	);
}

/** The most characters of a text that a row of a table has room for. */
const MOST_IN_ROW = 60;

/** A text as a row of a table has room for: all of it, or its beginning and ` …`; null without one. */
export const startInRow = (text: unknown): string | null =>
	typeof text === 'string' ? textStart(text, MOST_IN_ROW) : null;

const letters = new Intl.Segmenter();

/** The beginning of a text that is no longer than this, which ends between two letters as people see them. */
function wholeLetters(text: string, length: number): string {
	let end = 0;
	for (const { index, segment } of letters.segment(text.slice(0, length * 2))) {
		if (index + segment.length > length) break;
		end = index + segment.length;
	}
	return text.slice(0, end);
}

/** The shortest beginning, as a part of the longest one. A space further in front would leave too little. */
const SHORTEST_PART = 5 / 8;

/** What a text ends with whose rest is left out. */
const AND_MORE = ' …';

/** A text of at most this length: all of it, or its beginning and ` …`. It is cut at a space, or between letters. */
export function textStart(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = wholeLetters(text, length - AND_MORE.length);
	const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
	// Languages such as Japanese and Thai have no spaces.
	return `${(end >= length * SHORTEST_PART ? start.slice(0, end) : start).trimEnd()}${AND_MORE}`;
}
