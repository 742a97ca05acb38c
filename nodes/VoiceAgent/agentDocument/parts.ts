import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import { Identity, readResult, readRows } from '../../shared/http';
import type { ReadEndpoint, TaskRead } from '../../shared/operation';
import { FUNCTION_PATH } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';
import {
	AGENT_FIELDS,
	ANALYSIS_FIELDS,
	ENTITIES,
	FUNCTION_FIELDS,
	TOOL_FIELDS,
	agentFieldsShown,
	analysisFieldsShown,
	functionAddressesOf,
	functionFieldsShown,
	functionNameOf,
	idOf,
	toolFieldsShown,
	underNames,
} from '../../shared/platform';
import { isFilled, isObject, plainAddress } from '../../shared/values';
import { notPortable, readObject } from './documentValues';

/*
 * The parts of an agent: what is special about each, how it is read, and which request makes it as a document says.
 */

/** A thing of an agent: the agent itself, its analysis, a tool, a function or a document. */
export interface PartEntry {
	/** How a document names it; '' if it is the only one of its part, or has no name. */
	name: string;
	id: string;
	/** Every field that the platform shows. */
	fields: IDataObject;
	/** True: Voice Agent Function Trigger has registered the function. */
	isRegistered?: boolean;
	/** True: Voice Agent Function Trigger may have done so, because the platform does not show where it leads. */
	mayBeRegistered?: boolean;
	/** Fields whose value is a name that several things of the account have: which is meant is not known. */
	sameName?: readonly string[];
}

/** What makes one entry of an agent as its document says. */
export interface Step {
	part: Part;
	/** The name of the entry. */
	name: string;
	action: 'create' | 'change' | 'remove';
	/** How the entry differs. A field is null for the whole entry; `lines` is how a text with several lines differs. */
	differences: Array<{
		field: string | null;
		is: 'different' | 'missing' | 'additional' | 'not shown';
		wanted: unknown;
		actual: unknown;
		lines?: string;
	}>;
	/** The entry that the platform has now; undefined if it is to be created. */
	entry?: PartEntry;
	/** What the document says of the entry; undefined if it is to be removed. */
	wanted?: IDataObject;
	/** Undefined: the step cannot be carried out. `ids` fills the names in braces of the path, beside the agent. */
	request?: {
		endpoint: Endpoint;
		ids?: Readonly<Record<string, string>>;
		body?: IDataObject;
		entity?: EntityName;
	};
	/** What is not carried out, and why. */
	problem?: string;
}

/** The field that a cell is in: `configuration.number` -> configuration. */
export const topOf = (cell: string): string => cell.split('.')[0] ?? '';

/** What the document says of the fields that differ. */
function changedFields({ entry, wanted = {}, differences }: Step): IDataObject {
	if (!entry) return wanted;
	return pick(wanted, [...new Set(differences.map(({ field }) => topOf(String(field))))]);
}

export type PartName =
	'agent' | 'post_call_analysis' | 'built_in_tools' | 'custom_functions' | 'knowledge_base';

export interface Part {
	name: PartName;
	/** Whether an agent has any number of them, each with a name. */
	isList: boolean;
	/** The fields that a document has. */
	fields: readonly string[];
	/** True: a document may have fields that only its platform has. */
	isOpen?: boolean;
	/** A field that is an object, of which a document has some entries. The agent keeps its other entries. */
	merged?: string;
	/** The field that switches an entry on and off. One that is off, and has nothing else, is the same as none. */
	switch?: string;
	read(platform: AgentReader, agentId: string): Promise<PartEntry[]>;
	/** The request of a step, or why there is none. */
	requestOf(platform: AgentReader, step: Step): Promise<Pick<Step, 'request' | 'problem'>>;
}

/** Reads an agent. Each list is read once. @throws ParameterError, RequestFailure */
export class AgentReader {
	private readonly lists = new Map<string, Promise<IDataObject[]>>();

