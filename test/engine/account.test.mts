import { rows, nodeTypes } from '../support/nodes.mts';
import { runNode } from '../../harness/n8n/engine.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { clientOf } from '../sandbox/client.mts';

const sandbox = useSandbox();

/** Runs an operation of an account that needs no login: without any credential. */
const withoutCredential = async (operation: string, parameters: Record<string, string>) =>
	await runNode({
		node: nodeTypes.voiceAgentOrganization as (typeof nodeTypes)[string],
		items: rows({}),
		parameters: {
			resource: 'account',
			operation,
			baseUrl: sandbox.url,
			additionalFields: {},
			options: { additionalFieldsJson: '{}' },
			...parameters,
		},
	});

const newestToken = async () => {
	const { data } = await sandbox.api.get<Array<{ token: string }>>('/mails');
	return String(data[data.length - 1]?.token);
};

test('an account is opened, verified and given a new password without a credential', async () => {
	const email = 'ada@example.com';
	await withoutCredential('signUp', {
		organizationName: 'Sample',
		email,
		password: 'first-password-1',
	});
	await withoutCredential('resendVerification', { email });
	await withoutCredential('verifyEmail', { mailedToken: await newestToken() });
	await withoutCredential('forgotPassword', { email });
	await withoutCredential('resetPassword', {
		mailedToken: await newestToken(),
		newPassword: 'second-password-2',
	});

	const login = async (password: string) =>
		(await clientOf(sandbox).post('/auth/login', { email, password })).status;
	expect(await login('first-password-1')).toBe(401);
	expect(await login('second-password-2')).toBe(200);
});

test('a wrong token is refused, and the error does not repeat the password', async () => {
	const reset = withoutCredential('resetPassword', {
		mailedToken: 'wrong-token',
		newPassword: 'second-password-2',
	});
	await expect(reset).rejects.toMatchObject({ httpCode: '400' });
	await expect(reset).rejects.toThrow(expect.not.stringContaining('second-password-2'));
});
