import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { isFull } from '../../scale.mts';
import {
	BACKUP_CODES,
	PASSWORD,
	TOTP_SECRET,
	WRONG_PASSWORD,
	WRONG_TOTP_SECRET,
} from '../../support/n8nAccounts.mts';

interface Case {
	title: string;
	data: Record<string, string>;
	/** What the platform recorded of the login. */
	attempts: string[];
	/** Texts the user reads; none for a login that works. */
	says?: RegExp[];
}

const authenticator = (email: string, authenticatorSecret: string) => ({
	email,
	mfa: 'authenticator',
	authenticatorSecret,
});

const cases: Case[] = [
	{ title: 'password alone', data: {}, attempts: ['password ok'] },
	{
		title: 'authenticator secret',
		data: authenticator('totp@example.com', TOTP_SECRET),
		attempts: ['password mfa_required', 'code ok'],
	},
	{
		title: 'backup codes',
		data: {
			email: 'codes@example.com',
			mfa: 'backupCodes',
			backupCodes: BACKUP_CODES.slice(0, 1).join('\n'),
		},
		attempts: ['password mfa_required', 'code ok'],
	},
	{
		title: 'wrong password',
		data: { password: WRONG_PASSWORD },
		attempts: ['password refused'],
		says: [/refused the email address or the password/, /Enter both again/],
	},
	{
		title: 'MFA needed and not set up here',
		data: { email: 'totp@example.com' },
		attempts: ['password mfa_required'],
		says: [/requires a second factor/, /set 'MFA' to Authenticator Secret/],
	},
	{
		title: 'email address not verified',
		data: { email: 'unverified@example.com' },
		attempts: ['password refused'],
		says: [/does not allow this user to log in/, /Open the link in the verification email/],
	},
	{
		title: 'plain http to another computer',
		data: { baseUrl: 'http://platform.example.com/api/v1' },
		attempts: [],
		says: [/must start with https/, /Change http:\/\/ to https:\/\//],
	},
	{
		title: 'address without its scheme',
		data: { baseUrl: 'platform.example.com/api/v1' },
		attempts: [],
		says: [/does not start with https:\/\//, /Add https:\/\//],
	},
	{
		title: 'code of the app in place of the authenticator secret',
		data: authenticator('totp@example.com', '123456'),
		attempts: [],
		says: [/is a six-digit code/, /Paste the secret shown/],
	},
];

/** It waits half a minute for the next code. */
const wrongSecret: Case = {
	title: 'wrong authenticator secret',
	data: authenticator('reader@example.com', WRONG_TOTP_SECRET),
	// Another process might have sent the first code: the next one is tried, once.
	attempts: ['password mfa_required', 'code refused', 'password mfa_required', 'code refused'],
	says: [/refused the authenticator code/, /Check the 'Authenticator Secret'/],
};

export function credentialSuite(world: () => TestN8n): void {
	const completed = (data: Record<string, string>) => ({
		baseUrl: world().sandbox.url,
		email: 'owner@example.com',
		password: PASSWORD,
		mfa: 'none',
		...data,
	});

	async function attemptsDuring(work: () => Promise<unknown>): Promise<string[]> {
		const { api } = world().sandbox;
		const { data: before } = await api.get('/logins');
		await work();
		const { data: after } = await api.get('/logins');
		return after
			.slice(before.length)
			.map(({ step, outcome }: { step: string; outcome: string }) => `${step} ${outcome}`);
	}

	/** What the editor does when a credential is saved: it stores it and tests it. */
	async function testOf(given: Record<string, string>) {
		const data = completed(given);
		const id = await world().createCredential('Under test', data);
		const credentials = { id, name: 'Under test', type: 'voiceAgentApi', data };
		const answer = await world().rest.post('/credentials/test', { credentials });
		return answer.data.data as { status: string; message: string };
	}

	beforeAll(async () => {
		// A second account with an authenticator: after a code was sent, the same account has to wait for the next one.
		await world().sandbox.api.patch('/users/reader@example.com', {
			mfa: 'totp',
			totpSecret: TOTP_SECRET,
		});
	});

	test.each(isFull ? [...cases, wrongSecret] : cases)(
		'test of a credential: $title',
		async ({ data, attempts, says }) => {
			let result = { status: '', message: '' };
			const seen = await attemptsDuring(async () => {
				result = await testOf(data);
			});
			expect(seen).toEqual(attempts);
			expect(result.status).toBe(says ? 'Error' : 'OK');
			for (const text of says ?? []) expect(result.message).toMatch(text);
			for (const secret of [PASSWORD, WRONG_PASSWORD, TOTP_SECRET, ...BACKUP_CODES]) {
				expect(result.message).not.toContain(secret);
			}
		},
	);

	test('test of a credential that worked, after a change of its Base URL: the message of a new one', async () => {
		const { rest, sandbox } = world();
		const data = completed({});
		const id = await world().createCredential('Worked', data);
		const credentials = { id, name: 'Worked', type: 'voiceAgentApi', data };
		const first = await rest.post('/credentials/test', { credentials });
		expect(first.data.data.status).toBe('OK');
		// As the editor has it: n8n itself puts what it shows to nobody in.
		const { data: stored } = await rest.get(`/credentials/${id}?includeData=true`);
		const baseUrl = sandbox.url.replace('/api/v1', '/api/v9');
		const edited = { ...stored.data, data: { ...stored.data.data, baseUrl } };
		const second = await rest.post('/credentials/test', { credentials: edited });
		expect(second.data.data.message).toMatch(/No login was found at the 'Base URL'/);
	});

	test('codes are computed with the clock of the platform, five minutes off', async () => {
		const { api } = world().sandbox;
		await api.post('/clock', { skewSeconds: 300 });
		try {
			let result = { status: '' };
			const given = authenticator('reader@example.com', TOTP_SECRET);
			const seen = await attemptsDuring(async () => {
				result = await testOf(given);
			});
			expect(seen).toEqual(['password mfa_required', 'code ok']);
			expect(result.status).toBe('OK');
		} finally {
			await api.post('/clock', { skewSeconds: 0 });
		}
	});

	/** A workflow that lists calls, once for each of so many items. */
	function listing(name: string, credentialId: string, items: number) {
		const credentials = { voiceAgentApi: { id: credentialId, name } };
		const rows = JSON.stringify(Array.from({ length: items }, (_, index) => ({ index })));
		const at = (type: string, parameters: object, more = {}) => ({
			id: type,
			name: type,
			type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...more,
		});
		return {
			name,
			nodes: [
				{ ...at('manualTrigger', {}), name: 'Start by hand' },
				{ ...at('set', { mode: 'raw', jsonOutput: `{ "rows": ${rows} }` }), typeVersion: 3.4 },
				at('splitOut', { fieldToSplitOut: 'rows', options: {} }),
				at(
					'n8n-nodes-voice-agent.voiceAgentCall',
					{ resource: 'call', operation: 'getAll', limit: 1 },
					{ name: 'Get calls', credentials, onError: 'continueErrorOutput' },
				),
			],
			connections: {
				'Start by hand': { main: [[{ node: 'set', type: 'main', index: 0 }]] },
				set: { main: [[{ node: 'splitOut', type: 'main', index: 0 }]] },
				splitOut: { main: [[{ node: 'Get calls', type: 'main', index: 0 }]] },
			},
		};
	}

	test('a workflow logs in once for all its items, and uses one backup code', async () => {
		const data = completed({
			email: 'codes@example.com',
			mfa: 'backupCodes',
			backupCodes: BACKUP_CODES.slice(1).join('\n'),
		});
		const id = await world().createCredential('Codes', data);
		const workflowId = await world().createWorkflow(listing('Codes', id, 20));
		let status = '';
		const seen = await attemptsDuring(async () => {
			({ status } = await world().execute(workflowId));
		});
		expect(status).toBe('success');
		expect(seen).toEqual(['password mfa_required', 'code ok']);
	});

	test('a workflow with a wrong password logs in once for all its items, and every item says what to do', async () => {
		const id = await world().createCredential(
			'Wrong',
			completed({ password: 'another-wrong-one' }),
		);
		const workflowId = await world().createWorkflow(listing('Wrong', id, 20));
		let failed: Array<{ json: Record<string, unknown> }> = [];
		const seen = await attemptsDuring(async () => {
			const { data } = await world().execute(workflowId);
			failed = data.resultData.runData['Get calls']?.[0]?.data?.main?.[1] ?? [];
		});
		expect(seen).toEqual(['password refused']);
		expect(failed).toHaveLength(20);
		failed.forEach(({ json }, index) => {
			expect(json).toMatchObject({ row: index + 1, index });
			expect(json.error).toMatch(/refused the email address or the password/);
			expect(json.description).toMatch(/Enter both again/);
		});
	});

	test('the drop-down of the agents works in the editor', async () => {
		const id = await world().createCredential('Agents', completed({}));
		const { data } = await world().rest.post('/dynamic-node-parameters/resource-locator-results', {
			nodeTypeAndVersion: { name: 'n8n-nodes-voice-agent.voiceAgentCall', version: 1 },
			path: 'parameters.agentId',
			methodName: 'searchAgents',
			currentNodeParameters: { resource: 'call', operation: 'makeCall' },
			credentials: { voiceAgentApi: { id, name: 'Agents' } },
			filter: 'lead',
		});
		expect(data.data.results).toEqual([{ name: 'Lead Qualifier', value: 'agent_0002' }]);
	});
}
