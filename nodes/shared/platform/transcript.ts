import type { IDataObject } from 'n8n-workflow';
import { isFilled, isObject } from '../values';

/*
 * What the platform may call the parts of a transcript. Each name is also read in camelCase.
 */

/** Who speaks in one turn, tried in order. */
const SPEAKER_NAMES = [
	'role',
	'speaker',
	'sender',
	'from',
	'source',
	'participant',
	'author',
	'name',
	'direction',
];
/** The same as yes or no. */
const IS_AGENT_NAMES = ['is_agent', 'isAgent', 'is_bot', 'isBot', 'is_assistant', 'isAssistant'];
/** What was said in one turn, or in one part of it. */
const TEXT_NAMES = [
	'text',
	'content',
	'message',
	'utterance',
	'transcript',
	'body',
	'speech',
	'words',
	'word',
];
/** The turns, in an object that contains them. */
const TURNS_NAMES = [
	'transcript',
	'decrypted_transcript',
	'transcription',
	'transcript_text',
	'transcript_object',
	'turns',
	'messages',
	'segments',
	'entries',
	'conversation',
	'utterances',
	'text',
	'words',
	'items',
	'data',
];

/**
 * Who speaks, by the words the platform may use for it. A "caller" is missing on purpose: it is the agent in one call and the contact in the
 * other. Such a word is shown as it is.
 */
const SPEAKERS: Record<string, readonly string[]> = {
	Agent: ['agent', 'assistant', 'bot', 'ai', 'ai_agent', 'voice_agent', 'virtual_agent'],
	Contact: ['user', 'customer', 'contact', 'human', 'client', 'recipient', 'lead', 'end_user'],
};

/** Who does not speak: instructions for the agent, and its tools. */
const NOT_SPEECH = [
	'system',
	'developer',
	'tool',
	'tools',
	'function',
	'tool_call',
	'tool_calls',
	'tool_use',
	'tool_result',
	'tool_results',
	'tool_response',
	'tool_call_invocation',
	'tool_call_result',
	'function_call',
	'function_result',
	'function_call_output',
	'node_transition',
];
const TOOL_NAMES = ['tool_calls', 'toolCalls', 'function_call', 'functionCall', 'tool_call'];

/** So deep may turns lie in objects, lists and JSON text. */
const MAX_DEPTH = 5;

/** A word as the lists above have it. */
const wordOf = (value: unknown): string =>
	typeof value === 'string'
		? value
				.trim()
				.replace(/([a-z])([A-Z])/g, '$1_$2')
				.toLowerCase()
				.replace(/[\s-]+/g, '_')
		: '';

/** The value of JSON text that is a list or an object; undefined for any other text. */
function parsed(text: string): object | undefined {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text) as object;
	} catch {
		return undefined;
	}
}

const oneLine = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, ' ');

/** What the platform calls the speaker; '' if it does not say. */
function roleOf(turn: IDataObject): string {
	for (const name of SPEAKER_NAMES) {
		const value = turn[name];
		if (typeof value === 'number') return `Speaker ${value}`;
		if (typeof value === 'string' && value.trim() !== '') return value.trim();
	}
	const isAgent = IS_AGENT_NAMES.map((name) => turn[name]).find((flag) => flag !== undefined);
	if (typeof isAgent === 'boolean') return isAgent ? 'agent' : 'contact';
	return '';
}

function speakerOf(turn: IDataObject): string {
	const role = roleOf(turn);
	const word = wordOf(role);
	const [speaker] = Object.entries(SPEAKERS).find(([, roles]) => roles.includes(word)) ?? [];
	return speaker ?? (role || 'Speaker');
}

const isSpeech = (turn: IDataObject): boolean =>
	!NOT_SPEECH.includes(wordOf(roleOf(turn))) && !NOT_SPEECH.includes(wordOf(turn.type));

/** What was said: '' for nothing, undefined if it cannot be read. */
function wordsIn(value: unknown, depth = 0): string | undefined {
	if (value === null) return '';
	if (typeof value === 'string') return oneLine(value);
	if (typeof value === 'number') return String(value);
	if (depth > MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const parts = value
			.filter((part) => !isObject(part) || isSpeech(part))
			.map((part: unknown) => wordsIn(part, depth + 1));
		if (parts.includes(undefined)) return undefined;
		return parts.filter((part) => part !== '').join(' ');
	}
	// What has a speaker of its own is another turn.
	if (!isObject(value) || (depth > 0 && roleOf(value) !== '')) return undefined;
	const texts = TEXT_NAMES.map((name) => wordsIn(value[name], depth + 1));
	return texts.find((text) => text) ?? texts.find((text) => text === '');
}

/** The line of one entry: none if nothing was said. An entry that cannot be read is shown as JSON. */
function lineOf(entry: unknown): string[] {
	if (isObject(entry) && !isSpeech(entry)) return [];
	const text = wordsIn(entry);
	const isToolCall = isObject(entry) && TOOL_NAMES.some((name) => isFilled(entry[name]));
	if (text === '' || (text === undefined && isToolCall)) return [];
	if (text === undefined) return [JSON.stringify(entry)];
	return [isObject(entry) ? `${speakerOf(entry)}: ${text}` : text];
}

/**
 * A transcript as lines a person can read, `Agent: Good morning…`, from a list of turns, an object with turns, or text, also as JSON text; null
 * if there is none. What is no speech, such as the agent's instructions, is left out. A turn that cannot be read is shown as JSON.
 */
export function readableTranscript(value: unknown): string | null {
	return transcriptIn(value, 0);
}

function transcriptIn(value: unknown, depth: number): string | null {
	if (depth > MAX_DEPTH) return null;
	if (Array.isArray(value)) return value.flatMap(lineOf).join('\n') || null;
	if (typeof value === 'string') {
		const inner = parsed(value);
		return inner ? transcriptIn(inner, depth + 1) : value.trim() || null;
	}
	if (!isObject(value)) return null;
	for (const name of TURNS_NAMES) {
		const found = transcriptIn(value[name], depth + 1);
		if (found !== null) return found;
	}
	return null;
}

/** The longest beginning of a transcript that a table shows well. */
const START_LENGTH = 160;

/** The first lines of a transcript, as a row of a table has room for; the rest is `…`. */
export function transcriptStart(transcript: unknown): string | null {
	if (typeof transcript !== 'string') return null;
	if (transcript.length <= START_LENGTH) return transcript;
	const start = transcript.slice(0, START_LENGTH);
	const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
	return `${(end > 0 ? start.slice(0, end) : start).trimEnd()} …`;
}
