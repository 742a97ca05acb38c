import { mkdirSync, writeFileSync } from 'node:fs';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';
import { signIn } from '../sandbox/client.mts';
import { fillLists } from '../support/collections.mts';
import { Fixtures } from '../support/fixtures.mts';
import { openOwnAddress } from '../support/ownAddress.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { addNew, addOld, emitted, EVENTS, pollerOf, polled, titleOf } from './events.mts';
import { EXPLAINED, explanationOf } from '../../harness/quirkRefusals.mts';
import { type Cell, judge, messageOf, type Outcome } from './judge.mts';
import { isOfLists, type Manner, MANNERS } from './manners.mts';
import {
	actingProbes,
	listProbes,
	concerns,
	type Probe,
	readingProbes,
	type Runner,
	type Seen,
} from './probes.mts';

/*
 * Every operation that could be misled, in every manner of answering that the platform's document allows: what it returns is what it
 * returns on the usual platform, or it is a clear error. `npm run coverage:api -- --quirks` prints the whole.
 */

const TOGETHER = 6;
const USUAL: Manner = { name: 'usual', quirk: 'envelope', value: QUIRKS.envelope[0], beside: {} };
const DEFAULTS = Object.fromEntries(Object.entries(QUIRKS).map(([name, [first]]) => [name, first]));

/** A sandbox with lists of that length, and what is set in it beside the manner. */
interface Pass {
	sandbox: Sandbox;
	count: number;
	base: object;
	probes: readonly Probe[];
	applies: (manner: Manner) => boolean;
	runners: Map<string, Runner>;
	truth: Map<string, Outcome>;
}

const options = { clock: 'manual', tokenLifetime: 100_000_000 } as const;
const pass = (count: number, base: object, more: Pick<Pass, 'probes' | 'applies'>): Pass => ({
	sandbox: useSandbox(options),
	count,
	base: { ...base, catalogueRows: count },
	...more,
	runners: new Map(),
	truth: new Map(),
});

const passes = [
	pass(12, { pageCap: 5 }, { probes: readingProbes, applies: () => true }),
	// Pages that are as long as what was asked for.
	pass(130, {}, { probes: listProbes, applies: isOfLists }),
];
/** Who reads: not the owner, whose sign-ins are the rows of a list. */
const READER = { email: 'codes@example.com' };
/** What is changed in this one is as new for each manner. */
const acting = useSandbox(options);
let actingTruth: Map<string, Outcome>;

const behave = ({ api }: Sandbox, behaviour: object, { quirk, value, beside }: Manner) =>
	api.patch('/behaviour', { ...DEFAULTS, ...behaviour, ...beside, [quirk]: value });

/** Runs something for every entry, a few at a time. */
async function forAll<T>(entries: Iterable<T>, act: (entry: T) => Promise<void>): Promise<void> {
	const waiting = [...entries];
	const work = async () => {
		for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift())
			await act(entry);
	};
	await Promise.all(Array.from({ length: TOGETHER }, work));
}

const outcomeOf = async (run: () => Promise<Seen>): Promise<Outcome> =>
	await run().then(
		(seen) => ({ seen }),
		(error: Error) => ({ error }),
	);

/** An address that the package knows nothing of, as long as `act` runs. */
async function atOwnAddress(sandbox: Sandbox, act: (at: { url: string }) => Promise<void>) {
	const address = await openOwnAddress(sandbox);
	try {
		await act(address);
	} finally {
		await address.close();
	}
}

async function read({ sandbox, base, runners }: Pass, manner: Manner) {
	const outcomes = new Map<string, Outcome>();
	await behave(sandbox, base, manner);
	await atOwnAddress(sandbox, async (at) => {
		const concerned = [...runners].filter(([title]) => concerns(manner, title));
		await forAll(concerned, async ([title, run]) => {
			outcomes.set(title, await outcomeOf(async () => await run({ ...at, account: READER })));
		});
	});
	await behave(sandbox, base, USUAL);
	return outcomes;
}

async function watch(manner: Manner, outcomes: Map<string, Outcome>): Promise<void> {
	const campaigns = await addOld(acting, await signIn(acting));
	await behave(acting, { pageCap: 5 }, manner);
	await atOwnAddress(acting, async (at) => {
		const concerned = EVENTS.filter((event) => concerns(manner, titleOf(event)));
		const pollers = concerned.map((event) => ({ event, poller: pollerOf(event, at) }));
		const failed = new Map<string, Error>();
		await forAll(pollers, async ({ event, poller }) => {
			await polled(poller).then(
				(items) => {
					if (items.length > 0) failed.set(event, new TypeError('The first poll emits'));
				},
				(error: Error) => void failed.set(event, error),
			);
		});
		await addNew(acting, campaigns);
		await forAll(pollers, async ({ event, poller }) => {
			const error = failed.get(event);
			outcomes.set(
				titleOf(event),
				error ? { error } : await outcomeOf(async () => emitted(event, await polled(poller))),
			);
		});
	});
}