	constructor(private readonly read: TaskRead) {}

	async rows(endpoint: ReadEndpoint, entity: EntityName, agentId = ''): Promise<IDataObject[]> {
		const key = `${endpoint} ${agentId}`;
		const ids: Record<string, string> = agentId === '' ? {} : { agent_id: agentId };
		const rows =
			this.lists.get(key) ??
			readRows(this.read.pages(endpoint, { entity, ids }), { identity: new Identity(entity) });
		this.lists.set(key, rows);
		return await rows;
	}

	async one(
		endpoint: ReadEndpoint,
		ids: Readonly<Record<string, string>>,
		entity?: EntityName,
	): Promise<IDataObject> {
		const body = await this.read(endpoint, { ids });
		return readResult(body, { entity, subject: 'Read agent' });
	}
}

const entryNameOf = (row: IDataObject, entity: EntityName): string => {
	const name = underNames(row, ENTITIES[entity].labels);
	return typeof name === 'string' ? name : '';
};

type NamedList = readonly [endpoint: ReadEndpoint, entity: EntityName, thing: string];
export const AGENTS: NamedList = ['GET /agents/', 'agent', 'agent'];
const VOICES: NamedList = ['GET /voices/', 'voice', 'voice'];
const TOOLS: NamedList = ['GET /builtin-tools/', 'tool', 'built-in tool'];
const DOCUMENTS: NamedList = ['GET /knowledge-base/documents', 'document', 'document'];

/** The ID of the thing with this name in a list, or why there is none. */
export async function idNamed(
	platform: AgentReader,
	[endpoint, entity, thing]: NamedList,
	name: string,
): Promise<{ id?: string; problem?: string; isNone?: boolean }> {
	const rows = await platform.rows(endpoint, entity);
	const [found, ...others] = rows.filter((row) => entryNameOf(row, entity) === name);
	if (!found) return { problem: `The account has no ${thing} "${name}"`, isNone: true };
	if (others.length > 0) return { problem: `The account has two of the name: ${thing} "${name}"` };
	const id = idOf(found, entity);
	return id === ''
		? { problem: `The platform does not show the ID of ${thing} "${name}"` }
		: { id };
}

const pick = (fields: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

const onlyFilled = (fields: IDataObject): IDataObject =>
	pick(
		fields,
		Object.keys(fields).filter((name) => isFilled(fields[name])),
	);

/** Fields that the API takes as a list. Their order says nothing: every platform may send them in another one. */
const LISTS: readonly string[] = ['outcomes', 'success_outcomes', 'notification_emails'];
const withLists = (fields: IDataObject, listOf: (value: unknown) => unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			LISTS.includes(name) ? listOf(value) : value,
		]),
	) as IDataObject;

export const withSortedLists = (fields: IDataObject): IDataObject =>
	withLists(fields, (value) => (Array.isArray(value) ? [...value].sort() : value));

const agent: Part = {
	name: 'agent',
	isList: false,
	fields: Object.keys(AGENT_FIELDS),
	isOpen: true,
	async read(platform, agentId) {
		const row = await platform.one('GET /agents/{agent_id}', { agent_id: agentId }, 'agent');
		const { voice, ...fields } = agentFieldsShown(row);
		if (isFilled(voice)) {
			const id = isObject(voice) ? idOf(voice, 'voice') : String(voice);
			const voices = await platform.rows(VOICES[0], 'voice');
			const found = voices.find((one) => idOf(one, 'voice') === id);
			const name = entryNameOf(found ?? {}, 'voice');
			Object.assign(fields, name === '' ? { voice_id: id } : { voice: name });
			const isShared = voices.filter((one) => entryNameOf(one, 'voice') === name).length > 1;
			if (isShared) return [{ name: '', id: agentId, fields, sameName: ['voice'] }];
		} else if (voice === null) fields.voice = null;
		return [{ name: '', id: agentId, fields }];
	},
	async requestOf(platform, step) {
		const { entry } = step;
		const changed = changedFields(step);
		const { voice, ...fields } = entry ? changed : onlyFilled(changed);
		const { id, problem } = isFilled(voice)
			? await idNamed(platform, VOICES, String(voice))
			: { id: voice };
		const body = { ...fields, ...(id !== undefined && { voice_id: id }) };
		if (Object.keys(body).length === 0) return { problem };
		const endpoint: Endpoint = entry ? 'PUT /agents/{agent_id}' : 'POST /agents/';
		return { request: { endpoint, body, entity: 'agent' }, problem };
	},
};

