import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { explanationOf } from '../../harness/quirkRefusals.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';
import { signIn } from '../sandbox/client.mts';
import { fillLists } from '../support/collections.mts';
import { Fixtures } from '../support/fixtures.mts';
import { openOwnAddress } from '../support/ownAddress.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { addNew, addOld, emitted, EVENTS, pollerOf, polled, titleOf } from './events.mts';
import { type Cell, judge, messageOf, type Outcome } from './judge.mts';
import { isOfLists, type Manner } from './manners.mts';
import {
	actingProbes,
	concerns,
	listProbes,
	type Probe,
	readingProbes,
	type Runner,
	type Seen,
} from './probes.mts';

/*
 * Manners × operations: what an operation returns in a manner of answering is what it returns on the usual platform, or it is a clear error.
 */

/** Which operations are run in a manner, by their titles. */
export type Choice = (manner: Manner) => readonly string[];

/** Every operation that the manner concerns. */
export const everything: Choice = (manner) => TITLES.filter((title) => concerns(manner, title));

/** The titles of all operations. */
export const TITLES: readonly string[] = [
	...readingProbes.map(({ title }) => title),
	...EVENTS.map(titleOf),
	...actingProbes.map(({ title }) => title),
];

/** Manner → operation → what became of it. */
export type Matrix = Record<string, Record<string, Cell>>;

const TOGETHER = 6;
const USUAL: Manner = { name: 'usual', quirk: 'envelope', value: QUIRKS.envelope[0], beside: {} };
const DEFAULTS = Object.fromEntries(Object.entries(QUIRKS).map(([name, [first]]) => [name, first]));
/** Who reads: not the owner, whose sign-ins are the rows of a list. */
const READER = { email: 'codes@example.com' };

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

/** A sandbox with lists of one length, which nothing changes, and what is set in it beside the manner. */
class Lists {
	truth = new Map<string, Outcome>();
	private readonly runners = new Map<string, Runner>();

	constructor(
		private readonly sandbox: Sandbox,
		readonly count: number,
		private readonly base: object,
		readonly probes: readonly Probe[],
		/** Of what was chosen for a manner, what is run here. */
		readonly choice: Choice,
	) {}

	/** Fills the lists and runs what any of the manners needs on the usual platform. */
	async prepare(manners: readonly Manner[]): Promise<void> {
		const { sandbox, count } = this;
		const needed = new Set(manners.flatMap((manner) => this.choice(manner)));
		const fixtures = await Fixtures.of(sandbox);
		await fillLists(sandbox, count, 60);
		await sandbox.api.patch(`/users/${READER.email}`, { role: 'admin', mfa: 'none' });
		for (const { title, prepare } of this.probes)
			if (needed.has(title)) this.runners.set(title, await prepare({ sandbox, fixtures, count }));
		this.truth = await this.read(USUAL, [...this.runners.keys()]);
	}

	async read(manner: Manner, titles = this.choice(manner)): Promise<Map<string, Outcome>> {
		const outcomes = new Map<string, Outcome>();
		const runners = [...this.runners].filter(([title]) => titles.includes(title));
		if (runners.length === 0) return outcomes;
		await behave(this.sandbox, { ...this.base, catalogueRows: this.count }, manner);
		await atOwnAddress(this.sandbox, async (at) => {
			await forAll(runners, async ([title, run]) => {
				outcomes.set(title, await outcomeOf(async () => await run({ ...at, account: READER })));
			});
		});
		return outcomes;
	}
}

/** A sandbox that is as new for each operation that changes something, and for the events of each manner. */
class Acting {
	truth = new Map<string, Outcome>();

	constructor(private readonly sandbox: Sandbox) {}

	async prepare(manners: readonly Manner[], choice: Choice): Promise<void> {
		this.truth = await this.act(USUAL, manners.flatMap(choice));
	}

	async act(manner: Manner, titles: readonly string[]): Promise<Map<string, Outcome>> {
		const outcomes = new Map<string, Outcome>();
		const events = EVENTS.filter((event) => titles.includes(titleOf(event)));
		if (events.length > 0) await this.watch(manner, events, outcomes);
		for (const { title, prepare } of actingProbes) {
			if (!titles.includes(title)) continue;
			const { sandbox } = this;
			await sandbox.reset();
			const run = await prepare({ sandbox, fixtures: await Fixtures.of(sandbox), count: 1 });
			await behave(sandbox, {}, manner);
			await atOwnAddress(sandbox, async (at) => {
				outcomes.set(title, await outcomeOf(async () => await run(at)));
			});
		}
		return outcomes;
	}

