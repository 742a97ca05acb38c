import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Caller } from '../../../nodes/shared/http';

/** What n8n's HTTP helper gives with `returnFullResponse`. */
export interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: unknown;
}

/** A request as it reached n8n's HTTP helper. */
export interface Sent {
	options: IHttpRequestOptions;
	/** The credential that n8n adds to it; undefined if none. */
	credential?: string;
}

export const BASE_URL = 'https://voice.example.com/api/v1';

export const json = (
	statusCode: number,
	body: unknown,
	headers: Record<string, string> = {},
): Answer => ({ statusCode, headers: { 'content-type': 'application/json', ...headers }, body });

/** An error as n8n's HTTP helper throws it. */
export const networkError = (code: string, more: object = {}): Error =>
	Object.assign(new Error(code), { code, isAxiosError: true, ...more });

/** A 401 is thrown, not returned. */
export const unauthorized = (message = 'The session has ended'): Error =>
	Object.assign(new Error('Request failed with status code 401'), {
		isAxiosError: true,
		response: { status: 401, data: JSON.stringify({ message }) },
	});

/** n8n's helper leaves JSON unread if it is asked for text. */
function unread(answer: unknown, { encoding }: IHttpRequestOptions): unknown {
	const { body } = (answer ?? {}) as Partial<Answer>;
	return encoding === 'text' && typeof body === 'object'
		? { ...(answer as Answer), body: JSON.stringify(body) }
		: answer;
}

/** The part of n8n that a node sends its requests with. `answer` gives an answer or throws; the number of the first request is 0. */
export function fakeCaller(
	answer: (number: number, options: IHttpRequestOptions) => unknown,
	more: object = {},
) {
	const sent: Sent[] = [];
	const take = async (options: IHttpRequestOptions, credential?: string) => {
		sent.push({ options, credential });
		return unread(await answer(sent.length - 1, options), options);
	};
	const caller = {
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => await take(options),
			async httpRequestWithAuthentication(
				this: unknown,
				credential: string,
				options: IHttpRequestOptions,
			) {
				// n8n's helper finds the credential by what it is called on.
				if (this !== caller) throw new Error('The helper was not called on the context');
				return await take(options, credential);
			},
		},
		getCredentials: async (name: string) => ({ baseUrl: `${BASE_URL}/`, name }),
		...more,
	} as unknown as Caller;
	return { caller, sent };
}
