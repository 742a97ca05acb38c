import type { IDataObject } from 'n8n-workflow';
import { CAMPAIGN } from './columns';
import { isAllDone } from './derived';
import { cellOf, readerOf } from './row';
import type { CampaignState } from './statuses';
import { campaignState } from './statuses';

/**
 * Whether a campaign is finished, cancelled or still open: by its status; if this package does not know the status, by its end time or
 * its progress. `unknown`: nothing says it.
 */
export function campaignProgress(campaign: IDataObject): CampaignState {
	const state = campaignState(cellOf(CAMPAIGN, campaign, 'status'));
	if (state !== 'unknown') return state;
	if (cellOf(CAMPAIGN, campaign, 'finished_at') !== null) return 'finished';
	const isDone = isAllDone(readerOf(CAMPAIGN, campaign));
	if (isDone === null) return 'unknown';
	return isDone ? 'finished' : 'open';
}
