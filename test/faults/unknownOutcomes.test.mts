import type { INodeExecutionData } from 'n8n-workflow';
import { sampleOf } from '../scale.mts';
import { FAULTS } from './faults.mts';
import type { Fault, Lists } from './hostileServer.mts';
import { OPERATIONS } from './operations.mts';
import { type Played, type Scenario, playAll } from './play.mts';
import { SETTINGS } from './table.mts';

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

const spaced = (number: string) => number.replace(/^(\+1)(...)(...)(....)$/, '$1 ($2) $3-$4');

/** The same for each fault, and for the settings in turn: at full scale, for all of them. */
const scenariosIn = (lists: Lists): Scenario[] =>
	faults.flatMap((fault, turn) => {
		const settings = SETTINGS.map((_, index) => SETTINGS[(index + turn) % SETTINGS.length]!);
		return sampleOf('faultyCases', settings).map((setting) => ({
			...{
				operation,
				...setting,
				lists,
				parallel: NUMBERS,
				...(fault.isSlow && { timeoutSeconds: PATIENT_SECONDS }),
			},
			faults: Array.from({ length: NUMBERS }, () => [fault]),
		}));
	});

/** What became of the calls of a world whose answer was lost. */
interface Share {
	unknown: number;
	/** Became known in the run, and in a later one. */
	resolved: number;
	later: number;
	/** Another call than the own, or one that was not placed. */
	wrong: string[];
	calledTwice: string[];
	/** Requests to the list beyond one for each run. */
	tooManyReads: number;
}

const itemOf = (items: readonly INodeExecutionData[], index: number) =>
	items.find(({ pairedItem }) => (pairedItem as { item: number }).item === index)?.json;

const isListed = (text: unknown) => /the platform lists/.test(String(text));

function noteIn(share: Share, { scenario, outcome, journal, later }: Played): void {
	const { lists, retryOnFail } = scenario;
	const items = 'items' in outcome ? outcome.items : [];
	const laterItems = later?.items ?? [];
	const tries = retryOnFail ? 3 : 1;
	const reads = [...journal, ...(later?.journal ?? [])].filter(({ method }) => method === 'GET');
	share.tooManyReads += Math.max(0, reads.length - tries - 1);
	for (let index = 0; index < NUMBERS; index += 1) {
		const id = `item_${index}`;
		const sent = [...journal, ...(later?.journal ?? [])].filter((entry) => entry.id === id);
		const name = `${scenario.faults[0]![0]!.name}, ${scenario.onError}, ${id}`;
		if (sent.length > 1 && sent[0]!.told !== 'again') share.calledTwice.push(name);
		const [json, laterJson] = [itemOf(items, index), itemOf(laterItems, index)];
		const isResolved = isListed(json?.message);
		const isLater = isListed(laterJson?.description);
		const isOpen = isLater || laterJson?.outcome === 'unknown';
		// A success that the answer itself has said.
		if (json && json.error === undefined && !isResolved && !isOpen) continue;
		share.unknown += 1;
		const isPlaced = lists?.isPlaced === true || sent[0]?.told === 'accepted';
		for (const [found, of] of [
			[isResolved, json],
			[isLater, laterJson],
		] as const)
			if (found && (of?.call_id !== id || !isPlaced || lists?.hasTwin))
				share.wrong.push(`${name}: ${JSON.stringify(of)}`);
		if (isResolved) share.resolved += 1;
		else if (isLater) share.later += 1;
		else if (!isOpen) share.wrong.push(`${name}: ${JSON.stringify(laterJson)}`);
	}
}

async function shareIn(lists: Lists): Promise<Share> {
	const share: Share = {
		...{ unknown: 0, resolved: 0, later: 0, tooManyReads: 0 },
		...{ wrong: [], calledTwice: [] },
	};
	const scenarios = scenariosIn(lists);
	for (const played of await playAll(scenarios, 12, (each) => each)) noteIn(share, played);
	return share;
}

const NONE = { wrong: [], calledTwice: [], tooManyReads: 0 };

test.each<[name: string, lists: Lists, least: { resolved: number; later: number }]>([
	['placed', { isPlaced: true }, { resolved: 0.95, later: 0 }],
	[
		'placed, numbers in another spelling',
		{ isPlaced: true, written: spaced },
		{ resolved: 0.95, later: 0 },
	],
	[
		'placed, with a list that works later',
		{ isPlaced: true, isDown: true },
		{ resolved: 0, later: 0.95 },
	],
])(
	'%s: nearly all unknown outcomes become known, and none wrongly',
	async (name, lists, least) => {
		const { unknown, resolved, later, ...rest } = await shareIn(lists);
		if (process.env.SHOWS_SHARES)
			process.stdout.write(`${name}: ${resolved} + ${later} of ${unknown}\n`);
		expect(rest).toEqual(NONE);
		expect(unknown).toBeGreaterThan(NUMBERS * faults.length * 0.6);
		expect(resolved / unknown).toBeGreaterThanOrEqual(least.resolved);
		expect(later / unknown).toBeGreaterThanOrEqual(least.later);
	},
	600_000,
);

test.each<[name: string, lists: Lists]>([
	['not placed', { isPlaced: false }],
	['placed, beside a call of somebody else at the same moment', { isPlaced: true, hasTwin: true }],
])(
	'%s: nobody is told a call that may be another one',
	async (_name, lists) => {
		const { unknown, resolved, later, ...rest } = await shareIn(lists);
		expect(rest).toEqual(NONE);
		expect(unknown).toBeGreaterThan(NUMBERS * faults.length * 0.6);
		if (lists.hasTwin) expect([resolved, later]).toEqual([0, 0]);
	},
	600_000,
);
