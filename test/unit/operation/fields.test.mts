import type { INodeProperties } from 'n8n-workflow';
import * as fields from '../../../nodes/shared/operation';
import {
	LISTS,
	Params,
	agentLocator,
	collectionOf,
	deduplicationKey,
	locator,
	notice,
	optional,
	optionsField,
	pairsField,
	repeatedNumbers,
	repeatedNumbersOptions,
	textField,
	textList,
} from '../../../nodes/shared/operation';
import { CALL, CAMPAIGN, CONTACT, TRANSCRIPT } from '../../../nodes/shared/platform';
import { variablesFields } from '../../../nodes/VoiceAgentCall/variables';
import { field } from './field.mts';

const namesOf = (properties: readonly INodeProperties[] = []) => properties.map(({ name }) => name);

describe('fields', () => {
	test('of a collection stand in alphabetical order, and bear the name by which they are read', () => {
		const entries = { z: field('z'), a: textList('A', 'a', 'Some') };
		expect(collectionOf('Additional Fields', entries)).toEqual({
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: expect.any(String),
			default: {},
			options: [textField('A', 'a', 'Some'), field('z')],
		});
		expect(collectionOf('Update Fields', entries).name).toBe('updateFields');
		const options = [field('z'), field('a')];
		const rare = [field('c'), field('b')];
		const shown = optionsField(options, rare).options as INodeProperties[];
		expect(namesOf(shown)).toEqual(['a', 'z', 'b', 'c']);
		expect(namesOf(options)).toEqual(['z', 'a']);
	});

	test('of pairs are read as pairs', () => {
		const pairs = pairsField({ displayName: 'Pairs', name: 'more' });
		expect(pairs).toMatchObject({ name: 'more', type: 'fixedCollection', default: {} });
		expect(pairs.typeOptions).toEqual({ multipleValues: true });
		const [group] = pairs.options as Array<{
			name: string;
			displayName: string;
			values: INodeProperties[];
		}>;
		expect([group?.name, group?.displayName]).toEqual(['pairs', 'Pairs']);
		expect(group?.values.map(({ name, type, default: value }) => [name, type, value])).toEqual([
			['name', 'string', ''],
			['value', 'string', ''],
		]);
	});

	test('of text can have more', () => {
		expect(textField('A', 'a', 'Some', { required: true })).toEqual({
			...field('a'),
			displayName: 'A',
			description: 'Some',
			required: true,
		});
		expect(notice('Costs money')).toEqual({
			displayName: 'Costs money',
			name: 'notice',
			type: 'notice',
			default: '',
		});
		expect(optional(agentLocator)).toEqual({ ...agentLocator, required: false });
	});

	/** What workflows have saved: a name, a type, a default that changes here changes what they do. */
	test('that several operations have keep their names, types, defaults and bounds', () => {
		const shown = [
			fields.returnAllField,
			fields.limitField,
			fields.outputFieldOf(CALL),
			fields.filtersField([]),
			fields.optionsField([], []),
			fields.extraQueryField,
			fields.extraBodyField,
			...fields.executionOptions,
			fields.defaultCountryCodeField,
			fields.inputFileField,
			fields.outputFileField,
			...variablesFields,
			fields.baseUrlField,
			fields.downloadFileField,
			fields.linkedFileNameField,
			...repeatedNumbersOptions,
		];
		const facts = shown.map(
			({ name, type, default: value, typeOptions, required, displayOptions }) =>
				[name, type, value, typeOptions, required, displayOptions?.show].filter(
					(fact) => fact !== undefined,
				),
		);
		expect(facts).toEqual([
			['returnAll', 'boolean', false],
			['limit', 'number', 50, { minValue: 1 }, { returnAll: [false] }],
			['output', 'options', 'simplified'],
			['filters', 'collection', {}],
			['options', 'collection', {}],
			['additionalQuery', 'fixedCollection', {}, { multipleValues: true }],
			['additionalFieldsJson', 'json', '{}'],
			['maxRetries', 'number', 4, { minValue: 0, maxValue: 20 }],
			['maxRetryTime', 'number', 120, { minValue: 0 }],
			['parallelRequests', 'number', 10, { minValue: 1, maxValue: 100 }],
			['timeout', 'number', 60, { minValue: 1, maxValue: 86_400 }],
			['defaultCountryCode', 'string', ''],
			['inputDataFieldName', 'string', 'data', true],
			['outputDataFieldName', 'string', 'data', true],
			['specifyVariables', 'options', 'pairs'],
			[
				'variables',
				'fixedCollection',
				{},
				{ multipleValues: true },
				{ specifyVariables: ['pairs'] },
			],
			['variablesJson', 'json', '{}', { specifyVariables: ['json'] }],
			['baseUrl', 'string', '', true],
			['downloadFile', 'boolean', false],
			['outputDataFieldName', 'string', 'data', true, { downloadFile: [true] }],
			['repeatedNumbers', 'options', 'execution'],
			['round', 'string', '', { repeatedNumbers: ['ever'] }],
			['unknownNumbers', 'options', 'skip', { repeatedNumbers: ['ever'] }],
		]);
		for (const { options = [] } of [
			variablesFields[0],
			repeatedNumbersOptions[0],
		] as INodeProperties[]) {
			for (const option of options) expect(option.name).toMatch(/\w/);
		}
		const valuesOf = (entry?: INodeProperties) =>
			(entry?.options as Array<{ value: string }>).map(({ value }) => value);
		expect(valuesOf(variablesFields[0])).toEqual(['pairs', 'json']);
		expect(valuesOf(repeatedNumbersOptions[0])).toEqual(['always', 'ever', 'execution']);
	});
});

