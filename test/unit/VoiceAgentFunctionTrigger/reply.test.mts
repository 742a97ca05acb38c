import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import axios from 'axios';
import type { HttpResponse, Reply } from '../../../nodes/VoiceAgentFunctionTrigger/reply';
import { onReply, send } from '../../../nodes/VoiceAgentFunctionTrigger/reply';

/*
 * Against Express itself, which n8n writes its answers with, and a real connection.
 */

const n8nRequire = createRequire(createRequire(__filename).resolve('n8n/package.json'));
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- n8n's own Express has no types here
const express: any = n8nRequire('express');
const compression = n8nRequire('compression');

let server: Server;
let url = '';
let seen: Reply[] = [];
let unchanged = 0;

beforeAll(async () => {
	const app = express();
	app.use(compression({ threshold: 10 }));
	app.use((_request: unknown, response: HttpResponse, next: () => void) => {
		const change = (reply: Reply) => {
			seen.push(reply);
			return { status: 200, body: { wrapped: reply.body ?? 'none' } };
		};
		onReply(response, change, () => (unchanged += 1));
		next();
	});
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
	const answers: Record<string, (response: any) => void> = {
		json: (response) => response.json({ free: ['10:00', 'ü'] }),
		failure: (response) => response.status(500).json({ message: 'Error in workflow' }),
		text: (response) => response.send('plain'),
		empty: (response) => response.json(undefined),
		ended: (response) => response.end(),
		twice: (response) => {
			response.json({ first: true });
			process.nextTick(() => response.end());
		},
		buffer: (response) => response.end(Buffer.from('{"a":1}')),
		announced: (response) => {
			// What was announced for the answer of the workflow is not true of the one that is sent.
			response.setHeader('Content-Encoding', 'br');
			response.setHeader('Transfer-Encoding', 'chunked');
			response.end('{"a":1}');
		},
		pieces: (response) => {
			response.write('one ');
			response.end('two');
		},
		sent: (response) => {
			send(response, { status: 401, body: { error: 'no' } });
			send(response, { status: 200, body: { error: 'too late' } });
		},
	};
	for (const [name, answer] of Object.entries(answers)) {
		app.post(`/${name}`, (_request: unknown, response: unknown) => answer(response));
	}
	server = createServer(app).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

beforeEach(() => {
	seen = [];
	unchanged = 0;
});

const post = async (name: string) =>
	await axios.post(`${url}/${name}`, {}, { validateStatus: () => true });

test.each([
	['json', { status: 200, body: { free: ['10:00', 'ü'] } }, { free: ['10:00', 'ü'] }],
	[
		'failure',
		{ status: 500, body: { message: 'Error in workflow' } },
		{ message: 'Error in workflow' },
	],
	['text', { status: 200, body: 'plain' }, 'plain'],
	['empty', { status: 200, body: undefined }, 'none'],
	['ended', { status: 200, body: undefined }, 'none'],
	['twice', { status: 200, body: { first: true } }, { first: true }],
	['buffer', { status: 200, body: { a: 1 } }, { a: 1 }],
	['announced', { status: 200, body: { a: 1 } }, { a: 1 }],
])('%s is changed on its way, once', async (name, sent, wrapped) => {
	const { status, data, headers } = await post(name);
	expect(seen).toEqual([sent]);
	expect({ status, data }).toEqual({ status: 200, data: { wrapped } });
	expect(headers['content-type']).toBe('application/json; charset=utf-8');
	expect(headers.etag).toBeUndefined();
	expect(unchanged).toBe(0);
});

test('what is sent in pieces stays as it is', async () => {
	const { data } = await post('pieces');
	expect(data).toBe('one two');
	expect(seen).toEqual([]);
	expect(unchanged).toBe(1);
});
