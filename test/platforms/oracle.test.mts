import { CALL, CAMPAIGN, CONTACT } from '../../nodes/shared/platform';
import { valuesDrawn, valuesOf } from '../platform/drawing.mts';
import { PLAIN_LIST, PLAIN_OBJECT, type ListCase } from './cases.mts';
import { JUDGED } from './columns.mts';
import { LEFT_OUT } from './consistent.mts';
import { FAULTY, faultyReader } from './faulty.mts';
import { realNode } from './nodeReader.mts';
import { FAULTS } from './oracle.mts';
import { CasePlatform } from './platform.mts';
import { findFault, report, verdictOf, type Kind } from './property.mts';
import { reference } from './reference.mts';
import { sampleOf } from '../scale.mts';

/*
 * The oracle itself: a reader that knows every manner is right, and a reader with one fault is found.
 */

/** A fault must be found within so many cases. */
const FEW = 1_000;
const KINDS: Kind[] = ['list', 'object'];

/** What is drawn of each choice. */
const drawn = new Set<string>();

it.each(KINDS)('a reader that knows the manner of every platform is right: %s', async (kind) => {
	let right = 0;
	const finding = await findFault(reference, { kind, count: FEW, seed: 1 }, (of, verdict) => {
		for (const [topic, values] of valuesOf(of)) values.forEach((v) => drawn.add(`${topic}: ${v}`));
		if (verdict.is === 'right') right += 1;
	});
	if (finding) throw new Error(report(finding));
	// Most platforms have a truth to tell.
	expect(right).toBeGreaterThan(FEW * 0.7);
});

it('every manner of the catalogue is among them', () => {
	const all = valuesDrawn(LEFT_OUT).flatMap(([topic, values]) =>
		values.map((v) => `${topic}: ${v}`),
	);
	const missing = all.filter((value) => !drawn.has(value));
	expect(missing).toEqual([]);
});

it.each(sampleOf('faultyOnes', FAULTY))(
	'finds a reader that %s',
	async (_name, change, faults, kind) => {
		const runs = { kind, count: FEW, seed: 1, shrinks: false };
		const finding = await findFault(faultyReader(change), runs);
		expect(faults).toContain(finding?.fault);
	},
);

it('can see every fault', () => {
	const seen = new Set(FAULTY.flatMap(([, , faults]) => faults));
	expect([...seen].toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

it('shrinks a case, and plays it again from seed and path', async () => {
	const rounding = faultyReader({ parse: (text) => JSON.parse(text || 'null') as unknown });
	const runs = { kind: 'list' as const, count: FEW, seed: 1 };
	const finding = await findFault(rounding, runs);
	const { ids, envelope, paging } = finding?.of as ListCase;
	expect(ids.value).toBe('beyond2to53');
	expect({ envelope, paging }).toEqual({
		envelope: PLAIN_LIST.envelope,
		paging: PLAIN_LIST.paging,
	});
	expect(await findFault(rounding, { ...runs, path: finding?.path })).toMatchObject({
		fault: finding?.fault,
		of: finding?.of,
	});
});

it.each([
	['the reader that knows it', reference],
	['the real node', realNode],
])('the plain platforms are read by %s', async (_name, reader) => {
	expect(await verdictOf(reader, PLAIN_LIST)).toMatchObject({ is: 'right' });
	expect(await verdictOf(reader, PLAIN_OBJECT)).toMatchObject({ is: 'right' });
});

it('a platform writes numbers beyond 2^53 as numbers', () => {
	const of: ListCase = { ...PLAIN_LIST, ids: { ...PLAIN_LIST.ids, value: 'beyond2to53' } };
	const url = 'https://voice.example.com/api/v1/calls';
	expect(new CasePlatform(of).serve({ url }, true).text).toMatch(/"call_id":9007199254741493,/);
});

it.each([
	['call', CALL],
	['campaign', CAMPAIGN],
	['contact', CONTACT],
] as const)('judges every column of a %s', (table, { columns }) => {
	const shown = Object.entries(columns).filter(
		([, column]) =>
			!('isHidden' in column && column.isHidden) && !('isOptional' in column && column.isOptional),
	);
	const unjudged = shown.map(([name]) => name).filter((name) => !(name in JUDGED[table]));
	expect(unjudged).toEqual([]);
});
