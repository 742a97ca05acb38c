import { seed } from '../scale.mts';
import { EVENTS, titleOf } from './events.mts';
import { type Choice, TITLES } from './matrix.mts';
import { isOfLists, type Manner, MANNERS } from './manners.mts';
import { concerns, listProbes, LOGIN_PROBES } from './probes.mts';

/*
 * A small part of the matrix in which each manner meets the operations that show it most, and each operation meets several manners. Another
 * SEED plays another part.
 */

const CALLS = 'Call: Get Many, columns';
const CALL = 'Call: Get, columns';
const CALL_ENDED = 'Trigger: Call Ended';
const REFUSED_CALL = 'Call: Make Call without credit';

/** Quirk → where it would mislead first. */
const SHOWN_BY: Record<string, readonly string[]> = {
	emptyList: ['Call: Get Many, unknown Call'],
	order: [CALL_ENDED],
	dateFilter: ['Call: Get Many, Called After and Called Before', CALL_ENDED],
	filters: ['Call: Get Many, Call', 'Phone Number: Get Many, Agent'],
	objectEnvelope: [CALL, 'Call: Make Call, then Get'],
	idName: [CALLS, 'Campaign: Create, then Start'],
	names: [CALLS, CALL_ENDED],
	bigIds: ['Call: Get Many, Call', CALL_ENDED],
	numbersAsStrings: [CALLS, 'Trigger: Low Credit Balance'],
	timestamps: [CALLS, CALL_ENDED],
	statusWords: [CALLS, CALL_ENDED, 'Campaign: Get Many, columns'],
	recording: ['Call: Download Recording'],
	invoiceLink: ['Invoice: Get PDF'],
	login: LOGIN_PROBES,
	refusal: [REFUSED_CALL],
	errorShape: [REFUSED_CALL],
};
/** How many further operations a manner meets. */
const MORE_LISTS = 2;
const MORE = 1;

/** Gives out the titles one after the other, again and again. */
class Rotation {
	constructor(private titles: readonly string[]) {
		const first = (seed * 7) % titles.length;
		this.titles = [...titles.slice(first), ...titles.slice(0, first)];
	}

	next(count: number, isWanted: (title: string) => boolean): string[] {
		const taken = this.titles.filter(isWanted).slice(0, count);
		this.titles = [...this.titles.filter((title) => !taken.includes(title)), ...taken];
		return taken;
	}
}

const readsLists = [...listProbes.map(({ title }) => title), ...EVENTS.map(titleOf)];
const lists = new Rotation(readsLists);
const others = new Rotation(TITLES.filter((title) => !readsLists.includes(title)));
const longLists = new Rotation(listProbes.map(({ title }) => title));

function draw(manner: Manner): string[] {
	const shown = SHOWN_BY[manner.quirk] ?? [];
	const isNew = (title: string) => !shown.includes(title) && concerns(manner, title);
	const more = isOfLists(manner) ? lists.next(MORE_LISTS, isNew) : others.next(MORE, isNew);
	return [...shown.filter((title) => concerns(manner, title)), ...more];
}

const drawn = new Map(MANNERS.map((manner) => [manner.name, draw(manner)]));
const drawnInLongLists = new Map(
	MANNERS.filter(isOfLists).map(({ name }) => [name, longLists.next(1, () => true)]),
);

export const sampled: Choice = ({ name }) => drawn.get(name)!;
export const sampledInLongLists: Choice = ({ name }) => drawnInLongLists.get(name) ?? [];
