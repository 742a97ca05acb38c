/** What a call's status word means. `unknown`: a word this package does not know. */
export type CallState = 'ended' | 'not_reached' | 'failed' | 'in_progress' | 'unknown';

export type CampaignState = 'finished' | 'cancelled' | 'unknown';

/*
 * The API document shows no status words. They are assigned to these families, in lower case and with `_` for a space or a dash.
 */
const CALL_STATUSES: Record<Exclude<CallState, 'unknown'>, readonly string[]> = {
	ended: [
		'completed',
		'complete',
		'ended',
		'end',
		'finished',
		'done',
		'success',
		'successful',
		'succeeded',
		'hung_up',
		'hungup',
		'hangup',
		'answered',
	],
	not_reached: [
		'no_answer',
		'noanswer',
		'busy',
		'voicemail',
		'machine',
		'unanswered',
		'not_reached',
		'notreached',
		'missed',
		'timeout',
		'timed_out',
		'timedout',
	],
	failed: [
		'failed',
		'failure',
		'error',
		'errored',
		'canceled',
		'cancelled',
		'rejected',
		'undeliverable',
		'blocked',
		'invalid_number',
		'invalidnumber',
	],
	in_progress: [
		'in_progress',
		'inprogress',
		'ongoing',
		'active',
		'ringing',
		'queued',
		'pending',
		'initiated',
		'scheduled',
		'dialing',
		'started',
		'connecting',
		'connected',
	],
};

const CAMPAIGN_STATUSES: Record<Exclude<CampaignState, 'unknown'>, readonly string[]> = {
	finished: ['finished', 'completed', 'complete', 'done', 'ended'],
	cancelled: ['cancelled', 'canceled', 'stopped'],
};

const FLAG_WORDS = {
	yes: ['true', 'yes', '1', 'success', 'successful'],
	no: ['false', 'no', '0', 'failure', 'failed', 'unsuccessful'],
};

/** A status word as the families write it. */
const wordOf = (status: unknown): string =>
	String(status ?? '')
		.trim()
		.toLowerCase()
		.replace(/[\s-]+/g, '_');

function familyOf<Family extends string>(
	families: Record<Family, readonly string[]>,
	status: unknown,
): Family | undefined {
	const word = wordOf(status);
	return (Object.keys(families) as Family[]).find((family) => families[family].includes(word));
}

export const callState = (status: unknown): CallState =>
	familyOf(CALL_STATUSES, status) ?? 'unknown';

export const campaignState = (status: unknown): CampaignState =>
	familyOf(CAMPAIGN_STATUSES, status) ?? 'unknown';

/** Yes or no, as a boolean or as a word; null if it is neither. */
export function readFlag(value: unknown): boolean | null {
	if (typeof value === 'boolean') return value;
	const word = String(value ?? '').toLowerCase();
	if (FLAG_WORDS.yes.includes(word)) return true;
	return FLAG_WORDS.no.includes(word) ? false : null;
}

/** Every word of every family, for the generated page docs/columns.md. */
export const STATUS_FAMILIES = { Call: CALL_STATUSES, Campaign: CAMPAIGN_STATUSES } as const;
