import fc from 'fast-check';
import { argumentsFor, valuesIn } from '../../sandbox/simulation/functionArguments.mts';
import { runs } from '../scale.mts';

const APPOINTMENT = Date.UTC(2027, 2, 2, 9, 30);
const knowledge = (values: object = {}) => ({ values, appointment: APPOINTMENT });
const argument = (schema: object, values: object = {}, name = 'value') =>
	argumentsFor({ type: 'object', properties: { [name]: schema } }, knowledge(values))[name];

test.each<[string, object, unknown]>([
	['day', { type: 'string' }, '2027-03-02'],
	['until', { type: 'string', format: 'date' }, '2027-03-02'],
	['time', { type: 'string' }, '09:30:00'],
	['starts_at', { type: 'string' }, '2027-03-02T09:30:00.000Z'],
	['order_number', { type: 'string' }, 'sample order number'],
	['order', { type: 'string', examples: ['A-1', 'A-2'] }, 'A-1'],
	['order', { type: 'string', default: 'A-3' }, 'A-3'],
	['tags', { type: 'array', items: { type: 'integer', minimum: 3 } }, [3]],
	['who', { type: 'object', properties: { ok: { type: 'boolean' } } }, { ok: true }],
])('%s by %j is %j', (name, schema, value) => {
	expect(argument(schema, {}, name)).toEqual(value);
});

test('what is known comes first, under any spelling of its name and in the type that is asked for', () => {
	expect(argument({ type: 'string', examples: ['A-1'] }, { order_number: 7 }, 'orderNumber')).toBe(
		'7',
	);
	expect(argument({ type: 'integer' }, { size: '12' }, 'size')).toBe(12);
	expect(argument({ type: 'integer' }, { size: 'twelve' }, 'size')).toBe(1);
	expect(argument({ enum: ['a', 'b'] }, { plan: 'b' }, 'plan')).toBe('b');
	expect(argument({ enum: ['a', 'b'] }, { plan: 'c' }, 'plan')).toBe('a');
});

test('the values of an answer, at any depth', () => {
	expect(valuesIn({ slots: [{ starts_at: '9:00' }, { starts_at: '10:00' }], free: true })).toEqual({
		starts_at: '9:00',
		free: true,
	});
	expect(valuesIn('Yes')).toEqual({});
});

test('a schema that is none is no defect of the sandbox', () => {
	const word = fc.constantFrom('type', 'enum', 'examples', 'items', 'properties', 'minimum');
	const leaf = fc.jsonValue({ maxDepth: 1 });
	const inner = fc.dictionary(word, leaf, { maxKeys: 3 });
	const node = fc.oneof(leaf, inner, fc.dictionary(word, inner, { maxKeys: 3 }));
	fc.assert(
		fc.property(fc.dictionary(fc.constantFrom('properties', 'type'), node), (schema) => {
			expect(() => argumentsFor(schema, knowledge())).not.toThrow();
		}),
		runs('values'),
	);
});
