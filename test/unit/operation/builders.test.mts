import type { INodeProperties } from 'n8n-workflow';
import type { ReadOperation } from '../../../nodes/shared/operation';
import {
	addressOfOperation,
	findOperation,
	list,
	resource,
	textList,
	update,
} from '../../../nodes/shared/operation';
import { listByScope } from '../../../nodes/VoiceAgentCall/listByScope';
import { ParameterError } from '../../../nodes/shared/values';
import { field } from './field.mts';
import { paramsOf } from '../../support/params.mts';

const operation = {
	name: 'Do',
	value: 'do',
	action: 'Do it',
	description: 'Does it',
	endpoint: 'GET /things',
} as const;
const namesOf = (properties: readonly INodeProperties[] = []) => properties.map(({ name }) => name);

describe('the operation of a list', () => {
	test('has its own fields, Return All, Limit and its filters; what its own request says wins', () => {
		const filters = { from_date: field('from'), words: textList('Words', 'words', 'Some') };
		const request = () => ({ endpoint: 'GET /others' as const, query: { a: 'own', words: 'own' } });
		const built = list({ ...operation, request, fields: [field('a')], filters });
		expect(namesOf(built.fields)).toEqual(['a', 'returnAll', 'limit', 'filters']);
		expect(namesOf(built.fields?.[3]?.options as INodeProperties[])).toEqual(['from', 'words']);
		expect(built).toMatchObject({ ...operation, kind: 'list' });
		expect(built).not.toHaveProperty('filters');
		expect(built.request?.(paramsOf({ filters: { from: 'x', words: 'a,b' } }))).toEqual({
			endpoint: 'GET /others',
			query: { from_date: 'x', a: 'own', words: 'own' },
		});
	});

	test('has filters that are not sent, beside those that are', () => {
		const filtersShown = { show: { scope: ['all'] } };
		const filters = { b: textList('Words', 'b', 'Some') };
		const rowFilterFields = [field('a')];
		const built = list({ ...operation, filters, rowFilterFields, filtersShown });
		const shown = built.fields?.find(({ name }) => name === 'filters');
		expect(shown?.displayOptions).toEqual(filtersShown);
		expect(namesOf(shown?.options as INodeProperties[])).toEqual(['a', 'b']);
		const params = paramsOf({ filters: { a: 'x', b: 'y,z' } });
		expect(built.request?.(params)).toEqual({ query: { b: ['y', 'z'] } });
	});
});

const built = update({
	action: 'Change it',
	description: 'Changes it',
	endpoint: 'PATCH /things',
	fields: [field('a')],
	changes: { api_name: field('name'), words: textList('Words', 'words', 'Some') },
});

test('the operation of a change refuses to change nothing, but not what stands in the free fields alone', () => {
	expect(() => built.request?.(paramsOf({}))).toThrow(ParameterError);
	const params = paramsOf({ options: { additionalFieldsJson: '{"x":1}' } });
	expect(built.request?.(params)).toEqual({ body: {} });
	const advanced = { additionalFieldsJson: '{"x":1}' };
	const both = paramsOf({ updateFields: { name: 'x' }, options: advanced });
	expect(built.request?.(both)).toEqual({ body: { api_name: 'x' } });
});

const endpoints = {
	organization: 'GET /bookings',
	agent: 'GET /agents/{agent_id}/bookings',
} as const;
const byScope = listByScope({ action: 'Get', description: 'Gets', entity: 'booking' }, endpoints);

test.each([
	[{ scope: 'agent', agentId: 'a1' }, '/agents/a1/bookings'],
	[{ scope: 'organization', agentId: 'a1' }, '/bookings'],
	[{}, '/bookings'],
])('a list by scope with %j asks %s', (parameters, path) => {
	const params = paramsOf(parameters);
	const { endpoint } = byScope.request?.(params) ?? {};
	expect(addressOfOperation(byScope, params, endpoint)).toMatchObject({ method: 'GET', path });
});

describe('an operation', () => {
	const read: ReadOperation = { ...operation, kind: 'read' };

	test('is about what its resource is about, unless it says otherwise', () => {
		const about = (entity?: ReadOperation['entity']) =>
			findOperation(
				[resource({ name: 'A', value: 'a', entity: 'call', operations: [{ ...read, entity }] })],
				'a',
				'do',
			).entity;
		expect([about(), about('agent'), about('none')]).toEqual(['call', 'agent', undefined]);
	});

	test('has an address, if something fills every name in its path', () => {
		const withId: ReadOperation = {
			...read,
			endpoint: ['GET /a/{id}', 'DELETE /b'],
			ids: { id: field('thingId') },
		};
		const params = paramsOf({ thingId: 't1' });
		expect(addressOfOperation(withId, params)).toEqual({ method: 'GET', path: '/a/t1' });
		const other = { method: 'DELETE', path: '/b' };
		expect(addressOfOperation(withId, params, 'DELETE /b')).toEqual(other);
		const lost: ReadOperation = { ...read, endpoint: 'GET /a/{lost}' };
		expect(() => addressOfOperation(lost, params)).toThrow(/lost.*GET \/a/);
	});
});
