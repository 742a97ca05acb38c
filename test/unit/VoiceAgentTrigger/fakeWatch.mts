import { Readable } from 'node:stream';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { TriggerEvent } from '../../../nodes/VoiceAgentTrigger/event';
import type { SavedState } from '../../../nodes/VoiceAgentTrigger/state';
import { TriggerState } from '../../../nodes/VoiceAgentTrigger/state';
import type { Watch } from '../../../nodes/VoiceAgentTrigger/watch';
import { RequestFailure } from '../../../nodes/shared/http';
import { Params } from '../../../nodes/shared/operation';

/*
 * What an event gets from a poll. It has no HTTP and no n8n below it, as test/model/pollContext.mts has: some tests list 60,000 rows at each poll.
 */

/** What the platform answers: a body, or a status. */
export type Answer = { body: unknown } | { status: number; arrival?: 'answered' | 'unknown' };

const MINUTE = 60_000;
/** A recording: it begins as an MP3 file does. */
export const RECORDING = Buffer.from('fffb90c40000', 'hex');
/** What the answer with a recording says of it. */
const SOUND = { statusCode: 200, headers: { 'content-type': 'audio/wav' } };

/** One trigger that polls a platform in memory, with a clock of its own. Its state is saved as JSON after every poll that works. */
export class Polls {
	/** Rows of the list. */
	rows: IDataObject[] = [];
	/** What the platform says of the list. */
	list: (query: IDataObject, path: string) => Answer = ({ limit, offset = 0 }) => ({
		body: this.rows.slice(Number(offset), Number(offset) + Number(limit)),
	});
	/** What the platform says of one call, by the rest of the path. */
	detail: (id: string) => Answer = () => ({ status: 404 });
	/** Other paths. */
	other: (path: string, query: IDataObject) => Answer = () => ({ status: 404 });
	now = Date.parse('2026-03-01T12:00:00Z');
	/** When the process began that polls. */
	processStart = 0;
	/** What one request takes, and what a poll may take for reading a list. */
	latencyMs = 0;
	readingMs = 144_000;
	/** What a poll may take for all of its work. */
	workMs = Infinity;
	batchSize = 1000;
	/** Of the credential. */
	account = 'account_1';
	/** Requests for pages of the list in the last poll. */
	pages: IDataObject[] = [];
	/** Names of the parameters that were read. */
	readonly read = new Set<string>();
	/** Details that were asked for in the last poll. */
	asked: string[] = [];
	said: string[] = [];
	saved?: SavedState;
	/** The items of the last poll that a crash may have lost. */
	redelivered: IDataObject[] = [];
	/** How n8n stores a file. */
	store = async (): Promise<object> => ({ data: '', mimeType: 'audio/wav' });
	/** The files of the last poll's items. */
	files: Array<IBinaryKeyData | undefined> = [];
	private readonly event: TriggerEvent;
	readonly parameters: IDataObject;

	constructor(event: TriggerEvent, parameters: IDataObject = {}) {
		this.event = event;
		this.parameters = parameters;
	}

	/** n8n is killed, and starts again. */
	crash(): void {
		this.processStart = this.now + 1;
	}

	async poll(afterMinutes = 1): Promise<IDataObject[]> {
		this.now += afterMinutes * MINUTE;
		const { state, now } = this;
		state.reopen(10 * MINUTE, this.processStart, now);
		const found = await this.atItsTime(async (watch) => await this.event.check(watch), state);
		const lost = found.filter(({ key }) => state.isRedelivery(key));
		this.redelivered = lost.map(({ item }) => item.json);
		this.files = found.map(({ item }) => item.binary);
		this.saved = JSON.parse(JSON.stringify(state.commit(found, this.account, now)));
		return found.map(({ item }) => item.json);
	}

	/** What comes in so many polls, a minute apart. */
	async itemsOf(polls: number): Promise<IDataObject[]> {
		const items: IDataObject[] = [];
		for (let poll = 0; poll < polls; poll += 1) items.push(...(await this.poll()));
		return items;
	}

	private get params(): Params {
		return new Params((name, fallback) => {
			this.read.add(name);
			return this.parameters[name] ?? fallback;
		});
	}

	/** A copy of what is remembered. */
	get state(): TriggerState {
		const data = { state: this.saved } as unknown as IDataObject;
		const { account } = this;
		const state =
			TriggerState.read(data, 'scope') ??
			TriggerState.begin('scope', account, this.event.startFrom?.(this.params));
		if (typeof state === 'string') throw new Error('The state that was saved cannot be read');
		return state;
	}

	async samples(): Promise<IDataObject[]> {
		const state = TriggerState.begin('scope', this.account);
		const found = await this.atItsTime(async (watch) => await this.event.latest(watch, 3), state);
		return found.map(({ item }) => item.json);
	}

	/** The clock of the trigger is that of the platform, and goes on with each request. */
	private async atItsTime<Result>(
		run: (watch: Watch) => Promise<Result>,
		state: TriggerState,
	): Promise<Result> {
		const { now } = this;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => this.now);
		try {
			return await run(this.watch(state));
		} finally {
			clock.mockRestore();
			this.now = now;
		}
	}

	private watch(state: TriggerState): Watch {
		const { now, readingMs, account } = this;
		this.asked = [];
		this.pages = [];
		return {
			context: {
				helpers: { prepareBinaryData: async () => await this.store() },
			},
			client: {
				account,
				shown: (failure: RequestFailure) => failure,
				send: async (request: Sent, read: Read) => await this.send(request, read),
				download: async (request: Sent, read: Read) =>
					await this.send(
						request,
						async ({ body }: { body?: unknown }) =>
							await read({ ...SOUND, body: Readable.from([body]) }),
					),
			},
			params: this.params,
			state,
			now,
			batchSize: this.batchSize,
			isPollOver: () => false,
			say: (topic: string, { message }: { message: string }) => {
				if (!state.noted.has(topic)) this.said.push(message);
				state.noted.add(topic);
			},
			unsay: (topic: string) => state.noted.delete(topic),
			readingMs,
			readingLeft: () => readingMs - (this.now - now),
			hasTimeLeft: () => this.now - now < this.workMs,
		} as unknown as Watch;
	}

	private async send({ path, query }: Sent, read: Read): Promise<unknown> {
		this.now += this.latencyMs;
		const answer = this.answerTo(path, query);
		if ('body' in answer) return await read({ headers: {}, body: answer.body });
		const { status, arrival = 'answered' } = answer;
		throw new RequestFailure(`Status ${status}`, 'Advice', { status, arrival });
	}

	private answerTo(path: string, query?: IDataObject): Answer {
		if (query?.limit === undefined) {
			const id = /^\/calls\/(.+)$/.exec(path)?.[1];
			if (id === undefined) return this.other(path, query ?? {});
			this.asked.push(id);
			return this.detail(decodeURIComponent(id));
		}
		this.pages.push(query);
		return this.list(query, path);
	}
}

interface Sent {
	path: string;
	query?: IDataObject;
}
type Read = (response: object) => unknown;
