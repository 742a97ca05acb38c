import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import {
	Chains,
	type Step,
	byId,
	file,
	from,
	items,
	mayFail,
	request,
	stepsOf,
	untilQuiet,
} from '../../support/n8nSteps.mts';

const account = stepsOf('voiceAgentOrganization', 'account');
const agent = stepsOf('voiceAgent', 'agent');
const call = stepsOf('voiceAgentCall', 'call');
const callback = stepsOf('voiceAgentCall', 'callback');
const campaign = stepsOf('voiceAgentCampaign', 'campaign');
const contact = stepsOf('voiceAgentCampaign', 'contact');
const document = stepsOf('voiceAgent', 'knowledgeBaseDocument');
const invoice = stepsOf('voiceAgentBilling', 'invoice');
const mfa = stepsOf('voiceAgentOrganization', 'mfa');
const personalData = stepsOf('voiceAgentOrganization', 'personalData');
const platform = stepsOf('voiceAgentOrganization', 'platform');
const voice = stepsOf('voiceAgent', 'voice');

const NOT_FOUND = /not found|could not be found|does not exist/i;
const agentId = byId('agent_0003');

/** Each kind of operation once, in workflows that use, read back and remove what they make. `test/contract` has every single operation. */
export function operationSuite(world: () => TestN8n): void {
	const chains = new Chains(world);

	// Calls of earlier tests may still end with a booking.
	beforeAll(async () => await untilQuiet(world()));

	test('an action, what it made, a text and a file of it: a call', async () => {
		const sessionId = byId(from('Make', 'session_id'));
		const callId = byId(from('Make', 'call_id'));
		const transcript = [
			{ role: 'agent', text: 'Good morning, Ada.', offset_seconds: 0 },
			{ role: 'user', text: 'Yes, please.', offset_seconds: 4 },
		];
		const url = `=${world().sandbox.control}/calls/{{ $('Make').item.json.call_id }}`;
		const output = await chains.run('Call', [
			call('Make', 'makeCall', {
				agentId,
				toNumber: '(808) 555-0150',
				options: { firstName: 'Ada', lastName: 'Sample' },
				variables: { pairs: [{ name: 'topic', value: 'renewal' }] },
				defaultCountryCode: '1',
			}),
			call('By session', 'getBySession', { sessionId }),
			request('They talk', 'PUT', url, { status: 'completed', duration_seconds: 9, transcript }),
			call('Get', 'get', { callId, output: 'allColumns' }),
			call('Get many', 'getAll', { filters: { callId, from: '2026-01-01T00:00:00' } }),
			call('Transcript', 'getTranscript', { sessionId }),
			call('Recording', 'downloadRecording', { sessionId }),
			call('Unknown', 'get', { callId: byId('call_none') }, mayFail),
		]);
		const { call_id } = output.row('Make');
		expect(output.row('By session')).toMatchObject({ call_id, contact_number: '+18085550150' });
		expect(output.row('Get')).toMatchObject({
			call_id,
			is_over: true,
			status: 'completed',
			first_name: 'Ada',
			last_name: 'Sample',
			agent_id: 'agent_0003',
			duration_seconds: 9,
			variables: '{"topic":"renewal"}',
			transcript: 'Agent: Good morning, Ada.\nContact: Yes, please.',
		});
		expect(output.column('Get many', 'call_id')).toEqual([call_id]);
		expect(output.row('Transcript').transcript).toBe(output.row('Get').transcript);
		expect(output.file('Recording')?.mimeType).toMatch(/^audio\/(x-)?wav$/);
		expect(output.row('Unknown').error).toMatch(/not found/i);
	});

	test('a list: a part of it, and all of it', async () => {
		const output = await chains.run('Voices', [
			voice('Some', 'getAll', { limit: 3 }),
			voice('All', 'getAll', { returnAll: true }),
		]);
		expect(output.rows('Some')).toEqual(output.rows('All').slice(0, 3));
		expect(new Set(output.column('All', 'id')).size).toBe(8);
	});

	test('create, change, read back, delete: an agent', async () => {
		const created = byId(from('Create', 'agent_id'));
		const output = await chains.run('Agent', [
			agent('Create', 'create', {
				name: 'Front Desk',
				instructions: 'Be kind.',
				additionalFields: { language: 'en-GB' },
				options: { additionalFieldsJson: '{ "max_duration_seconds": 300 }' },
			}),
			agent('Instruct', 'updatePrompt', {
				agentId: created,
				instructions: 'Be brief, {{first_name}}.',
			}),
			agent('Rename', 'update', { agentId: created, updateFields: { name: 'Reception' } }),
			agent('Read back', 'get', { agentId: created }),
			agent('Delete', 'delete', { agentId: created }),
			agent('Gone', 'get', { agentId: created }, mayFail),
			agent('Left', 'getAll', { returnAll: true }),
		]);
		const { agent_id } = output.row('Create');
		expect(output.row('Read back')).toMatchObject({
			agent_id,
			name: 'Reception',
			instructions: 'Be brief, {{first_name}}.',
			language: 'en-GB',
			max_duration_seconds: 300,
		});
		expect(output.row('Delete')).toEqual({ deleted: true });
		expect(output.row('Gone').error).toMatch(NOT_FOUND);
		expect(output.column('Left', 'agent_id')).not.toContain(agent_id);
	});

	test('a file that is sent: a document of the knowledge base', async () => {
		const documentId = byId(from('Upload', 'kb_id'));
		const output = await chains.run('Document', [
			...file('File', 'prices.txt', 'One costs 5 €.'),
			document('Upload', 'upload', { additionalFields: { name: 'Prices' } }),
			document('Attach', 'assign', { agentId, documentIds: from('Upload', 'kb_id') }),
			document('Attached', 'getAllOfAgent', { agentId, returnAll: true }),
			document('Get', 'get', { documentId }),
			document('Delete', 'delete', { documentId }),
			document('Gone', 'get', { documentId }, mayFail),
		]);
		const { kb_id } = output.row('Upload');
		expect(output.row('Get')).toMatchObject({
			kb_id,
			name: 'Prices',
			filename: 'prices.txt',
			size: Buffer.byteLength('One costs 5 €.'),
		});
		expect(output.column('Attached', 'kb_id')).toContain(kb_id);
		expect(output.row('Gone').error).toMatch(NOT_FOUND);
	});

	test('a link or its file, and a file of everything: an invoice, personal data', async () => {
		const invoiceId = byId(from('Invoices', 'id'));
		const output = await chains.run('Files', [
			invoice('Invoices', 'getAll', { returnAll: true }),
			invoice('Link', 'getPdf', { invoiceId }),
			invoice('PDF', 'getPdf', { invoiceId, downloadFile: true, outputDataFieldName: 'data' }),
			personalData('Export', 'export', { outputDataFieldName: 'data' }),
			personalData('Not confirmed', 'erase', { confirmation: 'yes' }, mayFail),
		]);
		expect(output.row('Link').url).toMatch(/^http/);
		expect(output.file('Link')).toBeUndefined();
		expect(output.file('PDF')?.mimeType).toBe('application/pdf');
		expect(output.row('Export')).toMatchObject({ user: { email: 'owner@example.com' } });
		expect(output.row('Not confirmed').error).toMatch(/not confirmed/);
	});

	test('rows, a file and JSON become contacts; what is no number comes back with its row', async () => {
		const campaignId = byId(from('Create', 'campaign_id'));
		const columns = {
			phoneNumberColumn: 'tel',
			options: { firstNameColumn: 'given', lastNameColumn: '' },
		};
		const json = (number: string) => ({
			campaignId,
			contactsFrom: 'json',
			contactsJson: JSON.stringify([{ phone_number: number }]),
		});
		const output = await chains.run('Contacts', [
			campaign('Create', 'create', {
				campaignName: 'Growing',
				agentId,
				...json('+18085550160'),
			}),
			...items('People', [
				{ tel: '+18085550161', given: 'Ada', city: 'Bath' },
				{ tel: 'nobody', given: 'Cleo', city: 'Rome' },
			]),
			contact(
				'Add',
				'add',
				{
					...{ campaignId, contactsFrom: 'items', ...columns },
					options: { ...columns.options, variableColumns: 'selected', selectedColumns: 'city' },
				},
				{ executeOnce: false },
			),
			...file('File', 'people.csv', 'phone_number,first_name\n+18085550162,Dan\n'),
			contact('Add file', 'add', {
				...{ campaignId, contactsFrom: 'file' },
				options: { repeatedNumbers: 'always' },
			}),
			contact('Add JSON', 'add', json('+18085550163')),
			contact('Contacts', 'getAll', { campaignId, returnAll: true, output: 'allColumns' }),
			campaign('Cancel', 'cancel', { campaignId }),
			contact('Too late', 'add', json('+18085550164'), mayFail),
		]);
		expect(output.row('Add')).toMatchObject({ contacts_sent: 1, rejected_rows: [{ row: 2 }] });
		expect(output.column('Contacts', 'contact_number').sort()).toEqual(
			[0, 1, 2, 3].map((last) => `+1808555016${last}`),
		);
		const ada = output.rows('Contacts').find((row) => row.contact_number === '+18085550161');
		expect(ada).toMatchObject({ first_name: 'Ada', variables: '{"city":"Bath"}', attempts: 0 });
		expect(output.row('Too late').error).toMatch(/cancelled/i);
	});

	test('actions, a report, and a file: a campaign is started, paused, and exported', async () => {
		const campaignId = byId(from('Create', 'campaign_id'));
		const output = await chains.run('Campaign', [
			...file('File', 'people.csv', 'phone_number,first_name\n+18085550170,Ada\nnobody,Ben\n'),
			campaign('Validate', 'validateFile'),
			campaign('Create', 'create', {
				campaignName: 'Renewals',
				agentId,
				contactsFrom: 'json',
				contactsJson: '[{ "phone_number": "+18085550171" }]',
			}),
			campaign('Start', 'start', { campaignId }),
			campaign('Pause', 'pause', { campaignId }),
			campaign('Resume', 'resume', { campaignId }),
			campaign('Get', 'get', { campaignId, waitForResult: true }),
			campaign('Analytics', 'getAnalytics', { campaignId }),
			campaign('Export', 'export', { campaignId }),
			campaign('Start again', 'start', { campaignId }, mayFail),
		]);
		expect(output.row('Validate')).toMatchObject({ valid: false, total_rows: 2 });
		expect(output.row('Start').status).toBe('active');
		expect(output.row('Pause').status).toBe('paused');
		expect(output.row('Get')).toMatchObject({ is_finished: true, contacts_total: 1 });
		expect(output.row('Analytics')).toMatchObject({ total_contacts: 1, called: 1 });
		expect(output.file('Export')).toBeDefined();
		expect(output.row('Start again').error).toMatch(/finished/i);
	});

	test('a report of many requests: Check Platform', async () => {
		const output = await chains.run('Check', [platform('Check', 'check')]);
		expect(output.rows('Check').length).toBeGreaterThan(5);
		expect(JSON.stringify(output.rows('Check'))).not.toContain('@example.com');
	});

	test('a time is that of the clock on the wall where the workflow is, in winter and in summer', async () => {
		const callbackId = byId(from('Create', 'id'));
		const output = await chains.run('Callback', [
			callback('Create', 'create', {
				agentId,
				phoneNumber: '+18085550151',
				scheduledAt: '2099-01-01T09:00:00',
			}),
			callback('Winter', 'getAll', { returnAll: true }),
			callback('Reschedule', 'reschedule', { callbackId, scheduledAt: '2099-07-01T09:00:00' }),
			callback('Summer', 'getAll', { returnAll: true }),
			callback('Cancel', 'cancel', { callbackId }),
		]);
		const time = (step: string) => {
			const row = output.rows(step).find(({ id }) => id === output.row('Create').id);
			return new Date(String(row?.scheduled_at)).toISOString();
		};
		expect(time('Winter')).toBe('2099-01-01T08:00:00.000Z');
		expect(time('Summer')).toBe('2099-07-01T07:00:00.000Z');
	});

	test('without a credential, and with the codes of an authenticator: an account of its own', async () => {
		const { sandbox } = world();
		const email = 'account@example.com';
		const password = 'somebody-else-1';
		const id = await world().createCredential(email, {
			baseUrl: sandbox.url,
			email,
			password,
			mfa: 'none',
		});
		const secret = { secret: '={{ $json.secret }}', label: 'Platform:mfa' };
		const totpApi = {
			id: await world().createCredential('Set-up', secret, 'totpApi'),
			name: 'Set-up',
		};
		const totp: Step = {
			name: 'Authenticator',
			type: 'n8n-nodes-base.totp',
			parameters: { options: {} },
			credentials: { totpApi },
		};
		const baseUrl = sandbox.url;
		const output = await chains.run(
			'Account',
			[
				account('Sign up', 'signUp', {
					baseUrl,
					organizationName: 'Account and Sons',
					email,
					password,
				}),
				request('Mails', 'GET', `${sandbox.control}/mails`),
				account('Verify', 'verifyEmail', {
					baseUrl,
					mailedToken: "={{ $('Mails').last().json.token }}",
				}),
				mfa('Set up', 'setUp'),
				totp,
				mfa('Enable', 'enable', { code: '={{ $json.token }}' }),
				mfa('Enabled', 'getStatus'),
				mfa('Disable', 'disable', { password }),
				mfa('After', 'getStatus'),
			],
			{ id, name: email },
		);
		expect(output.row('Sign up')).toMatchObject({ email });
		expect(new Set(output.row('Enable').backup_codes as string[]).size).toBe(8);
		expect(output.row('Enabled')).toEqual({ enabled: true, backup_codes_remaining: 8 });
		expect(output.row('After')).toEqual({ enabled: false, backup_codes_remaining: 0 });
	});
}
