import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { type N8nContext, useOf } from '../../nodes/shared/http';
import { Session } from '../../nodes/shared/http/session';
import { answerWith as json, networkError, type Answer } from '../platform/faults.mts';
import { BASE_URL } from '../platform/platform.mts';

/** A request as it reached n8n's HTTP helper. */
export interface Sent {
	options: IHttpRequestOptions;
	/** The credential that n8n adds to it; undefined if none. */
	credential?: string;
	/** The token in it. */
	token?: unknown;
}

export { BASE_URL, json, networkError };

export const unauthorized = (message = 'The session has ended'): Answer => json(401, { message });

/** n8n's helper gives the body as a stream, if it is asked for one. */
function streamed(answer: unknown, { encoding, headers }: IHttpRequestOptions): unknown {
	if (!answer) return answer;
	const { body } = answer as Partial<Answer>;
	const isFile = headers?.Accept === '*/*';
	if (encoding !== 'stream' || isFile || body instanceof Readable) return answer;
	// Undefined: an answer without content.
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	return { ...(answer as Answer), body: Readable.from(text === '' ? [] : [Buffer.from(text)]) };
}

/** What n8n stores for the credential of the node. */
export const storedData = {
	baseUrl: `${BASE_URL}/`,
	password: 'correct horse',
	accessToken: 'token-0',
};

interface CredentialOptions {
	credentialsDecrypted: { data: ICredentialDataDecryptedObject };
}

/** What happens in a login. */
interface LoginHooks {
	onLogin?: () => void | Promise<void>;
	tokenOfLogin?: () => string;
}

/**
 * The part of n8n that a node sends its requests with. `answer` gives an answer or throws; the number of the first request is 0. A request
 * without a token logs in and gets the next one: `token-1`, `token-2` and so on, or what `more.tokenOfLogin` says.
 */
export function fakeCaller(
	answer: (number: number, options: IHttpRequestOptions) => unknown,
	more: object = {},
) {
	const sent: Sent[] = [];
	const stored = { ...storedData };
	let logins = 0;
	const { onLogin, tokenOfLogin } = more as LoginHooks;
	const logIn = (data: ICredentialDataDecryptedObject) => {
		const use = useOf(data);
		if (data.accessToken === '') {
			use?.onLogin?.();
			logins += 1;
			stored.accessToken = tokenOfLogin?.() ?? `token-${logins}`;
			data.accessToken = stored.accessToken;
		}
		use?.onStart?.();
	};
	const take = async (options: IHttpRequestOptions, credential?: string, token?: unknown) => {
		sent.push({ options, credential, token });
		return streamed(await answer(sent.length - 1, options), options);
	};
	const caller = {
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => await take(options),
			async httpRequestWithAuthentication(
				this: unknown,
				credential: string,
				options: IHttpRequestOptions,
				{ credentialsDecrypted: { data } }: CredentialOptions,
			) {
				// n8n's helper finds the node by what it is called on.
				if (Object.getPrototypeOf(this) !== caller) {
					throw new Error('The helper was not called on the context');
				}
				if (data.accessToken === '' && onLogin) {
					useOf(data)?.onLogin?.();
					await onLogin();
				}
				logIn(data);
				return await take(options, credential, data.accessToken);
			},
		},
		getNode: () => ({ credentials: { voiceAgentApi: { id: '7', name: 'Sandbox' } } }),
		getCredentials: async () => ({ ...stored }),
		...more,
	} as unknown as N8nContext;
	return {
		caller,
		sent,
		stored,
		session: new Session(caller, { ...stored }),
		logins: () => logins,
	};
}
