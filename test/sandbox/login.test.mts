import { TOTP } from 'otpauth';
import { useSandbox } from '../support/useSandbox.mts';
import { clientOf, PASSWORD, signIn } from './client.mts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codeAt = (milliseconds: number, secret = SECRET) =>
	new TOTP({ secret }).generate({ timestamp: milliseconds });

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 600, resetEachTest: true });

const login = (email: string, password = PASSWORD) =>
	clientOf(sandbox).post('/auth/login', { email, password });
const verify = (email: string, code: string) =>
	clientOf(sandbox).post('/mfa/verify', { email, code });
const advance = (advanceSeconds: number) => sandbox.api.post('/clock', { advanceSeconds });
const serverTime = async () => Date.parse((await sandbox.api.get('/state')).data.now);

test('a password is exchanged for a bearer token', async () => {
	const { status, data } = await login('owner@example.com');
	expect(status).toBe(200);
	expect(data).toEqual({ access_token: expect.any(String), token_type: 'bearer' });
	expect((await clientOf(sandbox, data.access_token).get('/billing/balance')).data).toEqual({
		credits: 100_000,
	});
});

test('refusals carry the documented status and land in the log without secrets', async () => {
	expect((await login('owner@example.com', 'wrong')).status).toBe(401);
	expect((await login('nobody@example.com')).status).toBe(401);
	expect((await login('unverified@example.com')).status).toBe(403);
	const { data: log } = await sandbox.api.get('/logins');
	expect(log.map(({ email, outcome, reason }: never) => [email, outcome, reason])).toEqual([
		['owner@example.com', 'refused', 'wrong_password'],
		['nobody@example.com', 'refused', 'wrong_password'],
		['unverified@example.com', 'refused', 'email_not_verified'],
	]);
	expect(JSON.stringify(log)).not.toContain(PASSWORD);
	expect((await sandbox.api.get('/state')).data.logins).toMatchObject({ ok: 0, refused: 3 });
});

test('a TOTP code works for the server clock one step around, and once', async () => {
	expect((await login('totp@example.com')).data).toEqual({ mfa_required: true });
	const now = await serverTime();
	expect((await verify('totp@example.com', codeAt(now - 60_000))).status).toBe(401);
	expect((await verify('totp@example.com', codeAt(now + 30_000))).status).toBe(200);

	await login('totp@example.com');
	const replay = await verify('totp@example.com', codeAt(now + 30_000));
	expect(replay.status).toBe(401);
	expect((await verify('totp@example.com', codeAt(now))).status).toBe(200);
	const { data: log } = await sandbox.api.get('/logins');
	expect(log.map((entry: { reason: string | null }) => entry.reason)).toContain('replayed_code');
});

test('the server clock, not the wall clock, decides over codes', async () => {
	await sandbox.api.post('/clock', { skewSeconds: 7200 });
	const { headers } = await login('totp@example.com');
	const now = Date.parse(headers.date);
	expect(now - Date.now()).toBeGreaterThan(7000_000);
	expect((await verify('totp@example.com', codeAt(Date.now()))).status).toBe(401);
	expect((await verify('totp@example.com', codeAt(now))).status).toBe(200);
});

test('a code counts only within five minutes of the password', async () => {
	expect((await verify('totp@example.com', codeAt(await serverTime()))).status).toBe(401);
	await login('totp@example.com');
	await advance(301);
	expect((await verify('totp@example.com', codeAt(await serverTime()))).status).toBe(401);
});

test('a backup code works once', async () => {
	const email = 'codes@example.com';
	await login(email);
	expect((await verify(email, 'SANDBOX-0003')).status).toBe(200);
	await login(email);
	expect((await verify(email, 'SANDBOX-0003')).status).toBe(401);
	const { data } = await verify(email, 'SANDBOX-0004');
	const { data: status } = await clientOf(sandbox, data.access_token).get('/mfa/status');
	expect(status).toEqual({ enabled: true, backup_codes_remaining: 6 });
});

