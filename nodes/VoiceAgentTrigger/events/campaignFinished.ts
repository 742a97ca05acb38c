import type { IDataObject } from 'n8n-workflow';
import { addressOf, readResult, readRows, RequestFailure } from '../../shared/http';
import { finishedStatusesField, outputFieldOf, outputOf } from '../../shared/operation';
import type { CampaignState } from '../../shared/platform';
import { CAMPAIGN, campaignProgress, hasField } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import { bounds } from '../bounds';
import type { Found, TriggerEvent } from '../event';
import { Filters } from '../filters';
import { addedAtOf, RowIdentity, sayOtherList } from '../incremental';
import { listOptions, listPages } from '../listPages';
import type { Watch } from '../watch';

/** All campaigns, or the one that was chosen. */
async function campaigns(watch: Watch, identity: RowIdentity): Promise<IDataObject[]> {
	const { client, params } = watch;
	const campaignId = params.text('filters.campaignId');
	if (campaignId !== '') {
		const address = addressOf('GET /campaigns/{id}', { id: campaignId });
		const subject = 'Get a campaign';
		const of = { entity: 'campaign', subject } as const;
		return [await client.send({ ...address, subject }, ({ body }) => readResult(body, of))];
	}
	const pages = listPages(watch, addressOf('GET /campaigns/'), 'campaign', 'Read the campaigns');
	return await readRows(pages, { identity, parallel: 1 });
}

/** A campaign that was cancelled did not finish. */
const progressOf = ({ params }: Watch, campaign: IDataObject): CampaignState =>
	campaignProgress(campaign, params.words('advanced.finishedStatuses'));

/** @throws ParameterError if no campaign says whether it is finished: the event would never occur, in silence */
function checkProgress(watch: Watch, all: readonly IDataObject[]): void {
	const isClear = (campaign: IDataObject) =>
		progressOf(watch, campaign) !== 'unknown' || hasField(CAMPAIGN, campaign, 'finished_at');
	if (all.length === 0 || all.some(isClear)) return;
	throw new ParameterError(
		'The platform does not say which campaigns are finished',
		"Set Advanced → 'Finished Statuses' to the words that your platform uses for campaigns that are finished",
	);
}

interface Campaign extends Found {
	state: CampaignState;
}

/** Those that the filters let through, each with what became of it. */
async function wanted(watch: Watch): Promise<Campaign[]> {
	const filters = new Filters(watch);
	const identity = new RowIdentity('campaign', watch.state.list.idName, addedAtOf('campaign'));
	const all = await campaigns(watch, identity);
	checkProgress(watch, all);
	const keys = identity.keysOf(all);
	watch.state.list.idName = identity.choice;
	const found = all
		.map((row, index) => ({
			row,
			key: keys[index] ?? '',
			state: progressOf(watch, row),
			item: { json: outputOf(watch.params, CAMPAIGN)(row) },
		}))
		.filter(({ key }, index) => keys.indexOf(key) === index)
		.filter(({ row }) => filters.matches(row, 'agentId'));
	filters.check(watch, 'campaigns');
	return found;
}

const finishedOf = (all: readonly Campaign[]): Found[] =>
	all.flatMap(({ key, item, state }) => (state === 'finished' ? [{ key, item }] : []));

/** Learns what is finished at the activation. An answer may be incomplete: two must agree. */
async function readBaseline(watch: Watch): Promise<void> {
	const { state } = watch;
	for (let reading = 0; reading < bounds.baselineReadings; reading += 1) {
		const finished = finishedOf(await wanted(watch));
		const isAgreed = reading > 0 && finished.every(({ key }) => state.known.has(key));
		finished.forEach((campaign) => state.learn(campaign));
		if (isAgreed) return state.completeBaseline();
	}
	throw new RequestFailure(
		'The platform lists other campaigns each time',
		'The trigger must know which campaigns were finished at its activation, and no two readings agree. Nothing was emitted. The next poll tries again',
		{ reach: 'answered' },
	);
}

/** So many campaigns do not finish, and so many are not removed, between two polls. */
const MANY = 5;

/** Whether this is the list of another account, for example: none of the campaigns is known, and many are finished. */
const isOtherList = ({ state }: Watch, all: readonly Campaign[]): boolean =>
	state.known.size >= MANY &&
	finishedOf(all).length >= MANY &&
	!all.some(({ key }) => state.known.has(key) || state.isRedelivery(key));

/** A campaign that was resumed can finish again. A single answer can be an old one: two polls must see it. */
function noteOpen({ state, now }: Watch, { key }: Campaign): void {
	const since = state.known.timeOf(key);
	if (since !== undefined && since < now - 1000) state.forget(key);
	else if (since === undefined && state.known.has(key)) state.markDone({ key, time: now });
}

export const campaignFinished: TriggerEvent = {
	name: 'Campaign Finished',
	value: 'campaignFinished',
	description: 'All contacts of a campaign were processed',
	nothingYet: 'No campaign is finished yet',
	filters: ['agentId', 'campaignId'],
	options: [...listOptions, finishedStatusesField],
	output: [outputFieldOf(CAMPAIGN)],
	scope: ['filters.agentId', 'filters.campaignId'],
	async check(watch) {
		const { state, batchSize } = watch;
		if (!state.isReady) {
			await readBaseline(watch);
			return [];
		}
		const all = await wanted(watch);
		if (isOtherList(watch, all)) {
			sayOtherList(watch, 'campaigns');
			await readBaseline(watch);
			return [];
		}
		for (const campaign of all) if (campaign.state === 'open') noteOpen(watch, campaign);
		const finished = finishedOf(all);
		for (const { key } of finished) {
			const wasOpen = state.known.timeOf(key) !== undefined && !state.isRedelivery(key);
			if (wasOpen) state.markDone({ key });
		}
		return finished.filter((campaign) => state.isNew(campaign)).slice(0, batchSize);
	},
	async latest(watch, count) {
		return finishedOf(await wanted(watch)).slice(-count);
	},
};
