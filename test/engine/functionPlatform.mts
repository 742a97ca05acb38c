import type { IDataObject } from 'n8n-workflow';
import { type Answer, LOGGED_IN, LocalServer, type Seen } from '../support/localServer.mts';

/** A custom function, as the platform has it. */
export interface PlatformFunction {
	id: string;
	agent: string;
	/** As it was sent. */
	body: IDataObject;
	/** Who has made it or changed it last. */
	owner: string;
	/** Which key n8n had when the platform was told the secret. */
	toldWith: string;
}

/** From which request for functions on n8n is dead, and whether that one is carried out. */
export interface Kill {
	after: number;
	isDone: boolean;
}

/** What happens to a request: it is refused and not carried out, or it is carried out and the answer cannot be read. Answers to GET can always be read: it would only be sent again. */
export type Mishap = 'refused' | 'unreadable';

/** What lists and details show of a function. */
export const SHOWN = {
	everything: (row) => row,
	maskedHeaders: (row) => ({ ...row, headers: { 'X-Voice-Agent-Secret': '***' } }),
	otherNames: ({ id, name, url }) => ({ functionId: id, functionName: name, webhookUrl: url }),
	addresses: ({ id, name, url }) => ({ id, name, url }),
	/** Addresses under a name that nobody knows, and only in the detail. */
	details: ({ id, name, url }, isDetail) =>
		isDetail ? { id, name, target: { callback: url } } : { id, name },
	nothing: ({ id, name }) => ({ id, name }),
} satisfies Record<string, (row: IDataObject, isDetail: boolean) => IDataObject>;
/** Without an ID that the package can use. */
const WITHOUT_ID = {
	idWithSlash: ({ id, ...row }) => ({ ...row, id: `agent/${String(id)}` }),
	unknownId: ({ id, ...row }) => ({ ...row, handle: id }),
} satisfies Record<string, (row: IDataObject) => IDataObject>;
export type Shown = keyof typeof SHOWN | keyof typeof WITHOUT_ID;

/** The answer to a creation that was carried out. */
export const CREATED = {
	row: (row) => ({ status: 201, body: row }),
	envelope: (row) => ({ body: { data: { custom_function: row } } }),
	noId: () => ({ body: { success: true } }),
	nothing: () => ({}),
	failure: () => ({ status: 500, body: {} }),
	conflict: () => ({ status: 409, body: {} }),
} satisfies Record<string, (row: IDataObject) => Answer>;
export type Created = keyof typeof CREATED;

const UNREADABLE: Answer = { body: '<html>The gateway had a problem' };

/** A platform in memory that has nothing but a login and custom functions. */
export class FunctionPlatform extends LocalServer {
	functions: PlatformFunction[] = [];
	shown: Shown = 'everything';
	created: Created = 'row';
	/** Whether a second function of the same name is refused with 409. */
	isUnique = true;
	/** Whether PUT keeps the fields that were not sent. */
	merges = false;
	/** What happens to the next requests for functions; undefined is nothing. */
	mishaps: Array<Mishap | undefined> = [];
	kill?: Kill;
	/** Whether the first list after a change is the one from before it. */
	lags = false;
	/** Who sends the requests. */
	sender = { owner: '', key: '' };
	/** Answers a request in place of the platform, if it says something. */
	instead?: (request: Seen) => Answer | Promise<Answer> | undefined;
	private outdated?: IDataObject[];
	private made = 0;

	constructor() {
		super((seen) => this.answer(seen));
	}

	reset(): void {
		Object.assign(this, {
			...{ functions: [], shown: 'everything', created: 'row', isUnique: true, merges: false },
			...{ lags: false, mishaps: [], kill: undefined, instead: undefined, made: 0 },
		});
		this.journal.length = 0;
		this.waitForLists();
	}

	/** Time has passed: lists are right. */
	waitForLists(): void {
		this.outdated = undefined;
	}

	private get told() {
		return { owner: this.sender.owner, toldWith: this.sender.key };
	}

	add(agent: string, body: IDataObject): PlatformFunction {
		this.made += 1;
		const added = { id: `f${this.made}`, agent, body, ...this.told };
		this.functions.push(added);
		return added;
	}

	remove(gone: PlatformFunction): void {
		this.functions = this.functions.filter((each) => each !== gone);
	}

	private show({ id, body }: PlatformFunction, isDetail = false): IDataObject {
		return { ...SHOWN, ...WITHOUT_ID }[this.shown]({ id, ...body }, isDetail);
	}

	private listOf(agent: string): IDataObject[] {
		const own = this.functions.filter((each) => each.agent === agent);
		return structuredClone(own.map((each) => ({ ...this.show(each), agent })));
	}

	private answer(request: Seen): Answer | Promise<Answer> {
		const { method, path } = request;
		if (path === '/auth/login') return LOGGED_IN;
		const given = this.instead?.(request);
		if (given) return given;
		const body = (request.body === '' ? {} : JSON.parse(request.body)) as IDataObject;
		const [, agent = '', id = ''] = /agents\/(\w+)\/custom-functions\/(\w*)/.exec(path) ?? [];
		if (this.kill) {
			this.kill.after -= 1;
			if (this.kill.after < 0) {
				if (this.kill.after === -1 && this.kill.isDone) this.carryOut(method, agent, id, body);
				return { status: 400, body: { message: 'Nobody hears this' } };
			}
		}
		const mishap = this.mishaps.shift();
		if (mishap === 'refused') return { status: 400, body: { message: 'Not now' } };
		const answer = this.carryOut(method, agent, id, body);
		return mishap === 'unreadable' && method !== 'GET' ? UNREADABLE : answer;
	}

	private carryOut(method: string, agent: string, id: string, body: IDataObject): Answer {
		const before = method === 'GET' ? undefined : this.listOf(agent);
		const answer = id === '' ? this.all(method, agent, body) : this.one(method, agent, id, body);
		if (before && this.lags) this.outdated = before;
		return answer;
	}

	/** Whether a function of this name would be refused. */
	isTaken(agent: string, { name }: IDataObject, except?: PlatformFunction): boolean {
		const isSame = (each: PlatformFunction) => each.agent === agent && each.body.name === name;
		return this.isUnique && this.functions.some((each) => each !== except && isSame(each));
	}

	private all(method: string, agent: string, body: IDataObject): Answer {
		if (method === 'GET') {
			const { outdated } = this;
			this.outdated = undefined;
			const isOfAgent = outdated?.every((row) => row.agent === agent);
			return { body: outdated && isOfAgent ? outdated : this.listOf(agent) };
		}
		if (this.isTaken(agent, body)) return { status: 409, body: { message: 'The name is taken' } };
		const added = this.add(agent, body);
		return CREATED[this.created](this.show(added));
	}

	private one(method: string, agent: string, id: string, body: IDataObject): Answer {
		const found = this.functions.find((each) => each.agent === agent && each.id === id);
		if (!found) return { status: 404, body: { message: 'Not found' } };
		if (method === 'DELETE') this.remove(found);
		if (method !== 'PUT') return { body: this.show(found, true) };
		if (this.isTaken(agent, body, found)) {
			return { status: 409, body: { message: 'The name is taken' } };
		}
		Object.assign(found, {
			body: { ...(this.merges && found.body), ...body },
			...this.told,
		});
		return { body: this.show(found) };
	}
}
