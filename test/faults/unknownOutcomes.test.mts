import type { INodeExecutionData } from 'n8n-workflow';
import { sampleOf } from '../scale.mts';
import { FAULTS } from './faults.mts';
import type { Fault, Lists } from './hostileServer.mts';
import { type Played, type Scenario, playAll } from './play.mts';
import { OPERATIONS, SETTINGS, rotated } from './table.mts';

/*
 * How many calls with an unknown outcome become known by the list of calls: each fault after which nobody can know, on three numbers at once.
 * The platform knows which calls it has placed.
 */

const NUMBERS = 3;
/** A busy computer must not reach the time-out that ends a slow fault while it reads the list. */
const PATIENT_SECONDS = 3;
const operation = OPERATIONS.find(({ name }) => name === 'POST call')!;
const isLost = ({ at, told }: Fault) =>
	at === 'read' && (told === 'unclear' || told === 'accepted');
const faults = sampleOf(
	'lostAnswers',
	Object.values({ ...FAULTS, large: [] })
		.flat()
		.filter(isLost),
);

/** The same for each fault, and for the settings in turn: at full scale, for all of them. */
const scenariosIn = (lists: Lists): Scenario[] =>
	faults.flatMap((fault, turn) =>
		sampleOf('faultyCases', rotated(SETTINGS, turn)).map((setting) => ({
			...{ operation, ...setting, lists, parallel: NUMBERS },
			faults: Array.from({ length: NUMBERS }, () => [fault]),
			...(fault.isSlow && { timeoutSeconds: PATIENT_SECONDS }),
		})),
	);

/** What became of calls whose answer was lost: they became known in the run, or in a later one. */
interface Share {
	unknown: number;
	resolved: number;
	later: number;
	/** Another call than the own, or one that was not placed; a number that was called twice; more than one page read for each run. */
	wrong: string[];
}

const itemOf = (items: readonly INodeExecutionData[], index: number) =>
	items.find(({ pairedItem }) => (pairedItem as { item: number }).item === index)?.json;

const isListed = (text: unknown) => /the platform lists/.test(String(text));

function noteIn(share: Share, { scenario, outcome, journal, later }: Played): void {
	const { lists, retryOnFail, onError } = scenario;
	const items = 'items' in outcome ? outcome.items : [];
	const entries = [...journal, ...(later?.journal ?? [])];
	const name = `${scenario.faults[0]![0]!.name}, ${onError}`;
	const reads = entries.filter(({ method }) => method === 'GET').length;
	if (reads > (retryOnFail ? 4 : 2)) share.wrong.push(`${name}: ${reads} pages`);
	for (let index = 0; index < NUMBERS; index += 1) {
		const id = `item_${index}`;
		const sent = entries.filter((entry) => entry.id === id);
		if (sent.length > 1 && sent[0]!.told !== 'again') share.wrong.push(`${name}: ${id} twice`);
		const [json, laterJson] = [itemOf(items, index), itemOf(later?.items ?? [], index)];
		const isResolved = isListed(json?.message);
		const isLater = isListed(laterJson?.description);
		const isOpen = isLater || laterJson?.outcome === 'unknown';
		// A success that the answer itself has said.
		if (json && json.error === undefined && !isResolved && !isOpen) continue;
		share.unknown += 1;
		const isPlaced = lists?.isPlaced === true || sent[0]?.told === 'accepted';
		const told = [...(isResolved ? [json] : []), ...(isLater ? [laterJson] : [])];
		const isFalse = told.some((each) => each?.call_id !== id || !isPlaced || lists?.hasTwin);
		if (isFalse || !(isResolved || isOpen))
			share.wrong.push(`${name}: ${JSON.stringify([json, laterJson])}`);
		if (isResolved) share.resolved += 1;
		else if (isLater) share.later += 1;
	}
}

const spaced = (number: string) => number.replace(/^(\+1)(...)(...)(....)$/, '$1 ($2) $3-$4');

test.each<[name: string, lists: Lists, least: { resolved?: number; later?: number }]>([
	['placed: nearly all unknown outcomes become known', { isPlaced: true }, { resolved: 0.95 }],
	['placed, numbers in another spelling', { isPlaced: true, written: spaced }, { resolved: 0.95 }],
	['placed, with a list that works later', { isPlaced: true, isDown: true }, { later: 0.95 }],
	['not placed', { isPlaced: false }, {}],
	['placed, beside a call that may be another one', { isPlaced: true, hasTwin: true }, {}],
])(
	'%s: and none wrongly',
	async (_name, lists, least) => {
		const share: Share = { unknown: 0, resolved: 0, later: 0, wrong: [] };
		for (const played of await playAll(scenariosIn(lists), 12, (each) => each))
			noteIn(share, played);
		const { unknown, resolved, later, wrong } = share;
		expect(wrong).toEqual([]);
		expect(unknown).toBeGreaterThan(NUMBERS * faults.length * 0.6);
		expect(resolved / unknown).toBeGreaterThanOrEqual(least.resolved ?? 0);
		expect(later / unknown).toBeGreaterThanOrEqual(least.later ?? 0);
	},
	600_000,
);