	private async watch(manner: Manner, events: string[], outcomes: Map<string, Outcome>) {
		const { sandbox } = this;
		forgetProcessed();
		await sandbox.reset();
		const campaigns = await addOld(sandbox, await signIn(sandbox));
		await behave(sandbox, { pageCap: 5 }, manner);
		await atOwnAddress(sandbox, async (at) => {
			const pollers = events.map((event) => ({ event, poller: pollerOf(event, at) }));
			const failed = new Map<string, Error>();
			await forAll(pollers, async ({ event, poller }) => {
				await polled(poller).then(
					(items) => {
						if (items.length > 0) failed.set(event, new TypeError('The first poll emits'));
					},
					(error: Error) => void failed.set(event, error),
				);
			});
			await addNew(sandbox, campaigns);
			await forAll(pollers, async ({ event, poller }) => {
				const error = failed.get(event);
				outcomes.set(
					titleOf(event),
					error ? { error } : await outcomeOf(async () => emitted(event, await polled(poller))),
				);
			});
		});
	}
}

/** How many things a probe saw; undefined if it was refused. */
function sizeOf(outcome: Outcome | undefined): number | undefined {
	if (!outcome || 'error' in outcome) return undefined;
	const { seen } = outcome;
	if (seen.kind === 'ids') return seen.ids.length;
	return seen.kind === 'file' ? seen.content.length : seen.rows.length;
}

/** The worse of two verdicts about the same. */
const WORSE = ['right', 'refused', 'wrong'] as const;
const worse = (one: Cell | undefined, other: Cell) =>
	one && WORSE.indexOf(one.verdict) >= WORSE.indexOf(other.verdict) ? one : other;

/**
 * Plays the manners, a test for each.
 *
 * @param inLongLists what is also run on lists that are longer than a page
 * @returns what became of each operation, when the tests have run
 */
export function testManners(
	manners: readonly Manner[],
	choice: Choice,
	inLongLists: Choice = choice,
): Matrix {
	const matrix: Matrix = {};
	const options = { clock: 'manual', tokenLifetime: 100_000_000 } as const;
	const lists = [
		new Lists(useSandbox(options), 12, { pageCap: 5 }, readingProbes, choice),
		// Pages that are as long as what was asked for.
		new Lists(useSandbox(options), 130, {}, listProbes, (manner) =>
			isOfLists(manner) ? inLongLists(manner) : [],
		),
	];
	const acting = new Acting(useSandbox(options));

	beforeAll(async () => {
		for (const one of lists) await one.prepare(manners);
		await acting.prepare(manners, choice);
	}, 120_000);

	test('on the usual platform every list is read to its end', () => {
		for (const { count, probes, truth } of lists) {
			const short = probes
				.filter(({ title, isWhole }) => isWhole && truth.has(title))
				.map(({ title }) => [title, sizeOf(truth.get(title))] as const)
				.filter(([, size = 0]) => size < count);
			expect(short).toEqual([]);
		}
	});

	test('on the usual platform every operation sees something; only the call without credit is refused', () => {
		const outcomes = [...lists, acting].flatMap(({ truth }) => [...truth]);
		expect(new Set(outcomes.map(([title]) => title))).toEqual(new Set(TITLES));
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

	test.each(manners.map((manner) => [manner.name, manner] as const))(
		'%s',
		async (name, manner) => {
			const row: Record<string, Cell> = (matrix[name] = {});
			const note = (outcomes: Map<string, Outcome>, truth: Map<string, Outcome>) => {
				for (const [title, outcome] of outcomes)
					row[title] = worse(row[title], judge(manner, outcome, truth.get(title)!));
			};
			for (const one of lists) note(await one.read(manner), one.truth);
			note(await acting.act(manner, choice(manner)), acting.truth);

			const unexplained = Object.entries(row).filter(
				([title, { verdict }]) =>
					verdict === 'wrong' || (verdict === 'refused' && !explanationOf(manner, title)),
			);
			expect(
				unexplained.map(([title, { verdict, message }]) => `${title}: ${verdict}, ${message}`),
			).toEqual([]);
			expect(Object.keys(row).length).toBeGreaterThan(0);
		},
		120_000,
	);
	return matrix;
}
