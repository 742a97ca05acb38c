import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../harness/faultProxy.mts';
import type { StoredCredential, WebhookTrigger } from '../../harness/n8n/engine.mts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node';
import { N8N_URL, functionTrigger, statusOf } from '../support/functionTrigger.mts';
import { credentialFor } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';
import { signIn } from '../sandbox/client.mts';

/*
 * What happens on the platform when a workflow with the trigger is published and when it is not any more: real requests to the sandbox. All orders
 * of these, with kills of n8n and with other people, are in functionTriggerHistories.test.mts.
 */

const sandbox = useFaultySandbox({ clock: 'manual', resetEachTest: true });

const AGENT = 'agent_0001';
/** Of a node that has no webhook ID, as in these tests. */
const ADDRESS = `${N8N_URL}/workflow-1/node%20under%20test/voice-agent-function`;
const FOREIGN = 'https://other.example.com/hook';

interface Row extends IDataObject {
	id: string;
	name: string;
	url: string;
	headers: Record<string, string>;
}

let api: Awaited<ReturnType<typeof signIn>>;
/** All triggers of a test have the same one. */
let credential: StoredCredential;

beforeEach(async () => {
	api = await signIn(sandbox);
	credential = credentialFor(sandbox);
	for (const { id } of await functions())
		await api.delete(`/agents/${AGENT}/custom-functions/${id}`);
});

async function functions(agent = AGENT): Promise<Row[]> {
	const { data } = await api.get(`/agents/${agent}/custom-functions/`);
	return data.items;
}

const trigger = (parameters: IDataObject = {}, more: Parameters<typeof functionTrigger>[2] = {}) =>
	functionTrigger(credential, parameters, more);

const faults = (...list: Fault[]) => {
	sandbox.proxy.faults = list;
};

/** The methods of the requests to custom functions, in their order. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
	await sandbox.api.delete('/requests');
	await work();
	const { data } = await sandbox.api.get<Array<{ method: string; path: string }>>('/requests');
	return data.filter(({ path }) => path.includes('custom-functions')).map(({ method }) => method);
}

async function expectOne(published: WebhookTrigger, name = 'check_slots'): Promise<Row> {
	const rows = await functions();
	expect(rows).toEqual([expect.objectContaining({ name, url: ADDRESS, method: 'POST' })]);
	const [row] = rows as [Row];
	expect(await statusOf(published, row)).toBe(200);
	return row;
}

/** A caller would hear an apology. */
describe('what would not work in a call is said when the workflow is published, and in a test', () => {
	const respond = {
		node: new VoiceAgent(),
		type: 'n8n-nodes-voice-agent.voiceAgent',
		parameters: { resource: 'customFunction', operation: 'respond' } as INodeParameters,
	};
	const other = { ...respond, parameters: { resource: 'agent', operation: 'getAll' } };
	const webhook = { ...respond, type: 'n8n-nodes-base.respondToWebhook', parameters: {} };
	const checked = async (parameters: IDataObject, behind: typeof respond, isTest: boolean) =>
		await trigger(parameters, { behind, isTest }).call('checkExists');

	test.each([true, false])('in the editor: %p', async (isTest) => {
		await expect(checked({}, respond, isTest)).rejects.toThrow(
			/"Next" answers the agent.*Set 'Respond' of the trigger to Using Respond Operation/,
		);
		const waiting = { respond: 'responseNode' };
		await expect(checked(waiting, other, isTest)).rejects.toThrow(/no node behind it answers/);
		for (const parameters of [{}, waiting]) {
			await expect(checked(parameters, webhook, isTest)).rejects.toThrow(
				/"Next" answers n8n's Webhook node only.*add the action Respond to agent/,
			);
		}
		await expect(checked({ functionName: 'Prüfe es' }, other, isTest)).rejects.toThrow(/pr_fe_es/);
		await checked(waiting, respond, isTest);
		await checked({}, other, isTest);
	});
});

