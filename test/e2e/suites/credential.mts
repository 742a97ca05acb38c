import { rowsOf } from '../../../harness/n8n/executions.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { isFull } from '../../scale.mts';
import {
	BACKUP_CODES,
	PASSWORD,
	TOTP_SECRET,
	WRONG_PASSWORD,
	WRONG_TOTP_SECRET,
} from '../../support/n8nAccounts.mts';
import { chain, items, stepsOf } from '../../support/n8nSteps.mts';

const authenticator = (email: string, authenticatorSecret: string) => ({
	email,
	mfa: 'authenticator',
	authenticatorSecret,
});

const backupCodes = (...codes: string[]) => ({
	email: 'codes@example.com',
	mfa: 'backupCodes',
	backupCodes: codes.join('\n'),
});

/** What the platform records of the login, and texts that the user reads if it is refused. */
type Case = [title: string, data: Record<string, string>, attempts: string[], ...says: RegExp[]];

/** What else a login can say: `test/engine/login.test.mts`. */
const cases: Case[] = [
	['password alone', {}, ['password ok']],
	[
		'authenticator secret',
		authenticator('totp@example.com', TOTP_SECRET),
		['password mfa_required', 'code ok'],
	],
	['backup codes', backupCodes(BACKUP_CODES[0]!), ['password mfa_required', 'code ok']],
	[
		'wrong password',
		{ password: WRONG_PASSWORD },
		['password refused'],
		/refused the email address or the password/,
		/Enter both again/,
	],
];

/** It waits half a minute for the next code: another process might have sent the first one. */
const wrongSecret: Case = [
	'wrong authenticator secret',
	authenticator('reader@example.com', WRONG_TOTP_SECRET),
	['password mfa_required', 'code refused', 'password mfa_required', 'code refused'],
	/refused the authenticator code/,
	/Check the 'Authenticator Secret'/,
];

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
		'test of a credential: %s',
		async (_title, data, attempts, ...says) => {
			let result = { status: '', message: '' };
			const seen = await attemptsDuring(async () => {
				result = await testOf(data);
			});
			expect(seen).toEqual(attempts);
			expect(result.status).toBe(says.length > 0 ? 'Error' : 'OK');
			for (const text of says) expect(result.message).toMatch(text);
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

	/** Runs a workflow that lists calls, once for each of 20 items. */
	async function listTwentyTimes(name: string, given: Record<string, string>) {
		const id = await world().createCredential(name, completed(given));
		const rows = Array.from({ length: 20 }, (_, index) => ({ index }));
		const list = stepsOf('voiceAgentCall', 'call')(
			'Get calls',
			'getAll',
			{ limit: 1 },
			{ executeOnce: false, onError: 'continueErrorOutput' },
		);
		const steps = [...items('Rows', rows), list];
		return await world().execute(await world().createWorkflow(chain(name, steps, { id, name })));
	}

	test('a workflow logs in once for all its items, and uses one backup code', async () => {
		let status = '';
		const seen = await attemptsDuring(async () => {
			({ status } = await listTwentyTimes('Codes', backupCodes(...BACKUP_CODES.slice(1))));
		});
		expect(status).toBe('success');
		expect(seen).toEqual(['password mfa_required', 'code ok']);
	});

	test('a workflow with a wrong password logs in once for all its items, and every item says what to do', async () => {
		let failed: Array<Record<string, unknown>> = [];
		const seen = await attemptsDuring(async () => {
			const execution = await listTwentyTimes('Wrong', { password: 'another-wrong-one' });
			failed = rowsOf(execution, 'Get calls', 1);
		});
		expect(seen).toEqual(['password refused']);
		expect(failed).toHaveLength(20);
		failed.forEach((row, index) => {
			expect(row).toMatchObject({ row: index + 1, index });
			expect(row.error).toMatch(/refused the email address or the password/);
			expect(row.description).toMatch(/Enter both again/);
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
