import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToolCall {
	tool: string;
	input: Record<string, unknown>;
}

/** What a model answers: calls of tools, or the final text. */
export type ModelTurn = ToolCall[] | string;

export interface ModelMessage {
	role: string;
	content: unknown;
	tool_call_id?: string;
}

/** A request to the model, as far as anybody looks at it. */
export interface ModelRequest {
	stream?: boolean;
	messages: ModelMessage[];
	tools: Array<{
		function: {
			name: string;
			description: string;
			parameters: {
				properties: Record<string, { type: string; description?: string }>;
				required?: string[];
			};
		};
	}>;
}

const MODEL = 'sample-model';

/** The text of a message: it can come in parts. */
export const textOf = ({ content }: ModelMessage): string =>
	typeof content === 'string' ? content : JSON.stringify(content);

let toolCalls = 0;

const messageOf = (turn: ModelTurn) =>
	typeof turn === 'string'
		? { role: 'assistant', content: turn }
		: {
				role: 'assistant',
				content: null,
				tool_calls: turn.map(({ tool, input }, index) => ({
					index,
					id: `call_${++toolCalls}_${tool}`,
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(input) },
				})),
			};

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function answer(response: ServerResponse, turn: ModelTurn, isStreamed: boolean): void {
	const common = { id: 'chatcmpl-1', created: 0, model: MODEL };
	const finish_reason = typeof turn === 'string' ? 'stop' : 'tool_calls';
	const message = messageOf(turn);
	if (!isStreamed) {
		const choices = [{ index: 0, message, finish_reason }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
		return;
	}
	const chunk = (delta: object, reason: string | null) => {
		const choices = [{ index: 0, delta, finish_reason: reason }];
		return `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices })}\n\n`;
	};
	response.setHeader('content-type', 'text/event-stream');
	response.end(`${chunk(message, null)}${chunk({}, finish_reason)}data: [DONE]\n\n`);
}

/** A server on this computer with OpenAI's chat completions API. There is no model behind it, but a function. */
export class ModelServer {
	/** What it was asked. */
	requests: ModelRequest[] = [];
	/** What it could not answer. */
	complaints: string[] = [];
	private readonly reply: (request: ModelRequest) => ModelTurn | undefined;
	private readonly server = createServer((request, response) => {
		void this.respond(request, response);
	});

	/** @param reply what the model says; nothing, if it has no answer */
	constructor(reply: (request: ModelRequest) => ModelTurn | undefined) {
		this.reply = reply;
	}

	/** @param port any free one by default */
	async start(port = 0): Promise<void> {
		this.server.listen(port, '127.0.0.1');
		await once(this.server, 'listening');
	}

	/** The base address for a credential. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const address = `${request.method} ${request.url}`;
		// What n8n asks when somebody tests the credential or chooses a model.
		if (address === 'GET /v1/models') {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model' }] }));
			return;
		}
		const body = address === 'POST /v1/chat/completions' ? await bodyOf(request) : undefined;
		const turn = body && this.reply(body);
		if (turn === undefined) {
			this.complaints.push(address);
			response.statusCode = 400;
			response.end(JSON.stringify({ error: { message: `No answer for ${address}` } }));
			return;
		}
		this.requests.push(body as ModelRequest);
		answer(response, turn, body?.stream === true);
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}
