import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { checkArguments } from '../../../nodes/VoiceAgentFunctionTrigger/argumentCheck';
import { schemaOfTable } from '../../../nodes/VoiceAgentFunctionTrigger/schema';
import { runs } from '../../scale.mts';

const of = (type: string, more: IDataObject = {}) =>
	schemaOfTable([{ name: 'value', type, choices: 'Morning, afternoon', ...more }]);

const check = (type: string, value: unknown, more: IDataObject = {}) =>
	checkArguments({ value } as IDataObject, of(type, more));

const DATE = 'a date such as 2026-03-02';
const DATE_TIME = 'a date with a time such as 2026-03-02T09:00:00';
const LOST = 'a number of at most 15 digits: digits were lost';
const LOST_IN_TEXT = 'a text with all its digits: in a number, digits were lost';

test.each([
	['text', 'Ada', 'Ada'],
	['text', 12, '12'],
	['number', 3, 3],
	['number', '3', 3],
	['number', ' -1.50 ', -1.5],
	['number', '12.3450', 12.345],
	['number', '0.125', 0.125],
	['number', '1234.567', 1234.567],
	['text', 4111111111111111, '4111111111111111'],
	['text', '12345678901234567890', '12345678901234567890'],
	['integer', '3', 3],
	['integer', '3.0', 3],
	['boolean', true, true],
	['boolean', 'FALSE', false],
	['date', '2028-02-29', '2028-02-29'],
	['dateTime', '2026-03-02T09:00', '2026-03-02T09:00'],
	['dateTime', '2026-03-02 09:00:00+01:00', '2026-03-02 09:00:00+01:00'],
	['dateTime', '2026-03-02T09:00:00.123Z', '2026-03-02T09:00:00.123Z'],
	['choice', 'Morning', 'Morning'],
	['choice', 'AFTERNOON ', 'afternoon'],
])('%s: %j is right', (type, given, value) => {
	expect(check(type, given)).toEqual({ values: { value } });
});

test.each([
	['text', { first: 'Ada' }, 'a text'],
	['number', 'three', 'a number'],
	['number', '007', 'a number'],
	['number', '1e3', 'a number'],
	['number', '1,5', 'a number'],
	['number', '12345678901234567890', 'a number'],
	['number', '0.1234567890123456789', 'a number'],
	['number', [3], 'a number'],
	['number', '1,200.50', 'a number'],
	['number', '1.200', '1.2 or 1200'],
	['number', ' -1,200 ', '-1.2 or -1200'],
	['number', '12.345', '12.3450 or 12345'],
	['integer', '1.000', '1 or 1000'],
	['number', 12345678901234568, LOST],
	['integer', 1e21, LOST],
	['number', Number.POSITIVE_INFINITY, LOST],
	['text', 12345678901234568, LOST_IN_TEXT],
	['text', 1e21, LOST_IN_TEXT],
	['integer', 3.5, 'a whole number'],
	['integer', '3.5', 'a whole number'],
	['boolean', 1, 'true or false'],
	['boolean', 'yes', 'true or false'],
	['date', '2026-02-29', DATE],
	['date', 'tomorrow', DATE],
	['date', '2026-03-02T09:00:00Z', DATE],
	['date', '2026-13-01', DATE],
	['dateTime', '2026-03-02', DATE_TIME],
	['dateTime', '2026-03-02T25:00', DATE_TIME],
	['dateTime', '2026-03-02T09:00 to 10:00', DATE_TIME],
	['choice', 'evening', 'one of: Morning, afternoon'],
])('%s: %j is wrong, and a sentence says what it must be', (type, given, mustBe) => {
	expect(check(type, given)).toEqual({ sentence: `The value for value must be ${mustBe}.` });
});

test.each([undefined, null, '', '  '])('%j is no value', (given) => {
	expect(check('text', given, { description: 'The name of the caller.' })).toEqual({
		sentence: 'I still need value (The name of the caller).',
	});
	expect(check('text', given, { required: false })).toEqual({ values: {} });
});

test.each([
	...['None', 'null', ' None ', 'undefined', 'NaN', '[object Object]'],
	...['<UNKNOWN>', ' <unknown> ', 'N/A', 'n/a', '#N/A', '(none)', '-', 'NULL'],
])('%j is what a model writes for no value, whatever the type', (given) => {
	for (const type of ['text', 'number', 'integer', 'boolean', 'date', 'dateTime', 'choice']) {
		expect(check(type, given)).toEqual({ sentence: 'I still need value.' });
		expect(check(type, given, { required: false })).toEqual({ values: {} });
	}
});

test('a choice, a person or an answer of that name is a value', () => {
	expect(check('choice', 'None', { choices: 'None, Milk' })).toEqual({ values: { value: 'None' } });
	expect(check('choice', 'null', { choices: 'none, NULL' })).toEqual({ values: { value: 'NULL' } });
	expect(check('text', 'Null')).toEqual({ values: { value: 'Null' } });
	expect(check('text', 'None of them')).toEqual({ values: { value: 'None of them' } });
});

