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

	/** Somebody with an organization of their own, for what ends badly. */
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
		const given = await chains.run(
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
				user('Logged in anew', 'getLoginHistory', {
					userId: byId(from('Users', 'user_id')),
					returnAll: true,
				}),
			],
			credential,
		);
		expect(given.row('Sign up')).toMatchObject({ email });
		expect(given.row('Sign up again').error).toMatch(/exist|taken|already|in use/i);
		expect(given.rows('Organizations')).toMatchObject([
			{ id: given.row('Sign up').organization_id, name: 'Account and Sons' },
		]);
		expect(given.rows('Users')).toMatchObject([
			{ email, first_name: 'Ada', last_name: 'Sample', email_verified: true, role: 'owner' },
		]);
		expect(given.column('Logged in anew', 'success')).toEqual([true, true]);
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
		const given = await chains.run(
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
		expect(given.row('Before').enabled).toBe(false);
		expect(given.row('Enabled')).toEqual({ enabled: true, backup_codes_remaining: 8 });
		const codes = given.row('Enable').backup_codes as string[];
		const newCodes = given.row('New codes').backup_codes as string[];
		expect(new Set([...codes, ...newCodes]).size).toBe(16);
		expect(given.row('Wrong password').error).toBeDefined();
		expect(given.row('After')).toEqual({ enabled: false, backup_codes_remaining: 0 });
	});

	test('Organization', async () => {
		const organizationId = byId(from('Get many', 'id'));
		const given = await chains.run('Organization', [
			organization('Get many', 'getAll', { returnAll: true }),
			organization('Update', 'update', {
				organizationId,
				updateFields: { name: 'Example & Co.', website: 'https://example.com' },
				additionalFieldsJson: '{ "size": 12 }',
			}),
			organization('Read back', 'get', { organizationId }),
			organization('Take back', 'update', {
				organizationId,
				updateFields: { name: 'Example Organization' },
			}),
			organization('Unknown', 'get', { organizationId: byId('organization_0002') }, mayFail),
		]);
		expect(given.rows('Get many')).toMatchObject([{ name: 'Example Organization' }]);
		expect(given.row('Read back')).toMatchObject({
			name: 'Example & Co.',
			website: 'https://example.com',
			size: 12,
		});
		expect(given.row('Take back').name).toBe('Example Organization');
		expect(given.row('Unknown').error).toMatch(/not found/i);
	});

	test('Personal Data', async () => {
		const email = 'erased@example.com';
		const credential = await newcomer(email);
		const given = await chains.run(
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
		expect(given.row('Export')).toMatchObject({ user: { email }, organization: { name: email } });
		expect(given.row('Not confirmed').error).toMatch(/not confirmed/);
		expect(given.row('Still there')).toMatchObject({ user: { email } });
		expect(given.row('Gone').error).toMatch(/refused the email address or the password/);
		expect(await logIn(email, PASSWORD)).toBe(401);
	});

	test('User', async () => {
		const email = 'invited@example.com';
		const userId = byId(from('Invite', 'user_id'));
		const given = await chains.run('User', [
			user('Invite', 'invite', { email, additionalFields: { role: 'member' } }),
			user('Invite again', 'invite', { email }, mayFail),
			user('Get', 'get', { userId }),
			user('Update', 'update', {
				userId,
				updateFields: { firstName: 'Ada', lastName: 'Sample', role: 'admin' },
				additionalFieldsJson: '{ "profile": { "team": "sales" } }',
			}),
			user('Get many', 'getAll', { returnAll: true }),
			user('Suspend', 'update', { userId, updateFields: { status: 'suspended' } }),
			user('Read back', 'get', { userId }),
			user('History', 'getLoginHistory', { userId, returnAll: true }),
		]);
		const { user_id } = given.row('Invite');
		expect(given.row('Invite again').error).toBeDefined();
		expect(given.row('Get')).toMatchObject({ user_id, email, role: 'member', status: 'invited' });
		expect(given.column('Get many', 'user_id')).toContain(user_id);
		expect(given.row('Read back')).toMatchObject({
			first_name: 'Ada',
			last_name: 'Sample',
			role: 'admin',
			profile: { team: 'sales' },
			status: 'suspended',
		});
		expect(given.rows('History')).toEqual([]);
	});
}
