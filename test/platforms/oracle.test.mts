import fc from 'fast-check';
import { CALL, CAMPAIGN, CONTACT, shownColumns } from '../../nodes/shared/platform';
import { singleOddities } from '../platform/drawing.mts';
import { GROUPS } from '../platform/manners.mts';
import { CASES, LEFT_OUT } from './cases.mts';
import { JUDGED } from './columns.mts';

/* What is played and judged: every manner of the catalogue, and every column. */

const topicsOf = (group: string, values: object): string[] =>
	Object.entries(values).map(([name, value]) => `${group}.${name}: ${String(value)}`);

it('every manner of the catalogue is drawn', () => {
	const drawn = Object.values(CASES)
		.flatMap((arbitrary) => fc.sample(arbitrary, { numRuns: 1_000, seed: 1 }))
		.flatMap((of) => GROUPS.flatMap((group) => topicsOf(group, of[group])));
	const topics = new Set(drawn);
	expect(singleOddities(LEFT_OUT).filter(({ topic }) => !topics.has(topic))).toEqual([]);
});

it.each([
	['call', CALL],
	['campaign', CAMPAIGN],
	['contact', CONTACT],
] as const)('judges every column of a %s', (table, known) => {
	const optional: readonly string[] = 'optional' in known ? known.optional : [];
	const shown = shownColumns(known).filter((name) => !optional.includes(name));
	expect(shown.filter((name) => !(name in JUDGED[table]))).toEqual([]);
});
