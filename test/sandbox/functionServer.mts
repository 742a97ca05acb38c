import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, LocalServer, type Seen } from '../support/localServer.mts';

/** What the server replies with, and after how many milliseconds. */
export type Reply = Answer & { afterMs?: number };

/** One request that reached the server. */
const receivedOf = ({ method, path, headers, body }: Seen) => {
	const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
	return {
		method,
		path: pathname,
		query: Object.fromEntries(searchParams),
		headers,
		body,
		/** Of the body; undefined if it is none. */
		json: (body === '' ? undefined : JSON.parse(body)) as never,
	};
};

/** A webhook on this computer, as somebody has whose agent asks functions. */
export class FunctionServer extends LocalServer {
	/** The reply to each request, in order. */
	reply: (request: ReturnType<typeof receivedOf>, index: number) => Reply = () => ({});

	constructor() {
		super(async (seen) => {
			const index = this.journal.length - 1;
			const { afterMs = 0, ...answer } = this.reply(receivedOf(seen), index);
			await wait(afterMs, undefined, { ref: false });
			return { body: { result: 'Yes' }, ...answer };
		});
	}

	get received() {
		return this.journal.map(receivedOf);
	}

	override get url(): string {
		return `${this.origin}/webhook/ask`;
	}

	reset(): void {
		this.journal.length = 0;
		this.reply = () => ({});
	}
}
