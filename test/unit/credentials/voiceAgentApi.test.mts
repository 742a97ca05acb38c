import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
import {
	BASE_URL,
	SECRET,
	account,
	answer,
	asksForCode,
	fakeHttp,
	token,
	type Answer,
} from './fakeLogin.mts';

const credential = new VoiceAgentApi();
const field = (name: string) =>
	credential.properties.find((entry) => entry.name === name) as INodeProperties;

/** What a user has entered. */
const entered = (more: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => {
	const { email, password, baseUrl } = account();
	return { email, password, baseUrl, accessToken: '', ...more };
};

async function logIn(data: ICredentialDataDecryptedObject, ...answers: Answer[]) {
	const { http, bodies } = fakeHttp(...answers);
	const helpers = { helpers: { httpRequest: http } } as unknown as IHttpRequestHelper;
	return { output: await credential.preAuthentication.call(helpers, data), bodies };
}

describe('logging in', () => {
	test('gives n8n what it stores, and no backup codes where there are none', async () => {
		const { output } = await logIn(entered({ mfa: 'none', lastCodeTime: 30 }), token('t1'));
		expect(output).toEqual({
			accessToken: 't1',
			lastCodeTime: 30,
			sessionOf: expect.stringMatching(/^[\w-]{43}$/),
			functionKey: expect.stringMatching(/^[\w-]{43}$/),
		});
	});

	test.each([
		['one per line', 'aaaa-1\nbbbb-2\r\n cccc 3 \n\n', ['aaaa-1', 'bbbb-2', 'cccc 3']],
		['with spaces', ' aaaa-1  bbbb-2 cccc-3', ['aaaa-1', 'bbbb-2', 'cccc-3']],
		['with commas and semicolons', 'aaaa-1, bbbb-2;cccc-3', ['aaaa-1', 'bbbb-2', 'cccc-3']],
	])('spends one backup code, written %s', async (_how, backupCodes, codes) => {
		const data = entered({ mfa: 'backupCodes', backupCodes });
		const { output, bodies } = await logIn(data, asksForCode(), token('t1'));
		expect(bodies()[1]?.code).toBe(codes[0]);
		expect(output.backupCodes).toBe(codes.slice(1).join('\n'));
		const left = { ...data, ...output, accessToken: 't1' } as ICredentialDataDecryptedObject;
		jest.useFakeTimers({ now: Date.now() + 60_000 });
		const next = await logIn(left, asksForCode(), token('t2'));
		expect(next.bodies()[1]?.code).toBe(codes[1]);
		expect(next.output.backupCodes).toBe(codes[2]);
		expect(next.output.sessionOf).toBe(output.sessionOf);
		jest.useRealTimers();
	});

	test('takes the email address without spaces around it, as people paste it', async () => {
		const data = entered();
		const { output, bodies } = await logIn({ ...data, email: ` ${data.email}\n` }, token('t1'));
		expect(bodies()[0]?.email).toBe(data.email);
		const sent = credential.authenticate({ ...data, ...output }, { url: `${BASE_URL}/calls` });
		await expect(sent).resolves.toHaveProperty('headers.Authorization', 'Bearer t1');
	});

	test.each(['email', 'password'])('needs %s', async (name) => {
		const others = Object.entries(entered()).filter(([field]) => field !== name);
		await expect(logIn(Object.fromEntries(others), token('t1'))).rejects.toThrow(/email/);
	});

	test('takes the code of an authenticator, never one it sent before', async () => {
		jest.useFakeTimers({ now: 1_795_000_025_000 });
		const data = entered({
			mfa: 'authenticator',
			authenticatorSecret: SECRET,
			lastCodeTime: 1_794_999_990,
		});
		const { output } = await logIn(data, asksForCode(), token('t1'));
		jest.useRealTimers();
		expect(output).toMatchObject({ accessToken: 't1', lastCodeTime: 1_795_000_020 });
	});

	test.each([
		['aaaa-1 bbbb-2', 'bbbb-2'],
		['aaaa-1', ''],
	])(
		'stores that a code of %j was used also if the login then fails, and the request fails with its reason',
		async (backupCodes, left) => {
			const data = entered({ mfa: 'backupCodes', backupCodes });
			const { output } = await logIn(data, asksForCode(), answer(200, { message: 'Because' }));
			expect(output).toMatchObject({ accessToken: '', backupCodes: left });
			const request = credential.authenticate({ ...data, ...output }, { url: `${BASE_URL}/calls` });
			await expect(request).rejects.toThrow(/"Because"/);
			await expect(request).rejects.not.toHaveProperty('response');
			// The list is up to date now: n8n stores nothing more.
			await expect(logIn({ ...data, ...output }, token('t1'))).rejects.toThrow(
				/not tried again now/,
			);
		},
	);

	test.each([
		[{ baseUrl: '' }, /no 'Base URL'\. Enter the address/],
		[{ mfa: 'authenticator', authenticatorSecret: '123456' }, /six-digit code.*Paste the secret/],
	])('%j is refused with what to do, in one text', async (data, text) => {
		const refused = logIn(entered(data), token('t1'));
		await expect(refused).rejects.toThrow(text);
		await expect(refused).rejects.toMatchObject({ refused: true });
	});
});

describe('a request', () => {
	const loggedIn = async (more: ICredentialDataDecryptedObject = {}) => {
		const data = entered(more);
		return { ...data, ...(await logIn(data, token('t1'))).output };
	};

	test('to the platform carries the token', async () => {
		const data = await loggedIn();
		// Its own header alone: with two, it is open which one the platform takes.
		const headers = { Accept: 'application/json', AUTHORIZATION: 'Basic a' };
		const options = { url: `${BASE_URL}/calls`, headers };
		expect(await credential.authenticate(data, options)).toEqual({
			url: `${BASE_URL}/calls`,
			headers: { Accept: 'application/json', Authorization: 'Bearer t1' },
			rejectUnauthorized: true,
			skipSslCertificateValidation: false,
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: 'voice.example.com',
		});
	});

	test.each([
		{ password: 'another' },
		{ email: 'somebody@example.com' },
		{ sessionOf: '' },
		{ functionKey: 'another' },
		{ authenticatorSecret: SECRET },
		{ mfa: 'authenticator' },
		{ baseUrl: 'https://other.example.com/api/v1' },
	])('is not sent with a token of somebody else: n8n logs in first: %j', async (change) => {
		const data = { ...(await loggedIn()), ...change } as unknown as ICredentialDataDecryptedObject;
		const sent = credential.authenticate(data, { url: `${BASE_URL}/calls` });
		await expect(sent).rejects.toMatchObject({ response: { status: 401 } });
	});
});

describe('what n8n is told of the credential', () => {
	test('its name, and the request that tests it', () => {
		expect(credential.name).toBe('voiceAgentApi');
		expect(credential.test).toEqual({
			request: { baseURL: expect.stringContaining('$credentials.baseUrl'), url: '/mfa/status' },
		});
		const [, expression] = /^=\{\{(.*)\}\}$/.exec(String(credential.test.request.baseURL)) ?? [];
		const evaluate = new Function('$credentials', `return ${expression}`) as (
			data: object,
		) => string;
		expect(evaluate({ baseUrl: ' https://a.example.com/api/v1// ' })).toBe(
			'https://a.example.com/api/v1',
		);
	});

	/** What n8n's API gives to whoever may see the credential: `GET /rest/credentials/:id?includeData=true`. */
	const readable = (data: object) =>
		Object.fromEntries(
			Object.entries(data).filter(([name]) => field(name)?.typeOptions?.password !== true),
		);

	test('no stored field that a secret goes into can be read', async () => {
		const secrets = { password: 'p1', authenticatorSecret: SECRET, backupCodes: 'aaaa-1 bbbb-2' };
		const others = {
			password: 'p2',
			authenticatorSecret: 'MFRGGZDFMZTWQ2LK',
			backupCodes: 'cccc-3 dddd-4',
		};
		for (const mfa of ['authenticator', 'backupCodes', 'none']) {
			jest.useFakeTimers({ now: 1_795_000_025_000 });
			const storedWith = async (given: ICredentialDataDecryptedObject, accessToken: string) => {
				// An account that was never used, and the same one for all.
				const data = { ...entered({ mfa, ...given }), email: 'me@example.com' };
				const more = { baseUrl: `${BASE_URL.replace('https://', `https://${accessToken}.`)}` };
				const answers = mfa === 'none' ? [] : [asksForCode()];
				const { output } = await logIn({ ...data, ...more }, ...answers, token(accessToken));
				expect(output.accessToken).toBe(accessToken);
				return readable({ ...data, ...output });
			};
			const [one, other] = [
				await storedWith(secrets, `${mfa.toLowerCase()}1`),
				await storedWith(others, `${mfa.toLowerCase()}2`),
			];
			jest.useRealTimers();
			expect(one).toEqual(other);
			expect(Object.keys(one).sort()).toEqual(['baseUrl', 'email', 'lastCodeTime', 'mfa']);
		}
	});
});