test('what is no parameter stays as it is, also under a name that every object has', () => {
	const given = JSON.parse(
		'{"value":"x","mood":{"is":"good"},"constructor":1,"__proto__":{"a":1}}',
	);
	const checked = checkArguments(given, of('text'));
	expect(JSON.stringify(checked)).toBe(
		'{"values":{"mood":{"is":"good"},"constructor":1,"__proto__":{"a":1},"value":"x"}}',
	);
	expect(({} as IDataObject).a).toBeUndefined();
});

const checkSchema = (value: unknown, property: IDataObject) =>
	checkArguments({ value } as IDataObject, {
		type: 'object',
		properties: { value: property },
		required: ['value'],
	});

const INTEGER = { type: 'integer' };
const NULL = { type: 'null' };

describe.each<[string, IDataObject]>([
	['a list of types', { type: ['integer', 'null'] }],
	['anyOf', { anyOf: [INTEGER, NULL] }],
	['oneOf', { oneOf: [NULL, INTEGER], description: '' }],
	['anyOf in anyOf', { anyOf: [{ anyOf: [INTEGER, NULL] }] }],
	['nullable', { ...INTEGER, nullable: true }],
])('a required value that can be null, by %s', (_how, property) => {
	test.each([null, undefined, '', 'null', '<UNKNOWN>'])('%j is left out', (given) => {
		expect(checkSchema(given, property)).toEqual({ values: {} });
	});

	test('another value is checked', () => {
		const sentence = 'The value for value must be a whole number.';
		expect(checkSchema('3', property)).toEqual({ values: { value: 3 } });
		expect(checkSchema('abc', property)).toEqual({ sentence });
	});
});

const EITHER = { type: ['integer', 'string'] };
const DAY_OR_YEAR = { anyOf: [INTEGER, { type: 'string', format: 'date' }] };
const TITLED = { oneOf: [{ const: 'small', title: 'Small' }, { const: 'None' }, NULL] };
const LISTED = { type: ['string', 'null'], enum: ['a', 'b', null] };

test.each<[unknown, IDataObject, unknown]>([
	// Of several types, the one that takes the value as it is comes first.
	['3', EITHER, { values: { value: '3' } }],
	[3, EITHER, { values: { value: 3 } }],
	['1.200', EITHER, { values: { value: '1.200' } }],
	['2026-03-02', DAY_OR_YEAR, { values: { value: '2026-03-02' } }],
	['soon', DAY_OR_YEAR, { sentence: expect.stringContaining(`be a whole number or ${DATE}.`) }],
	// Choices, with null among them.
	['Small', TITLED, { values: { value: 'small' } }],
	['None', TITLED, { values: { value: 'None' } }],
	[null, TITLED, { values: {} }],
	[null, LISTED, { values: {} }],
	['c', LISTED, { sentence: 'The value for value must be one of: a, b.' }],
])('%j for %j', (given, property, checked) => {
	expect(checkSchema(given, property)).toEqual(checked);
});

test.each<[string, unknown, IDataObject]>([
	['a list', [1, 12345678901234568], { type: 'array' }],
	['an object', { order: { id: 12345678901234568 } }, { type: 'object' }],
	['a value of any type', 12345678901234568, {}],
])('digits that were lost in %s are asked for', (_where, given, property) => {
	const sentence = `The value for value must be ${LOST_IN_TEXT}.`;
	expect(checkSchema(given, property)).toEqual({ sentence });
});

test('no number arrives with other digits than the request has', () => {
	fc.assert(
		fc.property(
			fc.bigInt({ min: 0n, max: 10n ** 24n }),
			fc.constantFrom('text', 'number'),
			(id, type) => {
				const checked = check(type, JSON.parse(String(id)));
				if ('values' in checked) expect(String(checked.values.value)).toBe(String(id));
				else expect(checked.sentence).toContain('digits were lost');
			},
		),
		runs('values'),
	);
});

test('a number that was sent as text is the same number, or is refused', () => {
	const digits = fc.integer({ min: 1, max: 20 });
	const whole = digits.chain((count) => fc.bigInt({ min: 0n, max: 10n ** BigInt(count) }));
	const decimals = fc.array(fc.nat(9), { maxLength: 18 }).map((each) => each.join(''));
	let accepted = 0;
	fc.assert(
		fc.property(whole, decimals, fc.constantFrom('', '-'), (before, after, sign) => {
			const text = `${sign}${before}${after === '' ? '' : `.${after}`}`;
			const checked = check('number', text) as { values?: { value: number } };
			if (!checked.values) return;
			accepted += 1;
			const { value } = checked.values;
			const isZero = value === 0 && sign === '-';
			expect(`${isZero ? sign : ''}${value.toFixed(after.length)}`).toBe(text);
		}),
		runs('values'),
	);
	expect(accepted).toBeGreaterThan(0);
});

test('any value has an answer, and no exception', () => {
	fc.assert(
		fc.property(
			fc.constantFrom('text', 'number', 'integer', 'boolean', 'date', 'dateTime', 'choice'),
			fc.jsonValue(),
			(type, value) => {
				const checked = check(type, value);
				expect('values' in checked || checked.sentence.length > 10).toBe(true);
			},
		),
		runs('values'),
	);
});
