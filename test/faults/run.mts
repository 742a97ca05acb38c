import { FAULTS, type Kind } from './faults.mts';
import { judge } from './judge.mts';
import { playAll } from './play.mts';
import { scenariosOf } from './table.mts';

/** How many cases run at the same time: those of slow faults wait most of their time, those of large ones need memory. */
const PARALLEL: Record<Kind, number> = {
	connections: 12,
	slow: 40,
	large: 2,
	bodies: 12,
	statuses: 12,
	redirects: 12,
	tls: 12,
};

/** One test for each fault of these kinds. It fails with the names of all cases in which a promise was broken, and what was wrong. */
export function testKinds(...kinds: Kind[]): void {
	describe.each(kinds)('%s', (kind) => {
		test.each(FAULTS[kind].map((fault) => [fault.name, fault] as const))(
			'%s',
			async (_name, fault) => {
				const cases = scenariosOf(kind, fault);
				const verdicts = await playAll(
					cases.map(([, scenario]) => scenario),
					PARALLEL[kind],
					judge,
				);
				const broken = verdicts.flatMap((found, index) =>
					found.map((text) => `${cases[index]?.[0]}: ${text}`),
				);
				expect(broken).toEqual([]);
			},
			120_000,
		);
	});
}
