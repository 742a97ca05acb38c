import type { JsonObject } from '../common/json.mts';
import { between } from './random.mts';
import { SCENARIOS, VOICEMAIL_MESSAGE } from './scenarios.mts';

/** One thing that was said. */
export interface Turn {
	role: 'agent' | 'user';
	text: string;
	offset_seconds: number;
}

/** What an agent asked a custom function, and what it heard. */
export interface AskedFunction {
	name: string;
	arguments: JsonObject;
	/** Null if there was no answer that it could say. */
	answer: string | null;
}

/** What the platform reads out of a call. */
export interface Analysis {
	summary: string;
	sentiment: string;
	outcome: string;
	success: boolean;
	fields: Record<string, unknown>;
}

const SILENT_SUMMARY: Record<string, string> = {
	no_answer: 'Nobody answered.',
	busy: 'The line was busy.',
	failed: 'The call could not be connected.',
	voicemail: 'A message was left on the voicemail.',
};

/** What was said, spread over the length of the call; nothing was said unless somebody or something answered. */
export function transcriptOf(call: JsonObject): Turn[] {
	if (call.status === 'voicemail')
		return [{ role: 'agent', text: fill(VOICEMAIL_MESSAGE, call), offset_seconds: 0 }];
	if (call.status !== 'completed' || call.scenario === null) return [];
	const turns = SCENARIOS[call.scenario].turns.map((text, index): Spoken => ({
		role: index % 2 === 0 ? 'agent' : 'user',
		text: fill(text, call),
	}));
	// After a turn of the agent, in about the middle.
	const middle = Math.floor(turns.length / 4) * 2 + 1;
	const asked: AskedFunction[] = call.asked ? JSON.parse(call.asked) : [];
	const later = asked.filter((entry) => !beginsCall(entry));
	const beginning = asked
		.filter(beginsCall)
		.map(({ answer }): Spoken => ({ role: 'agent', text: answer ?? NO_ANSWER }));
	const all = [...beginning, ...turns.toSpliced(middle, 0, ...later.flatMap(turnsAbout))];
	return timed(all, call.duration_seconds);
}

/** `who_is_this`: agents ask such a function before they speak, and begin with its answer. */
export const beginsCall = ({ name }: AskedFunction | JsonObject): boolean =>
	name.startsWith('who_is_');

/** A turn whose time is not known yet. */
type Spoken = Pick<Turn, 'role' | 'text'>;

/** The turns spread over that many seconds: what is longer takes longer. */
function timed(turns: Spoken[], seconds: number): Turn[] {
	const length = turns.reduce((sum, { text }) => sum + text.length, 0);
	let spoken = 0;
	return turns.map((turn) => {
		const offset = Math.floor((spoken / length) * seconds);
		spoken += turn.text.length;
		return { ...turn, offset_seconds: offset };
	});
}

const NO_ANSWER = 'I am sorry, I cannot find that out right now.';

function turnsAbout({ name, arguments: args, answer }: AskedFunction): Spoken[] {
	const details = Object.entries(args).map(
		([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	);
	const withDetails = details.length > 0 ? ` (${details.join(', ')})` : '';
	return [
		{ role: 'user', text: 'Can you look that up for me?' },
		{ role: 'agent', text: `One moment, please. I am asking ${name}${withDetails}.` },
		{ role: 'agent', text: answer ?? NO_ANSWER },
	];
}

/** The analysis of a call, or null while the call is under way. */
export function analysisOf(call: JsonObject): Analysis | null {
	if (call.status === 'completed' && call.scenario !== null) {
		const { summary, sentiment, outcome, success, fields } = SCENARIOS[call.scenario];
		const filled = Object.entries(fields).map(([name, value]) => [
			name,
			typeof value === 'string' ? fill(value, call) : value,
		]);
		return {
			summary: fill(summary, call),
			sentiment,
			outcome,
			success,
			fields: Object.fromEntries(filled),
		};
	}
	if (!(call.status in SILENT_SUMMARY)) return null;
	return {
		summary: SILENT_SUMMARY[call.status],
		sentiment: 'neutral',
		outcome: call.status,
		success: false,
		fields: {},
	};
}

/** The outcome of a call: that of its scenario, or its status when nobody spoke. */
export function outcomeOf(call: JsonObject): string {
	return call.status === 'completed' && call.scenario !== null
		? SCENARIOS[call.scenario].outcome
		: call.status;
}

/** The appointment a call can end with: a full hour of a day soon after the call. */
export function slotOf(call: JsonObject): number {
	const day = new Date(call.created_at);
	const inDays = between(1, 10, `${call.call_id}:day`);
	return Date.UTC(
		day.getUTCFullYear(),
		day.getUTCMonth(),
		day.getUTCDate() + inDays,
		between(8, 17, `${call.call_id}:hour`),
	);
}

function fill(template: string, call: JsonObject): string {
	const name = [call.first_name, call.last_name].filter(Boolean).join(' ').trim();
	const values: Record<string, () => string> = {
		name: () => name || 'The contact',
		to: () => (name ? ` ${name}` : ''),
		agent: () => call.agent_name,
		slot: () => SLOT_FORMAT.format(slotOf(call)),
		note: () => noteFrom(JSON.parse(call.variables)),
	};
	return template.replace(/\{(\w+)\}/g, (_, place) => values[place]());
}

function noteFrom(variables: JsonObject): string {
	const notes = Object.entries(variables)
		.filter(([, value]) => ['string', 'number'].includes(typeof value) && value !== '')
		.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`);
	return notes.length > 0 ? `My notes say ${notes.join(', ')}.` : 'It is about your enquiry.';
}

const SLOT_FORMAT = new Intl.DateTimeFormat('en-GB', {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'UTC',
});
