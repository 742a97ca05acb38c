import { camelName, type Json, type JsonObject, renamed, without } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';
import type { Turn } from '../../simulation/conversation.mts';

type Shape = Pick<Quirks, 'analysis' | 'directions' | 'durations' | 'statusWords' | 'transcript'>;

/** A turn that is no speech. */
const SYSTEM_PROMPT = 'You are a friendly agent. Never say that you are a machine.';

/** An analysis that is not there yet, on a platform that shows its names already. */
const NO_ANALYSIS = { summary: null, sentiment: null, outcome: null, success: null, fields: null };

const SPEAKERS = { agent: 'Agent', user: 'Contact' };

/** A call, or another row with a status, a length, an analysis or a transcript, in the shapes that the quirks ask for. */
export function reshaped(row: JsonObject, quirks: Shape): JsonObject {
	let result = row;
	if (row.transcript !== undefined && quirks.transcript !== 'turns')
		result = { ...result, transcript: transcriptAs(row.transcript, quirks.transcript) };
	if (row.analysis !== undefined && quirks.analysis !== 'object')
		result = withAnalysis(result, quirks.analysis);
	if (row.duration_seconds !== undefined && quirks.durations !== 'seconds')
		result = withDuration(result, quirks.durations);
	if (row.status !== undefined && quirks.statusWords !== 'usual')
		result = withStatus(result, quirks.statusWords);
	if (typeof row.direction === 'string' && quirks.directions !== 'usual')
		result = { ...result, direction: directionAs(row.direction, quirks.directions) };
	return result;
}

function transcriptAs(turns: Turn[], shape: Quirks['transcript']): Json {
	const each = (rewrite: (turn: Turn) => JsonObject) => turns.map(rewrite);
	switch (shape) {
		case 'parts':
			return each(({ role, text }) => ({ role, content: [{ type: 'text', text }] }));
		case 'text':
			return turns.map(({ role, text }) => `${SPEAKERS[role]}: ${text}`).join('\n');
		case 'jsonText':
			return JSON.stringify(turns);
		case 'bySender':
			return each(({ role, text }) => ({ sender: role, message: text }));
		case 'isAgent':
			return each(({ role, text }) => ({ is_agent: role === 'agent', text }));
		case 'withSystem':
			return turns.length === 0
				? []
				: [{ role: 'system', text: SYSTEM_PROMPT, offset_seconds: 0 }, ...turns];
		case 'utterances':
			return { utterances: each(({ role, text }) => ({ speaker: role, utterance: text })) };
		case 'words':
			return each(({ role, text, offset_seconds: start }) => ({
				role,
				words: text.split(' ').map((word) => ({ word, start })),
			}));
		default:
			return turns;
	}
}

function withAnalysis(row: JsonObject, shape: Quirks['analysis']): JsonObject {
	const { analysis } = row;
	if (shape === 'postCallAnalysis') return renamed(row, { analysis: 'post_call_analysis' });
	if (shape === 'nullFields') return analysis === null ? { ...row, analysis: NO_ANALYSIS } : row;
	if (analysis === null) return shape === 'flat' ? without(row, 'analysis') : row;
	if (shape === 'jsonText') return { ...row, analysis: JSON.stringify(analysis) };
	if (shape === 'camel') return { ...row, analysis: renamed(analysis, { fields: 'customFields' }) };
	const names = { success: 'is_success', fields: 'custom_fields' };
	return { ...without(row, 'analysis'), ...renamed(analysis, names) };
}

function withDuration(row: JsonObject, shape: Quirks['durations']): JsonObject {
	const { duration_seconds: seconds, ...others } = row;
	if (shape === 'absent') return others;
	if (seconds === null) return row;
	if (shape === 'minutes') return { ...others, duration_minutes: seconds / 60 };
	if (shape === 'milliseconds') return { ...others, duration_ms: seconds * 1000 };
	const texts = {
		clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
		iso: `PT${seconds}S`,
		words: `${seconds}s`,
		seconds: String(seconds),
	};
	return { ...others, duration: texts[shape] };
}

function withStatus(row: JsonObject, words: Quirks['statusWords']): JsonObject {
	const { status } = row;
	if (words === 'absent') return without(row, 'status');
	if (typeof status !== 'string') return row;
	if (words === 'upper') return { ...row, status: status.toUpperCase() };
	if (words === 'camel') return { ...row, status: camelName(status) };
	return { ...row, status: unknownWordOf(status) };
}

const GOING: Record<string, string> = { inbound: 'incoming', outbound: 'outgoing' };

const directionAs = (direction: string, words: Quirks['directions']) =>
	words === 'going' ? GOING[direction] : `${direction}-api`;

/** A word that nobody knows, always the same for the same word. */
function unknownWordOf(status: string): string {
	const letters = [...status].map((letter) => letter.charCodeAt(0));
	return `state_${letters.reduce((sum, code, index) => sum + code * (index + 1), 0) % 997}`;
}
