import type { AxiosInstance } from 'axios';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { endpointsOf } from '../../nodes/shared/operation';
import { signIn } from '../sandbox/client.mts';
import { credentialFor, locator, runner } from '../support/nodes.mts';
import { everyOperation, type ListedOperation } from '../support/operations.mts';
import { type Sandbox, startSandbox } from '../support/sandbox.mts';

/*
 * Every operation, with the least and with all of its parameters, goes through n8n-core to the sandbox, which holds each request and each
 * answer against openapi.yaml.
 */

let sandbox: Sandbox;
let platform: AxiosInstance;
const seen = new Set<string>();

beforeAll(async () => {
	sandbox = await startSandbox({ clock: 'manual', tokenLifetime: 1_000_000 });
	platform = await signIn(sandbox);
});
afterAll(async () => await sandbox.stop());

/** A campaign in the state that the operation needs. */
async function campaignFor(operation: string): Promise<string> {
	const body = {
		name: 'Contract',
		agent_id: 'agent_0001',
		contacts: [{ phone_number: '+12125550101' }],
	};
	const { id } = (await platform.post('/campaigns/', body)).data as { id: string };
	if (['pause', 'resume', 'rerun'].includes(operation))
		await platform.patch(`/campaigns/${id}/start`);
	if (operation === 'resume') await platform.patch(`/campaigns/${id}/pause`);
	if (operation === 'rerun') await sandbox.api.post('/clock', { advanceSeconds: 24 * 3600 });
	return id;
}

async function finishedCall(): Promise<{ call_id: string; session_id: string }> {
	await sandbox.api.post('/calls', { count: 1, status: 'completed' });
	const calls = (await sandbox.api.get('/calls')).data as Array<{
		call_id: string;
		session_id: string;
	}>;
	return calls[calls.length - 1] as { call_id: string; session_id: string };
}

/** Values for what has no usable default, by parameter name. */
async function valuesFor(operation: string): Promise<IDataObject> {
	const call = await finishedCall();
	return {
		agentId: locator('agent_0001'),
		callId: locator(call.call_id),
		sessionId: call.session_id,
		campaignId: locator(await campaignFor(operation)),
		toNumber: '+12125550101',
		campaignName: 'Contract',
		contactsJson: [{ phone_number: '+12125550102', first_name: 'Ada' }],
	};
}

/** Something to enter in a field that may be left empty. */
function entry(field: INodeProperties, values: IDataObject): IDataObject[string] {
	if (field.name === 'callId') return (values.callId as { value: string }).value;
	if (field.name === 'additionalFieldsJson') return '{"x_contract":"test"}';
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

function fieldsOf({ operation }: ListedOperation): INodeProperties[] {
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [...(operation.options ?? [])],
	};
	const extra: INodeProperties = {
		displayName: 'Extra',
		name: 'additionalFieldsJson',
		type: 'json',
		default: '{}',
	};
	return [...(operation.fields ?? []), options, ...(operation.openBody ? [extra] : [])];
}

/** The parameter sets an operation is driven with: the least, all, and each way to give contacts or variables. */
async function parameterSets(
	listed: ListedOperation,
): Promise<Array<[name: string, parameters: IDataObject]>> {
	const fields = fieldsOf(listed);
	const values = await valuesFor(listed.operation.value);
	const base = { resource: listed.resource.value, operation: listed.operation.value };
	const least = {
		...base,
		...Object.fromEntries(fields.map((field) => [field.name, values[field.name] ?? field.default])),
	};
	if (listed.operation.value === 'update')
		Object.assign(least, { updateFields: { campaignName: 'Contract' } });
	const all = {
		...base,
		...Object.fromEntries(fields.map((field) => [field.name, entry(field, values)])),
		returnAll: true,
	};
	const ways = fields
		.filter(({ name }) => name === 'contactsFrom' || name === 'specifyVariables')
		.flatMap((field) =>
			(field.options ?? []).map(
				(option) => [field.name, (option as { value: string }).value] as const,
			),
		);
	const alternatives = ways.map(([name, value]): [string, IDataObject] => [
		`${name} ${value}`,
		{ ...all, [name]: value },
	]);
	return [
		['least', least as IDataObject],
		...(alternatives.length > 0 ? alternatives : [['all', all] as [string, IDataObject]]),
	];
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

test.each(everyOperation().map((listed) => [listed.title, listed] as const))(
	'%s',
	async (_title, listed) => {
		const run = runner(listed.node, credentialFor(sandbox));
		const state = ['start', 'pause', 'resume', 'rerun', 'cancel'].includes(listed.operation.value);
		for (const [, parameters] of await parameterSets(listed)) {
			const fresh = state ? { campaignId: locator(await campaignFor(listed.operation.value)) } : {};
			await sandbox.api.delete('/requests');
			const output = await run({ ...parameters, ...fresh }, item());
			expect(output.length).toBeGreaterThan(0);

			const requests = (await sandbox.api.get('/requests')).data as Array<{
				method: string;
				path: string;
				status: number;
			}>;
			const own = requests.filter(({ path }) => !path.includes('/auth/'));
			for (const { method, path, status } of own) {
				expect(status).toBeLessThan(300);
				const address = `${method} ${path.replace('/api/v1', '').split('?')[0]}`;
				const endpoint = endpointsOf(listed.operation).find((candidate) =>
					template(candidate).test(address),
				);
				expect({ address, isClaimed: endpoint !== undefined }).toEqual({
					address,
					isClaimed: true,
				});
				seen.add(String(endpoint));
			}
		}
	},
);

test('every claimed endpoint was really called, and no request or answer broke the contract', async () => {
	const claimed = everyOperation().flatMap(({ operation }) => [...endpointsOf(operation)]);
	expect([...seen].sort()).toEqual([...claimed].sort());
	expect((await sandbox.api.get('/violations')).data).toEqual([]);
});