const analysis: Part = {
	name: 'post_call_analysis',
	isList: false,
	fields: Object.keys(ANALYSIS_FIELDS),
	async read(platform, agentId) {
		const endpoint = 'GET /agents/{agent_id}/post-call-analysis';
		const fields = analysisFieldsShown(await platform.one(endpoint, { agent_id: agentId }));
		return [{ name: '', id: '', fields: withSortedLists(fields) }];
	},
	requestOf: async (_platform, step) => ({
		request: {
			endpoint: 'PUT /agents/{agent_id}/post-call-analysis',
			body: withLists(changedFields(step), (value) => value ?? []),
		},
	}),
};

const tools: Part = {
	name: 'built_in_tools',
	isList: true,
	fields: Object.keys(TOOL_FIELDS),
	merged: 'configuration',
	switch: 'enabled',
	async read(platform, agentId) {
		const tools = await platform.rows(TOOLS[0], 'tool');
		const rows = await platform.rows('GET /builtin-tools/agent/{agent_id}', 'tool', agentId);
		return rows.map((row) => {
			const id = idOf(row, 'tool');
			const named = tools.find((tool) => idOf(tool, 'tool') === id) ?? row;
			const { configuration, ...fields } = toolFieldsShown(row);
			// An object that is shown as JSON text is the same object.
			if (configuration !== undefined)
				fields.configuration = readObject(configuration) as IDataObject;
			return { name: entryNameOf(named, 'tool'), id, fields };
		});
	},
	async requestOf(platform, step) {
		const { name, entry, wanted } = step;
		const { id, problem } = entry ? { id: entry.id } : await idNamed(platform, TOOLS, name);
		if (id === undefined) return { problem };
		const ids = { tool_id: id };
		if (!wanted) {
			return { request: { endpoint: 'DELETE /builtin-tools/agent/{agent_id}/{tool_id}', ids } };
		}
		const there = isObject(entry?.fields.configuration) ? entry.fields.configuration : {};
		const here = isObject(wanted.configuration) ? wanted.configuration : {};
		const configuration = { ...there, ...here };
		const kept = Object.entries(there).find(
			([key, value]) => !(key in here) && notPortable(value, key) === 'secret',
		);
		const writes = 'configuration' in changedFields(step) && Object.keys(configuration).length > 0;
		// A platform that shows stars in place of a secret would get the stars.
		if (writes && kept) {
			return {
				problem: `Its configuration has the secret "${kept[0]}", which cannot be sent back. Add it to the document, with a placeholder as its value`,
			};
		}
		const body = { ...pick(wanted, ['enabled']), ...(writes && { configuration }) };
		if (Object.keys(body).length === 0) return { problem: 'The document has no "enabled" for it' };
		const endpoint = 'PUT /builtin-tools/agent/{agent_id}/{tool_id}';
		return { request: { endpoint, ids, body, entity: 'tool' } };
	},
};

