import type { During, SampleTrial } from './trial.mts';

export const MONDAY_CAMPAIGN = 'sampleMondayCampaign';

export const mondayCampaign: SampleTrial = {
	id: MONDAY_CAMPAIGN,
	isRunTwice: true,
	facts({ rows, calls }: During) {
		const [created = {}] = rows('Create campaign');
		const [progress = {}] = rows('Start campaign');
		const [analytics = {}] = rows('Get analytics');
		const results = rows('Get results');
		const placed = calls.filter((call) => call.campaign_id === created.campaign_id);
		return {
			calls: Number(analytics.called ?? 0),
			refused: rows('Rows left out').length,
			progress: `${progress.status}, ${progress.contacts_done} of ${progress.contacts_total} done`,
			outcomes: results.map(({ outcome }) => outcome),
			rows: rows('Rows').length,
			once: placed,
			claims: [
				['contacts', created.contacts_sent, placed.length],
				['calls', analytics.called, calls.length],
				['results', results.length, placed.length],
			],
		};
	},
};
