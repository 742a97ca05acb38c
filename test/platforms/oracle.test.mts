import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { CALL, CAMPAIGN, CONTACT } from '../../nodes/shared/platform';
import { valuesDrawn, valuesOf } from '../platform/drawing.mts';
import { PLAIN_LIST, PLAIN_OBJECT, type Case, type ListCase, type ObjectCase } from './cases.mts';
import { JUDGED } from './columns.mts';
import { LEFT_OUT } from './consistent.mts';
import { realNode } from './nodeReader.mts';
import type { Fault, Reader, Reading } from './oracle.mts';
import { CasePlatform } from './platform.mts';
import { casesOf, findFault, report, verdictOf, type Kind } from './property.mts';
import { reference } from './reference.mts';

/*
 * The oracle itself: a reader that knows every manner is right, and what it reads is wrong once it is spoiled.
 */

const CASES = 1_000;
const KINDS: Kind[] = ['list', 'object'];

it.each(KINDS)('a reader that knows the manner of every platform is right: %s', async (kind) => {
	let right = 0;
	const finding = await findFault(reference, { kind, count: CASES, seed: 1 }, (_of, verdict) => {
		if (verdict.is === 'right') right += 1;
	});
	if (finding) throw new Error(report(finding));
	// Most platforms have a truth to tell.
	expect(right).toBeGreaterThan(CASES * 0.7);
});

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
const MAKE_CALL: ObjectCase = { ...PLAIN_OBJECT, object: 'makeCall' };

const spoiled =
	(change: (reading: Reading) => Partial<Reading>): Reader =>
	async (of, platform) => {
		const reading = await reference(of, platform);
		return { ...reading, ...change(reading) };
	};
const withItems = (change: (items: IDataObject[]) => IDataObject[]) =>
	spoiled(({ items = [] }) => ({ items: change(items) }));
const withEach = (columns: IDataObject) =>
	withItems((items) => items.map((item) => ({ ...item, ...columns })));
const refusing = (isReadable: boolean): Reader =>
	spoiled(() => ({ error: { message: 'This platform is not known', isReadable } }));

const SPOILED: Record<Fault, [of: Case, reader: Reader]> = {
	wrongRows: [PLAIN_LIST, withItems((items) => items.slice(1))],
	wrongValue: [PLAIN_LIST, withEach({ status: 'invented' })],
	unknownValue: [PLAIN_LIST, withEach({ status: null })],
	tooManyRows: [{ ...PLAIN_LIST, limit: 2 }, withItems((items) => [...items, ...items])],
	wrongOrder: [PLAIN_LIST, withItems((items) => items.toReversed())],
	refusedTruth: [PLAIN_LIST, refusing(true)],
	acceptedRefusal: [
		{ ...PLAIN_LIST, envelope: { ...PLAIN_LIST.envelope, kind: 'groups' } },
		spoiled(() => ({ error: undefined, items: [] })),
	],
	unreadableError: [PLAIN_LIST, refusing(false)],
	repeatedAction: [
		MAKE_CALL,
		async (of, platform) => {
			await reference(of, platform);
			return await reference(of, platform);
		},
	],
	wrongReport: [
		{ ...MAKE_CALL, single: { ...MAKE_CALL.single, kind: 'words' } },
		withItems(() => [{ status: 'queued' }]),
	],
	wrongMemory: [MAKE_CALL, spoiled(() => ({ isRemembered: false }))],
	noEnd: [
		PLAIN_LIST,
		async (of, platform) => {
			while (!platform.isOverrun) await reference(of, platform);
			return {};
		},
	],
	foreignAddress: [
		PLAIN_LIST,
		async (of, platform) => {
			platform.serve({ url: 'https://internal.example.net/api/v1/calls' }, true);
			return await reference(of, platform);
		},
	],
};

it.each(Object.entries(SPOILED))('finds %s', async (fault, [of, reader]) => {
	expect(await verdictOf(reference, of)).not.toMatchObject({ is: 'fault' });
	expect(await verdictOf(reader, of)).toMatchObject({ fault });
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
	expect(new CasePlatform(of).serve({ url: CALLS_URL }, true).text).toMatch(
		/"call_id":9007199254741493,/,
	);
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
