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
	test('has its own fields, Return All, Limit and its filters', () => {
		const filters = { from_date: field('from'), words: textList('Words', 'words', 'Some') };
		const built = list({ ...operation, fields: [field('a')], filters });
		expect(namesOf(built.fields)).toEqual(['a', 'returnAll', 'limit', 'filters']);
		expect(namesOf(built.fields?.[3]?.options as INodeProperties[])).toEqual(['from', 'words']);
		expect(built).toMatchObject({ ...operation, kind: 'list' });
		expect(built).not.toHaveProperty('filters');
		const params = paramsOf({ filters: { from: 'x', words: 'a,b' } });
		expect(built.request?.(params)).toEqual({ query: { from_date: 'x', words: ['a', 'b'] } });
	});

	test('has filters that are not sent, beside those that are', () => {
		const show = { show: { scope: ['all'] } };
		const filters = { b: field('b') };
		const built = list({
			...operation,
			filters,
			rowFilterFields: [field('a')],
			filtersShown: show,
		});
		const shown = built.fields?.find(({ name }) => name === 'filters');
		expect(shown?.displayOptions).toEqual(show);
		expect(namesOf(shown?.options as INodeProperties[])).toEqual(['a', 'b']);
		const params = paramsOf({ filters: { a: 'x', b: 'y' } });
		expect(built.request?.(params)).toEqual({ query: { b: 'y' } });
	});

	test('sends what its own request says, which wins', () => {
		const request = () => ({ endpoint: 'GET /others' as const, query: { a: 'own', b: 'own' } });
		const built = list({ ...operation, request, filters: { a: field('a'), c: field('c') } });
		expect(built.request?.(paramsOf({ filters: { a: 'x', c: 'y' } }))).toEqual({
			endpoint: 'GET /others',
			query: { a: 'own', b: 'own', c: 'y' },
		});
	});
});

describe('the operation of a change', () => {
	const built = update({
		action: 'Change it',
		description: 'Changes it',
		endpoint: 'PATCH /things',
		fields: [field('a')],
		changes: { api_name: field('name'), words: textList('Words', 'words', 'Some') },
	});

	test('refuses to change nothing, but not what stands in the free fields alone', () => {
		expect(() => built.request?.(paramsOf({}))).toThrow(ParameterError);
		const params = paramsOf({ options: { additionalFieldsJson: '{"x":1}' } });
		expect(built.request?.(params)).toEqual({ body: {} });
		const advanced = { additionalFieldsJson: '{"x":1}' };
		const both = paramsOf({ updateFields: { name: 'x' }, options: advanced });
		expect(built.request?.(both)).toEqual({ body: { api_name: 'x' } });
	});
});

describe('a list by scope', () => {
	const endpoints = {
		organization: 'GET /bookings',
		agent: 'GET /agents/{agent_id}/bookings',
	} as const;
	const built = listByScope({ action: 'Get', description: 'Gets', entity: 'booking' }, endpoints);

	test.each([
		[{ scope: 'agent', agentId: 'a1' }, '/agents/a1/bookings'],
		[{ scope: 'organization', agentId: 'a1' }, '/bookings'],
		[{}, '/bookings'],
	])('%j asks %s', (parameters, path) => {
		const params = paramsOf(parameters);
		const { endpoint } = built.request?.(params) ?? {};
		expect(addressOfOperation(built, params, endpoint)).toMatchObject({ method: 'GET', path });
	});
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
		expect(addressOfOperation(withId, params)).toEqual({
			method: 'GET',
			path: '/a/t1',
		});
		expect(addressOfOperation(withId, params, 'DELETE /b')).toEqual({
			method: 'DELETE',
			path: '/b',
		});
		const lost: ReadOperation = { ...read, endpoint: 'GET /a/{lost}' };
		expect(() => addressOfOperation(lost, params)).toThrow(/lost.*GET \/a/);
	});
});