describe('publishing', () => {
	test('registers the function, and stores nothing of its secret', async () => {
		const own = trigger();
		await own.publish();
		const row = await expectOne(own);
		expect(row).toMatchObject({
			description: 'Returns the free slots of a day',
			parameters: {
				type: 'object',
				properties: { day: { type: 'string', format: 'date' } },
				required: ['day'],
			},
		});
		expect(row.headers['X-Voice-Agent-Secret']).toMatch(/^[\w-]{43}$/);
		const registered = { agentId: AGENT, functionId: row.id, address: ADDRESS };
		expect(own.data).toEqual({ registered });
	});

	test('again keeps the function and its secret', async () => {
		const own = trigger();
		await own.publish();
		const before = await expectOne(own);
		const sent = await requestsOf(async () => await own.publish());
		expect([...new Set(sent)]).toEqual(['GET', 'PUT']);
		expect(await functions()).toEqual([before]);
	});

	test.each([
		{ name: 'renamed' },
		{ headers: { 'X-Voice-Agent-Secret': 'other' } },
		{ description: 'Something else' },
	])('after somebody changed the function on the platform restores it: %j', async (changed) => {
		const own = trigger();
		await own.publish();
		const before = await expectOne(own);
		await api.put(`/agents/${AGENT}/custom-functions/${before.id}`, { ...before, ...changed });
		expect((await functions())[0]).toMatchObject(changed);
		await own.publish();
		expect(await expectOne(own)).toEqual(before);
	});

	test('for another agent removes it from the first', async () => {
		const own = trigger();
		await own.publish();
		own.run.parameters.agentId = 'agent_0002';
		await own.publish();
		expect(await functions()).toEqual([]);
		expect((await functions('agent_0002')).map(({ name }) => name)).toContain('check_slots');
		await own.unpublish();
		expect((await functions('agent_0002')).map(({ name }) => name)).not.toContain('check_slots');
	});

	test('by default with the secret in the address', async () => {
		const own = trigger({ options: { queryName: 'key' } });
		await own.publish();
		const [row] = (await functions()) as [Row];
		const [address, query] = row.url.split('?');
		expect([address, query]).toEqual([ADDRESS, expect.stringMatching(/^key=[\w-]{43}$/)]);
		expect(row.headers).toEqual({});
		expect(await statusOf(own, row)).toBe(200);
	});

	test('is refused at an address that only this computer knows, before anything is sent', async () => {
		const own = trigger({}, { webhookBaseUrl: 'http://localhost:5678/webhook' });
		own.run.credential!.data.baseUrl = 'https://api.example.com/api/v1';
		await expect(own.publish()).rejects.toThrow('WEBHOOK_URL');
		expect(own.data).toEqual({});
	});
});

test('a name that is taken stops the publication, changes nothing and says what to do', async () => {
	const url = `${FOREIGN}?token=their-secret`;
	const body = { name: 'check_slots', url };
	const { data: foreign } = await api.post(`/agents/${AGENT}/custom-functions/`, body);
	const failure = await trigger()
		.publish()
		.catch((error: Error) => error);
	// n8n shows nothing but the message.
	expect(String(failure)).toContain(
		`The agent already has a function "check_slots" that leads to another address: ${FOREIGN}. Enter another 'Function Name'`,
	);
	expect(String(failure)).not.toContain('their-secret');
	expect(await functions()).toEqual([foreign]);
});

describe('faults', () => {
	test.each<[Fault, string]>([
		[{ method: 'POST', status: 500, times: 1 }, 'unknown'],
		// Although nobody has the name.
		[{ method: 'POST', status: 409, times: 1 }, 'already has a function'],
		[{ method: 'GET', status: 403 }, 'permission'],
	])(
		'%j: nothing is created, the error says why, and the next publication works',
		async (fault, why) => {
			faults({ path: 'custom-functions', ...fault });
			const own = trigger();
			await expect(own.publish()).rejects.toThrow(why);
			expect(own.data).toEqual({});
			faults();
			expect(await functions()).toEqual([]);
			await own.publish();
			await expectOne(own);
		},
	);

	test('it is gone when it is to be deleted: nothing is left to remove', async () => {
		const own = trigger();
		await own.publish();
		faults({ method: 'DELETE', path: 'custom-functions', status: 404 });
		await own.unpublish();
		expect(own.data).toEqual({});
	});

	test('it cannot be deleted: n8n is told, and keeps what finds it', async () => {
		const own = trigger();
		await own.publish();
		faults({ method: 'DELETE', path: 'custom-functions', status: 403 });
		await expect(own.unpublish()).rejects.toThrow('permission');
		expect(own.data.registered).toBeDefined();
		faults();
		await own.unpublish();
		expect(await functions()).toEqual([]);
	});

	test('the agent is gone, and nothing was stored: there is nothing to remove', async () => {
		const own = trigger({ agentId: 'agent_9999' });
		await expect(own.publish()).rejects.toThrow('Not found');
		await own.unpublish();
	});
});

describe('a test in the editor', () => {
	test('leaves the agent alone', async () => {
		const own = trigger({}, { isTest: true });
		const work = async () => await own.publish().then(async () => await own.unpublish());
		expect(await requestsOf(work)).toEqual([]);
		expect(own.data).toEqual({});
	});

	test('registers a function of its own if the user wants it, beside the published one', async () => {
		const published = trigger();
		await published.publish();
		const options = { inEditor: 'register', secretIn: 'header' };
		const test = trigger({ options }, { isTest: true });
		await test.publish();
		const rows = await functions();
		expect(rows.map(({ name }) => name).sort()).toEqual(['check_slots', 'check_slots_test']);
		expect(rows.find(({ name }) => name === 'check_slots_test')?.url).toContain('/webhook-test/');
		await test.unpublish();
		await expectOne(published);
	});
});

test('two publications at the same time make one function', async () => {
	const own = trigger();
	const other = trigger();
	await Promise.allSettled([own.publish(), other.publish()]);
	await other.publish();
	await expectOne(other);
});
