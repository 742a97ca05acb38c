import type { AxiosInstance } from 'axios';
import type { ICredentialDataDecryptedObject, IDataObject, INodeProperties } from 'n8n-workflow';
import { TOTP } from 'otpauth';
import type { Operation } from '../../sandbox/openapi/operations.mts';
import { PLANS } from '../../sandbox/data/prices.mts';
import { endpointsOf, operationFields, idsOf } from '../../nodes/shared/operation';
import { PASSWORD, signIn } from '../sandbox/client.mts';
import { endpointOf, examplesOf, specified } from './contract.mts';
import { locator } from './nodes.mts';
import type { ListedOperation } from './operations.mts';
import type { Sandbox } from '../../harness/sandbox.mts';

const AGENT = 'agent_0001';
const FUTURE = '2099-01-01T09:00:00';

let counter = 0;
/** A name or number that nobody has used yet. */
const fresh = () => (counter += 1);
const freshNumber = () => `+1212555${String(2000 + fresh())}`;
const freshEmail = () => `user${fresh()}@example.com`;

/** Makes on the platform what an operation needs there, and returns the parameters for it. */
export class Fixtures {
	private readonly sandbox: Sandbox;
	private readonly platform: AxiosInstance;

	private constructor(sandbox: Sandbox, platform: AxiosInstance) {
		this.sandbox = sandbox;
		this.platform = platform;
	}

	static async of(sandbox: Sandbox): Promise<Fixtures> {
		return new Fixtures(sandbox, await signIn(sandbox));
	}

