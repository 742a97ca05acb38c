import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { VoiceAgent } from '../../../../nodes/VoiceAgent/VoiceAgent.node';
import { EMPTY_BODIES, listBody, singleBody } from '../../../platform/envelopes.mts';
import { answerWith, networkError, type Answer } from '../../../platform/faults.mts';
import { usualBut, type ListEnvelope, type SingleEnvelope } from '../../../platform/manners.mts';
import { possible } from '../../../platform/possible.mts';
import { thing, type Thing } from '../../../platform/things.mts';
import { BASE_URL } from '../../../support/fakeCaller.mts';
import { fakeContext, rows } from '../../../support/fakeContext.mts';

/** How a platform answers where its document says nothing. */
export interface Manner {
	envelope: ListEnvelope;
	single: SingleEnvelope;
	isCamel: boolean;
	/** Whether a field without a value is shown, as null. */
	showsEmpty: boolean;
	/** Whether tools that were never set up are in the list of an agent. */
	showsAllTools: boolean;
	/** Fields that no answer shows. */
	hidden: readonly string[];
	/** Whether lists begin with what was added last. */
	isNewestFirst: boolean;
	/** Whether an API key is shown as stars. */
	hidesKeys: boolean;
	/** Whether lines of its texts end with \r\n. */
	hasReturns: boolean;
	/** Whether the answer to Create has the agent. */
	showsCreated: boolean;
	/** Whether the configuration of a tool is shown as JSON text. */
	isText: boolean;
	/** Whether the address of a function is shown inside an object. */
	isNested: boolean;
}

export interface Tool extends IDataObject {
	enabled: boolean;
	configuration: IDataObject;
}

/** An agent of a platform, with all of its parts. */
export interface Agent {
	fields: IDataObject;
	analysis: IDataObject;
	tools: Record<string, Tool>;
	functions: IDataObject[];
	documents: string[];
}

export const VOICES = ['Ada', 'Ben', 'Cleo'].map((name, index) => ({ id: `v${index}`, name }));
export const TOOLS = ['End call', 'Transfer', 'constructor'].map((name, index) => ({
	tool_id: `t${index}`,
	name,
}));

const UNSET_TOOL: Tool = { enabled: false, configuration: {} };

const AGENT = thing('agent');
const DOCUMENT = thing('document', { ownId: 'kb_id' });
const FUNCTION = thing('custom_function', { ownId: 'function_id' });
const TOOL = thing('tool');
const VERSION = thing('version');
const VOICE = thing('voice');

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const ended = (value: IDataObject[string], hasReturns: boolean) =>
	hasReturns && typeof value === 'string' ? value.replace(/\r?\n/g, '\r\n') : value;

/** The content of a row under other names; values of the user stay. */
const spelled = (
	row: IDataObject,
	{ isCamel, showsEmpty, hidden, hasReturns }: Manner,
): IDataObject =>
	Object.fromEntries(
		Object.entries(row)
			.filter(([name]) => !hidden.includes(name))
			.filter(([, value]) => showsEmpty || (value !== null && value !== undefined))
			.map(([name, value]) => [isCamel ? camel(name) : name, ended(value, hasReturns)]),
	);

/** A request about one agent. */
interface Asked {
	method: string;
	agentId: string;
	agent: Agent;
	/** The path behind the agent. */
	rest: string;
	body: IDataObject;
	query: IDataObject;
}

/** A platform with agents, in memory. */
export class AgentPlatform {
	readonly agents = new Map<string, Agent>();
	/** Names of the documents of the account, by their IDs. */
	readonly documents = new Map<string, string>();
	/** What changed something. */
	readonly writes: string[] = [];
	voices: readonly IDataObject[] = VOICES;
	requests = 0;
	/** The requests that are cut, and whether each was carried out before. */
	cuts: ReadonlyArray<{ at: number; isDone: boolean }> = [];
	manner: Manner;
	private count = 0;

	constructor(manner: Manner) {
		this.manner = manner;
	}

	id(prefix: string): string {
		this.count += 1;
		return `${prefix}_${this.count}`;
	}

