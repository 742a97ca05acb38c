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

test('the selectors offer all by name, resources first; the default is the first one given', () => {
	const [first, ofZebra, ofAnt] = propertiesOf([
		resource('zebra', operation('walk'), operation('eat')),
		resource('ant', operation('build', { isPublic: true })),
	]);
	expect(first).toMatchObject({ name: 'resource', noDataExpression: true, default: 'zebra' });
	expect(first?.options).toEqual([
		{ name: 'ANT', value: 'ant' },
		{ name: 'ZEBRA', value: 'zebra' },
	]);
	expect(ofZebra).toMatchObject({ name: 'operation', noDataExpression: true, default: 'walk' });
	expect(ofZebra?.options).toEqual([
		{ name: 'EAT', value: 'eat', action: 'eat it', description: 'Does eat' },
		{ name: 'WALK', value: 'walk', action: 'walk it', description: 'Does walk' },
	]);
	expect(ofAnt?.displayOptions).toEqual({ show: { resource: ['ant'] } });
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

test('the credential is not needed by those who have no account yet, and by nobody else', () => {
	const [description] = credentialsOf(organizationResources);
	expect(description).toMatchObject({ name: 'voiceAgentApi', required: true });
	const without = description?.displayOptions?.hide?.operation as string[];
	expect(without).toEqual(
		phrases`forgotPassword | resendVerification | resetPassword | signUp | verifyEmail`,
	);
	// It is hidden by the operation alone: no operation with an account may have such a name.
	const others = organizationResources
		.flatMap(({ operations }) => operations)
		.filter((one) => !('isPublic' in one));
	expect(others.map(({ value }) => value).filter((value) => without.includes(value))).toEqual([]);
	const [resourceField] = propertiesOf(organizationResources);
	const choices = resourceField?.options as INodePropertyOptions[];
	expect(choices).toHaveLength(organizationResources.length);
});
