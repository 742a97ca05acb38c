import type { AxiosInstance } from 'axios';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';
import { signIn } from '../sandbox/client.mts';

/*
 * An agent as a document, in n8n and against the sandbox: out of one account and into another one. What holds for any agent is in
 * test/unit/VoiceAgent/agentDocument.
 */

const sandbox = useFaultySandbox({ clock: 'manual', resetEachTest: true });

const SECRET = 'canary-secret-4711';
const agentId = locator('agent_0001');
let owner: AxiosInstance;
let other: AxiosInstance;

async function upload(client: AxiosInstance, name: string): Promise<string> {
	const form = new FormData();
	form.append('file', new Blob(['Prices']), 'file.txt');
	form.append('name', name);
	return String((await client.post('/knowledge-base/upload', form)).data.kb_id);
}

/** Every part of an agent, with secrets and identifiers where agents have them. */
async function fill(client: AxiosInstance, id: string): Promise<void> {
	const kbIds = [await upload(client, 'Price list'), await upload(client, 'Opening hours')];
	await client.post(`/agents/${id}/knowledge-base/assign`, { kb_ids: kbIds });
	await client.put(`/builtin-tools/agent/${id}/end_call`, { enabled: true });
	await client.put(`/builtin-tools/agent/${id}/book_appointment`, {
		enabled: true,
		configuration: { tone: 'friendly', slots: [30, 60], api_key: SECRET, calendar_id: 'cal_1' },
	});
	for (const one of [
		{ name: 'find_order', url: 'https://example.com/orders', description: 'Finds an order' },
		{ name: 'hidden', url: `https://example.com/hook?key=${SECRET}` },
		{ name: 'registered', url: 'https://n8n.example.com/webhook/1/voice-agent-function' },
	])
		await client.post(`/agents/${id}/custom-functions/`, one);
	await client.put(`/agents/${id}/post-call-analysis`, {
		prompt: 'Is the person interested?',
		outcomes: ['not_interested', 'interested'],
		success_outcomes: ['interested'],
	});
	const instructions = 'You work for Example.\nBe brief, {{first_name}}.\nSay goodbye.';
	await client.put(`/agents/${id}`, { temperature: 0.4, instructions });
}

beforeEach(async () => {
	owner = await signIn(sandbox);
	other = await signIn(sandbox, 'other@example.com');
	await fill(owner, 'agent_0001');
});

const itemsOf = async (
	operation: string,
	parameters: IDataObject,
	item: IDataObject = {},
	email = 'owner@example.com',
): Promise<INodeExecutionData[]> =>
	await runner('voiceAgent', credentialFor(sandbox, { email }))(
		{ resource: 'agent', operation, documentFrom: 'item', options: {}, ...parameters },
		rows(item),
	);

const run = async (...asked: Parameters<typeof itemsOf>): Promise<IDataObject[]> =>
	(await itemsOf(...asked)).map(({ json }) => json);

const exported = async (from = agentId, email?: string): Promise<IDataObject> =>
	(await run('export', { agentId: from }, {}, email))[0]!;

/** What the work sends that is no GET. */
async function writtenBy(work: () => Promise<unknown>): Promise<string[]> {
	await sandbox.api.delete('/requests');
	await work();
	const { data } = await sandbox.api.get<Array<{ method: string; path: string }>>('/requests');
	return data
		.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/auth/login'))
		.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
}

/** Apply in the other account, to the agent of the name. */
const move = async (document: IDataObject) =>
	await run('apply', { applyTo: 'name' }, document, 'other@example.com');
const moved = async () => await exported(locator('agent_0006'), 'other@example.com');

/** Nothing is sent, and the error says why. */
const refuses = async (message: string, ...asked: Parameters<typeof run>) =>
	expect(await writtenBy(async () => await expect(run(...asked)).rejects.toThrow(message))).toEqual(
		[],
	);

