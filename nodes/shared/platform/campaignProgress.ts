import type { IDataObject } from 'n8n-workflow';
import { CAMPAIGN } from './columns';
import { isAllDone } from './derived';
import { cellOf, readerOf } from './row';
import type { CampaignState } from './statuses';
import { campaignState } from './statuses';

/**
 * Whether a campaign is finished, cancelled or still open: by its status; if this package does not know the status, by its end time or
 * its progress. `unknown`: nothing says it.
 *
 * @param words the status words of finished campaigns, in lower case, if the user named them; none: the usual ones
 */
export function campaignProgress(
	campaign: IDataObject,
	words: readonly string[] = [],
): CampaignState {
	const status = cellOf(CAMPAIGN, campaign, 'status');
	const state = campaignState(status);
	if (words.length > 0) {
		if (words.includes(String(status ?? '').toLowerCase())) return 'finished';
		return state === 'cancelled' ? 'cancelled' : 'open';
	}
	if (state !== 'unknown') return state;
	if (cellOf(CAMPAIGN, campaign, 'finished_at') !== null) return 'finished';
	const isDone = isAllDone(readerOf(CAMPAIGN, campaign));
	if (isDone === null) return 'unknown';
	return isDone ? 'finished' : 'open';
}
