import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HOST } from '../support/localServer.mts';
import {
	type Exchange,
	type Fault,
	type Told,
	answer,
	expiredFor,
	trust,
	validFor,
} from './hostileServer.mts';

/*
 * The table of faults: what a network, a gateway or a hostile server can do to one request. Each line says when it happens, what it tells
 * about an action (`Told`), and whether reading gets over it if it happens once.
 */

const MEGABYTE = 1024 * 1024;
/** What an endless answer offers. */
export const OFFERED_BYTES = 3 * 1024 * MEGABYTE;
/** A client that took as much as this has no limit. The server then stops: the memory of the tests is not endless. */
export const TAKEN_AT_MOST_BYTES = 192 * MEGABYTE;

type Details = Partial<Omit<Fault, 'name' | 'told' | 'act'>>;

/** By default: after the request was read. Reading gets over it if it tells nothing. */
function fault(name: string, told: Told, act: Fault['act'], details: Details = {}): Fault {
	return { name, at: 'read', told, recovers: told === 'unclear', act, ...details };
}

/** Ends the connection as a crash does, without the polite end of TCP. */
const reset = (exchange: Exchange) => exchange.raw.resetAndDestroy();
const never = () => undefined;

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const SWITCHING =
	'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n';
const half = (text: string) => text.slice(0, Math.ceil(text.length / 2));

/** Writes this, and ends the connection. @param text by the body of a success */
const raw = (name: string, told: Told, text: (success: string) => string): Fault =>
	fault(name, told, ({ socket, success }) => socket.end(text(success)));

/** The headers and half of the body of a success. */
function writeHalf({ socket, success }: Exchange): void {
	socket.write(`${HEAD}Content-Length: ${success.length}\r\n\r\n${half(success)}`);
}

/** A beginning, and then something small, again and again, until the client has gone. */
const dripping = (name: string, start: string, text: string): Fault =>
	fault(name, 'unclear', ({ socket }) => {
		socket.write(start);
		const timer = setInterval(() => socket.write(text), 200);
		socket.once('close', () => clearInterval(timer));
	});

/** Writes pieces as fast as the client takes them. @returns the bytes that were written when the client left or the limit was reached */
async function pour(socket: Socket, piece: Buffer, limit: number): Promise<number> {
	let written = 0;
	const closed = new Promise((resolve) => socket.once('close', resolve));
	while (written < limit && !socket.destroyed) {
		written += piece.length;
		if (socket.write(piece)) continue;
		await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
	}
	return written;
}

/** Endless answers that a client took completely. */
export const taken: string[] = [];

async function huge(exchange: Exchange): Promise<void> {
	const { socket, request } = exchange;
	socket.write(`${HEAD}Content-Length: ${OFFERED_BYTES}\r\n\r\n{"call_id":"${request.id}","pad":"`);
	const written = await pour(socket, Buffer.alloc(MEGABYTE, 'a'), TAKEN_AT_MOST_BYTES);
	if (written >= TAKEN_AT_MOST_BYTES) taken.push(`${request.id} ${written} bytes`);
	socket.destroy();
}

const BOMB = gzipSync(Buffer.alloc(8 * MEGABYTE, 'a'));

function gzipBomb({ socket, request }: Exchange): void {
	const start = gzipSync(Buffer.from(`{"call_id":"${request.id}","pad":"`));
	const end = gzipSync(Buffer.from('"}'));
	const pieces = Array.from({ length: TAKEN_AT_MOST_BYTES / (8 * MEGABYTE) }, () => BOMB);
	answer({ socket }, 200, { 'Content-Encoding': 'gzip' }, Buffer.concat([start, ...pieces, end]));
}

const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);

/** A success with further fields, written as JSON text. */
const successWith =
	(fields: string): Fault['act'] =>
	(exchange) =>
		answer(exchange, 200, {}, exchange.success.replace(/\}$/, `,${fields}}`));

const body =
	(text: string | Buffer, type = 'application/json'): Fault['act'] =>
	(exchange) =>
		answer(exchange, 200, { 'Content-Type': type }, text);

const error =
	(status: number, headers: Record<string, string> = {}): Fault['act'] =>
	(exchange) => {
		const message = `Status ${status} from the server`;
		answer(exchange, status, headers, JSON.stringify({ message }));
	};

