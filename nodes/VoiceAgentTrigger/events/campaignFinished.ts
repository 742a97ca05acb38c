import type { IDataObject } from 'n8n-workflow';
import { addressOf, Identity, readObject, readRows } from '../../shared/http';
import { CAMPAIGN, campaignState, rowOf, valueOf } from '../../shared/platform';
import { keyOf } from '../state';
import { sameAgent } from '../incremental/stream';
import type { Found, TriggerEvent, Watch } from '../watch';
import { listPages } from '../watch';

const identity = new Identity('campaign');
/** All campaigns, or the one that was chosen. */
async function campaigns(watch: Watch): Promise<IDataObject[]> {
	const { client, params } = watch;
	const campaignId = params.text('filters.campaignId');
	if (campaignId !== '') {
		const address = addressOf('GET /campaigns/{id}', { id: campaignId });
		const request = { ...address, subject: 'Get a campaign' };
		return [await client.send(request, ({ body }) => readObject(body))];
	}
	const pages = listPages(watch, addressOf('GET /campaigns/'), 'Read the campaigns');
	return await readRows(pages({}), { entity: 'campaign' });
}

/** A campaign that was cancelled did not finish. */
function isFinished({ params }: Watch, campaign: IDataObject): boolean {
	const status = valueOf(CAMPAIGN, campaign, 'status');
	const words = params.texts('options.finishedStatuses').map((word) => word.toLowerCase());
	return words.length > 0
		? words.includes(String(status ?? '').toLowerCase())
		: campaignState(status) === 'finished';
}

/** Those that are finished, and that the filters let through. */
async function finished(watch: Watch): Promise<Found[]> {
	const { params } = watch;
	const agentId = params.text('filters.agentId');
	return (await campaigns(watch))
		.filter((row) => isFinished(watch, row) && sameAgent(row, agentId, 'campaigns'))
		.map((row) => ({
			key: keyOf(identity.of(row)),
			item: { json: params.flag('simplify', true) ? rowOf(CAMPAIGN, row) : row },
		}));
}

export const campaignFinished: TriggerEvent = {
	name: 'Campaign Finished',
	value: 'campaignFinished',
	description: 'Every contact of a campaign was dealt with',
	filters: ['agentId', 'campaignId'],
	scope: ['filters.agentId', 'filters.campaignId'],
	async check(watch) {
		const { state, batchSize } = watch;
		const all = await finished(watch);
		if (!state.isReady) {
			for (const { key } of all) state.seen[key] = 0;
			state.isReady = true;
			return { found: [], isDrained: true };
		}
		const found = all.filter(({ key }) => !(key in state.seen));
		return { found: found.slice(0, batchSize), isDrained: found.length <= batchSize };
	},
	async latest(watch, count) {
		return (await finished(watch)).slice(-count);
	},
};
