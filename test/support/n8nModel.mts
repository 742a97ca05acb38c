import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToolCall {
	tool: string;
	input: Record<string, unknown>;
}

/** What the model answers: calls of tools, or the final text. */
export type Turn = ToolCall[] | string;

/** A request to the model, as far as the tests look at it. */
export interface ModelRequest {
	stream?: boolean;
	messages: Array<{ role: string; content: unknown; tool_call_id?: string }>;
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

const messageOf = (turn: Turn) =>
	typeof turn === 'string'
		? { role: 'assistant', content: turn }
		: {
				role: 'assistant',
				content: null,
				tool_calls: turn.map(({ tool, input }, index) => ({
					index,
					id: `call_${index}_${tool}`,
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(input) },
				})),
			};

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function answer(response: ServerResponse, turn: Turn, isStreamed: boolean): void {
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

/** A server with OpenAI's chat completions API; its answers are those that the test sets. */
export class FakeModel {
	/** What it will answer, one after the other. */
	turns: Turn[] = [];
	/** What it was asked. */
	requests: ModelRequest[] = [];
	/** What it could not answer. */
	complaints: string[] = [];
	private readonly server = createServer((request, response) => {
		void this.respond(request, response);
	});

	async start(): Promise<void> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
	}

	/** The base address for a credential. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	/** Forgets what was asked, and will answer this from now on. */
	willSay(...turns: Turn[]): void {
		this.turns = turns;
		this.requests = [];
		this.complaints = [];
	}

	/** What the tools returned to the model, in order. */
	get toolAnswers(): string[] {
		const messages = this.requests.at(-1)?.messages ?? [];
		return messages
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
	}

	private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const address = `${request.method} ${request.url}`;
		const turn = address === 'POST /v1/chat/completions' ? this.turns.shift() : undefined;
		if (turn === undefined) {
			this.complaints.push(address);
			response.statusCode = 400;
			response.end(JSON.stringify({ error: { message: `No answer for ${address}` } }));
			return;
		}
		const body = await bodyOf(request);
		this.requests.push(body);
		answer(response, turn, body.stream === true);
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}
