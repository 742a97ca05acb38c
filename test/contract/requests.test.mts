import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import {
	endpointsOf,
	extraBodyField,
	operationFields,
	optionsField,
} from '../../nodes/shared/operation';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { Fixtures } from '../support/fixtures.mts';
import { credentialFor, runner } from '../support/nodes.mts';
import { everyRequest, isReport, type ListedOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * Every operation, with its required and with all of its parameters, goes through n8n-core to the sandbox, which checks each request and
 * each answer against openapi.yaml.
 */

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 100_000_000 });
let fixtures: Fixtures;

beforeAll(async () => {
	fixtures = await Fixtures.of(sandbox);
});

/** Rules that hold nobody back. Max Calls per Person, which reads the call history first, has its own tests. */
const CALLING_RULES: IDataObject = {
	callingHours: {
		hours: {
			weekdays: 'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
			from: '00:00',
			to: '24:00',
		},
	},
	doNotCall: '+12125550199',
	moreCallingHours: { hours: [{ weekdays: ['monday'], from: '09:00', to: '18:00' }] },
	holidays: '2020-01-01',
	maxCallsPerExecution: 100,
	timeZone: 'America/New_York',
};

/** Something to enter in a field that may be left empty. */
function entry(field: INodeProperties, values: IDataObject): IDataObject[string] {
	if (field.name === 'additionalFieldsJson') return '{"x_contract":"test"}';
	if (field.name === 'callingRules') return CALLING_RULES;
	// A column that the input has.
	if (field.name === 'selectedColumns') return 'company';
	if (field.name.endsWith('Column')) return '';
	if (values[field.name] !== undefined) return values[field.name];
	switch (field.type) {
		case 'dateTime':
			return field.name === 'from' ? '2020-01-01T00:00:00' : '2100-01-01T00:00:00';
		case 'string':
			return field.name.endsWith('Name') && field.default !== ''
				? (field.default as string)
				: field.default || '1';
		case 'collection':
			return Object.fromEntries(
				(field.options ?? []).map((option) => [
					option.name,
					entry(option as INodeProperties, values),
				]),
			);
		case 'fixedCollection':
			return field.name === 'additionalQuery'
				? {}
				: { pairs: [{ name: 'topic', value: 'renewal' }] };
		default:
			return field.default as IDataObject[string];
	}
}

function enterableFields({ operation }: ListedOperation): INodeProperties[] {
	const extra = 'openBody' in operation && operation.openBody ? [extraBodyField] : [];
	return [...operationFields(operation), optionsField([...(operation.options ?? []), ...extra])];
}

type Entered = (values: IDataObject) => IDataObject;

/** What cannot be entered together, or needs more than one field. */
const corrections: Record<string, Array<[name: string, entered: Entered]>> = {
	apply: [
		['required', (values) => ({ ...values, documentFrom: 'json' })],
		['all', (values) => ({ ...values, documentFrom: 'json', options: { removeAdditional: true } })],
	],
	compare: [
		['required', (values) => ({ ...values, documentFrom: 'json' })],
		['all', (values) => ({ ...values, documentFrom: 'json' })],
	],
	update: [
		[
			'required',
			(values) => ({ ...values, options: { additionalFieldsJson: '{"x_contract":"test"}' } }),
		],
	],
	getNotReached: [['all', (values) => ({ ...values, options: { bestHour: true } })]],
	getPdf: [['all', (values) => ({ ...values, downloadFile: true, outputDataFieldName: 'data' })]],
};

/** A file is sent with Call Every Time, and without what only this node could keep. */
const ofFile = ({ options }: IDataObject): IDataObject => ({
	callingRules: {},
	options: {
		additionalFieldsJson: (options as IDataObject | undefined)?.additionalFieldsJson ?? '{}',
		repeatedNumbers: 'always',
		phoneNumberField: 'phone_number',
	},
});

/** Ways to fill a form that shows different fields for different choices. */
const CHOICES = ['contactsFrom', 'period', 'scope', 'buy'];

