import { rowsOf } from '../../n8n/executions.mts';
import type { During, SampleTrial } from './trial.mts';

export const MONDAY_CAMPAIGN = 'sampleMondayCampaign';

export const mondayCampaign: SampleTrial = {
	id: MONDAY_CAMPAIGN,
	isRunTwice: true,
	facts({ executions: [execution], calls }: During) {
		const [created = {}] = rowsOf(execution, 'Create campaign');
		const [progress = {}] = rowsOf(execution, 'Start campaign');
		const [analytics = {}] = rowsOf(execution, 'Get analytics');
		const results = rowsOf(execution, 'Get results');
		const placed = calls.filter((call) => call.campaign_id === created.campaign_id);
		return {
			calls: Number(analytics.called ?? 0),
			refused: rowsOf(execution, 'Rows left out').length,
			progress: `${progress.status}, ${progress.contacts_done} of ${progress.contacts_total} done`,
			outcomes: results.map(({ outcome }) => outcome),
			rows: rowsOf(execution, 'Rows').length,
			once: placed,
			claims: [
				['contacts', created.contacts_sent, placed.length],
				['calls', analytics.called, calls.length],
				['results', results.length, placed.length],
			],
		};
	},
};
