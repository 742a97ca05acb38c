import type { IDataObject } from 'n8n-workflow';
import { addressOf, readResult, readRows } from '../../shared/http';
import { finishedStatusesField, outputFieldsOf, outputOf } from '../../shared/operation';
import type { CampaignState } from '../../shared/platform';
import { CAMPAIGN, campaignProgress, cellOf, hasField } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import type { TriggerItem, TriggerEvent } from '../event';
import { Filters } from '../filters';
import { ChosenIdentity, listOptions, listPages, otherAccount } from '../reading';
import type { Watch } from '../watch';

/** All campaigns, or the one that was chosen. */
async function campaigns(watch: Watch): Promise<IDataObject[]> {
	const { client, params, state } = watch;
	const campaignId = params.text('filters.campaignId');
	if (campaignId !== '') {
		const address = addressOf('GET /campaigns/{id}', { id: campaignId });
		const subject = 'Get a campaign';
		const of = { entity: 'campaign', subject } as const;
		return [await client.send({ ...address, subject }, ({ body }) => readResult(body, of))];
	}
	const identity = new ChosenIdentity('campaign', state.list.idField);
	const pages = listPages(watch, addressOf('GET /campaigns/'), 'campaign', 'Read the campaigns');
	return await readRows(pages, { identity, parallel: 1 });
}

/** A campaign that was cancelled did not finish. */
const campaignStateOf = ({ params }: Watch, campaign: IDataObject): CampaignState =>
	campaignProgress(campaign, params.words('options.finishedStatuses'));

/** Whether a campaign says that it is finished, or not. */
const isClear = (watch: Watch, campaign: IDataObject): boolean =>
	campaignStateOf(watch, campaign) !== 'unknown' || hasField(CAMPAIGN, campaign, 'finished_at');

/** @throws ParameterError if no campaign says whether it is finished: the event would never occur, in silence */
function checkProgress(watch: Watch, all: readonly IDataObject[]): void {
	if (all.length === 0 || all.some((campaign) => isClear(watch, campaign))) return;
	throw new ParameterError(
		'The platform does not say which campaigns are finished',
		"Set Options → 'Finished Statuses' to the words that your platform uses for campaigns that are finished",
	);
}

/** More words than this are texts, and no statuses. */
const MAX_WORDS = 10;

/** Names each status that nobody knows, once: a campaign that is finished by it is not emitted. */
function sayUnknown(watch: Watch, all: readonly IDataObject[]): void {
	const unclear = all.filter((campaign) => !isClear(watch, campaign));
	const words = unclear.map((campaign) => String(cellOf(CAMPAIGN, campaign, 'status') ?? ''));
	for (const word of [...new Set(words)].filter(Boolean).sort().slice(0, MAX_WORDS)) {
		watch.say(`unknown campaign status ${word}`, {
			message: `The campaign status "${word}" is not known`,
			description:
				"Its campaigns count as not finished. If they are finished, set Options → 'Finished Statuses' to all words that your platform uses for " +
				'campaigns that are finished, the usual ones too',
		});
	}
}

interface Campaign extends TriggerItem {
	state: CampaignState;
}

/** The campaigns that the filters let through, each with what became of it. */
function wanted(watch: Watch, all: readonly IDataObject[]): Campaign[] {
	// One campaign that was chosen is asked for by its ID.
	const filters = new Filters(watch, ['agentId']);
	const identity = new ChosenIdentity('campaign', watch.state.list.idField);
	checkProgress(watch, all);
	sayUnknown(watch, all);
	identity.learn(all);
	const keys = all.map((row) => identity.keyOf(row));
	watch.state.list.idField = identity.field;
	const found = all
		.map((row, index) => ({
			row,
			key: keys[index] ?? '',
			state: campaignStateOf(watch, row),
			item: { json: outputOf(watch.params, CAMPAIGN)(row) },
		}))
		.filter(({ key }, index) => keys.indexOf(key) === index)
		.filter(({ row }) => filters.matches(row));
	filters.check(watch, 'campaigns');
	return found;
}

const finishedOf = (all: readonly Campaign[]): TriggerItem[] =>
	all.flatMap(({ key, item, state }) => (state === 'finished' ? [{ key, item }] : []));

/** Campaigns that were seen to be resumed, by key. A single answer can be an old one: two polls must see it. */
interface Resumed {
	resumed: string[];
}

const resumedIn = ({ state: { own } }: Watch): string[] =>
	(own as Resumed | undefined)?.resumed ?? [];

/** A campaign that was finished and is open again can finish again. */
function noteResumed(watch: Watch, all: readonly Campaign[]): void {
	const { state } = watch;
	const before = resumedIn(watch);
	const resumed = all.filter((one) => one.state === 'open' && state.known.has(one.key));
	for (const { key } of resumed) if (before.includes(key)) state.forgetRow(key);
	const keys = resumed.map(({ key }) => key).filter((key) => !before.includes(key));
	// A campaign that is not listed now is neither resumed nor finished.
	const isListed = new Set(all.map(({ key }) => key));
	const unlisted = before.filter((key) => !isListed.has(key) && state.known.has(key));
	state.own = { resumed: [...keys, ...unlisted] };
	all.forEach((campaign) => state.known.meet(campaign));
	// A list that is empty may be a mistake.
	if (all.length > 0) state.mayForgetUnlisted();
}

export const campaignFinished: TriggerEvent = {
	name: 'Campaign Finished',
	value: 'campaignFinished',
	description: 'All contacts of a campaign were processed',
	nothingYet: 'No campaign is finished yet',
	filters: ['agentId', 'campaignId'],
	options: [...listOptions, finishedStatusesField],
	output: outputFieldsOf(CAMPAIGN),
	scope: ['filters.agentId', 'filters.campaignId'],
	async check(watch) {
		const { state, client, batchSize } = watch;
		const listed = await campaigns(watch);
		let all = wanted(watch, listed);
		const listsKnownRow = all.some(({ key }) => state.hasMet(key));
		if (!state.isFirst && !state.isOf(client.account) && !listsKnownRow) {
			state.startOver(client.account);
			// Another field may identify the campaigns there. A list that is empty may be a mistake.
			all = wanted(watch, listed.length > 0 ? listed : await campaigns(watch));
			watch.say('other account', otherAccount('campaigns'));
		}
		const finished = finishedOf(all);
		if (state.isFirst) {
			for (const { key } of finished) state.markKnown({ key });
			return [];
		}
		noteResumed(watch, all);
		return finished.filter((campaign) => state.isNew(campaign)).slice(0, batchSize);
	},
	async latest(watch, count) {
		return finishedOf(wanted(watch, await campaigns(watch))).slice(-count);
	},
};
