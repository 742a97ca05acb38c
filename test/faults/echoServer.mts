import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalServer } from '../support/localServer.mts';

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
	const row = {
		call_id: 'call_0001',
		campaign_id: 'campaign_0001',
		kb_id: 'kb_0001',
		agent_id: 'agent_0001',
		invoice_id: 'invoice_0001',
		session_id: 'session_0001',
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

	protected override async serve(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const body = await text(request);
		const [, index = '', ...rest] = (request.url ?? '').split('/');
		const account = this.accounts[Number(index)];
		if (!account) {
			response.writeHead(404).end();
			return;
		}
		const path = `/${rest.join('/')}`;
		const code = /"(?:code|backup_code|otp)":"([^"]+)"/.exec(body)?.[1];
		if (code) this.codes.add(code);
		const secrets = [...account.secrets, TOKEN, ...(code ? [code] : [])];
		const json = echoOf(secrets, { headers: request.headers, body, path });
		if (path.endsWith('/auth/login')) this.logIn(response, account, 'password', json);
		else if (path.endsWith('/mfa/verify')) this.logIn(response, account, 'code', json);
		else this.answer(response, account.manner, secrets, path, json);
	}

	private logIn(
		response: ServerResponse,
		{ login, hasCode }: Account,
		step: 'password' | 'code',
		echo: string,
	): void {
		const isRefused = login !== 'good' && login.step === step;
		const status = isRefused ? login.status : 200;
		response.writeHead(status, { 'Content-Type': 'application/json' });
		const asksForCode = hasCode && step === 'password';
		const result = asksForCode ? '"mfa_required":true' : `"access_token":"${TOKEN}"`;
		response.end(isRefused ? echo : `{${result},${echo.slice(1)}`);
	}

	private answer(
		response: ServerResponse,
		manner: Manner,
		secrets: readonly string[],
		path: string,
		echo: string,
	): void {
		const all = secrets.map(encodeURIComponent).join(' ');
		const headers = {
			'X-Echo': all,
			'Retry-After': typeof manner === 'number' ? all : '1',
			'Content-Type': 'application/json',
		};
		if (manner === 'redirect') {
			response.writeHead(302, { ...headers, Location: `https://other.example.com/${all}` }).end();
		} else if (manner === 'text') {
			response.writeHead(400, { ...headers, 'Content-Type': 'text/plain' });
			response.end(`The request had ${secrets.join(' and ')}`);
		} else if (manner === 'web page') {
			response.writeHead(200, { ...headers, 'Content-Type': 'text/html' });
			response.end(`<!doctype html><title>${secrets.join(' and ')}</title>`);
		} else if (manner === 'file') {
			const name = secrets.join('-').replaceAll('"', '');
			response.writeHead(200, {
				...headers,
				'Content-Type': 'audio/wav',
				'Content-Disposition': `attachment; filename="${name}.wav"; filename*=UTF-8''${encodeURIComponent(name)}.wav`,
			});
			response.end('RIFF\x24\x08\x00\x00WAVEfmt ');
		} else if (manner === 'success') {
			const isList = path.includes('?') || /\/(calls|documents|campaigns|agents)\/?$/.test(path);
			response.writeHead(200, headers).end(isList ? `{"data":[${echo}],"total":1}` : echo);
		} else {
			response.writeHead(manner, headers).end(echo);
		}
	}
}
