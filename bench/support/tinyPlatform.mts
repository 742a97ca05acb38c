import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/*
 * A platform that costs as little as possible, so that what is measured is whoever asks it: it logs in, places calls, and gives a list of
 * calls. It answers after a latency, a token can be used so many times, and it counts what it was asked. The sandbox checks every request
 * and every answer against its contract; without latency, that would be most of the time.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '0' } } });

/** Accepted for ever. Who uses it needs no login. */
const FIXED_TOKEN = 'fixed-token';
const MAX_LIMIT = 100;

const rows = Array.from({ length: Number(values.rows) }, (_, index) =>
	JSON.stringify({
		call_id: `call_${String(index).padStart(7, '0')}`,
		session_id: `session_${index}`,
		status: 'completed',
		direction: 'outbound',
		agent_id: 'agent_0001',
		agent_name: 'Reception',
		to_number: '+12125550100',
		from_number: '+12125550101',
		first_name: 'Ada',
		last_name: 'Sample',
		created_at: new Date(1_750_000_000_000 - index * 30_000).toISOString(),
		started_at: new Date(1_750_000_002_000 - index * 30_000).toISOString(),
		ended_at: new Date(1_750_000_062_000 - index * 30_000).toISOString(),
		duration_seconds: 60,
		credits: 1.5,
	}),
);

const settings = { latencyMs: 0, tokenUses: Infinity };
let counts = { logins: 0, requests: 0, placed: 0, twice: 0, most: 0, connections: 0 };
let tokens = 0;
let usesLeft = 0;
let underWay = 0;
const numbers = new Set<string>();

const textOf = async (request: IncomingMessage) => {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += chunk;
	return text;
};

const asPage = (query: URLSearchParams): string => {
	const limit = Math.min(Number(query.get('limit') ?? 20), MAX_LIMIT);
	const offset = Number(query.get('offset') ?? 0);
	const items = rows.slice(offset, offset + limit).join(',');
	return `{"items":[${items}],"total":${rows.length},"limit":${limit},"offset":${offset}}`;
};

/** Whether the token may be used; it is used up by that. */
function isAdmitted(header = ''): boolean {
	if (header === `Bearer ${FIXED_TOKEN}`) return true;
	if (header !== `Bearer token-${tokens}` || usesLeft === 0) return false;
	usesLeft -= 1;
	return true;
}

function place(body: string): string {
	const { to_number: number } = JSON.parse(body) as { to_number: string };
	if (numbers.has(number)) counts.twice += 1;
	numbers.add(number);
	counts.placed += 1;
	return `{"call_id":"call_${counts.placed}","session_id":"session_${counts.placed}","status":"queued"}`;
}

function answer(request: IncomingMessage, body: string): { status: number; text: string } {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
	if (pathname === '/api/v1/auth/login') {
		counts.logins += 1;
		tokens += 1;
		usesLeft = settings.tokenUses;
		return { status: 200, text: `{"access_token":"token-${tokens}"}` };
	}
	if (!isAdmitted(request.headers.authorization)) {
		return { status: 401, text: '{"message":"The token has expired"}' };
	}
	counts.requests += 1;
	if (pathname === '/api/v1/calls/make-call') return { status: 201, text: place(body) };
	if (pathname === '/api/v1/calls') return { status: 200, text: asPage(searchParams) };
	return { status: 404, text: '{"message":"Not Found"}' };
}

/** `POST /control` sets and forgets, `GET /control` tells. */
function control(request: IncomingMessage, body: string): { status: number; text: string } {
	if (request.method === 'POST') {
		Object.assign(settings, { latencyMs: 0, tokenUses: Infinity }, JSON.parse(body));
		counts = { logins: 0, requests: 0, placed: 0, twice: 0, most: 0, connections: 0 };
		numbers.clear();
		// Whoever kept a token logs in again.
		tokens += 1;
		usesLeft = 0;
	}
	return { status: 200, text: JSON.stringify(counts) };
}

const server = createServer((request, response) => {
	const isControl = request.url === '/control';
	if (!isControl) {
		underWay += 1;
		counts.most = Math.max(counts.most, underWay);
	}
	void textOf(request).then((body) => {
		const { status, text } = isControl ? control(request, body) : answer(request, body);
		const end = () => {
			if (!isControl) underWay -= 1;
			response.writeHead(status, { 'content-type': 'application/json' }).end(text);
		};
		if (isControl || settings.latencyMs === 0) end();
		else setTimeout(end, settings.latencyMs);
	});
});
server.on('connection', () => (counts.connections += 1));
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
// It ends with who started it.
process.stdin.on('end', () => process.exit(0)).resume();
