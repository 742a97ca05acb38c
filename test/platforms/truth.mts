import { drawsFrom } from '../../sandbox/simulation/random.mts';

/*
 * The true world: what really is on the platform, before anybody writes it down in one manner or another.
 */

export interface Turn {
	isAgent: boolean;
	text: string;
}

/** One row of the truth. Every kind of thing uses the fields that it has. Times are milliseconds since 1970, whole seconds. */
export interface TrueRow {
	/** Its place in the platform's order, which is the newest first. Rows that are inserted later have negative numbers. */
	index: number;
	/** Differs from row to row, also where identifiers do not. */
	mark: string;
	name: string;
	isOver: boolean;
	created: number;
	started: number | null;
	ended: number | null;
	/** Seconds. */
	duration: number | null;
	isInbound: boolean;
	agentId: string;
	agentName: string;
	campaignId: string | null;
	toNumber: string;
	fromNumber: string;
	firstName: string;
	lastName: string;
	credits: number;
	outcome: string | null;
	isSuccess: boolean | null;
	sentiment: string | null;
	summary: string | null;
	turns: Turn[];
	customFields: Record<string, string>;
	variables: Record<string, string>;
	/** Numbers of contacts of a campaign, and of attempts for a contact. */
	counts: { total: number; pending: number; active: number; done: number; connected: number };
}

export const ORGANIZATION_ID = 'organization_0001';

const SECOND = 1_000;
/** An ordinary day: no clock is set back. */
const NEWEST = Date.parse('2026-03-02T18:00:00Z');

const AGENT_LINES = ['Good morning, how are you?', 'Is Tuesday fine?', 'Thank you, goodbye.'];
const CONTACT_LINES = ['Fine, thanks.', 'Yes: at nine.', 'No, call me later'];

/** A row that follows from the seed and its place. */
export function trueRow(seed: number, index: number): TrueRow {
	const draw = drawsFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 7, 0x85ebca6b));
	const below = (count: number) => Math.floor(draw() * count);
	const pick = <Value,>(values: readonly Value[]) => values[below(values.length)] as Value;

	const isOver = draw() < 0.7;
	const created = NEWEST - index * 120 * SECOND - below(60) * SECOND;
	const wasAnswered = isOver ? draw() < 0.8 : draw() < 0.5;
	const started = wasAnswered ? created + (5 + below(20)) * SECOND : null;
	const duration = isOver && started !== null ? 20 + below(400) : null;
	const ended = !isOver
		? null
		: started === null
			? created + 30 * SECOND
			: started + (duration ?? 0) * SECOND;
	const isAnalyzed = isOver && wasAnswered;
	const number = String(100 + Math.abs(index % 100)).slice(-2);
	const total = 10 + below(90);
	const done = below(total);
	return {
		index,
		mark: `mark_${seed % 1000}_${index}`,
		name: `Name ${index}`,
		isOver,
		created,
		started,
		ended,
		duration,
		isInbound: draw() < 0.3,
		agentId: pick(['agent_a', 'agent_b']),
		agentName: pick(['Reception', 'Sales']),
		campaignId: pick(['campaign_a', 'campaign_b', null]),
		toNumber: `+121255501${number}`,
		fromNumber: `+131255501${String(10 + below(90))}`,
		firstName: pick(['Ada', 'Grace', 'Alan']),
		lastName: pick(['Example', 'Sample']),
		credits: below(400) / 100,
		outcome: isAnalyzed ? pick(['interested', 'not_interested', 'Call later']) : null,
		isSuccess: isAnalyzed ? draw() < 0.5 : null,
		sentiment: isAnalyzed ? pick(['positive', 'neutral', 'negative']) : null,
		summary: isAnalyzed ? pick(['The person agreed.', 'The person wants another call.']) : null,
		turns: isAnalyzed
			? Array.from({ length: 1 + below(4) }, (_, turn) => ({
					isAgent: turn % 2 === 0,
					text: pick(turn % 2 === 0 ? AGENT_LINES : CONTACT_LINES),
				}))
			: [],
		customFields: isAnalyzed ? { budget: String(below(900)) } : {},
		variables: { topic: pick(['renewal', 'welcome']) },
		counts: {
			total,
			done,
			pending: total - done,
			active: below(3),
			connected: below(done + 1),
		},
	};
}