/** The parameter sets that an operation is run with: the required ones, all, and each choice that shows other fields. */
function parameterSets(listed: ListedOperation): Array<[name: string, entered: Entered]> {
	const fields = enterableFields(listed);
	const base = { resource: listed.resource.value, operation: listed.operation.value };
	const filled = (value: (field: INodeProperties) => IDataObject[string]) => ({
		...base,
		...Object.fromEntries(fields.map((field) => [field.name, value(field)])),
	});
	const required: Entered = (values) => ({
		baseUrl: values.baseUrl,
		...filled(
			(field) => (field.required ? values[field.name] : undefined) ?? (field.default as string),
		),
	});
	const all: Entered = (values) => ({
		baseUrl: values.baseUrl,
		...filled((field) => entry(field, values)),
		returnAll: true,
	});
	const choices = fields
		.filter(({ name }) => CHOICES.includes(name))
		.flatMap(({ name, options = [] }) =>
			options.map((option) => [name, (option as { value: string }).value] as const),
		);
	const sets: Array<[string, Entered]> = [
		['required', required],
		['all', all],
		...choices.map(([name, value]): [string, Entered] => [
			`${name} ${value}`,
			(values) => ({ ...all(values), [name]: value, ...(value === 'file' && ofFile(all(values))) }),
		]),
	];
	const corrected = corrections[listed.operation.value] ?? [];
	return sets.map(([name, entered]) => {
		const correction = corrected.find(([set]) => set === name)?.[1];
		return [name, correction ? (values) => correction(entered(values)) : entered];
	});
}

const item = (): INodeExecutionData[] => {
	const data = Buffer.from('phone_number,first_name\n+12125550103,Ada\n').toString('base64');
	return [
		{
			json: {
				phone_number: '+12125550104',
				first_name: 'Ada',
				last_name: 'Sample',
				company: 'Example',
			},
			binary: {
				data: { data, mimeType: 'text/csv', fileName: 'contacts.csv', fileExtension: 'csv' },
			},
		},
	];
};

const template = (endpoint: string) =>
	new RegExp(`^${endpoint.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);

/** What the login of the credential calls. */
const CREDENTIAL_PATHS = ['/auth/login', '/mfa/verify'];
/** Where the texts of the agent are read that calls for a list: they decide which columns are sent as variables. */
const TEXT_PATHS = /\/(?:agents|campaigns)\/[^/]+$/;

test.each(everyRequest().map((listed) => [listed.title, listed] as const))(
	'%s: sends what the document shows, and reaches all its endpoints',
	async (_title, listed) => {
		const unreached = new Set<string>(endpointsOf(listed.operation));
		for (const [, entered] of parameterSets(listed)) {
			const account = await fixtures.accountFor(listed);
			const values = await fixtures.valuesFor(listed);
			const run = runner(listed.node, credentialFor(sandbox, account));
			await sandbox.api.delete('/requests');
			// The same number is called again.
			forgetProcessed();
			await run(entered(values), item());

			const requests = (await sandbox.api.get('/requests')).data as Array<{
				method: string;
				path: string;
				status: number;
			}>;
			const isOfTexts = ({ method, path }: (typeof requests)[number]) =>
				listed.operation.kind === 'calls' && method === 'GET' && TEXT_PATHS.test(path);
			const own = requests
				.filter((request) => !isOfTexts(request))
				.filter(
					({ path, status }) =>
						!CREDENTIAL_PATHS.some((own) => path.endsWith(own)) &&
						path.startsWith('/api/v1') &&
						status !== 401,
				);
			expect(own.length).toBeGreaterThan(0);
			const claimed = new Set<string>(endpointsOf(listed.operation));
			for (const { method, path, status } of own) {
				// A report also asks for something that does not exist.
				const isExpected = status < 300 || (isReport(listed.operation) && status === 404);
				expect({ path, status, isExpected }).toMatchObject({ isExpected: true });
				if (isReport(listed.operation)) expect(method).toBe('GET');
				const address = `${method} ${path.replace('/api/v1', '').split('?')[0]}`;
				const endpoint = endpointsOf(listed.operation).find((candidate) =>
					template(candidate).test(address),
				);
				expect({ address, isClaimed: endpoint !== undefined }).toEqual({
					address,
					isClaimed: true,
				});
				unreached.delete(String(endpoint));
				claimed.delete(String(endpoint));
			}
			// Of several endpoints, the parameters decide which one is used. A report reads them all.
			if (isReport(listed.operation)) expect([...claimed]).toEqual([]);
		}
		// What a task writes, and what a list reads beside its rows, follows from what was read.
		if (listed.operation.kind !== 'task' && !('compose' in listed.operation))
			expect([...unreached]).toEqual([]);
	},
);