const connections: Fault[] = [
	fault('connection refused', 'refused', never, {
		...{ at: 'listen', recovers: true, isNeverSent: true },
	}),
	fault('reset when connected', 'unclear', reset, { at: 'connect' }),
	fault('reset after the headers of the request', 'unclear', reset, { at: 'headers' }),
	fault('reset after the request', 'unclear', reset),
	fault('end after the request', 'unclear', (exchange) => exchange.raw.end()),
	fault('half an answer, then the end', 'unclear', (exchange) => {
		writeHalf(exchange);
		exchange.socket.end();
	}),
	fault('half an answer, then a reset', 'unclear', (exchange) => {
		writeHalf(exchange);
		setTimeout(() => reset(exchange), 20);
	}),
	raw('not HTTP', 'unclear', () => '220 mail.example.com ESMTP\r\n'),
	raw(
		'Content-Length too long',
		'unclear',
		(success) => `${HEAD}Content-Length: ${success.length + 50}\r\n\r\n${success}`,
	),
	raw(
		'Content-Length too short',
		'accepted',
		(success) => `${HEAD}Content-Length: ${success.length - 5}\r\n\r\n${success}`,
	),
	raw(
		'chunks without the last one',
		'unclear',
		(success) =>
			`${HEAD}Transfer-Encoding: chunked\r\n\r\n${success.length.toString(16)}\r\n${success}\r\n`,
	),
	raw(
		'a complete answer without a length, then the end',
		'done',
		(success) => `${HEAD}Connection: close\r\n\r\n${success}`,
	),
	fault('103 before the answer', 'done', (exchange) => {
		exchange.socket.write(EARLY_HINTS);
		answer(exchange, 200, {}, exchange.success);
	}),
	raw('103 and nothing else', 'unclear', () => EARLY_HINTS),
	fault('101', 'unclear', ({ socket }) => socket.write(SWITCHING), { isSlow: true }),
	fault('413 before the body was read', 'refused', error(413), { at: 'headers' }),
];

const LONG = `${HEAD}Content-Length: 1000000\r\n\r\n`;

const slow: Fault[] = [
	fault('silence', 'unclear', never),
	fault('headers, then silence', 'unclear', ({ socket }) => socket.write(LONG)),
	fault('half an answer, then silence', 'unclear', writeHalf),
	dripping('a byte every 200 milliseconds without end', `${LONG}{`, ' '),
	dripping('a header every 200 milliseconds without end', HEAD, `X-Pad: ${'a'.repeat(20)}\r\n`),
	dripping('103 every 200 milliseconds without end', '', EARLY_HINTS),
].map((each) => ({ ...each, isSlow: true }));

const large: Fault[] = [
	fault('3 GB', 'accepted', huge),
	fault('a gzip bomb', 'accepted', gzipBomb),
	raw(
		'headers of a megabyte',
		'unclear',
		() => `${HEAD}X-Pad: ${'a'.repeat(MEGABYTE)}\r\nContent-Length: 2\r\n\r\n{}`,
	),
];

const bodies: Fault[] = [
	fault('a web page', 'accepted', body('<!doctype html><h1>Welcome</h1>', 'text/html')),
	fault('a web page that says it is JSON', 'accepted', body('<html><h1>Welcome</h1></html>')),
	fault('an empty body', 'accepted', body('')),
	raw('204', 'accepted', () => 'HTTP/1.1 204 No Content\r\n\r\n'),
	fault('JSON that is not valid', 'accepted', body('{"call_id": "item_0", }')),
	fault('null', 'accepted', body('null')),
	fault('an empty list', 'accepted', body('[]')),
	fault('bytes that are no text', 'accepted', body(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80]))),
	fault('not gzip although the header says so', 'accepted', (exchange) =>
		answer(exchange, 200, { 'Content-Encoding': 'gzip' }, exchange.success),
	),
	fault('half of a gzip', 'accepted', (exchange) => {
		const packed = gzipSync(exchange.success);
		answer(exchange, 200, { 'Content-Encoding': 'gzip' }, packed.subarray(0, packed.length / 2));
	}),
	fault('nested 100,000 deep', 'accepted', body(DEEP)),
	fault('a field nested 100,000 deep', 'accepted', successWith(`"deep":${DEEP}`)),
	fault(
		'fields named __proto__ and constructor',
		'accepted',
		successWith('"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
	),
	fault('lone surrogates', 'accepted', successWith('"name":"\\ud800","\\udfff":"\\udfff\\ud800"')),
	fault('1e999 and -0', 'accepted', successWith('"duration":1e999,"cost":-1e999,"minutes":-0')),
	fault('toString and toJSON', 'accepted', successWith('"toString":1,"toJSON":"x","then":"y"')),
];

/** What a platform refuses: it did nothing. */
const REFUSED = [400, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 423, 425, 451];
/** After these, an action may have been carried out. */
const UNCLEAR = [408, 500, 501, 502, 503, 504, 507, 520, 599];