	add(agent: Agent): string {
		const id = this.id('agent');
		this.agents.set(id, structuredClone(agent));
		return id;
	}

	answer({ method = 'GET', url, qs, body }: IHttpRequestOptions): Answer {
		const cut = this.cuts.find(({ at }) => at === this.requests);
		this.requests += 1;
		if (cut && !cut.isDone) throw networkError('ECONNRESET');
		const path = decodeURIComponent(url.replace(BASE_URL, ''));
		const [query, sent] = [qs ?? {}, body ?? {}] as [IDataObject, IDataObject];
		const answer = this.routed(method, path, query, sent);
		if (cut) throw networkError('ECONNRESET');
		return answer;
	}

	private routed(method: string, path: string, query: IDataObject, body: IDataObject): Answer {
		const off = body.enabled === false ? ' off' : '';
		if (method !== 'GET') this.writes.push(`${method} ${path}${off}`);
		const list = (all: readonly IDataObject[], what: Thing) => this.list(all, query, what);
		if (path === '/voices/') return list(this.voices, VOICE);
		if (path === '/builtin-tools/') return list(TOOLS, TOOL);
		if (path === '/knowledge-base/documents')
			return list(this.documentRows([...this.documents.keys()]), DOCUMENT);
		if (path === '/agents/') {
			if (method === 'GET')
				return list(
					[...this.agents].map(([id, agent]) => this.agentRow(id, agent)),
					AGENT,
				);
			const nothing = { analysis: {}, tools: {}, functions: [], documents: [] };
			const id = this.add({ fields: body, ...nothing });
			const created = this.agentRow(id, this.agents.get(id)!);
			return answerWith(
				201,
				this.manner.showsCreated ? this.one(created, AGENT) : { message: 'created' },
			);
		}
		const [, agentId = '', rest = ''] =
			/^\/(?:agents|builtin-tools\/agent)\/([^/]+)\/?(.*)$/.exec(path) ?? [];
		const agent = this.agents.get(agentId);
		if (!agent) return answerWith(404, { message: 'not found' });
		const asked = { method, agentId, agent, rest, body, query };
		return path.startsWith('/builtin') ? this.toolAnswer(asked) : this.agentAnswer(asked);
	}

	private agentAnswer(asked: Asked): Answer {
		const { method, agentId, agent, rest, body, query } = asked;
		if (rest === '') {
			if (method === 'PUT') Object.assign(agent.fields, body);
			return answerWith(200, this.one(this.agentRow(agentId, agent), AGENT));
		}
		if (rest === 'versions')
			return this.list([{ version: 7, created_at: '2026-01-01T00:00:00Z' }], query, VERSION);
		if (rest === 'post-call-analysis') {
			if (method === 'PUT') Object.assign(agent.analysis, body);
			const unset = { prompt: null, outcomes: [], success_outcomes: [], notification_emails: [] };
			return answerWith(200, spelled({ ...unset, ...agent.analysis }, this.manner));
		}
		if (rest.startsWith('knowledge-base')) {
			const ids = (body.kb_ids ?? []) as string[];
			if (rest.endsWith('/unassign'))
				agent.documents = agent.documents.filter((id) => !ids.includes(id));
			else if (rest.endsWith('/assign'))
				agent.documents = [...new Set([...agent.documents, ...ids])];
			else return this.list(this.documentRows(agent.documents), query, DOCUMENT);
			return answerWith(200, { kb_ids: agent.documents });
		}
		return this.functionAnswer(asked);
	}

