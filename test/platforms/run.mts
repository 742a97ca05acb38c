import { realNode } from './nodeReader.mts';
import { findFault, report, type Kind } from './property.mts';
import { Statistics } from './statistics.mts';
import { causesText, survey } from './survey.mts';
import { replayed as path, scaleOf, seed } from '../scale.mts';

/** Cases of all kinds together. */
const count = scaleOf('platforms');
/** Goes on after a fault, and tells what each fault needs. It does not fail. */
const surveys = process.env.PLATFORM_SURVEY !== undefined;

/** Runs the real nodes on so many of all cases, and prints what became of them. */
export async function checkNodes(kind: Kind, share: number): Promise<void> {
	const runs = { kind, count: Math.ceil(count * share), seed, path };
	if (surveys) {
		const found = await survey(realNode, runs);
		console.log(`${found.statistics.table()}\n\n${causesText(found)}`);
		return;
	}
	const statistics = new Statistics();
	const finding = await findFault(realNode, runs, (of, verdict) => statistics.add(of, verdict));
	if (finding) throw new Error(report(finding));
	console.log(statistics.table());
}

/** What is played, for the name of a test. */
export const played = (share: number): string =>
	path === undefined ? `${Math.ceil(count * share)} platforms` : `the platform ${path}`;
