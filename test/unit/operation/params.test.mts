import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Params } from '../../../nodes/shared/operation';
import { ParameterError } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';
import { paramsOf } from '../../support/params.mts';

/*
 * Every reader of a parameter: what it takes, what it refuses, and that it names the parameter.
 */

const field = (name: string, type: INodeProperties['type'] = 'string'): INodeProperties => ({
	displayName: `The ${name}`,
	name,
	type,
	default: '',
});
const of = (x: unknown, context = {}) =>
	paramsOf({ x } as IDataObject, { fields: [field('x')], ...context });
const refuses = (read: () => unknown, word: RegExp) => {
	expect(read).toThrow(ParameterError);
	expect(read).toThrow(word);
	expect(read).toThrow(/The x|X/);
};

test.each([
	['agentId', 'Agent ID'],
	['campaignName', 'Campaign Name'],
	['options.batchSize', 'Batch Size'],
	['identity', 'Identity'],
	['x', 'X'],
])('%s is called %s where its field is not at hand', (name, label) => {
	expect(() => paramsOf({}).required(name)).toThrow(new RegExp(`^'${label}' `));
});

test.each([
	[undefined, ''],
	[{ __rl: true, value: ' v ' }, 'v'],
	[{ __rl: true, value: 'v', cachedResultName: 'V' }, 'v'],
	[new Date('2026-03-02T09:00:00Z'), '2026-03-02T09:00:00.000Z'],
	[DateTime.fromISO('2026-03-02T09:00:00Z', { zone: 'utc' }), '2026-03-02T09:00:00.000Z'],
	[{ at: new Date('2026-03-02T09:00:00Z') }, '2026-03-02T09:00:00.000Z'],
	[new Date(Number.NaN), 'Invalid Date'],
])('text of %j is %j', (x, expected) => {
	expect(of(x).text('x')).toBe(expected);
});

test('a text, a number or a moment in several values is refused with the name of the field', () => {
	const x = { id: 'a1', name: 'Support' };
	const params = of(x);
	for (const read of [
		() => params.text('x'),
		() => params.textOfRow('x', 0),
		() => params.required('x'),
		() => params.id('x'),
		() => params.timestamp('x'),
		() => params.phoneNumber('x'),
	]) {
		refuses(read, /'The x' has more than one value/);
	}
	expect(() => params.text('x')).toThrow(
		expect.objectContaining({ description: expect.stringContaining(JSON.stringify(x)) }),
	);
});

test('the one value of a list or object at any depth is the value, and several are refused', () => {
	const value = fc.oneof(
		fc.integer(),
		fc.boolean(),
		fc.string({ minLength: 1 }).map((text) => `x${text}`),
	);
	const empty = fc.constantFrom(null, '', ' ', [], {});
	const nested = fc.letrec((tie) => ({
		tree: fc.oneof(
			{ maxDepth: 4 },
			value,
			empty,
			fc.array(tie('tree'), { maxLength: 3 }),
			fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 }),
		),
	})).tree;
	const seen = { one: 0, several: 0 };
	fc.assert(
		fc.property(nested, (x) => {
			const values: unknown[] = [];
			JSON.parse(JSON.stringify(x), (_key, inner: unknown) => {
				const isEmpty = inner === null || (typeof inner === 'string' && inner.trim() === '');
				if (!isEmpty && typeof inner !== 'object') values.push(inner);
				return inner;
			});
			if (values.length > 1) {
				seen.several += 1;
				refuses(() => of(x).text('x'), /more than one value/);
			} else {
				seen.one += 1;
				expect(of(x).text('x')).toBe(String(values[0] ?? '').trim());
			}
		}),
		runs('values'),
	);
	expect(Math.min(seen.one, seen.several)).toBeGreaterThan(10);
});

test('names of columns, as they are typed and as n8n writes them when they are dragged', () => {
	expect([
		of(" a, ['Phone, home'] ,['It\\'s'], b['c,d'].e\nf ,, [x").columns('x'),
		of(['a, b', 'c']).columns('x'),
		of('').columns('x'),
	]).toEqual([['a', "['Phone, home']", "['It\\'s']", "b['c,d'].e", 'f', '[x'], ['a, b', 'c'], []]);
});

test('text of one row', () => {
	const read = (text: unknown) => () => text;
	const inRows = (...texts: unknown[]) =>
		new Params(read(' a '), { readRow: (position) => read(texts[position]) as never });
	expect([0, 1].map((position) => inRows(' b ', null).textOfRow('x', position))).toEqual(['b', '']);
	expect(new Params(read(' a ')).textOfRow('x', 1)).toBe('a');
});

test('a phone number, with the default country', () => {
	const values = { x: '(212) 555-0123', defaultCountryCode: '1' };
	expect(paramsOf(values).phoneNumber('x')).toBe('+12125550123');
	expect(() => of('(212) 555-0123').phoneNumber('x')).toThrow(/country/);
	expect(() => of(undefined).phoneNumber('x')).toThrow(ParameterError);
});

test('a switch', () => {
	for (const x of [true, 'true', 'TRUE', 1]) expect(of(x).flag('x', false)).toBe(true);
	for (const x of [false, 'false', 'yes', 0]) expect(of(x).flag('x', true)).toBe(false);
});

test.each([
	['7', 7],
	[7.5, 7.5],
	[' 7 ', 7],
	['', 3],
	[null, 3],
	[undefined, 3],
	[0, 0],
])('a number of %j is %p', (x, expected) => {
	expect(of(x).number('x', 3)).toBe(expected);
});

