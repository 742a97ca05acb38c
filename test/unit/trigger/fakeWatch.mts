import type { IDataObject } from 'n8n-workflow';
import type { TriggerEvent } from '../../../nodes/VoiceAgentTrigger/event';
import type { SavedState } from '../../../nodes/VoiceAgentTrigger/state';
import { TriggerState } from '../../../nodes/VoiceAgentTrigger/state';
import type { Watch } from '../../../nodes/VoiceAgentTrigger/watch';
import { RequestFailure } from '../../../nodes/shared/http';
import { Params } from '../../../nodes/shared/operation';

/** What the platform answers: a body, or a status. */
export type Answer = { body: unknown } | { status: number; reach?: 'answered' | 'unknown' };

const MINUTE = 60_000;

/** One trigger that polls a platform in memory, with a clock of its own. Its state is saved as JSON after every poll that works. */
export class Polls {
	/** Rows of the list. */
	rows: IDataObject[] = [];
	/** What the platform says of the list. */
	list: (query: IDataObject) => Answer = ({ limit, offset = 0 }) => ({
		body: this.rows.slice(Number(offset), Number(offset) + Number(limit)),
	});
	/** What the platform says of one call, by the rest of the path. */
	detail: (id: string) => Answer = () => ({ status: 404 });
	/** Other paths. */
	other: (path: string) => Answer = () => ({ status: 404 });
	now = Date.parse('2026-03-01T12:00:00Z');
	/** When the process began that polls. */
	processStart = 0;
	/** So many pages of the list can be read in a poll. */
	maxPages = Number.POSITIVE_INFINITY;
	batchSize = 1000;
	/** Pages of the list that were read in the last poll. */
	pages: IDataObject[] = [];
	/** Details that were asked for in the last poll. */
	asked: string[] = [];
	said: string[] = [];
	saved?: SavedState;
	private readonly event: TriggerEvent;
	private readonly parameters: IDataObject;

	constructor(event: TriggerEvent, parameters: IDataObject = {}) {
		this.event = event;
		this.parameters = parameters;
	}

	async poll(afterMinutes = 1): Promise<IDataObject[]> {
		this.now += afterMinutes * MINUTE;
		const { state } = this;
		state.reopen(10 * MINUTE, this.processStart, this.now);
		const found = await this.event.check(this.watch(state));
		state.emit(found, this.now);
		this.saved = state.toJSON();
		return found.map(({ item }) => item.json);
	}

	/** A copy of what is remembered. */
	get state(): TriggerState {
		const data = { state: this.saved } as unknown as IDataObject;
		const state = TriggerState.read(data, 'scope') ?? TriggerState.begin('scope');
		if (typeof state === 'string') throw new Error('The state that was saved cannot be read');
		return state;
	}

	async samples(): Promise<IDataObject[]> {
		const found = await this.event.latest(this.watch(TriggerState.begin('scope')), 3);
		return found.map(({ item }) => item.json);
	}

	private watch(state: TriggerState): Watch {
		const { parameters } = this;
		this.asked = [];
		this.pages = [];
		return {
			context: {},
			client: { send: async (request: Sent, read: Read) => await this.send(request, read) },
			params: new Params((name, fallback) => parameters[name] ?? fallback),
			state,
			now: this.now,
			batchSize: this.batchSize,
			pageSize: {},
			isOver: () => false,
			say: (topic: string, { message }: { message: string }) => {
				if (state.noted.has(topic)) return;
				state.noted.add(topic);
				this.said.push(message);
			},
			unsay: (topic: string) => state.noted.delete(topic),
			hasTimeToRead: (part = 1) => this.pages.length < this.maxPages * part,
			hasTimeLeft: () => true,
		} as unknown as Watch;
	}

	private async send({ path, query }: Sent, read: Read): Promise<unknown> {
		const answer = this.answerTo(path, query);
		if ('body' in answer) return await read({ headers: {}, body: answer.body });
		const { status, reach = 'answered' } = answer;
		throw new RequestFailure(`Status ${status}`, 'Advice', { status, reach });
	}

	private answerTo(path: string, query?: IDataObject): Answer {
		if (query?.limit === undefined) {
			const id = /^\/calls\/(.+)$/.exec(path)?.[1];
			if (id === undefined) return this.other(path);
			this.asked.push(id);
			return this.detail(decodeURIComponent(id));
		}
		this.pages.push(query);
		return this.list(query);
	}
}

interface Sent {
	path: string;
	query?: IDataObject;
}
type Read = (response: object) => unknown;
