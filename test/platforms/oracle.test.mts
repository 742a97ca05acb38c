import fc from 'fast-check';
import { CALL, CAMPAIGN, CONTACT, shownColumns } from '../../nodes/shared/platform';
import { valuesDrawn, valuesOf } from '../platform/drawing.mts';
import { PLAIN_LIST, PLAIN_OBJECT, type ListCase } from './cases.mts';
import { JUDGED } from './columns.mts';
import { LEFT_OUT } from './consistent.mts';
import { realNode } from './nodeReader.mts';
import { CasePlatform } from './platform.mts';
import { casesOf, verdictOf, type Kind } from './property.mts';

/* What is played and judged: every manner of the catalogue, and every column. */

const CASES = 1_000;
const KINDS: Kind[] = ['list', 'object'];

it('every manner of the catalogue is drawn', () => {
	const drawn = new Set(
		KINDS.flatMap((kind) => fc.sample(casesOf(kind), { numRuns: CASES, seed: 1 }))
			.flatMap(valuesOf)
			.flatMap(([topic, values]) => values.map((value) => `${topic}: ${value}`)),
	);
	const all = valuesDrawn(LEFT_OUT).flatMap(([topic, values]) =>
		values.map((value) => `${topic}: ${value}`),
	);
	expect(all.filter((value) => !drawn.has(value))).toEqual([]);
});

const CALLS_URL = 'https://voice.example.com/api/v1/calls';

it('the plain platforms are read by the real node', async () => {
	expect(await verdictOf(realNode, PLAIN_LIST)).toMatchObject({ is: 'right' });
	expect(await verdictOf(realNode, PLAIN_OBJECT)).toMatchObject({ is: 'right' });
});

it('a platform writes numbers beyond 2^53 as numbers', () => {
	const of: ListCase = { ...PLAIN_LIST, ids: { ...PLAIN_LIST.ids, value: 'beyond2to53' } };
	expect(new CasePlatform(of).serve({ url: CALLS_URL }, true).text).toMatch(
		/"call_id":9007199254741493,/,
	);
});

it.each([
	['call', CALL],
	['campaign', CAMPAIGN],
	['contact', CONTACT],
] as const)('judges every column of a %s', (table, known) => {
	const optional: readonly string[] = 'optional' in known ? known.optional : [];
	const shown = shownColumns(known).filter((name) => !optional.includes(name));
	const unjudged = shown.filter((name) => !(name in JUDGED[table]));
	expect(unjudged).toEqual([]);
});
