import { type Answer, LocalServer, type Seen } from '../support/localServer.mts';

/*
 * A platform that repeats everything it was sent, and every secret it knows, wherever an answer has room: fields, names of fields, error
 * texts, headers, names of files, addresses; plain and encoded.
 */

/** How a secret is written. */
export const ENCODINGS: Record<string, (secret: string) => string> = {
	plain: (secret) => secret,
	'URL-encoded': encodeURIComponent,
	base64: (secret) => Buffer.from(secret).toString('base64'),
	base64url: (secret) => Buffer.from(secret).toString('base64url'),
};

/** How the platform answers what is not a login. */
export type Manner = 'success' | 'file' | 'text' | 'web page' | 'redirect' | number;
/** How it answers a login: well, or at which step it refuses, with which status. */
export type LoginManner = 'good' | { step: 'password' | 'code'; status: number };

export interface Account {
	manner: Manner;
	login: LoginManner;
	/** Secrets that are known to both sides. */
	secrets: readonly string[];
	/** Asks for a code. */
	hasCode: boolean;
}

export const TOKEN = 'canary_token_Zk3vQ8sLw7Rt2Ym';

/** Every character as `\uXXXX`. */
const unicodeEscaped = (secret: string) =>
	[...secret].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** JSON with all secrets in all places. */
function echoOf(secrets: readonly string[], sent: unknown): string {
	const written = secrets.flatMap((secret) =>
		Object.values(ENCODINGS).map((encoded) => encoded(secret)),
	);
	const all = written.join(' ');
	const ids = ['call', 'campaign', 'kb', 'agent', 'invoice', 'session'];
	const row = {
		...Object.fromEntries(ids.map((name) => [`${name}_id`, `${name}_0001`])),
		status: 'completed',
		name: `Name ${all}`,
		to_number: '+12125550123',
		summary: `Summary ${all}`,
		transcript: [{ speaker: 'agent', text: `You said ${all}` }],
		variables: Object.fromEntries(written.map((each) => [each, each])),
		nested: [{ list: written, sent }],
		recording_url: `https://files.example.com/${encodeURIComponent(all)}`,
	};
	const whole = {
		...row,
		message: `The message repeats ${all}`,
		detail: written.map((each) => ({ loc: ['body', each], msg: `wrong: ${each}` })),
		errors: Object.fromEntries(written.map((each) => [each, [each]])),
	};
	const escaped = secrets.map((secret) => `"${unicodeEscaped(secret)}"`);
	return JSON.stringify(whole).replace(/\}$/, () => `,"escaped":[${escaped.join(',')}]}`);
}

export class EchoServer extends LocalServer {
	/** By the first part of the path, so that each account has an address of its own. */
	private readonly accounts: Account[] = [];
	/** Codes that were sent to it. */
	readonly codes = new Set<string>();
	/** @returns its Base URL */
	open(account: Account): string {
		this.accounts.push(account);
		return `${this.origin}/${this.accounts.length - 1}/api/v1`;
	}

	constructor() {
		super((seen) => this.answered(seen));
	}

	private answered({ path: sentTo, headers, body }: Seen): Answer {
		const [, index = '', ...rest] = sentTo.split('/');
		const account = this.accounts[Number(index)];
		if (!account) return { status: 404 };
		const path = `/${rest.join('/')}`;
		const code = /"(?:code|backup_code|otp)":"([^"]+)"/.exec(body)?.[1];
		if (code) this.codes.add(code);
		const secrets = [...account.secrets, TOKEN, ...(code ? [code] : [])];
		const echo = echoOf(secrets, { headers, body, path });
		if (path.endsWith('/auth/login')) return loggedIn(account, 'password', echo);
		if (path.endsWith('/mfa/verify')) return loggedIn(account, 'code', echo);
		return answerIn(account.manner, secrets, path, echo);
	}
}

function loggedIn({ login, hasCode }: Account, step: 'password' | 'code', echo: string): Answer {
	if (login !== 'good' && login.step === step) return { status: login.status, body: echo };
	const asksForCode = hasCode && step === 'password';
	const result = asksForCode ? '"mfa_required":true' : `"access_token":"${TOKEN}"`;
	return { body: `{${result},${echo.slice(1)}` };
}

function answerIn(manner: Manner, secrets: readonly string[], path: string, echo: string): Answer {
	const all = secrets.map(encodeURIComponent).join(' ');
	const texts = secrets.join(' and ');
	const name = secrets.join('-').replaceAll('"', '');
	const isList = path.includes('?') || /\/(calls|documents|campaigns|agents)\/?$/.test(path);
	const answer = (more: Record<string, string>, body?: string, status = 200): Answer => {
		const retryAfter = typeof manner === 'number' ? all : '1';
		return { status, headers: { 'x-echo': all, 'retry-after': retryAfter, ...more }, body };
	};
	switch (manner) {
		case 'redirect':
			return answer({ location: `https://other.example.com/${all}` }, undefined, 302);
		case 'text':
			return answer({ 'content-type': 'text/plain' }, `The request had ${texts}`, 400);
		case 'web page':
			return answer({ 'content-type': 'text/html' }, `<!doctype html><title>${texts}</title>`);
		case 'file': {
			const named = `filename="${name}.wav"; filename*=UTF-8''${encodeURIComponent(name)}.wav`;
			const headers = {
				'content-type': 'audio/wav',
				'content-disposition': `attachment; ${named}`,
			};
			return answer(headers, 'RIFF\x24\x08\x00\x00WAVEfmt ');
		}
		case 'success':
			return answer({}, isList ? `{"data":[${echo}],"total":1}` : echo);
		default:
			return answer({}, echo, manner);
	}
}