describe('Export', () => {
	test('has every part by name, and names what it cannot carry', async () => {
		const { not_carried, disclosure, ...document } = await exported();
		expect(disclosure).toEqual({
			mentions_ai: [],
			mentions_recording: [],
			hint: expect.stringMatching(/^No words were found /),
		});
		expect(document).toEqual({
			kind: 'voice-agent',
			version: 1,
			placeholders: [],
			agent: {
				name: 'Appointment Setter',
				industry: 'healthcare',
				use_case: 'appointment_setting',
				language: 'en-GB',
				voice: 'Ada',
				instructions: 'You work for Example.\nBe brief, {{first_name}}.\nSay goodbye.',
			},
			post_call_analysis: {
				prompt: 'Is the person interested?',
				outcomes: ['interested', 'not_interested'],
				success_outcomes: ['interested'],
				notification_emails: null,
			},
			built_in_tools: expect.objectContaining({
				'Book appointment': { enabled: true, configuration: { slots: [30, 60], tone: 'friendly' } },
				'End call': { enabled: true, configuration: null },
				'Send SMS': { enabled: false, configuration: null },
			}),
			custom_functions: {
				find_order: {
					description: 'Finds an order',
					url: 'https://example.com/orders',
					method: 'POST',
					headers: null,
					parameters: null,
				},
				hidden: { description: null, method: 'POST', headers: null, parameters: null },
			},
			knowledge_base: ['Opening hours', 'Price list'],
		});
		expect(JSON.stringify(document)).not.toContain(SECRET);
		const left = (not_carried as IDataObject[]).map(({ part, name = '', field = '' }) =>
			[part, name, field].join(' '),
		);
		expect(left).toEqual([
			'agent  phone_number',
			'agent  temperature',
			'built_in_tools Book appointment configuration.api_key',
			'built_in_tools Book appointment configuration.calendar_id',
			'custom_functions hidden url',
			'custom_functions registered ',
		]);
	});

	test('the file is the document, and the same each time', async () => {
		const [item] = await itemsOf('export', {
			...{ agentId, createFile: true, outputDataFieldName: 'document' },
			options: { additionalAgentFields: 'temperature' },
		});
		const file = item?.binary?.document;
		expect([file?.fileName, file?.mimeType]).toEqual([
			'appointment-setter.json',
			'application/json',
		]);
		const text = Buffer.from(String(file?.data), 'base64').toString();
		expect(JSON.parse(text)).toEqual(item?.json);
		expect(item?.json.agent).toMatchObject({ temperature: 0.4 });
		const newest = JSON.stringify(await exported());
		expect(JSON.stringify(await exported())).toBe(newest);
	});
});

describe('Apply', () => {
	test('makes the agent in another account, and again changes nothing', async () => {
		const document = await exported();
		await upload(other, 'Price list');
		let steps: IDataObject[] = [];
		const first = await writtenBy(async () => (steps = await move(document)));
		expect(first).toEqual([
			'POST /agents/',
			'POST /agents/agent_0006/knowledge-base/assign',
			'POST /agents/agent_0006/custom-functions/',
			'PUT /builtin-tools/agent/agent_0006/end_call',
			'PUT /agents/agent_0006/post-call-analysis',
		]);
		const undone = steps.filter(({ done }) => !done);
		expect(undone.map(({ name, problem }) => [name, problem])).toEqual([
			['Opening hours', expect.stringContaining('no document "Opening hours"')],
			['hidden', expect.stringContaining('"url" was left out of the document')],
			['Book appointment', expect.stringContaining('api_key" was left out of the document')],
		]);
		expect((await moved()).agent).toEqual(document.agent);

		expect(await writtenBy(async () => (steps = await move(document)))).toEqual([]);
		expect(steps.map(({ name, done }) => [name, done])).toEqual(
			undone.map(({ name }) => [name, false]),
		);
	});

	test('names the version before it, and Restore brings it back', async () => {
		const before = await exported();
		const document = { ...before, agent: { ...(before.agent as object), instructions: 'New.' } };
		const planned = await run('apply', { agentId, dryRun: true }, document);
		expect(planned).toMatchObject([
			{ part: 'agent', action: 'change', done: false, dry_run: true },
		]);
		sandbox.proxy.faults = [{ method: 'PUT', path: 'agents/agent_0001$', status: 422, times: 1 }];
		await expect(run('apply', { agentId }, document)).rejects.toMatchObject({
			description: expect.stringMatching(/The version before them is \S+\. Apply/),
		});
		const [step] = await run('apply', { agentId }, document);
		expect(step).toMatchObject({
			done: true,
			differences: [{ field: 'instructions', wanted: 'New.' }],
			agent_id: 'agent_0001',
		});
		const version = String(step?.version_before);
		const restore = { resource: 'agentVersion', operation: 'restore', options: {} };
		await runner(
			'voiceAgent',
			credentialFor(sandbox),
		)({
			...{ ...restore, agentId },
			version: locator(version),
		});
		expect(await exported()).toEqual(before);
	});

	test('a step that fails says what was done before it, and the next run continues', async () => {
		const document = await exported();
		await upload(other, 'Price list');
		await upload(other, 'Opening hours');
		sandbox.proxy.faults = [{ method: 'PUT', path: 'end_call$', status: 422, times: 1 }];
		await expect(move(document)).rejects.toMatchObject({
			message: expect.stringContaining('change built_in_tools End call'),
			description: expect.stringMatching(
				/4 steps were done before it\..* Apply the document again/,
			),
		});
		expect((await move(document)).map(({ name }) => name)).toEqual([
			...['hidden', 'Book appointment', 'End call', null],
		]);
	});

	test('a document that is still being processed is an error; the next run continues when it is ready', async () => {
		const document = await exported();
		const kbId = await upload(other, 'Price list');
		await sandbox.api.put(`/documents/${kbId}`, { status: 'processing' });
		await expect(move(document)).rejects.toThrow('still being processed');
		await sandbox.api.put(`/documents/${kbId}`, { status: 'ready' });
		await move(document);
		expect((await moved()).knowledge_base).toEqual(['Price list']);
	});

	test.each(['={{ undefined }}', '={{ null }}', '={{ $json.none }}', ' '])(
		'%s gives nothing: it is named, and nothing is sent',
		async (agentDocumentJson) => {
			const parameters = { agentId, documentFrom: 'json', agentDocumentJson, applyTo: 'name' };
			for (const operation of ['apply', 'compare'])
				await refuses("'Document (JSON)' is empty", operation, parameters);
		},
	);

	test('placeholders get their values from the fields or from the item; a missing one sends nothing', async () => {
		const agent = {
			name: '{{company name}} desk',
			instructions: 'For {{ company name }}: {{first_name}}, {{city}}.',
		};
		const placeholders = ['company name', 'city'];
		const json = { kind: 'voice-agent', version: 1, placeholders, agent };
		const parameters = {
			...{ documentFrom: 'json', agentDocumentJson: json, applyTo: 'name' },
			placeholderValues: { pairs: [{ name: 'company name', value: 'Acme' }] },
		};
		await refuses('the placeholder "city" has no value', 'apply', parameters);
		const [step] = await run('apply', parameters, { city: 'Rome' });
		const { data } = await owner.get(`/agents/${String(step?.agent_id)}`);
		expect(data).toMatchObject({
			name: 'Acme desk',
			instructions: 'For Acme: {{first_name}}, Rome.',
		});
		const item = { ...json, 'company name': 'Acme', city: 'Rome' };
		expect(await run('apply', { applyTo: 'name' }, item)).toMatchObject([{ action: 'none' }]);
	});

	test.each<[IDataObject, string]>([
		[{ kind: 'agent' }, 'its "kind" is not'],
		[{ version: 2 }, '"version" 1 only'],
		[{ tools: {} }, 'it has no part "tools"'],
		[{ agent: { agent_id: 'a' } }, 'cannot have the field "agent_id"'],
		[{ knowledge_base: {} }, '"knowledge_base" is no list of names'],
		[{ agent: {} }, 'The document has no name of an agent'],
	])('%j is refused', async (document, message) => {
		const item = { kind: 'voice-agent', version: 1, ...document };
		await refuses(message, 'apply', { applyTo: 'name' }, item);
	});

	test('two agents of the name are a question, and Dry Run must be clear', async () => {
		const document = await exported();
		await owner.post('/agents/', { name: 'Appointment Setter' });
		await expect(run('apply', { applyTo: 'name' }, document)).rejects.toThrow(
			'The account has two of the name: agent "Appointment Setter"',
		);
		await expect(run('apply', { agentId, dryRun: 'maybe' }, document)).rejects.toThrow(
			"'Dry Run' is neither true nor false",
		);
	});
});

