import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import {
	type Step,
	byId,
	file,
	from,
	mayFail,
	request,
	runChain,
	stepsOf,
	untilQuiet,
} from '../../support/n8nSteps.mts';

const account = stepsOf('voiceAgentOrganization', 'account');
const call = stepsOf('voiceAgentCall', 'call');
const callback = stepsOf('voiceAgentCall', 'callback');
const document = stepsOf('voiceAgent', 'knowledgeBaseDocument');
const mfa = stepsOf('voiceAgentOrganization', 'mfa');

const agentId = byId('agent_0003');

/** What n8n itself does for operations: files, items that name earlier ones, the time zone, and nodes without a credential. `test/engine` has the others. */
export function operationSuite(world: () => TestN8n): void {
	const run = async (
		...chain: [name: string, steps: Step[], credential?: { id: string; name: string }]
	) => await runChain(world(), ...chain);

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
		const output = await run('Call', [
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

	test('a file that is sent: a document of the knowledge base', async () => {
		const documentId = byId(from('Upload', 'kb_id'));
		const output = await run('Document', [
			...file('File', 'prices.txt', 'One costs 5 €.'),
			document('Upload', 'upload', { additionalFields: { name: 'Prices' } }),
			document('Attach', 'assign', { agentId, documentIds: from('Upload', 'kb_id') }),
			document('Attached', 'getAllOfAgent', { agentId, returnAll: true }),
			document('Get', 'get', { documentId }),
		]);
		const { kb_id } = output.row('Upload');
		expect(output.row('Get')).toMatchObject({
			kb_id,
			name: 'Prices',
			filename: 'prices.txt',
			size: Buffer.byteLength('One costs 5 €.'),
		});
		expect(output.column('Attached', 'kb_id')).toContain(kb_id);
	});

	test('a time is that of the clock on the wall where the workflow is, in winter and in summer', async () => {
		const callbackId = byId(from('Create', 'id'));
		const output = await run('Callback', [
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
		const baseUrl = sandbox.url;
		const login = { baseUrl, email, password, mfa: 'none' };
		const id = await world().createCredential(email, login);
		const secret = { secret: '={{ $json.secret }}', label: 'Platform:mfa' };
		const totpId = await world().createCredential('Set-up', secret, 'totpApi');
		const totp: Step = {
			name: 'Authenticator',
			type: 'n8n-nodes-base.totp',
			parameters: { options: {} },
			credentials: { totpApi: { id: totpId, name: 'Set-up' } },
		};
		const organizationName = 'Account and Sons';
		const mailedToken = "={{ $('Mails').last().json.token }}";
		const output = await run(
			'Account',
			[
				account('Sign up', 'signUp', { baseUrl, organizationName, email, password }),
				request('Mails', 'GET', `${sandbox.control}/mails`),
				account('Verify', 'verifyEmail', { baseUrl, mailedToken }),
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
