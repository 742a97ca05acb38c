import { fastify } from 'fastify';

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
/** Of a request: it has the whole conversation. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The text of a message: it can come in parts. */
export const textOf = ({ content }: ModelMessage): string =>
	typeof content === 'string' ? content : JSON.stringify(content);

const COMMON = { id: 'chatcmpl-1', created: 0, model: MODEL };
const reasonOf = (turn: ModelTurn) => (typeof turn === 'string' ? 'stop' : 'tool_calls');

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

/** The answer in one piece. */
const completion = (turn: ModelTurn) => ({
	...COMMON,
	object: 'chat.completion',
	choices: [{ index: 0, message: messageOf(turn), finish_reason: reasonOf(turn) }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** The same answer as a stream of events. */
function events(turn: ModelTurn): string {
	const chunk = (delta: object, finish_reason: string | null) => {
		const choices = [{ index: 0, delta, finish_reason }];
		return `data: ${JSON.stringify({ ...COMMON, object: 'chat.completion.chunk', choices })}\n\n`;
	};
	return `${chunk(messageOf(turn), null)}${chunk({}, reasonOf(turn))}data: [DONE]\n\n`;
}

/** A server on this computer with OpenAI's chat completions API. There is no model behind it, but a function. */
export class ModelServer {
	/** What it was asked. */
	requests: ModelRequest[] = [];
	/** What it could not answer. */
	complaints: string[] = [];
	/** The base address for a credential. */
	url = '';
	private readonly server = fastify({ bodyLimit: MOST_BYTES, forceCloseConnections: true });

	/** @param reply what the model says; nothing, if it has no answer */
	constructor(reply: (request: ModelRequest) => ModelTurn | undefined) {
		// What n8n asks when somebody tests the credential or chooses a model.
		this.server.get('/v1/models', () => ({
			object: 'list',
			data: [{ id: MODEL, object: 'model' }],
		}));
		this.server.post<{ Body: ModelRequest }>('/v1/chat/completions', ({ body }, response) => {
			const turn = reply(body);
			if (turn === undefined) return response.callNotFound();
			this.requests.push(body);
			return body.stream === true
				? response.type('text/event-stream').send(events(turn))
				: response.send(completion(turn));
		});
		this.server.setNotFoundHandler(({ method, url }, response) => {
			this.complaints.push(`${method} ${url}`);
			return response.code(400).send({ error: { message: `No answer for ${method} ${url}` } });
		});
	}

	/** @param port any free one by default */
	async start(port = 0): Promise<void> {
		this.url = `${await this.server.listen({ host: '127.0.0.1', port })}/v1`;
	}

	async stop(): Promise<void> {
		await this.server.close();
	}
}
