import fc from 'fast-check';
import { firstOf, isFilled, isObject, readNumber, readText } from '../../../nodes/shared/values';

const seed = 1;

test.each([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['text', false],
	[1, false],
])('isObject(%j) is %p', (value, expected) => {
	expect(isObject(value)).toBe(expected);
});

test.each([
	[undefined, false],
	[null, false],
	['', false],
	[[], false],
	[{}, false],
	[0, true],
	[false, true],
	[' ', true],
	[[0], true],
	[{ a: undefined }, true],
])('isFilled(%j) is %p', (value, expected) => {
	expect(isFilled(value)).toBe(expected);
});

describe('firstOf', () => {
	test('takes the names in their order', () => {
		expect(firstOf({ a: 1, b: 2 }, ['b', 'a'])).toBe(2);
	});

	test.each([[undefined], [null], ['']])('passes over %j', (nothing) => {
		expect(firstOf({ a: nothing, b: 2 }, ['a', 'b'])).toBe(2);
		expect(firstOf({ a: nothing }, ['a', 'b'])).toBeUndefined();
	});

	test.each([[0], [false]])('takes %j for a value', (value) => {
		expect(firstOf({ a: value, b: 2 }, ['a', 'b'])).toBe(value);
	});
});

describe('readNumber', () => {
	test('reads every finite number, also as text with space around it', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				expect(readNumber(number)).toBe(number);
				expect(readNumber(` ${number}\n`)).toBe(Number(String(number)));
			}),
			{ seed },
		);
	});

	test.each([
		['12.5', 12.5],
		['', null],
		[' ', null],
		['x', null],
		['Infinity', null],
		[null, null],
		[undefined, null],
		[true, null],
		[[], null],
		[Number.NaN, null],
		[Number.POSITIVE_INFINITY, null],
	])('of %p is %p', (value, expected) => {
		expect(readNumber(value)).toBe(expected);
	});
});

describe('readText', () => {
	test.each([
		[undefined, null],
		[null, null],
		['', null],
		['text', 'text'],
		[0, '0'],
		[false, 'false'],
		[['a', 1], '["a",1]'],
	])('of %j is %j', (value, expected) => {
		expect(readText(value)).toBe(expected);
	});

	test('gives an object as JSON that says the same', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
				expect(JSON.parse(readText(object) ?? '')).toEqual(JSON.parse(JSON.stringify(object)));
			}),
			{ seed },
		);
	});
});
