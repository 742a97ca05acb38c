import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { type SavedCall, pageOf } from './sampleDatabasePage.mts';

/** More than n8n opens: each of its pools has at most five. */
const MAX_CONNECTIONS = 50;
const TABLE = join(import.meta.dirname, '..', '..', 'workflows', 'calls-table.sql');

const { values: options } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		'page-port': { type: 'string', default: '0' },
		/** Where the data is kept; in memory when left out. */
		folder: { type: 'string' },
	},
});

const database = await PGlite.create(options.folder ?? 'memory://');
await database.exec(readFileSync(TABLE, 'utf8'));

const server = new PGLiteSocketServer({
	db: database,
	host: '127.0.0.1',
	port: Number(options.port),
	maxConnections: MAX_CONNECTIONS,
});
await server.start();

async function savedCalls(): Promise<SavedCall[]> {
	const latestFirst = 'SELECT * FROM calls ORDER BY ended_at DESC, call_id DESC';
	return (await database.query<SavedCall>(latestFirst)).rows;
}

const page = createServer((request, response) => {
	const isJson = request.url === '/calls.json';
	savedCalls().then(
		(calls) => {
			const type = isJson ? 'application/json' : 'text/html; charset=utf-8';
			response.setHeader('content-type', type);
			response.end(isJson ? JSON.stringify(calls) : pageOf(calls));
		},
		(error: Error) => {
			response.statusCode = 500;
			response.end(error.message);
		},
	);
});
page.listen(Number(options['page-port']), '127.0.0.1');
await once(page, 'listening');

const address = page.address();
const pagePort = typeof address === 'object' ? address?.port : undefined;
const port = Number(server.getServerConn().split(':').pop());
console.log(JSON.stringify({ port, page: `http://127.0.0.1:${pagePort}/` }));

let isEnding = false;

async function end(): Promise<void> {
	if (isEnding) return;
	isEnding = true;
	page.close();
	page.closeAllConnections();
	await server.stop();
	await database.close();
	process.exit();
}

// Ctrl-C reaches the whole group of processes; who started this one says when n8n needs no database any more.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.stdin.resume().once('end', () => void end());