describe('the choice Output', () => {
	const choicesOf = ({ options = [] }: INodeProperties) =>
		options.map((option) => ('value' in option ? option.value : ''));

	test.each([CALL, CAMPAIGN, CONTACT])(
		'is the same object wherever it has three choices',
		(table) => {
			const field = fields.outputFieldOf(table);
			expect(field).toBe(fields.outputFieldOf(CALL));
			expect(choicesOf(field)).toEqual(['allColumns', 'raw', 'simplified']);
		},
	);

	test('has no All Columns where all columns are the main ones', () => {
		const field = fields.outputFieldOf(TRANSCRIPT);
		expect([field.default, choicesOf(field)]).toEqual(['simplified', ['raw', 'simplified']]);
	});
});

describe('locators', () => {
	const methods = Object.keys(LISTS) as Array<keyof typeof LISTS>;

	test.each(methods)('%s: from a list or by ID', (method) => {
		const { name, displayName } = LISTS[method];
		expect(locator(method)).toMatchObject({
			displayName,
			name,
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			modes: [
				{
					displayName: expect.stringMatching(/\w/),
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: method, searchable: true },
				},
				{ displayName: expect.stringMatching(/\w/), name: 'id', type: 'string' },
			],
		});
	});

	test('are changed by what is given beside', () => {
		expect(locator('searchAgents', { required: false }).required).toBe(false);
		const [fromList] = locator('searchAgents').modes ?? [];
		const [fromCalls] = locator('searchCalls').modes ?? [];
		expect([fromList?.placeholder, fromCalls?.placeholder]).toEqual([
			expect.stringMatching(/ an agent/),
			expect.stringMatching(/ a call/),
		]);
	});

	test('and the lists they show', () => {
		const lists = methods.map((method) => {
			const { name, entity, endpoint, ids } = { ids: undefined, ...LISTS[method] };
			return [method, name, entity, endpoint, ids];
		});
		expect(lists).toEqual([
			['searchAgents', 'agentId', 'agent', 'GET /agents/', undefined],
			['searchCallbacks', 'callbackId', 'callback', 'GET /callbacks/', undefined],
			['searchCalls', 'callId', 'call', 'GET /calls', undefined],
			['searchCampaigns', 'campaignId', 'campaign', 'GET /campaigns/', undefined],
			[
				'searchCustomFields',
				'customFieldKey',
				'customField',
				'GET /analytics/custom-fields/keys',
				undefined,
			],
			['searchDocuments', 'documentId', 'document', 'GET /knowledge-base/documents', undefined],
			[
				'searchFunctions',
				'functionId',
				'customFunction',
				'GET /agents/{agent_id}/custom-functions/',
				{ agent_id: 'agentId' },
			],
			['searchInvoices', 'invoiceId', 'invoice', 'GET /billing/invoices', undefined],
			['searchOrganizations', 'organizationId', 'organization', 'GET /organisations/', undefined],
			[
				'searchPhoneNumbers',
				'phoneNumberId',
				'phoneNumber',
				'GET /phone-numbers/org-numbers',
				undefined,
			],
			['searchPlans', 'planId', 'plan', 'GET /billing/plans', undefined],
			['searchSessions', 'sessionId', 'call', 'GET /calls', undefined],
			[
				'searchSubscriptions',
				'subscriptionId',
				'subscription',
				'GET /phone-numbers/subscriptions',
				undefined,
			],
			['searchTools', 'toolId', 'tool', 'GET /builtin-tools/', undefined],
			['searchUsers', 'userId', 'user', 'GET /users/', undefined],
			[
				'searchVersions',
				'version',
				'version',
				'GET /agents/{agent_id}/versions',
				{ agent_id: 'agentId' },
			],
			['searchVoices', 'voiceId', 'voice', 'GET /voices/', undefined],
		]);
		for (const method of methods) expect(LISTS[method].displayName).toMatch(/^[A-Z]/);
	});

	test('each thing has its own', () => {
		const own = Object.entries(fields).filter(([name]) => name.endsWith('Locator'));
		const chosen = own.map(([, value]) => (value as INodeProperties).name);
		expect(chosen.sort()).toEqual(methods.map((method) => LISTS[method].name).sort());
	});
});

describe('repeated numbers', () => {
	test.each([
		['always', 'always'],
		['ever', 'ever'],
		['execution', 'execution'],
		['', 'execution'],
		['sometimes', 'execution'],
	])('%j is %s', (choice, expected) => {
		expect(repeatedNumbers(Params.of({ options: { repeatedNumbers: choice } }))).toBe(expected);
	});

	test('have a key for each round', () => {
		const key = (round: string, ...parts: unknown[]) =>
			deduplicationKey(Params.of({ options: { round } }), parts);
		expect(key('1', 'a', 2)).toBe('["1","a",2]');
		expect(new Set([key('1', 'a'), key('2', 'a'), key('1', 'b'), key('', 'a')]).size).toBe(4);
	});
});