test('a number has bounds, both included', () => {
	expect([of(1).number('x', 3, 1, 5), of(5).number('x', 3, 1, 5)]).toEqual([1, 5]);
	for (const x of [0, 6, '0', '6.5']) refuses(() => of(x).number('x', 3, 1, 5), /range/);
	for (const x of ['many', 'Infinity', '0x2', '2e0', '2,5', ' ', true, [2], '9007199254740993'])
		refuses(() => of(x).number('x', 3, 1), /not a number/);
	refuses(() => of(-1).number('x', 3), /-1/);
	expect(() => of(9).number('x', 3, 1, 5)).toThrow(
		expect.objectContaining({ description: expect.stringMatching(/1 to 5/) }),
	);
	expect(() => of(0).number('x', 3, 1)).toThrow(
		expect.objectContaining({ description: expect.stringMatching(/1 or more/) }),
	);
});

test.each([
	['a, b\nc', ['a', 'b', 'c']],
	[' a ,, ', ['a']],
	[
		['a', ' b ', 7, ''],
		['a', 'b', '7'],
	],
	[
		[{ id: 'a' }, ['b'], {}],
		['a', 'b'],
	],
	['', []],
	[undefined, []],
])('texts of %j are %j', (x, expected) => {
	expect(of(x).texts('x')).toEqual(expected);
});

test('a moment', () => {
	const timeZone = 'Europe/Berlin';
	expect(of('2026-07-31T09:00', { timeZone }).timestamp('x')).toBe('2026-07-31T07:00:00.000Z');
	expect(of('2026-07-31T09:00').timestamp('x')).toBe('2026-07-31T09:00:00.000Z');
	expect([of('').timestamp('x'), of(undefined).timestamp('x')]).toEqual(['', '']);
	// The day is that of the workflow's time zone, as it was entered there.
	expect(of('2026-07-31T00:00', { timeZone }).day('x')).toBe('2026-07-31');
	expect(of('2026-07-31T23:00:00Z', { timeZone }).day('x')).toBe('2026-08-01');
	expect([of('').day('x'), of(undefined).day('x')]).toEqual(['', '']);
	for (const x of ['soon', '2026-02-31', '9', 9, 20260131])
		refuses(() => of(x).timestamp('x'), new RegExp(`"${x}" is not a date`));
	refuses(() => of('2026-03-29 02:30', { timeZone }).timestamp('x'), /does not exist in Europe/);
});

test('JSON', () => {
	expect([
		of('[1]').json('x'),
		of({ a: 1 }).json('x'),
		of(' ').json('x'),
		of(undefined).json('x'),
		of('null').json('x'),
	]).toEqual([[1], { a: 1 }, undefined, undefined, null]);
	refuses(() => of('{a}').json('x'), /JSON/);
	expect(of('{"id":9007199254740993}').json('x')).toEqual({ id: '9007199254740993' });
	expect([of('{"a":1}').jsonObject('x'), of('').jsonObject('x')]).toEqual([{ a: 1 }, {}]);
	for (const x of ['[]', '7', 'null']) refuses(() => of(x).jsonObject('x'), /object/);
	expect([of('[{"a":1}]').jsonList('x'), of([]).jsonList('x')]).toEqual([[{ a: 1 }], []]);
	expect(of(' [{"a":1}]').jsonList('x')).toEqual([{ a: 1 }]);
	for (const x of ['{}', '', '[1]', '[{},[]]', 'number,name\n1,[Ada]'])
		refuses(() => of(x).jsonList('x'), /list/);
});

test('invalid JSON is an error that says how an expression is written in it', () => {
	for (const x of ['{ "note": "He said "hi"" }', '{ "note": }', '{ "note": [object Object] }']) {
		expect(() => of(x).json('x')).toThrow(
			expect.objectContaining({
				message: "'The x' is not valid JSON",
				description: expect.stringContaining('{{ JSON.stringify($json.note) }}, without quotes'),
			}),
		);
	}
});

test('pairs', () => {
	const pairs = (entries: unknown) => paramsOf({ x: { pairs: entries } } as IDataObject).pairs('x');
	const some = [
		{ name: ' a ', value: '1' },
		{ name: ' ', value: ' ' },
		{ name: 'b', value: 0 },
	];
	expect(pairs(some)).toStrictEqual({ a: '1', b: 0 });
	refuses(() => pairs([{ name: 'a', value: 1 }, { value: 2 }]), /the value "2" without a name/);
	expect([pairs('text'), pairs(undefined), pairs({})]).toEqual([{}, {}, {}]);
});

const fields = {
	text: field('text'),
	list: { list: field('words') },
	json: field('json', 'json'),
	many: field('many', 'multiOptions'),
	flag: field('flag', 'boolean'),
	number: field('number', 'number'),
	time: field('time', 'dateTime'),
};
const entered = (values: IDataObject) => paramsOf({ more: values }).entered('more', fields);

test('what was entered in a collection goes by the names of the API, in the form of its kind', () => {
	const values = {
		text: ' a ',
		words: 'a,b',
		json: '{"a":1}',
		many: ['x'],
		flag: 'true',
		number: '7',
		time: '2026-07-31T09:00',
	};
	expect(entered(values)).toEqual({
		text: 'a',
		list: ['a', 'b'],
		json: { a: 1 },
		many: ['x'],
		flag: true,
		number: 7,
		time: '2026-07-31T09:00:00.000Z',
	});
	expect(entered({ flag: false, number: 0 })).toEqual({ flag: false, number: 0 });
});
