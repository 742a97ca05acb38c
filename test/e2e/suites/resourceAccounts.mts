import axios from 'axios';
import {
	type Chains,
	type Step,
	byId,
	from,
	mayFail,
	request,
	stepsOf,
} from '../../support/n8nSteps.mts';

const account = stepsOf('voiceAgentOrganization', 'account');
const mfa = stepsOf('voiceAgentOrganization', 'mfa');
const organization = stepsOf('voiceAgentOrganization', 'organization');
const personalData = stepsOf('voiceAgentOrganization', 'personalData');
const user = stepsOf('voiceAgentOrganization', 'user');

const PASSWORD = 'somebody-else-1';
const NEW_PASSWORD = 'somebody-else-2';

interface Mail {
	to: string;
	token: string;
}

export function accountResources(chains: Chains): void {
	const api = () => chains.n8n.sandbox.api;
	const mails = (name: string) => request(name, 'GET', `${chains.n8n.sandbox.control}/mails`);
	const lastToken = (step: string) => `={{ $('${step}').last().json.token }}`;

	const platform = () =>
		axios.create({ baseURL: chains.n8n.sandbox.url, validateStatus: () => true });

	async function logIn(email: string, password: string): Promise<number> {
		return (await platform().post('/auth/login', { email, password })).status;
	}

	async function credentialOf(email: string, password = PASSWORD) {
		const data = { baseUrl: chains.n8n.sandbox.url, email, password, mfa: 'none' };
		return { id: await chains.n8n.createCredential(email, data), name: email };
	}

	/** A new user with an organization of their own, for tests that change or erase the account. */
	async function newcomer(email: string) {
		await platform().post('/external/signup', {
			organization_name: email,
			email,
			password: PASSWORD,
		});
		const { data } = await api().get<Mail[]>('/mails');
		const token = data.filter(({ to }) => to === email).pop()?.token;
		await platform().get('/auth/verify-email', { params: { token } });
		return await credentialOf(email);
	}

	test('Account', async () => {
		const baseUrl = chains.n8n.sandbox.url;
		const email = 'account@example.com';
		const credential = await credentialOf(email, NEW_PASSWORD);
		const output = await chains.run(
			'Account',
			[
				account('Sign up', 'signUp', {
					baseUrl,
					organizationName: 'Account and Sons',
					email,
					password: PASSWORD,
					additionalFields: { firstName: 'Ada', lastName: 'Sample' },
				}),
				account(
					'Sign up again',
					'signUp',
					{
						baseUrl,
						organizationName: 'Twice',
						email,
						password: PASSWORD,
					},
					mayFail,
				),
				account('Once more', 'resendVerification', { baseUrl, email }),
				mails('Verification'),
				account('Verify', 'verifyEmail', { baseUrl, mailedToken: lastToken('Verification') }),
				account('Forgot', 'forgotPassword', { baseUrl, email }),
				mails('Reset mail'),
				account('Reset', 'resetPassword', {
					baseUrl,
					mailedToken: lastToken('Reset mail'),
					newPassword: NEW_PASSWORD,
				}),
				organization('Organizations', 'getAll', { returnAll: true }),
				user('Users', 'getAll', { returnAll: true }),
				account('Log out', 'logOut'),
				user('Logged in again', 'getLoginHistory', {
					userId: byId(from('Users', 'user_id')),
					returnAll: true,
				}),
			],
			credential,
		);
		expect(output.row('Sign up')).toMatchObject({ email });
		expect(output.row('Sign up again').error).toMatch(/exist|taken|already|in use/i);
		expect(output.rows('Organizations')).toMatchObject([
			{ id: output.row('Sign up').organization_id, name: 'Account and Sons' },
		]);
		expect(output.rows('Users')).toMatchObject([
			{ email, first_name: 'Ada', last_name: 'Sample', email_verified: true, role: 'owner' },
		]);
		expect(output.column('Logged in again', 'success')).toEqual([true, true]);
		expect(await logIn(email, PASSWORD)).toBe(401);
		expect(await logIn(email, NEW_PASSWORD)).toBe(200);
	});

	test('MFA', async () => {
		const credential = await newcomer('mfa@example.com');
		const { data } = await chains.n8n.rest.post('/credentials', {
			name: 'Code of the set-up',
			type: 'totpApi',
			data: { secret: '={{ $json.secret }}', label: 'Platform:mfa' },
		});
		const totp: Step = {
			name: 'Authenticator',
			type: 'n8n-nodes-base.totp',
			parameters: { options: {} },
			credentials: { totpApi: { id: data.data.id, name: 'Code of the set-up' } },
		};
		const output = await chains.run(
			'MFA',
			[
				mfa('Before', 'getStatus'),
				mfa('Set up', 'setUp'),
				totp,
				mfa('Enable', 'enable', { code: '={{ $json.token }}' }),
				mfa('Enabled', 'getStatus'),
				mfa('New codes', 'regenerateBackupCodes'),
				mfa('Wrong password', 'disable', { password: 'wrong-password-1' }, mayFail),
				mfa('Disable', 'disable', { password: PASSWORD }),
				mfa('After', 'getStatus'),
			],
			credential,
		);
		expect(output.row('Before').enabled).toBe(false);
		expect(output.row('Enabled')).toEqual({ enabled: true, backup_codes_remaining: 8 });
		const codes = output.row('Enable').backup_codes as string[];
		const newCodes = output.row('New codes').backup_codes as string[];
		expect(new Set([...codes, ...newCodes]).size).toBe(16);
		expect(output.row('Wrong password').error).toBeDefined();
		expect(output.row('After')).toEqual({ enabled: false, backup_codes_remaining: 0 });
	});

	test('Organization', async () => {
		const organizationId = byId(from('Get many', 'id'));
		const output = await chains.run('Organization', [
			organization('Get many', 'getAll', { returnAll: true }),
			organization('Update', 'update', {
				organizationId,
				updateFields: { name: 'Example & Co.', website: 'https://example.com' },
				options: { additionalFieldsJson: '{ "size": 12 }' },
			}),
			organization('Read back', 'get', { organizationId }),
			organization('Undo', 'update', {
				organizationId,
				updateFields: { name: 'Example Organization' },
			}),
			organization('Unknown', 'get', { organizationId: byId('organization_0002') }, mayFail),
		]);
		expect(output.rows('Get many')).toMatchObject([{ name: 'Example Organization' }]);
		expect(output.row('Read back')).toMatchObject({
			name: 'Example & Co.',
			website: 'https://example.com',
			size: 12,
		});
		expect(output.row('Undo').name).toBe('Example Organization');
		expect(output.row('Unknown').error).toMatch(/not found/i);
	});

	test('Personal Data', async () => {
		const email = 'erased@example.com';
		const credential = await newcomer(email);
		const output = await chains.run(
			'Personal Data',
			[
				personalData('Export', 'export', { outputDataFieldName: 'data' }),
				personalData('Not confirmed', 'erase', { confirmation: 'yes' }, mayFail),
				personalData('Still there', 'export', { outputDataFieldName: 'data' }),
				personalData('Erase', 'erase', { confirmation: 'ERASE' }),
				personalData('Gone', 'export', { outputDataFieldName: 'data' }, mayFail),
			],
			credential,
		);
		expect(output.row('Export')).toMatchObject({ user: { email }, organization: { name: email } });
		expect(output.row('Not confirmed').error).toMatch(/not confirmed/);
		expect(output.row('Still there')).toMatchObject({ user: { email } });
		expect(output.row('Gone').error).toMatch(/refused the email address or the password/);
		expect(await logIn(email, PASSWORD)).toBe(401);
	});

	test('User', async () => {
		const email = 'invited@example.com';
		const userId = byId(from('Invite', 'user_id'));
		const output = await chains.run('User', [
			user('Invite', 'invite', { email, additionalFields: { role: 'member' } }),
			user('Invite again', 'invite', { email }, mayFail),
			user('Get', 'get', { userId }),
			user('Update', 'update', {
				userId,
				updateFields: { firstName: 'Ada', lastName: 'Sample', role: 'admin' },
				options: { additionalFieldsJson: '{ "profile": { "team": "sales" } }' },
			}),
			user('Get many', 'getAll', { returnAll: true }),
			user('Suspend', 'update', { userId, updateFields: { status: 'suspended' } }),
			user('Read back', 'get', { userId }),
			user('History', 'getLoginHistory', { userId, returnAll: true }),
		]);
		const { user_id } = output.row('Invite');
		expect(output.row('Invite again').error).toBeDefined();
		expect(output.row('Get')).toMatchObject({ user_id, email, role: 'member', status: 'invited' });
		expect(output.column('Get many', 'user_id')).toContain(user_id);
		expect(output.row('Read back')).toMatchObject({
			first_name: 'Ada',
			last_name: 'Sample',
			role: 'admin',
			profile: { team: 'sales' },
			status: 'suspended',
		});
		expect(output.rows('History')).toEqual([]);
	});
}