	private functionAnswer({ method, agent, rest, body, query }: Asked): Answer {
		const id = rest.replace(/^custom-functions\/?/, '');
		const shown = ({ url, ...row }: IDataObject): IDataObject =>
			this.manner.isNested ? { ...row, server: { url } } : { ...row, url };
		if (id === '' && method === 'GET')
			return this.list(agent.functions.map(shown), query, FUNCTION);
		if (id === '') {
			if (agent.functions.some(({ name }) => name === body.name)) return answerWith(409, {});
			const unset = { description: null, method: 'POST', headers: {}, parameters: {} };
			agent.functions.push({ ...unset, ...body, function_id: this.id('function') });
			return answerWith(201, this.one(shown(agent.functions.at(-1)!), FUNCTION));
		}
		const row = agent.functions.find(({ function_id }) => function_id === id);
		if (!row) return answerWith(404, { message: 'not found' });
		if (method === 'PUT') Object.assign(row, body);
		if (method === 'DELETE') agent.functions.splice(agent.functions.indexOf(row), 1);
		return answerWith(
			200,
			method === 'DELETE' ? { deleted: true } : this.one(shown(row), FUNCTION),
		);
	}

	private toolAnswer({ method, agent: { tools }, rest: id, body, query }: Asked): Answer {
		const row = (tool: (typeof TOOLS)[number]) => {
			const { enabled, configuration } = tools[tool.tool_id] ?? UNSET_TOOL;
			const isHidden = this.manner.hidesKeys && 'api_key' in configuration;
			const shown = { ...configuration, ...(isHidden && { api_key: '********' }) };
			const asText = this.manner.isText ? JSON.stringify(shown) : shown;
			return { ...tool, enabled, configuration: asText };
		};
		if (id === '') {
			const shown = TOOLS.filter(({ tool_id }) => this.manner.showsAllTools || tool_id in tools);
			return this.list(shown.map(row), query, TOOL);
		}
		const tool = TOOLS.find(({ tool_id }) => tool_id === id);
		if (!tool) return answerWith(404, { message: 'not found' });
		if (method === 'DELETE') {
			delete tools[id];
			return answerWith(200, { deleted: true });
		}
		tools[id] = { ...UNSET_TOOL, ...tools[id], ...body } as Tool;
		return answerWith(200, this.one(row(tool), TOOL));
	}

	private agentRow(agentId: string, { fields }: Agent): IDataObject {
		const unset = { industry: null, use_case: null, language: null, voice_id: null };
		const created_at = '2026-01-01T00:00:00Z';
		return { ...unset, instructions: null, ...fields, agent_id: agentId, created_at, version: 7 };
	}

	private documentRows(ids: readonly string[]): IDataObject[] {
		const nameOf = (id: string) => this.documents.get(id);
		return ids.map((kb_id) => ({ kb_id, name: nameOf(kb_id), size: 1, status: 'ready' }));
	}

	private one(row: IDataObject, what: Thing): unknown {
		return singleBody(spelled(row, this.manner), this.manner.single, what);
	}

	private list(all: readonly IDataObject[], { limit, offset }: IDataObject, what: Thing): Answer {
		const { envelope } = possible(usualBut({ envelope: this.manner.envelope }), what);
		const { empty, total } = envelope;
		if (all.length === 0 && empty !== 'envelope' && empty in EMPTY_BODIES) {
			return answerWith(200, EMPTY_BODIES[empty as keyof typeof EMPTY_BODIES]);
		}
		const ordered = this.manner.isNewestFirst ? all.toReversed() : [...all];
		const page = ordered
			.slice(Number(offset), Number(offset) + Number(limit))
			.map((row) => spelled(row, this.manner));
		const facts = { ...(total === 'right' && { total: all.length }), nextLink: null };
		return answerWith(200, listBody(page, facts, { envelope, thing: what }));
	}
}

/** Runs Export, Compare or Apply against a platform. @returns what the items have */
export async function runOn(
	platform: AgentPlatform,
	operation: 'export' | 'compare' | 'apply',
	parameters: IDataObject,
	item: IDataObject = {},
): Promise<IDataObject[]> {
	const all = {
		...{ resource: 'agent', operation, documentFrom: 'item', applyTo: 'agent' },
		...parameters,
		options: { maxRetries: 0, ...(parameters.options as IDataObject | undefined) },
	};
	const fake = fakeContext({ parameters: all, items: rows(item) }, (_number, options) =>
		platform.answer(options),
	);
	const [items = []] = (await new VoiceAgent().execute.call(
		fake.context,
	)) as INodeExecutionData[][];
	return items.map(({ json }) => json);
}
