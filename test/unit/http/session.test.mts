import { clientFor, publicClient } from '../../../nodes/shared/http';
import { BASE_URL, fakeCaller, json, storedData, unauthorized } from '../../support/fakeCaller.mts';
import { bodyOf, failureOf, get, policy, withFakeClock } from '../../support/fakeClient.mts';

withFakeClock();

/** A client for what n8n has stored; the answers come one after the other, the last again and again. */
async function clientOf(data: object, ...answers: unknown[]) {
	const { caller, sent } = fakeCaller((number) => answers[Math.min(number, answers.length - 1)], {
		getCredentials: async () => ({ ...storedData, ...data }),
	});
	return { client: await clientFor(caller, policy), sent };
}

describe('the secrets of a credential', () => {
	const entered = {
		password: 'a long password',
		authenticatorSecret: 'JBSWY3DPEHPK3PXP',
		functionKey: 'key-of-functions',
		backupCodes: 'first-code, second-code\nthird-code;fourth-code  fifth-code',
	};
	const secrets = [
		...[entered.password, entered.authenticatorSecret, entered.functionKey, storedData.accessToken],
		...['first-code', 'second-code', 'third-code', 'fourth-code', 'fifth-code'],
	];

	test.each(secrets)('are shown in no error: %s', async (secret) => {
		const { client } = await clientOf(entered, json(422, { message: `You sent ${secret} here` }));
		const failure = await failureOf(client.send(get, bodyOf));
		expect(failure.message).toContain('You sent *** here');
		expect(failure.details.serverText).toBe('You sent *** here');
	});

	test.each(['accessToken', 'tokenOfLogin'])('are the tokens of a whole run: %s', async (which) => {
		const tokens = { accessToken: 'token-of-before', tokenOfLogin: 'token-of-the-login' };
		const stored = { ...storedData, accessToken: tokens.accessToken };
		const said = { message: `Not for ${tokens[which as keyof typeof tokens]}` };
		const { caller, sent } = fakeCaller((number) => [unauthorized(), json(422, said)][number], {
			getCredentials: async () => ({ ...stored }),
			tokenOfLogin: () => tokens.tokenOfLogin,
		});
		const failure = await failureOf((await clientFor(caller, policy)).send(get, bodyOf));
		expect(failure.message).toMatch(/: Not for \*\*\*$/);
		expect(sent.map(({ token }) => token)).toEqual(Object.values(tokens));
	});
});

test.each([undefined, null, ''])('a credential whose token is %p logs in', async (accessToken) => {
	const { client, sent } = await clientOf({ accessToken }, json(200, {}));
	await client.send(get, bodyOf);
	expect(sent.map(({ token }) => token)).toEqual(['token-1']);
});

describe('the account of a credential', () => {
	const email = 'owner@example.com';
	// Triggers have stored it: with another name for the same account, they would start over.
	const OWNER = 'BZIbVkTULx';

	test.each<[object, string]>([
		[{ email }, OWNER],
		[{ email: ' Owner@Example.com ', baseUrl: ` ${BASE_URL.toUpperCase()}/\n` }, OWNER],
		[{ email, baseUrl: BASE_URL }, OWNER],
		[{ email, baseUrl: `${BASE_URL}/` }, OWNER],
		[{ email, password: 'another', accessToken: 'another' }, OWNER],
		[{ email: 'somebody@example.com' }, 'nSd9ruSRtd'],
		[{ email, baseUrl: 'https://other.example.com/api/v1' }, 'Gh30ov9hu3'],
		[{}, 'tqonBTmEEy'],
	])('of %j has the same name in each version', async (data, name) => {
		const { client } = await clientOf(data, json(200, {}));
		expect(client.account).toBe(name);
	});

	test('is none without a credential', () => {
		expect(publicClient(fakeCaller(() => json(200, {})).caller, BASE_URL, policy).account).toBe('');
	});
});
