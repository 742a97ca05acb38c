import fc, { type Arbitrary } from 'fast-check';
import { GROUPS, oddities, type Manner } from '../platform/manners.mts';
import { replayed, scaleOf, seed as givenSeed } from '../scale.mts';
import type { Case } from './cases.mts';
import { listCases, objectCases } from './arbitraries.mts';
import { realNode } from './nodeReader.mts';
import { FAULTS, judge, type Fault, type Reader, type Verdict } from './oracle.mts';
import { CasePlatform } from './platform.mts';

export type Kind = Case['kind'];

const CASES: Record<Kind, Arbitrary<Case>> = { list: listCases, object: objectCases };

export const casesOf = (kind: Kind): Arbitrary<Case> => CASES[kind];

/** Which cases are played. */
export interface Runs {
	kind: Kind;
	count: number;
	seed: number;
	/** Plays only the case that an earlier run reported. */
	path?: string;
}

export interface Finding {
	/** Undefined if the test itself failed. */
	fault?: Fault;
	text: string;
	kind: Kind;
	seed: number;
	path: string;
	/** Cases that were played until then. */
	count: number;
	/** The smallest case found with the same fault. */
	of: Case;
	/** What was asked for, and what was answered first. */
	asked: string[];
}

/** A reader that does not do what it owes. */
class Difference extends Error {
	constructor(
		readonly verdict: Verdict,
		readonly asked: string[],
	) {
		super(verdict.text);
	}
}

/** Lets a reader read one platform, and judges what it makes of it. */
export async function verdictOf(reader: Reader, of: Case): Promise<Verdict & { asked: string[] }> {
	const platform = new CasePlatform(of);
	const verdict = await judge(of, platform, await reader(of, platform));
	const asked = platform.asked.map(({ method, url }) => `${method} ${url}`);
	return { ...verdict, asked };
}

/** What a case was, for statistics. */
export type Watch = (of: Case, verdict: Verdict) => void;

/** Plays random cases until a reader is at fault, and shrinks that one. */
export async function findFault(
	reader: Reader,
	{ kind, count, seed, path }: Runs,
	watch: Watch = () => undefined,
): Promise<Finding | undefined> {
	let first: Fault | undefined;
	const property = fc.asyncProperty(casesOf(kind), async (of) => {
		const verdict = await verdictOf(reader, of);
		if (first === undefined) watch(of, verdict);
		if (verdict.is !== 'fault') return;
		first ??= verdict.fault;
		// A smaller case in which something else goes wrong would not explain the first one.
		if (verdict.fault === first) throw new Difference(verdict, verdict.asked);
	});
	const details = await fc.check(property, {
		seed,
		endOnFailure: path !== undefined,
		...(path === undefined ? { numRuns: count } : { path, numRuns: 1 }),
	});
	if (!details.failed) return undefined;
	const { counterexample, errorInstance } = details;
	if (!counterexample) throw new Error(fc.defaultReportMessage(details) ?? 'No case was played');
	const difference = errorInstance instanceof Difference ? errorInstance : undefined;
	return {
		fault: difference?.verdict.fault,
		text: difference?.message ?? `The test itself failed: ${(errorInstance as Error).stack}`,
		kind,
		seed: details.seed,
		path: details.counterexamplePath ?? '',
		count: details.numRuns,
		of: counterexample[0],
		asked: difference?.asked ?? [],
	};
}

/** The answer to the first request of a case. */
export function firstAnswer(of: Case, request: string | undefined): string {
	const [method = 'GET', url = ''] = request?.split(' ') ?? [];
	if (url === '') return 'none';
	const { status, text } = new CasePlatform(of).serve({ method: method as 'GET', url }, true);
	return `${status} ${text.slice(0, 1_500)}`;
}

/** What went wrong, on which platform, and the command that plays it again. */
export function report({ fault, text, kind, seed, path, count, of, asked }: Finding): string {
	const ofCase = Object.entries(of).filter(([name]) => !GROUPS.includes(name as keyof Manner));
	return [
		fault === undefined ? text : `${fault} (${FAULTS[fault]}): ${text}`,
		`Seed ${seed}, after ${count} cases. To play the smallest one again:`,
		`SEED=${seed} REPLAY=${path} npm test -- test/platforms/${kind}s`,
		`Case: ${JSON.stringify(Object.fromEntries(ofCase))}`,
		`Not usual: ${JSON.stringify(oddities(of))}`,
		`Requests: ${asked.slice(0, 6).join('; ')}${asked.length > 6 ? `; … (${asked.length})` : ''}`,
		`First answer: ${firstAnswer(of, asked[0])}`,
	].join('\n');
}

/** How many platforms of all there are. */
const countOf = (share: number): number => Math.ceil(scaleOf('platforms') * share);

/** What is played, for the name of a test. */
export const played = (share: number): string =>
	replayed === undefined ? `${countOf(share)} platforms` : `the platform ${replayed}`;

/** Lets the real nodes read so many of all platforms: nothing goes wrong. */
export async function playedNodes(kind: Kind, share: number): Promise<void> {
	const runs = { kind, count: countOf(share), seed: givenSeed, path: replayed };
	const finding = await findFault(realNode, runs);
	expect(finding && report(finding)).toBeUndefined();
}
