import { mkdirSync, writeFileSync } from 'node:fs';
import { type QuirkReport, reportFile } from '../../harness/quirkMatrix.mts';
import { EXPLAINED, explanationOf } from '../../harness/quirkRefusals.mts';
import { EVENTS, titleOf } from './events.mts';
import type { Manner } from './manners.mts';
import { everything, testManners } from './matrix.mts';
import { actingProbes, readingProbes } from './probes.mts';

/*
 * Every operation that could be misled, in every manner of these quirks. `npm run coverage:api -- --quirks` prints the whole.
 */

export function testEverything(part: string, manners: readonly Manner[]): void {
	const matrix = testManners(manners, everything);

	test('no refusal is explained that does not happen', () => {
		const needed = manners.flatMap((manner) =>
			Object.entries(matrix[manner.name] ?? {})
				.filter(([, { verdict }]) => verdict === 'refused')
				.map(([title]) => explanationOf(manner, title)),
		);
		const isHere = (about: string) =>
			manners.some(({ name, quirk }) => about === name || about === quirk);
		const explained = EXPLAINED.filter(({ manner }) => isHere(manner));
		expect(explained.filter((one) => !needed.includes(one))).toEqual([]);
	});

	afterAll(() => {
		const groups = [...readingProbes, ...actingProbes].map(({ title, group }) => [title, group]);
		const explained = manners.map((manner) => [
			manner.name,
			Object.keys(matrix[manner.name] ?? {}).filter((title) => explanationOf(manner, title)),
		]);
		const report: QuirkReport = {
			groups: Object.fromEntries([...groups, ...EVENTS.map((event) => [titleOf(event), 'event'])]),
			matrix,
			explained: Object.fromEntries(explained),
		};
		mkdirSync('.cache', { recursive: true });
		writeFileSync(reportFile(part), JSON.stringify(report));
	});
}