async function act(manner: Manner): Promise<Map<string, Outcome>> {
	const outcomes = new Map<string, Outcome>();
	forgetProcessed();
	await acting.reset();
	await watch(manner, outcomes);
	for (const { title, prepare } of actingProbes) {
		await behave(acting, {}, USUAL);
		const fixtures = await Fixtures.of(acting);
		// Prepared in any case: the IDs of what comes next depend on it.
		const run = await prepare({ sandbox: acting, fixtures, count: 1 });
		if (!concerns(manner, title)) continue;
		await behave(acting, {}, manner);
		await atOwnAddress(acting, async (at) => {
			outcomes.set(title, await outcomeOf(async () => await run(at)));
		});
	}
	await behave(acting, {}, USUAL);
	return outcomes;
}

/** The worse of two verdicts about the same. */
const WORSE = ['right', 'refused', 'wrong'] as const;
const worse = (one: Cell | undefined, other: Cell) =>
	one && WORSE.indexOf(one.verdict) >= WORSE.indexOf(other.verdict) ? one : other;

/** Manner → probe → what became of it. */
const matrix: Record<string, Record<string, Cell>> = {};

function note(manner: Manner, outcomes: Map<string, Outcome>, truth: Map<string, Outcome>): void {
	const row = (matrix[manner.name] ??= {});
	for (const [title, outcome] of outcomes)
		row[title] = worse(row[title], judge(manner, outcome, truth.get(title)!));
}

beforeAll(async () => {
	for (const { sandbox, count, base, probes, runners } of passes) {
		const fixtures = await Fixtures.of(sandbox);
		await fillLists(sandbox, count, 60);
		await sandbox.api.patch(`/users/${READER.email}`, { role: 'admin', mfa: 'none' });
		for (const { title, prepare } of probes)
			runners.set(title, await prepare({ sandbox, fixtures, count }));
		await behave(sandbox, base, USUAL);
	}
	for (const one of passes) one.truth = await read(one, USUAL);
	actingTruth = await act(USUAL);
}, 120_000);

/** How many things a probe saw; undefined if it was refused. */
function sizeOf(outcome: Outcome): number | undefined {
	if ('error' in outcome) return undefined;
	const { seen } = outcome;
	if (seen.kind === 'ids') return seen.ids.length;
	return seen.kind === 'file' ? seen.content.length : seen.rows.length;
}

test('on the usual platform every list is read to its end', () => {
	for (const { count, probes, truth } of passes) {
		const short = probes
			.filter(({ isWhole }) => isWhole)
			.map(({ title }) => [title, sizeOf(truth.get(title)!)] as const)
			.filter(([, size = 0]) => size < count);
		expect(short).toEqual([]);
	}
});

test('on the usual platform every probe sees something; only the call without credit is refused', () => {
	const outcomes = [...passes.flatMap(({ truth }) => [...truth]), ...actingTruth];
	const none = outcomes
		.filter(([, outcome]) => !sizeOf(outcome))
		.map(([title, outcome]) =>
			'error' in outcome ? `${title}: ${messageOf(outcome.error)}` : `${title}: nothing`,
		);
	expect([...new Set(none)]).toEqual([
		'Call: Get Many, unknown Call: nothing',
		expect.stringMatching(/^Call: Make Call without credit: .*Insufficient credit balance/),
	]);
});

test.each(MANNERS.map((manner) => [manner.name, manner] as const))(
	'%s',
	async (name, manner) => {
		for (const one of passes.filter(({ applies }) => applies(manner)))
			note(manner, await read(one, manner), one.truth);
		note(manner, await act(manner), actingTruth);

		const unexplained = Object.entries(matrix[name]!).filter(
			([title, { verdict }]) =>
				verdict === 'wrong' || (verdict === 'refused' && !explanationOf(manner, title)),
		);
		expect(
			unexplained.map(([title, { verdict, message }]) => `${title}: ${verdict}, ${message}`),
		).toEqual([]);
	},
	120_000,
);

test('no refusal is explained that does not happen', () => {
	const needed = MANNERS.flatMap((manner) =>
		Object.entries(matrix[manner.name] ?? {})
			.filter(([, { verdict }]) => verdict === 'refused')
			.map(([title]) => explanationOf(manner, title)),
	);
	expect(EXPLAINED.filter((one) => !needed.includes(one))).toEqual([]);
});

afterAll(() => {
	const groups = [...readingProbes, ...actingProbes].map(({ title, group }) => [title, group]);
	const report = {
		groups: Object.fromEntries([...groups, ...EVENTS.map((event) => [titleOf(event), 'event'])]),
		matrix,
		explained: Object.fromEntries(
			MANNERS.map((manner) => [
				manner.name,
				Object.keys(matrix[manner.name] ?? {}).filter((title) => explanationOf(manner, title)),
			]),
		),
	};
	mkdirSync('.cache', { recursive: true });
	writeFileSync('.cache/quirk-matrix.json', JSON.stringify(report));
});