const functions: Part = {
	name: 'custom_functions',
	isList: true,
	fields: Object.keys(FUNCTION_FIELDS),
	async read(platform, agentId) {
		const list = 'GET /agents/{agent_id}/custom-functions/';
		const rows = await platform.rows(list, 'customFunction', agentId);
		const entries: PartEntry[] = [];
		for (const listed of rows) {
			const id = idOf(listed, 'customFunction');
			const ids = { agent_id: agentId, id };
			const one = 'GET /agents/{agent_id}/custom-functions/{id}';
			const row = await platform.one(one, ids, 'customFunction');
			const fields = functionFieldsShown(row);
			const addresses = [String(fields.url ?? ''), ...functionAddressesOf({ listed, row })];
			const places = addresses.map(plainAddress);
			const isRegistered = places.some((place) => place.endsWith(`/${FUNCTION_PATH}`));
			// A platform may show stars in place of a value that it hides.
			const mayBeRegistered = !places.some((place) => /^[^*]*\/[^*]*$/.test(place));
			if (mayBeRegistered) delete fields.url;
			entries.push({ name: functionNameOf(row), id, fields, isRegistered, mayBeRegistered });
		}
		return entries;
	},
	async requestOf(_platform, step) {
		const { name, entry, wanted } = step;
		const one = { ids: { id: entry?.id ?? '' } };
		const path = '/agents/{agent_id}/custom-functions/';
		if (!wanted) return { request: { endpoint: `DELETE ${path}{id}`, ...one } };
		const entity = 'customFunction';
		if (entry) {
			const body = changedFields(step);
			return { request: { endpoint: `PUT ${path}{id}`, ...one, body, entity } };
		}
		if (!isFilled(wanted.url)) return { problem: 'The document has no "url" for it' };
		return { request: { endpoint: `POST ${path}`, body: { name, ...onlyFilled(wanted) }, entity } };
	},
};

const documents: Part = {
	name: 'knowledge_base',
	isList: true,
	fields: [],
	async read(platform, agentId) {
		const rows = await platform.rows('GET /agents/{agent_id}/knowledge-base', 'document', agentId);
		return rows.map((row) => ({
			name: entryNameOf(row, 'document'),
			id: idOf(row, 'document'),
			fields: {},
		}));
	},
	async requestOf(platform, { name, entry, wanted }) {
		const path = '/agents/{agent_id}/knowledge-base';
		if (entry && !wanted) {
			return { request: { endpoint: `POST ${path}/unassign`, body: { kb_ids: [entry.id] } } };
		}
		const { id, problem } = await idNamed(platform, DOCUMENTS, name);
		if (id === undefined) return { problem: `${problem}. Upload it, and apply again` };
		return { request: { endpoint: `POST ${path}/assign`, body: { kb_ids: [id] } } };
	},
};

/** In the order of a document. They are written the other way round: the agent's text may name its tools. */
export const PARTS: readonly Part[] = [agent, analysis, tools, functions, documents];

/** Every endpoint that reads a part, or a list of names. The first has no name in its path. */
export const READ_ENDPOINTS: [ReadEndpoint, ...ReadEndpoint[]] = [
	'GET /voices/',
	'GET /builtin-tools/',
	'GET /agents/{agent_id}',
	'GET /agents/{agent_id}/post-call-analysis',
	'GET /builtin-tools/agent/{agent_id}',
	'GET /agents/{agent_id}/custom-functions/',
	'GET /agents/{agent_id}/custom-functions/{id}',
	'GET /agents/{agent_id}/knowledge-base',
];

/** Every endpoint that changes a part. */
export const WRITE_ENDPOINTS: readonly Endpoint[] = [
	'POST /agents/',
	'PUT /agents/{agent_id}',
	'PUT /agents/{agent_id}/post-call-analysis',
	'PUT /builtin-tools/agent/{agent_id}/{tool_id}',
	'DELETE /builtin-tools/agent/{agent_id}/{tool_id}',
	'POST /agents/{agent_id}/custom-functions/',
	'PUT /agents/{agent_id}/custom-functions/{id}',
	'DELETE /agents/{agent_id}/custom-functions/{id}',
	'POST /agents/{agent_id}/knowledge-base/assign',
	'POST /agents/{agent_id}/knowledge-base/unassign',
];