describe('Compare', () => {
	test('one item for each difference, texts line by line, secrets hidden', async () => {
		const document = await exported();
		expect(await run('compare', { agentId }, document)).toEqual([
			expect.objectContaining({ difference: 'none', agent_id: 'agent_0001' }),
		]);
		const instructions = 'You work for Example.\nBe kind, {{first_name}}.\nSay goodbye.';
		await owner.put('/agents/agent_0001', { instructions, voice_id: 'voice_ben' });
		await owner.post('/agents/agent_0001/custom-functions/', {
			...{ name: 'additional', url: `https://example.com/?k=${SECRET}` },
		});
		const rowsOf = await run('compare', { agentId }, document);
		expect(rowsOf.map(({ part, field, difference }) => [part, field, difference])).toEqual([
			['agent', 'voice', 'different'],
			['agent', 'instructions', 'different'],
			['custom_functions', null, 'additional'],
		]);
		expect(rowsOf[0]).toMatchObject({ wanted: 'Ada', actual: 'Ben' });
		expect(rowsOf[1]?.lines).toBe('- Be kind, {{first_name}}.\n+ Be brief, {{first_name}}.');
		expect(rowsOf[2]?.actual).toMatchObject({ url: '***' });
		expect(JSON.stringify(rowsOf)).not.toContain(SECRET);
	});

	test('two agents of an account', async () => {
		const parameters = {
			agentId: locator('agent_0002'),
			documentFrom: 'agent',
			otherAgentId: agentId,
		};
		const found = await run('compare', parameters);
		expect(found).toContainEqual(
			expect.objectContaining({
				field: 'name',
				wanted: 'Appointment Setter',
				actual: 'Lead Qualifier',
			}),
		);
	});
});
