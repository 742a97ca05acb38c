import { TOTP } from 'otpauth';
import { clientOf, PASSWORD, signIn } from '../client.mts';
import { type Owner, type Row, TOKEN_SECONDS } from '../owner.mts';

/*
 * Who may enter, and what as: passwords, codes, tokens.
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
			const code = codeAt(await serverTime(), setup.secret);
			const { data: enabled } = await client.post('/mfa/enable', { code });
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

	test('a token ends with its lifetime, and with logout', async () => {
		const uses = async (client: Awaited<ReturnType<typeof signIn>>) =>
			(await client.get('/voices/')).status;
		const byTime = await signIn(sandbox);
		await advance(TOKEN_SECONDS - 1);
		expect(await uses(byTime)).toBe(200);
		await advance(1);
		expect(await uses(byTime)).toBe(401);

		const byLogout = await signIn(sandbox);
		expect((await byLogout.post('/auth/logout')).status).toBe(200);
		expect(await uses(byLogout)).toBe(401);
	});
}
