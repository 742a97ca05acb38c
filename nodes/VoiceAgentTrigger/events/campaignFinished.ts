import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { addressOf, Identity, readResult, readRows } from '../../shared/http';
import { outputFieldOf, outputOf, textField } from '../../shared/operation';
import { CAMPAIGN, campaignState, cellOf, hasField, valueOf } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import type { Found, TriggerEvent } from '../event';
import { sameAgent } from '../filters';
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
function isFinished({ params }: Watch, campaign: IDataObject): boolean {
	const status = valueOf(CAMPAIGN, campaign, 'status');
	const words = params.texts('options.finishedStatuses').map((word) => word.toLowerCase());
	if (words.length > 0) return words.includes(String(status ?? '').toLowerCase());
	const state = campaignState(status);
	return state === 'unknown'
		? cellOf(CAMPAIGN, campaign, 'is_finished') === true
		: state === 'finished';
}

/** @throws ParameterError if no campaign says whether it is finished: the event would never occur, in silence */
function checkStates({ params }: Watch, all: readonly IDataObject[]): void {
	const isClear = (campaign: IDataObject) =>
		cellOf(CAMPAIGN, campaign, 'is_finished') !== null ||
		hasField(CAMPAIGN, campaign, 'finished_at');
	const words = params.texts('options.finishedStatuses');
	if (words.length > 0 || all.length === 0 || all.some(isClear)) return;
	throw new ParameterError(
		'The platform does not say which campaigns are finished',
		'Set Finished Statuses under Options to the words that your platform uses for campaigns that are finished',
	);
}

/** Those that are finished, and that the filters let through. */
async function finished(watch: Watch): Promise<Found[]> {
	const { params } = watch;
	const agentId = params.text('filters.agentId');
	const all = await campaigns(watch);
	checkStates(watch, all);
	return all
		.filter((row) => isFinished(watch, row) && sameAgent(row, agentId, 'campaigns'))
		.map((row) => ({
			key: keyOf(identity.of(row)),
			item: { json: outputOf(params, CAMPAIGN)(row) },
		}));
}

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
		const all = await finished(watch);
		if (!state.isReady) {
			all.forEach((campaign) => state.learn(campaign));
			state.completeBaseline();
			return { found: [], isDrained: true };
		}
		const found = all.filter((campaign) => state.isNew(campaign));
		return { found: found.slice(0, batchSize), isDrained: found.length <= batchSize };
	},
	async latest(watch, count) {
		return (await finished(watch)).slice(-count);
	},
};
