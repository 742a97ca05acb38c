import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Poller, StoredCredential, runNode } from '../../harness/n8n/engine.mts';
import { sandboxCredential } from '../../harness/samples/samples.mts';
import { startSandbox } from '../../harness/sandbox.mts';
import { addHistory } from '../demo/demoHistory.mts';

/*
 * One history of the sandbox, and what the nodes of a built package make of it. The same history has the same IDs and, from the same start, the same
 * times: two versions must have the same items.
 */

const DAY_S = 86_400;
/** The forms of items that every later version keeps. */
const OUTPUTS = ['simplified', 'allColumns'];
const locator = (value: string) => ({ __rl: true, mode: 'id', value });
/** What changes something, in this order. */
const ACTIONS = [
	'call.makeCall callback.create callback.reschedule campaign.create campaign.start campaign.pause',
	'campaign.resume contact.add agent.create customFunction.create phoneNumber.buy',
].flatMap((line) => line.split(' '));
/** What these actions have made, and go on with. */
const MADE = { callbackId: locator('callback_000004'), campaignId: locator('campaign_0007') };
const isRead = (operation: string) => /\.(get|export|download)/.test(operation);

/** What is entered in the required fields. The IDs are those that the sandbox gives to the first of each kind. */
function enteredAt(start: number): IDataObject {
	const inDays = (days: number) => new Date(start + days * DAY_S * 1000).toISOString();
	return {
		agentId: locator('agent_0004'),
		callId: locator('call_00000001'),
		campaignId: locator('campaign_0001'),
		campaignName: 'Renewals',
		contactsFrom: 'json',
		contactsJson: '[{"phone_number":"+12125550101","first_name":"Ada"}]',
		country: 'US',
		customFieldKey: 'topic',
		documentId: locator('kb_0001'),
		endDate: inDays(2),
		functionId: locator('function_0001'),
		invoiceId: locator('invoice_0001'),
		name: 'front_desk',
		organizationId: 'organization_0001',
		phoneNumber: '+12125550102',
		scheduledAt: inDays(3),
		startDate: inDays(-30),
		toNumber: '+12125550103',
		url: 'https://example.com/hook',
		userId: locator('user_0001'),
		version: 1,
	};
}

/** What was played, with its items: `voiceAgentCall call.getAll simplified, before`. */
export type Played = Map<string, IDataObject[]>;

/** Items as they can be compared: the addresses and signatures of links are those of one sandbox. */
async function itemsOf(played: Promise<INodeExecutionData[] | null>): Promise<IDataObject[]> {
	const items = await played.catch((error: Error) => [{ json: { error: error.message } }]);
	const text = JSON.stringify((items ?? []).map(({ json }) => json));
	const known = text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://platform');
	return JSON.parse(known.replace(/signature=[\w-]+/g, 'signature'));
}

const choicesOf = ({ description }: INodeType, name: string, resource?: string): string[] =>
	description.properties
		.filter((field) => field.name === name)
		.filter(({ displayOptions }) => !resource || displayOptions?.show?.resource?.includes(resource))
		.flatMap(({ options }) => options as Array<{ value: string }>)
		.map(({ value }) => value);

/** @param folder of the unpacked package @param start when the history begins, in milliseconds since 1970 */
export async function playHistory(folder: string, start: number): Promise<Played> {
	const packageRequire = createRequire(join(folder, 'package.json'));
	const { n8n } = packageRequire('./package.json') as { n8n: Record<string, string[]> };
	const instance = (file: string) =>
		new (Object.values(packageRequire(`./${file}`))[0] as new () => never)();
	const nodes: INodeType[] = n8n.nodes!.map(instance);
	const sandbox = await startSandbox({ clock: 'manual', tokenLifetime: 100_000_000 });
	const { api } = sandbox;
	const realNow = Date.now;
	let now = start;
	Date.now = () => now;
	const pass = async (seconds: number) => {
		now += seconds * 1000;
		await api.post('/clock', { advanceSeconds: seconds });
	};
	try {
		const { data: state } = await api.get<{ now: string }>('/state');
		await api.post('/clock', { advanceSeconds: (start - Date.parse(state.now)) / 1000 });
		await sandbox.reset();
		await addHistory(sandbox);
		await pass(DAY_S);

		const { data: calls } = await api.get<IDataObject[]>('/calls');
		const entered = { ...enteredAt(start), sessionId: calls[0]?.session_id };
		const account = sandboxCredential(sandbox.url).data;
		const credential = new StoredCredential(instance(n8n.credentials![0]!), account);
		const played: Played = new Map();
		const pollers: Array<[title: string, poller: Poller]> = [];
		for (const node of nodes.filter((type) => type.poll))
			for (const event of choicesOf(node, 'event'))
				for (const output of OUTPUTS) {
					const workflowId = `${event} ${output}`;
					const parameters = { event, output, filters: {}, options: {} };
					pollers.push([workflowId, new Poller({ node, credential, parameters, workflowId })]);
				}
		const poll = async (when: string) => {
			for (const [title, poller] of pollers)
				played.set(`${title}, ${when}`, await itemsOf(poller.poll()));
		};
		const run = async (when: string, output: string, isMeant: (name: string) => boolean) => {
			for (const node of nodes.filter(({ execute }) => execute))
				for (const resource of choicesOf(node, 'resource'))
					for (const operation of choicesOf(node, 'operation', resource)) {
						const name = `${resource}.${operation}`;
						if (!isMeant(name)) continue;
						const made = isRead(name) ? {} : MADE;
						const parameters = { ...entered, ...made, resource, operation, output };
						const items = itemsOf(runNode({ node, credential, parameters, workflowId: folder }));
						played.set(`${node.description.name} ${name} ${output}, ${when}`, await items);
					}
		};

		await poll('at first');
		for (const output of OUTPUTS) await run('before', output, isRead);
		for (const action of ACTIONS) await run('once', 'allColumns', (name) => name === action);
		await api.post('/calls', { count: 2, status: 'completed' });
		for (const rows of ['bookings', 'callbacks', 'transfer-events'])
			await api.post(`/seed/${rows}`, { count: 2 });
		await api.put('/balance', { credits: 50 });
		await poll('when much has occurred');
		await pass(DAY_S);
		await poll('a day later');
		for (const output of OUTPUTS) await run('after', output, isRead);
		return played;
	} finally {
		Date.now = realNow;
		await sandbox.stop();
	}
}
