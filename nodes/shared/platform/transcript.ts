import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject, readText } from '../values';

/** Fields of one turn of a transcript, and of an object that contains the turns. */
const SPEAKER_NAMES = ['role', 'speaker', 'from', 'source', 'participant', 'name'];
const TEXT_NAMES = ['text', 'content', 'message', 'utterance', 'transcript'];
const TURNS_NAMES = [
	'transcript',
	'turns',
	'messages',
	'segments',
	'entries',
	'text',
	'items',
	'data',
];

/** Who speaks, by the words the platform may use for it. */
const SPEAKERS: Record<string, readonly string[]> = {
	Agent: ['agent', 'assistant', 'bot', 'ai', 'system'],
	Contact: ['user', 'customer', 'contact', 'caller', 'callee', 'human', 'client'],
};

function speakerOf(turn: IDataObject): string {
	const role = String(firstOf(turn, SPEAKER_NAMES) ?? '');
	const [speaker] =
		Object.entries(SPEAKERS).find(([, roles]) => roles.includes(role.toLowerCase())) ?? [];
	return speaker ?? (role || 'Speaker');
}

/** A transcript as lines a person can read, `Agent: Good morning…`, from a list of turns or from text; null if there is none. */
export function readableTranscript(value: unknown): string | null {
	if (isObject(value)) return readableTranscript(firstOf(value, TURNS_NAMES));
	if (!Array.isArray(value)) return readText(value);
	const lines = value.map((turn: unknown) =>
		isObject(turn)
			? `${speakerOf(turn)}: ${String(firstOf(turn, TEXT_NAMES) ?? '')}`
			: String(turn),
	);
	return lines.length > 0 ? lines.join('\n') : null;
}
