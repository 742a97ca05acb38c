import { rowsOf } from '../../n8n/executions.mts';
import { countBy, countText, differs, lostRows, repeats } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

export const MONDAY_CAMPAIGN = 'sampleMondayCampaign';

export const mondayCampaign: SampleTrial = {
	id: MONDAY_CAMPAIGN,
	isRunTwice: true,
	judge({ executions: [execution], calls }: During) {
		const [created = {}] = rowsOf(execution, 'Create campaign');
		const [progress = {}] = rowsOf(execution, 'Start campaign');
		const [analytics = {}] = rowsOf(execution, 'Get analytics');
		const results = rowsOf(execution, 'Get results');
		const placed = calls.filter((call) => call.campaign_id === created.campaign_id);
		const counts = {
			calls: Number(analytics.called ?? 0),
			refused: rowsOf(execution, 'Rows left out').length,
		};
		return {
			...counts,
			progress: `${progress.status}, ${progress.contacts_done} of ${progress.contacts_total} done`,
			outcomes: countText(countBy(results, ({ outcome }) => outcome)),
			disagreements: [
				...lostRows(rowsOf(execution, 'Rows').length, counts),
				...differs('contacts', created.contacts_sent, placed.length),
				...differs('calls', analytics.called, calls.length),
				...differs('results', results.length, placed.length),
				...repeats(placed),
			],
		};
	},
};
