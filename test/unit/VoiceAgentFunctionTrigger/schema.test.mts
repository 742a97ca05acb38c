import fc from 'fast-check';
import { isSafeObjectProperty } from 'n8n-workflow';
import { schemaOfJson, schemaOfTable } from '../../../nodes/VoiceAgentFunctionTrigger/schema';
import { checkedFunctionName } from '../../../nodes/VoiceAgentFunctionTrigger/settings';
import { runs } from '../../scale.mts';

describe('the table of parameters', () => {
	test('becomes a JSON schema', () => {
		const schema = schemaOfTable([
			{ name: 'day', type: 'date', description: 'The day', required: true },
			{ name: 'people', type: 'integer', required: false },
			{ name: 'note', required: 'false' },
			{ name: 'part', type: 'choice', choices: 'morning, afternoon,, morning', required: true },
			{ name: 'urgent', type: 'boolean', description: '  ' },
		]);
		expect(schema).toEqual({
			type: 'object',
			properties: {
				day: { type: 'string', format: 'date', description: 'The day' },
				people: { type: 'integer' },
				note: { type: 'string' },
				part: { type: 'string', enum: ['morning', 'afternoon'] },
				urgent: { type: 'boolean' },
			},
			required: ['day', 'part', 'urgent'],
		});
	});

	test('has only names that expressions of n8n can read', () => {
		const unsafe = ['arguments', 'caller', 'constructor', 'prototype', 'mainModule', 'binding'];
		expect(unsafe.filter(isSafeObjectProperty)).toEqual([]);
		fc.assert(
			fc.property(
				fc.oneof(fc.constantFrom(...unsafe), fc.stringMatching(/^[a-z]\w{0,9}$/)),
				(name) => {
					const make = () => schemaOfTable([{ name }]);
					if (!isSafeObjectProperty(name)) expect(make).toThrow(name);
					else expect(Object.keys(make().properties)).toEqual([name]);
				},
			),
			runs('values'),
		);
	});

	test.each([
		[[{ name: '' }], 'Parameter 1'],
		[[{ name: 'ok' }, { name: ' ' }], 'Parameter 2'],
		[[{ name: 'free slots' }], '"free slots"'],
		[[{ name: '__proto__' }], '"__proto__"'],
		[[{ name: 'day' }, { name: 'day' }], '"day"'],
		[[{ name: 'part', type: 'choice', choices: ' , ' }], '"part"'],
		[[{ name: 'day', type: 'moment' }], '"moment"'],
	])('is refused with the row that is wrong: %j', (rows, named) => {
		expect(() => schemaOfTable(rows)).toThrow(named);
	});
});

describe('a schema that was written', () => {
	test('is sent as it is', () => {
		const written = {
			type: 'object',
			properties: { day: { type: 'string', 'x-hint': 1 } },
			required: ['day'],
			additionalProperties: false,
		};
		expect(schemaOfJson(written)).toEqual(written);
	});

	test.each([
		{ type: 'string' },
		{ day: { type: 'string' } },
		{ properties: ['day'] },
		{ properties: { day: 'string' } },
		{ properties: {}, required: 'day' },
	])('is refused if it says no parameters: %j', (written) => {
		expect(() => schemaOfJson(written as never)).toThrow("'Parameters (JSON)'");
	});
});

describe('the name of the function', () => {
	test.each([
		['Check Free Slots', 'check_free_slots'],
		['check-slots', 'check_slots'],
		['_check_', 'check'],
		['2nd_check', 'nd_check'],
		['a__b', 'a_b'],
		[`${'x'.repeat(70)}`, 'x'.repeat(64)],
	])('is refused with a better one: %s', (name, better) => {
		expect(() => checkedFunctionName(name)).toThrow(
			expect.objectContaining({ description: expect.stringContaining(`example ${better}`) }),
		);
	});
});
