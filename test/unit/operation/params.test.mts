import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/operation';
import { addressOfOperation, fieldsOf, Params } from '../../../nodes/shared/operation';
import { ParameterError } from '../../../nodes/shared/values';

const field = (
	name: string,
	displayName: string,
	type: INodeProperties['type'] = 'string',
): INodeProperties => ({
	displayName,
	name,
	type,
	default: '',
});

describe('identifiers never change the path', () => {
	const operation: Operation = {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a thing',
		description: '',
		endpoint: 'DELETE /things/{id}/parts/{part}',
		ids: { id: field('thingId', 'Thing'), part: field('partId', 'Part') },
	};
	const pathFor = (thingId: unknown) =>
		addressOfOperation(
			operation,
			Params.of({ thingId: thingId as string, partId: 'p' }, { fields: fieldsOf(operation) }),
		).path;

	test.each(['', '   ', '.', '..', 'a/b', '../agents', 'a\\b', 'a\nb', '\u0000', undefined, null])(
		'%p is refused',
		(id) => {
			expect(() => pathFor(id)).toThrow(ParameterError);
			expect(() => pathFor(id)).toThrow(/Thing/);
		},
	);

	test.each([
		['%2e%2e', '%252e%252e'],
		['a?b', 'a%3Fb'],
		['a#b', 'a%23b'],
		['a%2Fb', 'a%252Fb'],
		['ü', '%C3%BC'],
		['a b', 'a%20b'],
		[' c1 ', 'c1'],
		[17, '17'],
		[{ __rl: true, mode: 'id', value: 'c1' }, 'c1'],
	])('%p is encoded', (id, encoded) => {
		const path = pathFor(id);
		expect(path).toBe(`/things/${encoded}/parts/p`);
		expect(new URL(`https://api.example.com/api/v1${path}`).pathname).toBe(
			`/api/v1/things/${encoded}/parts/p`,
		);
	});
});

describe('Params', () => {
	test('names the parameter as the screen does', () => {
		const params = Params.of({}, { fields: [field('campaignName', 'Campaign Name')] });
		expect(() => params.required('campaignName')).toThrow("'Campaign Name' is empty");
		expect(() => params.required('sessionId')).toThrow("'Session ID' is empty");
	});

	test('names the entry of a collection as the screen does', () => {
		const timeout = field('timeout', 'Timeout (Seconds)', 'number');
		const options = { ...field('options', 'Options', 'collection'), options: [timeout] };
		const params = Params.of({ options: { timeout: 0 } }, { fields: [options] });
		expect(() => params.number('options.timeout', 60, 1)).toThrow(/^'Timeout \(Seconds\)'/);
		expect(() => params.required('options.lastName')).toThrow("'Last Name' is empty");
	});

	test('JSON as text or as the value of an expression', () => {
		expect(Params.of({ x: '{"a":1}' }).jsonObject('x')).toEqual({ a: 1 });
		expect(Params.of({ x: { a: 1 } }).jsonObject('x')).toEqual({ a: 1 });
		expect(Params.of({ x: ' ' }).jsonObject('x')).toEqual({});
		expect(() => Params.of({ x: '{a:1}' }).jsonObject('x')).toThrow(/not valid JSON/);
		expect(() => Params.of({ x: '[1]' }).jsonObject('x')).toThrow(/one JSON object/);
		expect(() => Params.of({ x: '{}' }).jsonList('x')).toThrow(/JSON list/);
		expect(() => Params.of({ x: '[1]' }).jsonList('x')).toThrow(/JSON list/);
	});

	test('numbers keep within their bounds', () => {
		expect(Params.of({ x: '7' }).number('x', 1)).toBe(7);
		expect(Params.of({}).number('x', 3)).toBe(3);
		expect(() => Params.of({ x: 0 }).number('x', 1, 1, 100)).toThrow(/out of range/);
		expect(() => Params.of({ x: 'many' }).number('x', 1)).toThrow(/not a number/);
	});

	test('filters become query parameters, empty ones none', () => {
		const params = Params.of(
			{
				filters: {
					from: '2026-01-31T09:00:00',
					status: ' ',
					agentId: { value: 'a1' },
					answered: false,
					minimum: '3',
				},
			},
			{ timeZone: 'Europe/Berlin' },
		);
		const fields = {
			from: field('from', 'From', 'dateTime'),
			to: field('to', 'To', 'dateTime'),
			status: field('status', 'Status'),
			agent_id: field('agentId', 'Agent', 'resourceLocator'),
			answered: field('answered', 'Answered', 'boolean'),
			minimum: field('minimum', 'Minimum', 'number'),
		};
		expect(params.entered('filters', fields)).toEqual({
			from: '2026-01-31T08:00:00.000Z',
			agent_id: 'a1',
			answered: false,
			minimum: 3,
		});
	});

	test('text that is not a date is refused', () => {
		expect(() => Params.of({ from: 'next Monday' }).timestamp('from')).toThrow(/not a date/);
	});

	test('pairs without a name are ignored', () => {
		const params = Params.of({
			variables: {
				pairs: [
					{ name: ' a ', value: '1' },
					{ name: '', value: '2' },
				],
			},
		});
		expect(params.pairs('variables')).toEqual({ a: '1' });
	});
});
