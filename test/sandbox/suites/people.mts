import { TOTP } from 'otpauth';
import { clientOf, PASSWORD, signIn } from '../client.mts';
import { type Owner, type Row, TOKEN_SECONDS } from '../owner.mts';

/*
 * Who may enter, and what as: passwords, codes, tokens, sign-up, roles.
 */

export function peopleSuite(owner: Owner): void {
	const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
	const codeAt = (milliseconds: number, secret = SECRET) =>
		new TOTP({ secret }).generate({ timestamp: milliseconds });

	const { sandbox, advance, control } = owner;

	const post = (path: string, body: object) => clientOf(sandbox).post(path, body);
	const login = (email: string, password = PASSWORD) => post('/auth/login', { email, password });
	const verify = async (email: string, code: string) =>
		(await post('/mfa/verify', { email, code })).status;
	const serverTime = async () => Date.parse((await control('/state')).now);
	const verifyEmail = async (token: string) =>
		(await clientOf(sandbox).get('/auth/verify-email', { params: { token } })).status;
	const idOf = async (email: string): Promise<string> =>
		(await owner.rows('/users/')).find((user) => user.email === email)!.user_id;

	test('a login is refused for a wrong password, an unknown user or an address that is not verified; the log tells no password', async () => {
		await sandbox.api.delete('/logins');
		expect((await login('owner@example.com', 'wrong')).status).toBe(401);
		expect((await login('nobody@example.com')).status).toBe(401);
		expect((await login('unverified@example.com')).status).toBe(403);
		const log: Row[] = await control('/logins');
		expect(log.map(({ outcome, reason }) => [outcome, reason])).toEqual([
			['refused', 'wrong_password'],
			['refused', 'wrong_password'],
			['refused', 'email_not_verified'],
		]);
		expect(JSON.stringify(log)).not.toContain(PASSWORD);
	});

	describe('codes', () => {
		const email = 'totp@example.com';

		test('of an authenticator: one step around the time of the platform, each once, within five minutes of the password', async () => {
			await sandbox.api.post('/clock', { skewSeconds: 7200 });
			const { data, headers } = await login(email);
			expect(data).toEqual({ mfa_required: true });
			const now = Date.parse(headers.date);
			expect(await verify(email, codeAt(now - 7200_000))).toBe(401);
			expect(await verify(email, codeAt(now - 60_000))).toBe(401);
			expect(await verify(email, codeAt(now + 30_000))).toBe(200);
			await login(email);
			expect(await verify(email, codeAt(now + 30_000))).toBe(401);
			expect(await verify(email, codeAt(now))).toBe(200);
			const log: Row[] = await control('/logins');
			expect(log.map(({ reason }) => reason)).toContain('replayed_code');
			await login(email);
			await advance(301);
			expect(await verify(email, codeAt(await serverTime()))).toBe(401);
			expect(await verify('reader@example.com', codeAt(await serverTime()))).toBe(401);
		});

		test('a backup code works once', async () => {
			const account = 'codes@example.com';
			await login(account);
			expect(await verify(account, 'SANDBOX-0003')).toBe(200);
			await login(account);
			expect(await verify(account, 'SANDBOX-0003')).toBe(401);
			const { data } = await post('/mfa/verify', { email: account, code: 'SANDBOX-0004' });
			const { data: status } = await clientOf(sandbox, data.access_token).get('/mfa/status');
			expect(status).toEqual({ enabled: true, backup_codes_remaining: 6 });
		});

		test('MFA is set up, confirmed, renewed and turned off', async () => {
			const { client } = owner;
			const account = 'owner@example.com';
			expect((await client.post('/mfa/enable', { code: '123456' })).status).toBe(400);
			const { data: setup } = await client.post('/mfa/setup');
			expect(setup.otpauth_url).toContain(setup.secret);
			expect((await owner.get('/mfa/status')).enabled).toBe(false);

			const code = codeAt(await serverTime(), setup.secret);
			const { data: enabled } = await client.post('/mfa/enable', { code });
			expect(enabled.backup_codes).toHaveLength(8);
			expect((await login(account)).data).toEqual({ mfa_required: true });
			expect(await verify(account, code)).toBe(401);
			const { data: renewed } = await client.post('/mfa/backup-codes');
			expect(await verify(account, enabled.backup_codes[0])).toBe(401);
			expect(await verify(account, renewed.backup_codes[0])).toBe(200);

			expect((await client.post('/mfa/disable', { password: 'wrong' })).status).toBe(400);
			expect((await client.post('/mfa/disable', { password: PASSWORD })).data.enabled).toBe(false);
			expect((await login(account)).data.access_token).toBeDefined();
		});
	});

	test('five refusals in a row lock the account for fifteen minutes', async () => {
		const wrong = async () => (await login('owner@example.com', 'wrong')).status;
		for (let attempt = 0; attempt < 4; attempt++) await wrong();
		expect((await login('owner@example.com')).status).toBe(200);
		for (let attempt = 0; attempt < 5; attempt++) expect(await wrong()).toBe(401);
		const locked = await login('owner@example.com');
		expect([locked.status, locked.data.message]).toEqual([403, expect.stringContaining('locked')]);
		await advance(15 * 60);
		expect((await login('owner@example.com')).status).toBe(200);
	});

	test('a token ends with its lifetime, with its uses, and with logout', async () => {
		const uses = async (client: Awaited<ReturnType<typeof signIn>>) =>
			(await client.get('/voices/')).status;
		const byTime = await signIn(sandbox);
		await advance(TOKEN_SECONDS - 1);
		expect(await uses(byTime)).toBe(200);
		await advance(1);
		expect(await uses(byTime)).toBe(401);

		await owner.behave({ tokenUses: 2 });
		const byUse = await signIn(sandbox);
		expect([await uses(byUse), await uses(byUse), await uses(byUse)]).toEqual([200, 200, 401]);

		await owner.behave({ tokenUses: null });
		const byLogout = await signIn(sandbox);
		expect((await byLogout.post('/auth/logout')).status).toBe(200);
		expect(await uses(byLogout)).toBe(401);
	});

	describe('an account', () => {
		const person = {
			organization_name: 'New Organization',
			email: 'New@example.com',
			password: 'a-good-password',
			first_name: 'Zoë',
			last_name: 'Example',
		};
		const email = 'new@example.com';

		test('of a sign-up has an organization of its own, once the address is verified', async () => {
			const { data } = await post('/external/signup', person);
			expect((await login(email, person.password)).status).toBe(403);
			const [{ to, token }] = await control('/mails');
			expect(to).toBe(email);
			expect([await verifyEmail(token), await verifyEmail(token)]).toEqual([200, 400]);
			const { data: session } = await login(email, person.password);
			const client = clientOf(sandbox, session.access_token);
			const items = async (path: string) => (await client.get(path)).data.items;
			expect(await items('/organisations/')).toMatchObject([
				{ id: data.organization_id, name: 'New Organization' },
			]);
			expect(await items('/users/')).toMatchObject([{ first_name: 'Zoë', role: 'owner' }]);
			expect(await items('/agents/')).toEqual([]);
			expect((await client.get('/billing/balance')).data.credits).toBe(0);
		});

		test('of a refused sign-up leaves nothing behind', async () => {
			const taken = { ...person, email: 'OWNER@example.com' };
			expect((await post('/external/signup', taken)).status).toBe(409);
			for (const password of ['short-1', 'onlyletters', '1234567890']) {
				const { status, data } = await post('/external/signup', { ...person, password });
				expect([status, data.detail[0].loc]).toEqual([422, ['body', 'password']]);
			}
			expect(await control('/mails')).toEqual([]);
			expect((await post('/external/signup', person)).data.organization_id).toBe(
				'organization_0003',
			);
		});

		test('gets another e-mail when it asks for one, which lives a day; the earlier one is void', async () => {
			const resend = async (to = email) => await post('/auth/resend-verification', { email: to });
			await post('/external/signup', person);
			await resend();
			const [first, second] = await control('/mails');
			expect(await verifyEmail(first.token)).toBe(400);
			await advance(24 * 3600);
			expect(await verifyEmail(second.token)).toBe(400);
			await resend();
			expect(await verifyEmail((await control('/mails'))[2].token)).toBe(200);
			await resend();
			await resend('nobody@example.com');
			expect(await control('/mails')).toHaveLength(3);
		});

		test('with a forgotten password gets a new one once, within the hour; every session ends, and strangers learn nothing', async () => {
			const known = 'owner@example.com';
			const forgot = (to: string) => post('/auth/forgot-password', { email: to });
			expect((await forgot(known)).data).toEqual((await forgot('nobody@example.com')).data);
			const [{ token }, ...others] = await control('/mails');
			expect([others, await verifyEmail(token)]).toEqual([[], 400]);
			const reset = async (new_password: string, by = token) =>
				(await post('/auth/reset-password', { token: by, new_password })).status;
			expect([await reset('weak'), await reset('another-password')]).toEqual([422, 200]);
			expect([await reset('third-password'), await reset('third-password', 'x')]).toEqual([
				400, 400,
			]);
			expect((await owner.client.get('/agents/')).status).toBe(401);
			expect((await login(known, 'another-password')).status).toBe(200);
			await forgot(known);
			await advance(3601);
			expect(await reset('third-password', (await control('/mails'))[1].token)).toBe(400);
		});
	});

	describe('roles', () => {
		test('an admin grants more and suspends; the last owner stays', async () => {
			const path = `/users/${await idOf('reader@example.com')}`;
			const ownPath = `/users/${await idOf('owner@example.com')}`;
			const change = async (body: object, at = path) => (await owner.client.patch(at, body)).status;
			const reader = await signIn(sandbox, 'reader@example.com');
			const create = async () => (await reader.post('/agents/', { name: 'x' })).status;
			expect(await create()).toBe(403);
			expect(await change({ role: 'member', first_name: 'Zoë' })).toBe(200);
			expect(await create()).toBe(201);
			expect((await reader.patch(path, { role: 'admin' })).status).toBe(403);
			expect((await reader.post('/auth/invite', { email: 'new@example.com' })).status).toBe(403);
			expect(await change({ status: 'suspended' })).toBe(200);
			expect([await create(), (await login('reader@example.com')).status]).toEqual([401, 403]);
			expect(await change({ status: 'active' })).toBe(200);
			expect((await login('reader@example.com')).status).toBe(200);
			expect(await change({ role: 'member' }, ownPath)).toBe(409);
			expect(await change({ status: 'suspended' }, ownPath)).toBe(409);
			await change({ role: 'owner' });
			expect(await change({ role: 'admin' }, ownPath)).toBe(200);
		});

		test('an invited teammate chooses a password and starts with reading', async () => {
			const invite = (email: string) => owner.client.post('/auth/invite', { email });
			const { data } = await invite('New@example.com');
			expect(data).toMatchObject({
				email: 'new@example.com',
				role: 'read_only',
				status: 'invited',
			});
			expect((await invite('new@example.com')).status).toBe(409);
			expect((await invite('other@example.com')).status).toBe(409);
			const [{ token }] = await control('/mails');
			await post('/auth/reset-password', { token, new_password: 'a-new-password' });
			expect((await login('new@example.com', 'a-new-password')).status).toBe(200);
			expect((await owner.get(`/users/${data.user_id}`)).status).toBe('active');
		});

		test('who erases the own data is anonymous, and out', async () => {
			const reader = await signIn(sandbox, 'reader@example.com');
			const id = await idOf('reader@example.com');
			expect((await owner.rows(`/login-history/${id}`)).map(({ success }) => success)).toEqual([
				true,
			]);
			expect((await reader.delete('/users/me/erase')).status).toBe(200);
			expect((await reader.get('/agents/')).status).toBe(401);
			expect((await login('reader@example.com')).status).toBe(401);
			const erased = await owner.get(`/users/${id}`);
			expect(erased).toMatchObject({ status: 'erased', first_name: null, profile: {} });
			expect(erased.email).not.toContain('reader');
			expect(await owner.rows(`/login-history/${id}`)).toEqual([]);
			expect((await owner.client.patch(`/users/${id}`, { status: 'active' })).status).toBe(409);
		});
	});

	test('the export of personal data has no secrets', async () => {
		const data = await owner.get('/users/me/data-export');
		expect(data).toMatchObject({ user: { email: 'owner@example.com' } });
		expect(JSON.stringify(data)).not.toMatch(/hash|secret|backup/);
	});
}
