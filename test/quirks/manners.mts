import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';

/** One quirk with one value that is not its default. */
export interface Manner {
	/** `envelope: array` */
	name: string;
	quirk: string;
	value: unknown;
	/** Other quirks without which this one would not show. */
	beside: object;
}

/** Quirks that are no manner of answering one request, and where they are tested. */
const ELSEWHERE = [
	// Every list here is read with these two.
	'catalogueRows',
	'pageCap',
	// Waiting, and logging in again: test/engine.
	'latencyMs',
	'tokenUses',
	'transcriptDelaySeconds',
	// What is sent to custom functions, and not what is answered: test/sandbox/functionRequests.test.mts.
	'functionArguments',
	'functionPatienceSeconds',
	'functionRepeats',
];

/** Quirks of lists alone. */
const OF_LISTS = [
	'envelope',
	'emptyList',
	'total',
	'offsetMeans',
	'pastEnd',
	'nextLinks',
	'refuseLimitAbove',
	'ignoreOffset',
	'ignorePaging',
	'order',
];

/** A total says where a list ends, and an offset leads on: without them the client has to see it by the quirk. */
const BESIDE: Record<string, object> = {
	emptyList: { total: 'none' },
	nextLinks: { ignoreOffset: true, total: 'none' },
	pastEnd: { total: 'none' },
};

export const MANNERS: readonly Manner[] = Object.entries(QUIRKS)
	.filter(([quirk]) => !ELSEWHERE.includes(quirk))
	.flatMap(([quirk, [, ...others]]) =>
		others.map((value) => ({
			name: `${quirk}: ${value}`,
			quirk,
			value,
			beside: BESIDE[quirk] ?? {},
		})),
	);

export const isOfLists = ({ quirk }: Manner) => OF_LISTS.includes(quirk);
