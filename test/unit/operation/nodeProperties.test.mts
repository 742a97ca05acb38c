import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { resources as organizationResources } from '../../../nodes/VoiceAgentOrganization/resources';
import type { Operation, Resource } from '../../../nodes/shared/operation';
import {
	credentialsOf,
	propertiesOf,
	resource as resourceOf,
} from '../../../nodes/shared/operation';
import type { Some } from '../../support/fakeContext.mts';
import { CAMPAIGN } from '../../../nodes/shared/platform';
import { field } from './field.mts';
import { phrases } from '../../support/phrases.mts';

const operation = (value: string, more: Some = {}): Operation =>
	({
		kind: 'read',
		name: value.toUpperCase(),
		value,
		action: `${value} it`,
		description: `Does ${value}`,
		endpoint: 'GET /things/{id}',
		...more,
	}) as Operation;
const resource = (value: string, ...operations: Operation[]): Resource =>
	resourceOf({ name: value.toUpperCase(), value, operations });
const namesOf = (properties: readonly INodeProperties[]) => properties.map(({ name }) => name);
/** The fields below the two selectors of a node with one resource. */
const fieldsOf = (...operations: Operation[]) =>
	propertiesOf([resource('thing', ...operations)]).slice(2);

describe('the selectors', () => {
	const properties = propertiesOf([
		resource('zebra', operation('walk'), operation('eat')),
		resource('ant', operation('build', { isPublic: true })),
	]);
	const [first, ofZebra, ofAnt] = properties;

	test('offer all by name; the default is the first one given', () => {
		expect(first).toEqual({
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'ANT', value: 'ant' },
				{ name: 'ZEBRA', value: 'zebra' },
			],
			default: 'zebra',
		});
	});

	test('offer the operations of each resource, with what they do', () => {
		expect(ofZebra).toEqual({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'EAT', value: 'eat', action: 'eat it', description: 'Does eat' },
				{ name: 'WALK', value: 'walk', action: 'walk it', description: 'Does walk' },
			],
			default: 'walk',
			displayOptions: { show: { resource: ['zebra'] } },
		});
		expect(ofAnt?.displayOptions).toEqual({ show: { resource: ['ant'] } });
	});
});

describe('the fields of an operation', () => {
	test('stand in their order: its own, then the general ones, Options last', () => {
		const all = operation('do', {
			isPublic: true,
			ids: { id: field('thingId') },
			fields: [field('a'), field('b')],
			columns: CAMPAIGN,
			openQuery: true,
			options: [field('zeal')],
		});
		const fields = fieldsOf(all);
		expect(namesOf(fields)).toEqual(phrases`
			baseUrl | thingId | a | b | output | fields | options
		`);
		expect(namesOf(fields[6]?.options as INodeProperties[])).toEqual(phrases`
			additionalQuery | maxRetries | parallelRequests | responsePath | timeout | zeal
		`);
	});

	test('are shown for it, and under the conditions they have', () => {
		const shown = field('b', { displayOptions: { show: { a: [true] }, hide: { c: [1] } } });
		const [a, b] = fieldsOf(operation('do', { fields: [field('a'), shown] }));
		expect(a?.displayOptions).toEqual({ show: { resource: ['thing'], operation: ['do'] } });
		expect(b?.displayOptions).toEqual({
			show: { resource: ['thing'], operation: ['do'], a: [true] },
			hide: { c: [1] },
		});
		expect(a).toMatchObject(field('a'));
	});

	test('appear once where several operations have the same', () => {
		const first = operation('first', { fields: [field('a'), field('b')], columns: CAMPAIGN });
		const second = operation('second', { fields: [field('b', { default: 'x' }), field('a')] });
		const shown = fieldsOf(first, second).map(({ name, displayOptions }) => [
			name,
			displayOptions?.show?.operation,
		]);
		expect(shown).toEqual([
			['b', ['second']],
			['a', ['first', 'second']],
			['b', ['first']],
			['output', ['first']],
			['fields', ['first']],
			['options', ['first', 'second']],
		]);
	});

	test('keep the order that each operation gives them, and appear twice where two orders differ', () => {
		const [a, b, c] = [field('a'), field('b'), field('c')];
		const shown = fieldsOf(
			operation('first', { fields: [a, b] }),
			operation('second', { fields: [c, b] }),
			operation('third', { fields: [b, a] }),
		);
		const orderOf = (value: string) =>
			shown
				.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(value))
				.map(({ name }) => name);
		expect(orderOf('first')).toEqual(['a', 'b', 'options']);
		expect(orderOf('second')).toEqual(['c', 'b', 'options']);
		expect(orderOf('third')).toEqual(['b', 'a', 'options']);
		expect(namesOf(shown)).toEqual(['c', 'a', 'b', 'a', 'options']);
	});
});

describe('the credential', () => {
	test('is needed by every operation but the public ones', () => {
		const open = { isPublic: true };
		const mixed = [
			resource('a', operation('read'), operation('signUp', open)),
			resource('b', operation('verify', open), operation('write', { isPublic: false })),
		];
		expect(credentialsOf(mixed)).toEqual([
			{
				name: 'voiceAgentApi',
				required: true,
				displayOptions: { hide: { operation: ['signUp', 'verify'] } },
			},
		]);
	});

	test('is not needed by those who have no account yet, and by nobody else', () => {
		const [description] = credentialsOf(organizationResources);
		const without = description?.displayOptions?.hide?.operation as string[];
		expect(without).toEqual([
			'forgotPassword',
			'resendVerification',
			'resetPassword',
			'signUp',
			'verifyEmail',
		]);
		// It is hidden by the operation alone: no operation with an account may have such a name.
		const others = organizationResources
			.flatMap(({ operations }) => operations)
			.filter((one) => !('isPublic' in one));
		expect(others.map(({ value }) => value).filter((value) => without.includes(value))).toEqual([]);
		const [resourceField] = propertiesOf(organizationResources);
		const choices = resourceField?.options as INodePropertyOptions[];
		expect(choices).toHaveLength(organizationResources.length);
	});
});