const statuses: Fault[] = [
	...REFUSED.map((status) =>
		fault(`status ${status}`, 'refused', error(status), { isEmptyList: status === 404 }),
	),
	...UNCLEAR.map((status) =>
		fault(`status ${status}`, 'unclear', error(status), { recovers: status >= 500 }),
	),
	fault('status 503 with Retry-After', 'unclear', error(503, { 'Retry-After': '0.2' })),
	fault('status 401', 'again', error(401), { recovers: true }),
	fault('status 429', 'again', error(429), { recovers: true }),
	fault('status 429 with Retry-After', 'again', error(429, { 'Retry-After': '0.2' }), {
		recovers: true,
	}),
	fault('status 429 with Retry-After of an hour', 'again', error(429, { 'Retry-After': '3600' })),
	fault('status 99', 'unclear', (exchange) => answer(exchange, '099 Odd', {}, '{}')),
];

const REDIRECTS = [300, 301, 302, 303, 304, 305, 307, 308];

const withQuery = (address: string, pair: string) =>
	`${address}${address.includes('?') ? '&' : '?'}${pair}`;

/** Where a redirect leads; undefined: the header is missing. */
const TARGETS: Record<string, (exchange: Exchange) => string | undefined> = {
	'to itself': ({ address }) => address,
	'to another path': ({ address }) => withQuery(address, 'moved=1'),
	'to another origin': ({ address, otherOrigin }) => `${otherOrigin}${address}`,
	'without Location': () => undefined,
	'in a circle of two': ({ address }) =>
		address.includes('circle=')
			? address.replace(/[?&]circle=1/, '')
			: withQuery(address, 'circle=1'),
};

/** 307 and 308 say that the request was not carried out here. All others can be sent after it was. */
function toldBy(status: number, target: string): Told {
	if (status < 307) return 'unclear';
	// Without another address there is nowhere else to send it.
	return target === 'to itself' || target === 'without Location' ? 'refused' : 'elsewhere';
}

const redirects: Fault[] = REDIRECTS.flatMap((status) =>
	Object.entries(TARGETS).map(([name, target]) =>
		fault(
			`${status} ${name}`,
			toldBy(status, name),
			(exchange) => {
				const location = target(exchange);
				answer(exchange, status, location === undefined ? {} : { Location: location }, '{}');
			},
			{ recovers: false },
		),
	),
);

const selfSigned = validFor(HOST);
const expired = expiredFor(HOST);
const otherHost = validFor('other.example.com');
trust(expired, otherHost);

const refusedCertificate = (name: string, certificate: Fault['certificate']): Fault =>
	fault(name, 'refused', never, { at: 'connect', certificate, isNeverSent: true });

const GARBAGE = Buffer.from('this is not TLS at all, it is some text that somebody sends');

const tls: Fault[] = [
	refusedCertificate('a self-signed certificate', selfSigned),
	refusedCertificate('an expired certificate', expired),
	refusedCertificate('the certificate of another host', otherHost),
	fault(
		'plain HTTP on an https address',
		'unclear',
		(exchange) => exchange.raw.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
		{ at: 'connect' },
	),
	fault(
		'reset in the TLS handshake',
		'unclear',
		(exchange) => exchange.raw.once('data', () => reset(exchange)),
		{ at: 'connect' },
	),
	fault('garbage below TLS after the request', 'unclear', (exchange) => exchange.raw.end(GARBAGE)),
	fault('garbage below TLS within the answer', 'unclear', (exchange) => {
		writeHalf(exchange);
		setTimeout(() => exchange.raw.end(GARBAGE), 20);
	}),
	fault('TLS reset after the request', 'unclear', reset),
	fault('half an answer without close_notify', 'unclear', (exchange) => {
		writeHalf(exchange);
		setTimeout(() => exchange.raw.destroy(), 20);
	}),
	fault('a complete answer without close_notify', 'done', (exchange) => {
		const { socket, success } = exchange;
		socket.write(`${HEAD}Content-Length: ${success.length}\r\n\r\n${success}`);
		setTimeout(() => exchange.raw.destroy(), 20);
	}),
].map((each) => ({ ...each, isSecure: true }));

/** Every fault, by what is wrong. */
export const FAULTS = { connections, slow, large, bodies, statuses, redirects, tls };

export type Kind = keyof typeof FAULTS;

export function faultNamed(name: string): Fault {
	const found = Object.values(FAULTS)
		.flat()
		.find((each) => each.name === name);
	if (!found) throw new Error(`There is no fault ${name}`);
	return found;
}
