import fc from 'fast-check';
import type { Expected, RequestFailure } from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';
import { asCall, failureOf, other, readObject, row, rows, rowsIn } from './reading.mts';

describe('Response Path', () => {
	test.each<[string, unknown]>([
		['data.calls.list', { data: { calls: { list: rows }, other: rows } }],
		['outbound', { inbound: [other], outbound: rows }],
		['.', { x: row, y: other }],
		['.data..items', { data: { items: rows } }],
		['days.0.calls', { days: [{ calls: rows }, { calls: [other] }] }],
		// It wins over a list that looks empty, and leads into what only describes the answer.
		['meta.rows', { items: [], meta: { rows } }],
	])('%s of %j leads to the rows', (path, answer) => {
		expect(rowsIn(answer, { entity: 'call', path })).toEqual(rows);
	});

	test('the key of a row without an identifier is its identifier', () => {
		const map = { c1: { status: 'completed' }, c2: { call_id: 'other' } };
		expect(rowsIn({ map }, { ...asCall, path: 'map' })).toEqual([
			{ id: 'c1', status: 'completed' },
			{ call_id: 'other' },
		]);
	});

	test.each<[row: object, fits: boolean]>([
		[{ call_id: 'c1' }, true],
		[{ status: 'completed' }, true],
		[{ id: 'c1' }, false],
		[{ colour: 'red' }, false],
		[{}, false],
	])('rows like %j have a column of a call: %j', (one, fits) => {
		const read = () => rowsIn({ rows: [one] }, { ...asCall, path: 'rows' });
		if (fits) expect(read()).toEqual([one]);
		else {
			expect(read).toThrow('rows without any field that is known at "rows"');
			expect(failureOf(read).description).toContain("'Output' to Raw");
		}
		expect(rowsIn({ rows: [one] }, { ...asCall, path: 'rows', isRaw: true })).toEqual([one]);
		// Things without columns are shown as they are.
		expect(rowsIn({ rows: [one] }, { entity: 'agent', path: 'rows' })).toEqual([one]);
	});

	test('leads to rows of which one is known, and to all of them', () => {
		const some = [{ call_id: 'c1' }, { colour: 'red' }];
		expect(rowsIn({ rows: some }, { ...asCall, path: 'rows' })).toEqual(some);
	});

	test('leads to one thing, also as the only entry of a list', () => {
		expect(readObject({ calls: [row] }, { ...asCall, path: 'calls' })).toEqual(row);
		expect(() => readObject({ calls: rows }, { ...asCall, path: 'calls' })).toThrow(/no object/);
		const unknown = () => readObject({ a: { colour: 'red' } }, { ...asCall, path: 'a' });
		expect(unknown).toThrow('nothing with a field that is known at "a"');
	});

	test('leads to nothing, to a text, or to no rows', () => {
		expect(() => rowsIn({ a: 1 }, { path: 'b' })).toThrow(/nothing at "b"/);
		expect(() => rowsIn({ a: 'x' }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(() => rowsIn({ a: { b: 1 } }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(() => rowsIn({ a: { b: row, c: 1 } }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(rowsIn({ a: null }, { path: 'a' })).toEqual([]);
		expect(rowsIn({}, { path: 'a.b' })).toEqual([]);
	});

	/* Whoever follows the advice must be able to go on. */
	test.each<[unknown, string]>([
		[{ inbound: rows, outbound: [row] }, 'inbound or outbound'],
		[{ data: { c1: row, c2: other } }, 'data'],
		[{ data: { further: { deep: { rows } } } }, 'data.further.deep.rows'],
	])('the error of %j names a path that works: %s', (answer, paths) => {
		const { description } = failureOf(() => rowsIn(answer, { ...asCall, path: '' }));
		expect(description).toContain(`'Response Path' to where the rows are: ${paths} (`);
		for (const path of paths.split(' or ')) {
			expect(rowsIn(answer, { ...asCall, path }).length).toBeGreaterThan(0);
		}
	});

	test('the error of any answer names paths that work for it, or none', () => {
		const leaf = fc.constantFrom<unknown>(null, 'x', 7, [], {}, row, other, { colour: 'red' });
		const name = fc.constantFrom('data', 'calls', 'inbound', 'meta', 'c1', 'deep', '+12125550123');
		const { answer: answers } = fc.letrec((again) => ({
			answer: fc.oneof(
				{ maxDepth: 4 },
				leaf,
				fc.array(leaf, { maxLength: 3 }),
				fc.dictionary(name, again('answer'), { maxKeys: 3 }),
			),
		}));
		let advised = 0;
		fc.assert(
			fc.property(answers, fc.constantFrom('rows', 'thing'), (answer, asked) => {
				const expected = { ...asCall, path: '' };
				const read = (more: Expected) =>
					asked === 'rows'
						? rowsIn(answer, { ...expected, ...more }).length
						: Object.keys(readObject(answer, { ...expected, ...more })).length;
				let description = '';
				try {
					read({});
				} catch (error) {
					description = (error as RequestFailure).description ?? '';
				}
				const [, paths] =
					/'Response Path' to (?:[^:]*: )?(.*?) (?:\("|to get)/.exec(description) ?? [];
				const isRaw = description.includes("'Output' to Raw");
				for (const path of paths?.split(' or ') ?? []) {
					advised += 1;
					expect(() => read({ path, isRaw })).not.toThrow();
					if (asked === 'rows') expect(read({ path, isRaw })).toBeGreaterThan(0);
				}
			}),
			runs('values'),
		);
		expect(advised).toBeGreaterThan(20);
	});

	test('the error shows names and types, and no value', () => {
		const hidden = { secret: 'Ada', deep: { rows } };
		const answer = { '+12125550123': hidden, list_of: [{ name: 'Ada', age: 1 }] };
		const { description } = failureOf(() => rowsIn(answer));
		expect(description).toContain('list_of: [1 × { name: text, age: number }]');
		expect(description).toContain('Check Platform');
		const withPath = failureOf(() => rowsIn(answer, { ...asCall, path: '' })).description;
		expect(description + withPath).not.toMatch(/Ada|2125550123/);
	});
});
