import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { addressOf, Identity, readResult, readRows } from '../../shared/http';
import { outputFieldOf, outputOf, textField } from '../../shared/operation';
import type { CampaignState } from '../../shared/platform';
import { CAMPAIGN, campaignProgress, cellOf, hasField } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import type { Found, TriggerEvent } from '../event';
import { Filters } from '../filters';
import { listOptions, listPages } from '../listPages';
import { keyOf } from '../rowKey';
import type { Watch } from '../watch';

const finishedStatusesField: INodeProperties = textField(
	'Finished Statuses',
	'finishedStatuses',
	'Words your platform uses for campaigns that are finished, separated by commas, if they are not the usual ones',
	{ placeholder: 'e.g. finished, completed' },
);

const identity = new Identity('campaign');

/** All campaigns, or the one that was chosen. */
async function campaigns(watch: Watch): Promise<IDataObject[]> {
	const { client, params } = watch;
	const campaignId = params.text('filters.campaignId');
	if (campaignId !== '') {
		const address = addressOf('GET /campaigns/{id}', { id: campaignId });
		const subject = 'Get a campaign';
		const of = { entity: 'campaign', subject, mustFit: true } as const;
		return [await client.send({ ...address, subject }, ({ body }) => readResult(body, of))];
	}
	const pages = listPages(watch, addressOf('GET /campaigns/'), 'campaign', 'Read the campaigns');
	return await readRows(pages({}), { entity: 'campaign', parallel: 1 });
}

/** A campaign that was cancelled did not finish. */
function progressOf({ params }: Watch, campaign: IDataObject): CampaignState {
	const words = params.texts('options.finishedStatuses').map((word) => word.toLowerCase());
	if (words.length === 0) return campaignProgress(campaign);
	const status = String(cellOf(CAMPAIGN, campaign, 'status') ?? '').toLowerCase();
	return words.includes(status) ? 'finished' : 'open';
}

/** @throws ParameterError if no campaign says whether it is finished: the event would never occur, in silence */
function checkProgress(watch: Watch, all: readonly IDataObject[]): void {
	const isClear = (campaign: IDataObject) =>
		progressOf(watch, campaign) !== 'unknown' || hasField(CAMPAIGN, campaign, 'finished_at');
	if (all.length === 0 || all.some(isClear)) return;
	throw new ParameterError(
		'The platform does not say which campaigns are finished',
		'Set Finished Statuses under Options to the words that your platform uses for campaigns that are finished',
	);
}

interface Campaign extends Found {
	state: CampaignState;
}

/** Those that the filters let through, each with what became of it. */
async function wanted(watch: Watch): Promise<Campaign[]> {
	const filters = new Filters(watch);
	const all = await campaigns(watch);
	checkProgress(watch, all);
	const found = all
		.filter((row) => filters.matches(row, 'agentId'))
		.map((row) => ({
			key: keyOf(identity.of(row)),
			state: progressOf(watch, row),
			item: { json: outputOf(watch.params, CAMPAIGN)(row) },
		}));
	filters.check(watch, 'campaigns');
	return found;
}

const finishedOf = (all: readonly Campaign[]): Found[] =>
	all.flatMap(({ key, item, state }) => (state === 'finished' ? [{ key, item }] : []));

export const campaignFinished: TriggerEvent = {
	name: 'Campaign Finished',
	value: 'campaignFinished',
	description: 'All contacts of a campaign were processed',
	filters: ['agentId', 'campaignId'],
	options: [...listOptions, finishedStatusesField],
	output: [outputFieldOf(CAMPAIGN)],
	scope: ['filters.agentId', 'filters.campaignId'],
	async check(watch) {
		const { state, batchSize } = watch;
		const all = await wanted(watch);
		const finished = finishedOf(all);
		if (!state.isReady) {
			finished.forEach((campaign) => state.learn(campaign));
			state.completeBaseline();
			return { found: [], isDrained: true };
		}
		// One that was resumed can finish again.
		for (const { key, state: progress } of all) if (progress === 'open') state.forget(key);
		const found = finished.filter((campaign) => state.isNew(campaign));
		return { found: found.slice(0, batchSize), isDrained: found.length <= batchSize };
	},
	async latest(watch, count) {
		return finishedOf(await wanted(watch)).slice(-count);
	},
};
