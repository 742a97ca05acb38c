import type { IDataObject } from 'n8n-workflow';
import type { TriggerItem, TriggerEvent } from '../event';
import { keyOf } from '../state';
import type { Watch } from '../watch';
import type { WatchedFigure } from './figure';
import { figureFields, figureOptions, readFigure, watchedFigure } from './figure';

/** One time that the figure went past the limit. */
interface Crossing {
	key: string;
	/** The item as it was emitted, because after a crash it is emitted again. */
	item: IDataObject;
}

/** What the event remembers (`own` in the state). */
interface LimitState {
	/** Names the figure that the rest is about. */
	watched: string;
	/** The figure when it was read last. */
	value: number;
	isPast: boolean;
	/** How many crossings there were: a crossing that n8n did not save gets its number again, and so its key. */
	count: number;
	/** The latest crossings. */
	crossings: Crossing[];
}

/** How many crossings can be emitted again after a crash: at one poll a minute, those of at least 40 minutes. */
const MAX_CROSSINGS = 20;

const watchedNameOf = ({ figure, crosses, query }: WatchedFigure): string =>
	[figure.value, crosses, query.agent_id, query.campaign_id].map((part) => part ?? '').join(' ');

const isPastLimit = ({ crosses, limit }: WatchedFigure, value: number): boolean =>
	crosses === 'below' ? value < limit : value > limit;

const crossingJson = (
	{ figure, crosses, limit, query }: WatchedFigure,
	value: number,
	before: number | null,
): IDataObject => ({
	figure: figure.name,
	value,
	value_before: before,
	crosses,
	limit,
	agent_id: query.agent_id ?? null,
	campaign_id: query.campaign_id ?? null,
	days: query.days ?? null,
});

/** What the event remembers after the figure was read. Another figure, agent or campaign has no crossing yet. */
function nextState(
	{ state, client }: Watch,
	{ crossings = [], count = 0, ...last }: Partial<LimitState>,
	watched: WatchedFigure,
	value: number,
): LimitState {
	const name = watchedNameOf(watched);
	const isSame = last.watched === name && state.isOf(client.account);
	const isPast = isPastLimit(watched, value);
	const next = { watched: name, value, isPast, count, crossings };
	if (!isPast || (isSame && last.isPast)) return next;
	const before = isSame ? (last.value ?? null) : null;
	const crossing = { key: keyOf(`${name} ${count}`), item: crossingJson(watched, value, before) };
	return { ...next, count: count + 1, crossings: [...crossings, crossing] };
}

const crossingItem = ({ key, item }: Crossing): TriggerItem => ({ key, item: { json: item } });

export const figureCrossesLimit: TriggerEvent = {
	name: 'Figure Crosses a Limit',
	value: 'figureCrossesLimit',
	description:
		'The credit balance, the success rate or the answer rate went below or above a limit',
	nothingYet: 'There were no calls in this time, so there is no rate yet',
	filters: [],
	criteria: figureFields,
	options: figureOptions,
	// A figure that is past its limit at the first poll is told: nobody waits until it was within the limit.
	startFrom: () => 0,
	async check(watch) {
		const { state } = watch;
		const watched = watchedFigure(watch.params);
		const value = await readFigure(watch, watched);
		const last = (state.own ?? {}) as Partial<LimitState>;
		const next = value === null ? last : nextState(watch, last, watched, value);
		const { crossings = [] } = next;
		const forgotten = crossings.slice(0, -MAX_CROSSINGS);
		for (const { key } of forgotten) state.forgetRow(key);
		const kept = crossings.slice(-MAX_CROSSINGS);
		state.own = { ...next, crossings: kept };
		const found = kept.map(crossingItem).filter((crossing) => state.isNew(crossing));
		return found.slice(0, watch.batchSize);
	},
	async latest(watch) {
		const watched = watchedFigure(watch.params);
		const value = await readFigure(watch, watched);
		return value === null
			? []
			: [crossingItem({ key: '', item: crossingJson(watched, value, null) })];
	},
};
