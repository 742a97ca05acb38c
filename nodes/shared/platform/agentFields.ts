import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { EntityName } from './entities';
import { ENTITIES, idNamesOf } from './entities';
import { FUNCTION_URL_NAMES } from './functions';
import { camelCase, listOf } from './names';
import { isOneOf, readFlag } from './statuses';

/*
 * What the platform may call the fields of an agent and of its parts, under the name that the API takes them by.
 */

type Names = Readonly<Record<string, readonly string[]>>;

/** Names of the text that tells an agent what to do, and of what it can be in. */
const INSTRUCTION_NAMES = listOf('instructions prompt system_prompt systemPrompt');
const INSTRUCTION_PARTS: readonly string[] = ['configuration', 'config'];

export const AGENT_FIELDS = {
	name: ENTITIES.agent.labels,
	industry: ['industry'],
	use_case: ['use_case'],
	language: ['language'],
	voice: ['voice_id', 'voice'],
	instructions: INSTRUCTION_NAMES,
} satisfies Names;

export const ANALYSIS_FIELDS = {
	prompt: ['prompt'],
	outcomes: ['outcomes'],
	success_outcomes: ['success_outcomes'],
	notification_emails: ['notification_emails'],
} satisfies Names;

export const TOOL_FIELDS = {
	enabled: listOf('enabled is_enabled state status active is_active'),
	configuration: ['configuration', 'config', 'settings'],
} satisfies Names;

export const FUNCTION_FIELDS = {
	description: ['description'],
	url: FUNCTION_URL_NAMES,
	method: ['method', 'http_method'],
	headers: ['headers'],
	parameters: ['parameters'],
} satisfies Names;

/** Fields that the platform sets itself: identifiers of a thing and of what it belongs to, and times. */
const isOwn = (name: string, entity?: EntityName): boolean =>
	[entity, 'agent' as const, 'version' as const].some((one) => idNamesOf(one).includes(name)) ||
	/(_at|At)$/.test(name);

/** The fields that a row shows, by the names they get. A shown field without a value is null; others are missing. */
function fieldsShown(row: IDataObject, names: Names, entity?: EntityName): IDataObject {
	const shown: IDataObject = {};
	const read = new Set<string>(entity ? ENTITIES[entity].labels : []);
	for (const [name, called] of Object.entries(names)) {
		const spelled = called.flatMap((one) => [one, camelCase(one)]);
		const found = spelled.filter((one) => Object.hasOwn(row, one));
		for (const one of found) read.add(one);
		const filled = found.find((one) => row[one] !== null && row[one] !== '');
		if (found.length > 0) shown[name] = filled === undefined ? null : row[filled];
	}
	for (const [name, value] of Object.entries(row)) {
		if (!read.has(name) && !isOwn(name, entity)) shown[name] ??= value;
	}
	return shown;
}

/** What an agent is told to do; undefined if the platform does not show it. */
export function instructionsOf(agent: IDataObject): string | undefined {
	const parts = [agent, ...INSTRUCTION_PARTS.map((part) => agent[part])].filter(isObject);
	const texts = parts.flatMap((part) => INSTRUCTION_NAMES.map((name) => part[name]));
	return texts.find((text): text is string => typeof text === 'string');
}

/** What an agent is called; undefined if the platform does not show it. */
export function agentNameOf(agent: IDataObject): string | undefined {
	const texts = AGENT_FIELDS.name.map((name) => agent[name]);
	return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** The fields of an agent, those in its configuration among them. */
export function agentFieldsShown(row: IDataObject): IDataObject {
	const inner = INSTRUCTION_PARTS.map((part) => row[part]).filter(isObject);
	const rest = Object.fromEntries(
		Object.entries(row).filter(([name]) => !INSTRUCTION_PARTS.includes(name)),
	);
	return fieldsShown(Object.assign({}, ...inner, rest) as IDataObject, AGENT_FIELDS);
}

/** The state of a tool. Whether it is on is missing if the platform says it in words that are not known. */
export function toolFieldsShown(row: IDataObject): IDataObject {
	const { enabled, ...shown } = fieldsShown(row, TOOL_FIELDS, 'tool');
	const isOn = isOneOf(enabled, ['enabled', 'active', 'on'])
		? true
		: isOneOf(enabled, ['disabled', 'inactive', 'off'])
			? false
			: readFlag(enabled);
	return isOn === null ? shown : { enabled: isOn, ...shown };
}

/** The fields of a custom function. */
export const functionFieldsShown = (row: IDataObject): IDataObject =>
	fieldsShown(row, FUNCTION_FIELDS, 'customFunction');

/** What a post-call analysis looks for. Some platforms have it in an object of its own. */
export function analysisFieldsShown(row: IDataObject): IDataObject {
	const { analysis, ...rest } = row;
	return fieldsShown(isObject(analysis) ? { ...analysis, ...rest } : row, ANALYSIS_FIELDS);
}