	private async made(path: string, body: unknown): Promise<IDataObject> {
		const { status, data } = await this.platform.post(path, body);
		if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(data)}`);
		return data as IDataObject;
	}

	private async firstOf(path: string): Promise<IDataObject> {
		const { data } = await this.platform.get(path);
		const [row] = (data as { items: IDataObject[] }).items;
		if (!row) throw new Error(`${path} has no row`);
		return row;
	}

	private async agent(): Promise<string> {
		return String((await this.made('/agents/', { name: `Agent ${fresh()}` })).agent_id);
	}

	/** A campaign in the state that the operation needs. */
	private async campaign(operation: string): Promise<string> {
		const contacts = [{ phone_number: '+12125550101' }];
		const { id } = await this.made('/campaigns/', { name: 'Contract', agent_id: AGENT, contacts });
		const started = ['pause', 'resume', 'rerun'].includes(operation);
		if (started) await this.platform.patch(`/campaigns/${String(id)}/start`);
		if (operation === 'resume') await this.platform.patch(`/campaigns/${String(id)}/pause`);
		if (operation === 'rerun') await this.sandbox.api.post('/clock', { advanceSeconds: 24 * 3600 });
		return String(id);
	}

	private async call(): Promise<IDataObject> {
		await this.sandbox.api.post('/calls', { count: 1, status: 'completed' });
		const { data } = await this.sandbox.api.get<IDataObject[]>('/calls');
		return data[data.length - 1] as IDataObject;
	}

	private async document(): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob(['Prices']), `prices-${fresh()}.txt`);
		return String((await this.made('/knowledge-base/upload', form)).kb_id);
	}

	private async customFunction(): Promise<string> {
		const body = { name: `hook_${fresh()}`, url: 'https://example.com/hook' };
		return String((await this.made(`/agents/${AGENT}/custom-functions/`, body)).id);
	}

	private async phoneNumber(operation: string): Promise<string> {
		const isAttached = operation === 'unlink';
		const body = { country: 'US', ...(isAttached && { agent_id: await this.agent() }) };
		const path = isAttached ? '/phone-numbers/purchase' : '/phone-numbers/buy';
		return String((await this.made(path, body)).id);
	}

	private async subscription(operation: string): Promise<string> {
		const number = await this.phoneNumber('buy');
		const { data } = await this.platform.get('/phone-numbers/subscriptions?limit=1000');
		const rows = (data as { items: IDataObject[] }).items;
		const { id } = rows.find((row) => row.phone_number_id === number) ?? {};
		if (operation === 'resume') {
			await this.platform.post(`/phone-numbers/subscriptions/${String(id)}/cancel`);
		}
		return String(id);
	}

	private async callback(): Promise<string> {
		const body = { agent_id: AGENT, phone_number: freshNumber(), scheduled_at: `${FUTURE}Z` };
		return String((await this.made('/callbacks/', body)).id);
	}

	private async user(email: string): Promise<string> {
		for (let offset = 0; ; offset += 1000) {
			const { data } = await this.platform.get(`/users/?limit=1000&offset=${offset}`);
			const rows = (data as { items: IDataObject[] }).items;
			const found = rows.find((row) => row.email === email);
			if (found || rows.length === 0) return String(found?.user_id);
		}
	}

	/** ID of the user whose account most tests use. */
	async owner(): Promise<string> {
		return await this.user('owner@example.com');
	}

	private async signedUp(): Promise<{ email: string; token: string }> {
		const email = freshEmail();
		await this.made('/external/signup', {
			organization_name: `Organization ${fresh()}`,
			email,
			password: PASSWORD,
			first_name: 'Ada',
			last_name: 'Sample',
		});
		return { email, token: await this.mailedTo(email) };
	}

	/** The token of the newest e-mail to an address. */
	private async mailedTo(email: string): Promise<string> {
		const { data } = await this.sandbox.api.get<IDataObject[]>('/mails');
		return String(data.filter(({ to }) => to === email).pop()?.token);
	}

	private async mailedToken(operation: string): Promise<string> {
		const { email, token } = await this.signedUp();
		if (operation === 'verifyEmail') return token;
		await this.made('/auth/forgot-password', { email });
		return await this.mailedTo(email);
	}

	/** Whose account runs an operation: some change the second factor of their user, or erase the user. */
	async accountFor({
		resource,
		operation,
	}: ListedOperation): Promise<ICredentialDataDecryptedObject> {
		if (operation.value === 'regenerateBackupCodes') {
			const backupCodes = `CODE-${fresh()}`;
			const changes = { mfa: 'backupCodes', backupCodes: [backupCodes] };
			await this.sandbox.api.patch('/users/reader@example.com', changes);
			return { email: 'reader@example.com', mfa: 'backupCodes', backupCodes };
		}
		if (resource.value === 'mfa') {
			await this.sandbox.api.patch('/users/reader@example.com', { mfa: 'none' });
			// The code of each half minute is accepted once.
			await this.sandbox.api.post('/clock', { advanceSeconds: 60 });
			return { email: 'reader@example.com' };
		}
		if (operation.value !== 'erase') return { email: 'owner@example.com' };
		const { email, token } = await this.signedUp();
		await this.platform.get(`/auth/verify-email?token=${token}`);
		return { email };
	}

	/** A code for the secret of the latest MFA set-up of this account. */
	private async mfaCode(account: AxiosInstance): Promise<string> {
		const { data } = await account.post('/mfa/setup');
		const { data: state } = await this.sandbox.api.get('/state');
		const timestamp = Date.parse(String(state.now));
		return new TOTP({ secret: String(data.secret) }).generate({ timestamp });
	}

	/** An agent with all parts, and a document that none of its parts is like. */
	private async forAgent(operation: string): Promise<IDataObject> {
		if (operation === 'delete') return { agentId: await this.agent() };
		if (!['export', 'compare', 'apply'].includes(operation)) return {};
		const agentId = await this.agent();
		const functionBody = { name: 'find_order', url: 'https://example.com/hook' };
		await this.made(`/agents/${agentId}/custom-functions/`, functionBody);
		await this.platform.put(`/agents/${agentId}`, { voice_id: 'voice_ada' });
		const name = `Prices ${fresh()}`;
		await this.platform.put(`/knowledge-base/document/${await this.document()}`, { name });
		const agentDocumentJson = {
			kind: 'voice-agent',
			version: 1,
			placeholders: ['company'],
			agent: { name: `Agent ${fresh()}`, voice: 'Ben', instructions: 'Be brief.' },
			post_call_analysis: { prompt: 'Is the person interested in {{company}}?' },
			built_in_tools: { 'End call': { enabled: true } },
			custom_functions: { find_order: { description: 'Finds an order' } },
			knowledge_base: [name],
		};
		const placeholderValues = { pairs: [{ name: 'company', value: 'Example' }] };
		return { agentId, otherAgentId: AGENT, agentDocumentJson, placeholderValues };
	}

	/** What the examples of the contract cannot know: the ID of something that exists, or a value that nobody has used. */
	private async forResource({ resource, operation }: ListedOperation): Promise<IDataObject> {
		switch (resource.value) {
			case 'agent':
				return await this.forAgent(operation.value);
			case 'agentVersion':
				return { agentId: await this.agent() };
			case 'builtInTool':
				await this.platform.put(`/builtin-tools/agent/${AGENT}/end_call`, { enabled: true });
				return { toolId: 'end_call' };
			case 'customFunction':
				return { functionId: await this.customFunction(), name: `hook_${fresh()}` };
			case 'knowledgeBaseDocument': {
				const id = await this.document();
				return { documentId: id, documentIds: [id] };
			}
			case 'customField':
				return { customFieldKey: 'topic' };
			case 'topUp':
				return { planId: String(PLANS[0]?.plan_id), amount: 100 };
			case 'callback':
				return { callbackId: await this.callback(), phoneNumber: freshNumber() };
			case 'campaign':
			case 'contact':
				return { campaignId: await this.campaign(operation.value), campaignName: 'Contract' };
			case 'phoneNumber':
				return {
					phoneNumberId: await this.phoneNumber(operation.value),
					phoneNumber: freshNumber(),
				};
			case 'subscription':
				return { subscriptionId: await this.subscription(operation.value) };
			case 'platform':
				await this.campaign(operation.value);
				return {};
			case 'user':
				return { userId: await this.user('reader@example.com'), email: freshEmail() };
			case 'personalData':
				return { confirmation: 'ERASE' };
			case 'account':
				return ['verifyEmail', 'resetPassword'].includes(operation.value)
					? { mailedToken: await this.mailedToken(operation.value) }
					: { email: freshEmail() };
			case 'mfa':
				return operation.value === 'enable'
					? { code: await this.mfaCode(await signIn(this.sandbox, 'reader@example.com')) }
					: {};
			default:
				return {};
		}
	}

	/** IDs of things that exist, each taken from the first row of the list that its resource has. */
	private async firstIds({ resource, operation }: ListedOperation, known: IDataObject) {
		const unknown = Object.values(idsOf(operation))
			.map(({ name }) => name)
			.filter((name) => known[name] === undefined);
		const ids: IDataObject = {};
		for (const name of unknown) {
			const lists = resource.operations.filter(({ kind }) => kind === 'list');
			const list = lists
				.flatMap(endpointsOf)
				.map(specifiedAs)
				.find(hasOnly(['agent_id']));
			if (!list) throw new Error(`${resource.name} has no list to take ${name} from`);
			const row = await this.firstOf(list.path.replace('{agent_id}', String(known.agentId)));
			ids[name] = String(row[list.definition['x-id']]);
		}
		return ids;
	}

	/**
	 * Values by parameter name, made for one run of the operation. They come from the examples of the contract, from
	 * what is made here on the platform, and from the first rows of its lists.
	 */
	async valuesFor(listed: ListedOperation): Promise<IDataObject> {
		const call = await this.call();
		const values: IDataObject = {
			...Object.assign({}, ...endpointsOf(listed.operation).map(specifiedAs).map(enteredExamples)),
			agentId: AGENT,
			callId: String(call.call_id),
			sessionId: String(call.session_id),
			...('isPublic' in listed.operation && { baseUrl: this.sandbox.url }),
			...(await this.forResource(listed)),
		};
		Object.assign(values, await this.firstIds(listed, values));
		return located(values, operationFields(listed.operation));
	}
}

/** The contract's operation behind an endpoint. */
function specifiedAs(endpoint: string): Operation {
	const found = specified.find((candidate) => endpointOf(candidate) === endpoint);
	if (!found) throw new Error(`${endpoint} is not in the contract`);
	return found;
}

/** Whether the path of an operation has no other placeholders than these. */
function hasOnly(names: string[]): (operation: Operation) => boolean {
	return ({ path }) => [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => names.includes(name));
}

/** The examples of the contract under the names that fields of nodes have: `to_number` is entered as `toNumber`. */
function enteredExamples(operation: Operation): IDataObject {
	return Object.fromEntries(
		Object.entries(examplesOf(operation)).map(([apiName, value]) => {
			const name = apiName.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
			if (typeof value !== 'object') return [name, value];
			const isListOfTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
			return isListOfTexts ? [name, value.join(', ')] : [`${name}Json`, value];
		}),
	) as IDataObject;
}

/** The same values; those for a list to choose from are entered by ID. */
function located(values: IDataObject, fields: readonly INodeProperties[]): IDataObject {
	const every = fields.flatMap((field) => [
		field,
		...(field.type === 'collection' ? ((field.options ?? []) as INodeProperties[]) : []),
	]);
	const chosen = every.filter(({ name, type }) => type === 'resourceLocator' && name in values);
	return {
		...values,
		...Object.fromEntries(chosen.map(({ name }) => [name, locator(String(values[name]))])),
	};
}
