import fc from 'fast-check';
import { GROUPS, oddities, type Manner } from '../platform/manners.mts';
import { replayed, runs, scaleOf } from '../scale.mts';
import { CASES, type Case } from './cases.mts';
import { readByNode } from './nodeReader.mts';
import { judge } from './oracle.mts';
import { CasePlatform } from './platform.mts';

/** What went wrong, and on which platform. */
function report(of: Case, { asked }: CasePlatform, error: unknown): string {
	const { status, text = '' } = asked[0]?.reply ?? {};
	const ofCase = Object.entries(of).filter(([name]) => !GROUPS.includes(name as keyof Manner));
	const requests = asked.slice(0, 6).map(({ method, url }) => `${method} ${url}`);
	return [
		String(error),
		`Case: ${JSON.stringify(Object.fromEntries(ofCase))}`,
		`Not usual: ${JSON.stringify(oddities(of))}`,
		`Requests: ${requests.join('; ')}${asked.length > 6 ? `; … (${asked.length})` : ''}`,
		`First answer: ${status} ${text.slice(0, 1_500)}`,
	].join('\n');
}

/** Lets the real node read one platform. @throws an error that says what is wrong */
export async function readRightly(of: Case): Promise<'right' | 'refused'> {
	const platform = new CasePlatform(of);
	try {
		return await judge(of, platform, await readByNode(of, platform));
	} catch (error) {
		throw new Error(report(of, platform, error), { cause: error });
	}
}

/** How many platforms of all there are. */
const countOf = (share: number): number => Math.ceil(scaleOf('platforms') * share);

/** What is played, for the name of a test. */
export const played = (share: number): string =>
	replayed === undefined ? `${countOf(share)} platforms` : `the platform ${replayed}`;

/** Lets the real nodes read so many of all platforms: nothing goes wrong. */
export async function playedNodes(kind: Case['kind'], share: number): Promise<void> {
	const { numRuns, ...which } = runs('platforms');
	const property = fc.asyncProperty(CASES[kind], async (of) => void (await readRightly(of)));
	const details = await fc.check(property, {
		...which,
		numRuns: replayed === undefined ? countOf(share) : numRuns,
		endOnFailure: replayed !== undefined,
	});
	const { failed, seed, counterexamplePath, errorInstance } = details;
	const command = `SEED=${seed} REPLAY=${counterexamplePath} npm test -- test/platforms/${kind}s`;
	expect(failed && `${command}\n${String(errorInstance)}`).toBe(false);
}
