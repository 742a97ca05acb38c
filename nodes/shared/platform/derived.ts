import { readNumber, readText, readTimestamp } from '../values';
import type { ReadValue } from './row';
import { callState, campaignState } from './statuses';

/** Whether a call has ended: by its status or, if this package does not know the status, by its end time. */
export function isCallOver(read: ReadValue): boolean {
	const state = callState(read('status'));
	return state === 'unknown' ? read('ended_at') !== undefined : state !== 'in_progress';
}

/** How long a call took, in seconds: as given, from milliseconds, or from its start and end. */
export function callDuration(read: ReadValue, given: unknown): number | null {
	const seconds = readNumber(given);
	if (seconds !== null) return seconds;
	const milliseconds = readNumber(read('duration_ms'));
	if (milliseconds !== null) return Math.round(milliseconds / 1000);
	const start = readTimestamp(read('answered_at'));
	const end = readTimestamp(read('ended_at'));
	return start !== undefined && end !== undefined ? Math.round((end - start) / 1000) : null;
}

/** Whether a campaign is finished or cancelled. */
export const isCampaignOver = (read: ReadValue): boolean =>
	campaignState(readText(read('status'))) !== 'unknown';
