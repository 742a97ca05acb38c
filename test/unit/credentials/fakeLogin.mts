import { Readable } from 'node:stream';
import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { type Account, type SpentCodes, login } from '../../../credentials/login';
import type { Http } from '../../../credentials/loginStep';
import { answerWith as answer, type Answer } from '../../platform/faults.mts';
import { BASE_URL } from '../../platform/platform.mts';

/*
 * What a credential gets from n8n: its HTTP helper alone, without the node that test/support/fakeCaller.mts has.
 */

export { BASE_URL };
export const SECRET = 'JBSWY3DPEHPK3PXP';

let accounts = 0;

/** An account that no test before has used: what was asked is remembered for each. */
export function account(more: Partial<Account> = {}): Account {
	accounts += 1;
	return {
		baseUrl: BASE_URL,
		email: `user${accounts}@example.com`,
		password: 'right-password',
		mfa: 'none',
		authenticatorSecret: '',
		backupCodes: [],
		lastCodeTime: 0,
		...more,
	};
}

export { answer, login as logIn, type Answer };

export const token = (accessToken: string) => answer(200, { access_token: accessToken });
export const asksForCode = (headers: Record<string, string> = {}) =>
	answer(200, { mfa_required: true }, headers);

const textOfBody = (body: unknown) =>
	typeof body === 'string' ? body : (JSON.stringify(body) ?? '');

/** As n8n's HTTP helper gives an answer whose body is asked for as a stream. */
export const streamed = (given: Answer) =>
	({
		...given,
		body: Readable.from([Buffer.from(textOfBody(given.body))]),
	}) as unknown as IN8nHttpFullResponse;

/** n8n's HTTP helper with these answers, one after the other; the last again and again. */
export function fakeHttp(...answers: Array<Answer | Error>) {
	const sent: IHttpRequestOptions[] = [];
	const http: Http = async (options) => {
		sent.push(options);
		const given = answers[Math.min(sent.length, answers.length) - 1];
		if (given === undefined || given instanceof Error) throw given ?? new Error('not expected');
		return streamed(given);
	};
	return { http, sent, bodies: () => sent.map(({ body }) => body as IDataObject) };
}

export function memory(lastCodeTime = 0, ...spent: string[]): SpentCodes & { spent: string[] } {
	return {
		lastCodeTime,
		spent,
		isSpent: (code) => spent.includes(code),
		spend: (code) => void spent.push(code),
	};
}
