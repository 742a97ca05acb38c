import { useSandbox } from '../support/useSandbox.mts';
import { clientOf, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });

const post = (path: string, body: object) => clientOf(sandbox).post(path, body);
const verify = (token: string) =>
	clientOf(sandbox).get('/auth/verify-email', { params: { token } });
const mails = async () => (await sandbox.api.get('/mails')).data;
const advance = (advanceSeconds: number) => sandbox.api.post('/clock', { advanceSeconds });
const person = {
	organization_name: 'New Organization',
	email: 'New@example.com',
	password: 'a-good-password',
	first_name: 'Zoë',
	last_name: 'Example',
};
const login = (password = person.password) =>
	post('/auth/login', { email: 'new@example.com', password });

test('signing up makes an organization of its own, once the address is verified', async () => {
	const { status, data } = await post('/external/signup', person);
	expect(status).toBe(201);
	expect(data).toMatchObject({ email: 'new@example.com', user_id: expect.any(String) });
	expect((await login()).status).toBe(403);
	const [mail] = await mails();
	expect(mail).toMatchObject({ to: 'new@example.com', subject: expect.stringContaining('Verify') });
	expect((await verify(mail.token)).status).toBe(200);
	expect((await verify(mail.token)).status).toBe(400);

	const client = clientOf(sandbox, (await login()).data.access_token);
	const { data: organizations } = await client.get('/organisations/');
	expect(organizations.items).toMatchObject([
		{ id: data.organization_id, name: 'New Organization' },
	]);
	expect((await client.get('/users/')).data.items).toMatchObject([
		{ first_name: 'Zoë', last_name: 'Example', role: 'owner' },
	]);
	expect((await client.get('/agents/')).data.total).toBe(0);
	expect((await client.get('/billing/balance')).data.credits).toBe(0);
});

test('a refused sign-up leaves nothing behind', async () => {
	const duplicate = { ...person, email: 'OWNER@example.com' };
	expect((await post('/external/signup', duplicate)).status).toBe(409);
	for (const password of ['short-1', 'onlyletters', '1234567890']) {
		const { status, data } = await post('/external/signup', { ...person, password });
		expect(status).toBe(422);
		expect(data.detail[0]).toEqual({
			loc: ['body', 'password'],
			msg: expect.stringContaining('8 characters'),
		});
	}
	expect((await post('/external/signup', { ...person, email: 'x' })).status).toBe(422);
	expect((await post('/external/signup', { email: person.email })).data.detail).toHaveLength(2);
	expect(await mails()).toEqual([]);
	await post('/external/signup', person);
	const [{ token }] = await mails();
	await verify(token);
	const client = clientOf(sandbox, (await login()).data.access_token);
	expect((await client.get('/organisations/')).data.items[0].id).toBe('organization_0003');
});

test('a verification is sent again, and the earlier one is void', async () => {
	await post('/external/signup', person);
	expect((await post('/auth/resend-verification', { email: person.email })).status).toBe(200);
	const [first, second] = await mails();
	expect((await verify(first.token)).status).toBe(400);
	await advance(24 * 3600);
	expect((await verify(second.token)).status).toBe(400);
	await post('/auth/resend-verification', { email: person.email });
	expect((await verify((await mails())[2].token)).status).toBe(200);
	await post('/auth/resend-verification', { email: person.email });
	await post('/auth/resend-verification', { email: 'nobody@example.com' });
	expect(await mails()).toHaveLength(3);
	expect((await clientOf(sandbox).get('/auth/verify-email')).status).toBe(422);
});

test('a forgotten password is replaced once, within the hour, and ends every session', async () => {
	const client = await signIn(sandbox);
	const email = 'owner@example.com';
	const answers = [];
	for (const one of [email, 'nobody@example.com'])
		answers.push(await post('/auth/forgot-password', { email: one }));
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	expect(answers[0].data).toEqual(answers[1].data);
	const [{ token }] = await mails();
	expect(await mails()).toHaveLength(1);
	expect((await verify(token)).status).toBe(400);
	const reset = (new_password: string, one = token) =>
		post('/auth/reset-password', { token: one, new_password });
	expect((await reset('weak')).status).toBe(422);
	expect((await reset('another-password')).status).toBe(200);
	expect((await reset('third-password')).status).toBe(400);
	expect((await reset('third-password', 'made-up')).status).toBe(400);
	expect((await client.get('/agents/')).status).toBe(401);
	expect((await post('/auth/login', { email, password: 'another-password' })).status).toBe(200);

	await post('/auth/forgot-password', { email });
	await advance(3601);
	expect((await reset('third-password', (await mails())[1].token)).status).toBe(400);
});
