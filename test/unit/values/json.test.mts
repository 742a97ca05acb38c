import fc from 'fast-check';
import { parseJson, readNumber, readText, withoutNul } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

test.each([
	['12.5', 12.5],
	['-12.50', -12.5],
	['007', 7],
	['9007199254740991', 9007199254740991],
	...phrases`
		9007199254740992 | -9007199254740993 | 9007199254740993.5 | 0x10 | 0b1 | 1e3 | 1,5 | 1 000 | +5 | .5 |
		5. | 1.2.3 | x | Infinity
	`.map((value) => [value, null]),
	...[2 ** 53, '9'.repeat(400), '', ' ', null, undefined, true, [], Number.NaN, Infinity].map(
		(value) => [value, null],
	),
])('readNumber: of %p is %p', (value, expected) => {
	expect(readNumber(value)).toBe(expected);
});

describe('parseJson', () => {
	test.each([
		['9007199254740993', '9007199254740993'],
		['{"a":0.12345678901234567890}', { a: 0.12345678901234568 }],
		['{"a":12345678901234567890.5}', { a: 12345678901234567000 }],
		['{"a":12345678901234567890e1}', { a: 123456789012345680000 }],
		['{"a":1e+0000000000000001}', { a: 10 }],
		['{"a":-1E-0000000000000001}', { a: -0.1 }],
		['{"12345678901234567890":1}', { '12345678901234567890': 1 }],
		['null', null],
		['0', 0],
		['""', ''],
		[' \n[1] ', [1]],
	])('of %s', (text, value) => {
		expect(parseJson(text)).toEqual({ value });
	});

	test.each([
		...['', ' ', '{"a":', '{"a":1}}', 'OK', "{'a':1}", '{12345678901234567890:1}'],
		...['[012345678901234567890]', 'NaN', 'undefined'],
	])('%j is not JSON', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});

	test('has no NUL in any text or name, and nothing else is lost', () => {
		const text = fc.string({ unit: fc.constantFrom('a', '\0', '\\', '\n', '"', 'u0000', 'é') });
		fc.assert(
			fc.property(text, text, (name, value) => {
				const clean = (one: string) => one.replaceAll('\0', '');
				const sent = JSON.stringify({ list: [{ [`_${name}`]: value }] });
				expect(parseJson(sent)).toEqual({
					value: { list: [{ [`_${clean(name)}`]: clean(value) }] },
				});
				expect(withoutNul({ value })).toEqual({ value: clean(value) });
			}),
			runs('values'),
		);
	});

	test('keeps every digit of every whole number, and every text', () => {
		const entry = fc.oneof(
			fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
			fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
			fc.string({ unit: fc.constantFrom('"', '\\', '1234567890123456', ',', ':', 'é') }),
		);
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.string(), entry)), (entries) => {
				const text = entries.map(
					([name, value]) =>
						`{${JSON.stringify(name)} : ${typeof value === 'bigint' ? value : JSON.stringify(value)}}`,
				);
				const read = parseJson(`[${text.join(',')}]`)?.value as Array<Record<string, unknown>>;
				expect(
					read.map((object) =>
						Object.entries(object).map(([name, value]) => [name, String(value)]),
					),
				).toEqual(entries.map(([name, value]) => [[name, String(value)]]));
				const isExact = (value: unknown) =>
					typeof value !== 'number' || Number.isSafeInteger(value);
				expect(read.flatMap((object) => Object.values(object)).every(isExact)).toBe(true);
			}),
			runs('values'),
		);
	});

	test('looks at each text and each long number once, however many there are', () => {
		const texts = 2_000;
		const many = `["${'\\'.repeat(4_000)}",${'1'.repeat(4_000)}.5,${'"a",'.repeat(texts)}${'9'.repeat(20)}]`;
		const matches = jest.spyOn(RegExp.prototype, 'exec');
		const searches = jest.spyOn(String.prototype, 'indexOf');
		const read = parseJson(many);
		const steps = [matches.mock.calls.length, searches.mock.calls.length];
		jest.restoreAllMocks();
		expect((read?.value as unknown[]).length).toBe(texts + 3);
		// The long number, and a last look that finds nothing; and whether there is a long number at all.
		const most = [texts + 4, texts + 1];
		expect(steps.map((count, index) => count <= (most[index] ?? 0))).toEqual([true, true]);
		expect(steps[1]).toBe(texts + 1);
	});

	test('a field named __proto__ is a field, and changes no other object', () => {
		const parsed = parseJson('{"__proto__":{"is_admin":true},"id":12345678901234567890}');
		const row = parsed?.value as Record<string, unknown>;
		for (const each of [row, { ...row }, Object.fromEntries(Object.entries(row))]) {
			expect(Object.keys(each)).toEqual(['__proto__', 'id']);
			expect(each.is_admin).toBeUndefined();
		}
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		expect('is_admin' in {}).toBe(false);
	});
});

test.each([
	[undefined, null],
	[null, null],
	['', null],
	['text', 'text'],
	[0, '0'],
	[false, 'false'],
	[['a', 1], '["a",1]'],
])('readText: of %j is %j', (value, expected) => {
	expect(readText(value)).toBe(expected);
});