test('five refusals in a row lock the account for fifteen minutes', async () => {
	for (let attempt = 0; attempt < 4; attempt++) await login('owner@example.com', 'wrong');
	expect((await login('owner@example.com')).status).toBe(200);
	for (let attempt = 0; attempt < 5; attempt++) {
		expect((await login('owner@example.com', 'wrong')).status).toBe(401);
	}
	const locked = await login('owner@example.com');
	expect(locked.status).toBe(403);
	expect(locked.data.message).toContain('locked');
	await advance(15 * 60);
	expect((await login('owner@example.com')).status).toBe(200);
});

test('MFA can be set up, confirmed, renewed and turned off', async () => {
	const client = await signIn(sandbox);
	expect((await client.post('/mfa/enable', { code: '123456' })).status).toBe(400);
	const { data: setup } = await client.post('/mfa/setup');
	expect(setup.otpauth_url).toContain(setup.secret);
	expect((await client.get('/mfa/status')).data.enabled).toBe(false);

	const now = await serverTime();
	const enabled = await client.post('/mfa/enable', { code: codeAt(now, setup.secret) });
	expect(enabled.data.backup_codes).toHaveLength(8);
	expect((await login('owner@example.com')).data).toEqual({ mfa_required: true });
	expect((await verify('owner@example.com', codeAt(now, setup.secret))).status).toBe(401);

	const { data: renewed } = await client.post('/mfa/backup-codes');
	expect((await verify('owner@example.com', enabled.data.backup_codes[0])).status).toBe(401);
	expect((await verify('owner@example.com', renewed.backup_codes[0])).status).toBe(200);

	expect((await client.post('/mfa/disable', { password: 'wrong' })).status).toBe(400);
	expect((await client.post('/mfa/disable', { password: PASSWORD })).data.enabled).toBe(false);
	expect((await login('owner@example.com')).data.access_token).toBeDefined();
});

test('a token ends with its lifetime, with its uses, and with logout', async () => {
	const byTime = await signIn(sandbox);
	await advance(599);
	expect((await byTime.get('/voices/')).status).toBe(200);
	await advance(1);
	expect((await byTime.get('/voices/')).status).toBe(401);

	await sandbox.api.patch('/behaviour', { tokenUses: 2 });
	const byUse = await signIn(sandbox);
	const statuses = [];
	for (let use = 0; use < 3; use++) statuses.push((await byUse.get('/voices/')).status);
	expect(statuses).toEqual([200, 200, 401]);

	await sandbox.api.patch('/behaviour', { tokenUses: null });
	const byLogout = await signIn(sandbox);
	expect((await byLogout.post('/auth/logout')).status).toBe(200);
	expect((await byLogout.get('/voices/')).status).toBe(401);
});

test('the read-only role reads and does not write', async () => {
	const reader = await signIn(sandbox, 'reader@example.com');
	expect((await reader.get('/agents/')).status).toBe(200);
	const call = { agent_id: 'agent_0001', to_number: '+12025550123' };
	expect((await reader.post('/calls/make-call', call)).status).toBe(403);
	expect((await sandbox.api.get('/calls')).data).toEqual([]);
});

test('users can be changed through the control API', async () => {
	await sandbox.api.patch('/users/unverified@example.com', {
		emailVerified: true,
		password: 'new',
	});
	expect((await login('unverified@example.com', 'new')).status).toBe(200);
	await sandbox.api.patch('/users/owner@example.com', { mfa: 'totp', totpSecret: SECRET });
	expect((await login('owner@example.com')).data).toEqual({ mfa_required: true });
	await sandbox.api.patch('/users/owner@example.com', { mfa: 'backupCodes', backupCodes: ['ONE'] });
	await login('owner@example.com');
	expect((await verify('owner@example.com', 'ONE')).status).toBe(200);
});
