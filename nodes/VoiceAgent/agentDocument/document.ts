import type { IDataObject } from 'n8n-workflow';
import { disclosureIn } from '../../shared/platform';
import { isFilled, isObject, ownValue, ParameterError, withTexts } from '../../shared/values';
import type { AgentReader, PartEntry, Part, PartName } from './parts';
import { PARTS, withSortedLists } from './parts';
import { normal, notPortable } from './documentValues';

/* An agent as one JSON document for any account: no identifiers, times or secrets, all else by name, in one order. */

const KIND = 'voice-agent';
const VERSION = 1;

/** What a document says of each part: fields by the name of the entry, which is '' where there is only one. */
export interface AgentDocument {
	parts: ReadonlyMap<PartName, ReadonlyMap<string, IDataObject>>;
	/** Whether the document says that it could not carry an entry, or a field of it. */
	isLeftOut(part: PartName, name: string): boolean;
	/** The fields of an entry that were left out, and without which it does not work; with words that say why. */
	needsOf(part: PartName, name: string): Array<readonly [field: string, why: string]>;
}

/** Something of the agent that is not in its document. */
interface NotCarried {
	part: PartName;
	name?: string;
	field?: string;
	/** The reason as a word, which Apply reads. The wording of `reason` may change. */
	code: Reason;
	reason: string;
}

type Reason = keyof typeof REASONS;
const REASONS = {
	secret: 'It can be a secret. Add it to the document, with a placeholder as its value',
	identifier: 'It has an identifier of this account',
	time: 'It has a time of this account',
	noObject: 'It is no object',
	field: 'A document has no such field',
	agentField: "Not every agent has this field. Options → 'Additional Agent Fields' can add it",
	notShown: 'The platform does not show it',
	sameName: 'Others have the same name',
	noName: 'The platform does not show its name',
	registered: 'Voice Agent Function Trigger registers it when its workflow is published',
};

/** Reasons of fields that somebody must add before their entry works, each with what an error says. */
const NEEDED: Partial<Record<Reason, string>> = {
	secret: 'as a secret. Add it, with a placeholder',
	identifier: 'as an identifier. Add it, with the value of this account',
	noObject: 'because it is no object. Add it',
};

/** Fields with their values. An object of which a document has some entries is taken apart. */
export const cellsOf = (part: Part, fields: IDataObject): Array<[field: string, value: unknown]> =>
	Object.entries(fields).flatMap(([name, value]): Array<[string, unknown]> => {
		if (name !== part.merged) return [[name, value]];
		return Object.entries(isObject(value) ? value : {}).map(([inner, entry]) => [
			`${name}.${inner}`,
			entry,
		]);
	});

/** The fields of an entry that a document can have, in its order. What it cannot have is added to `left`. */
function carriedFields(
	part: Part,
	{ name: entryName, fields, sameName = [] }: PartEntry,
	names: readonly string[],
	left: NotCarried[],
): IDataObject {
	const leave = (field: string, code: Reason) => {
		const name = entryName === '' ? {} : { name: entryName };
		left.push({ part: part.name, ...name, field, code, reason: REASONS[code] });
	};
	const isPortable = (value: unknown, ...place: string[]) => {
		const found = notPortable(value, ...place);
		if (found) leave(place.join('.'), found);
		return !found;
	};
	const carried: IDataObject = {};
	for (const name of names) {
		const value = fields[name];
		if (value === undefined) leave(name, 'notShown');
		else if (sameName.includes(name)) leave(name, 'sameName');
		else if (name === part.merged && isObject(value)) {
			const inner = Object.entries(value).filter(([key, cell]) => isPortable(cell, name, key));
			carried[name] = normal(Object.fromEntries(inner)) as IDataObject;
		} else if (name === part.merged && isFilled(value)) leave(name, 'noObject');
		else if (isPortable(value, name)) carried[name] = normal(value) as IDataObject;
	}
	const others = Object.keys(fields).filter((name) => !names.includes(name));
	for (const name of others.sort()) {
		const other = part.isOpen ? 'agentField' : 'field';
		leave(name, name === 'voice_id' ? 'identifier' : other);
	}
	return carried;
}

function reasonLeftOut(entry: PartEntry, all: readonly PartEntry[]): Reason | undefined {
	if (entry.isRegistered) return 'registered';
	if (entry.name === '') return 'noName';
	const isSame = all.filter(({ name }) => name === entry.name).length > 1;
	return isSame ? 'sameName' : undefined;
}

const byName = (one: { name: string }, other: { name: string }) =>
	one.name < other.name ? -1 : Number(one.name > other.name);

function carriedList(
	part: Part,
	all: readonly PartEntry[],
	left: NotCarried[],
): IDataObject[string] {
	const entries = [...all].sort(byName).flatMap((entry): Array<[string, IDataObject]> => {
		const code = reasonLeftOut(entry, all);
		if (code === undefined) return [[entry.name, carriedFields(part, entry, part.fields, left)]];
		left.push({ part: part.name, name: entry.name, code, reason: REASONS[code] });
		return [];
	});
	return part.fields.length > 0 ? Object.fromEntries(entries) : entries.map(([name]) => name);
}

/**
 * The document of an agent. @param more names of fields of the agent that only its platform has
 * @throws ParameterError, RequestFailure if not all of the agent can be read
 */
export async function documentOf(
	platform: AgentReader,
	agentId: string,
	more: readonly string[] = [],
): Promise<IDataObject> {
	const left: NotCarried[] = [];
	const document: IDataObject = { kind: KIND, version: VERSION, placeholders: [] };
	for (const part of PARTS) {
		const entries = await part.read(platform, agentId);
		const [only] = entries;
		if (part.isList) document[part.name] = carriedList(part, entries, left);
		else if (only) {
			const names = part.isOpen ? [...part.fields, ...more] : part.fields;
			document[part.name] = carriedFields(part, only, names, left);
		}
	}
	const { instructions } = (document.agent ?? {}) as IDataObject;
	const disclosure = typeof instructions === 'string' ? disclosureIn(instructions) : null;
	return {
		...document,
		disclosure: disclosure as IDataObject | null,
		not_carried: left as unknown as IDataObject[],
	};
}

const wrongDocument = (message: string, advice = 'Use a document that Export has made') =>
	new ParameterError(`The document cannot be used: ${message}`, `Nothing was sent. ${advice}`);

/** The data with a value in place of each placeholder in its texts, such as `{{ company }}`. */
const withPlaceholders = (value: unknown, values: ReadonlyMap<string, string>): unknown =>
	withTexts(value, (text) =>
		text.replace(/\{\{([^{}]+)\}\}/g, (braces, name: string) => values.get(name.trim()) ?? braces),
	);

/** The names of the placeholders that a document lists. @throws ParameterError if it is no list of names */
function placeholderNames(value: unknown): string[] {
	if (Array.isArray(value) && value.every((name) => typeof name === 'string')) {
		return value.map((name) => name.trim());
	}
	throw wrongDocument('"placeholders" is no list of names');
}

/** The values of the placeholders of a document. @throws ParameterError if one is missing, or one too many */
function placeholderValues(
	names: readonly string[],
	entered: IDataObject,
	row: IDataObject,
): Map<string, string> {
	const strange = Object.keys(entered).find((name) => !names.includes(name));
	if (strange !== undefined) {
		throw wrongDocument(
			`"${strange}" is none of its placeholders`,
			`Correct 'Placeholder Values', or add the name to "placeholders" of the document`,
		);
	}
	return new Map(
		names.map((name) => {
			const value = ownValue(entered, name) ?? ownValue(row, name);
			if (isFilled(value) && typeof value !== 'object') return [name, String(value)];
			throw wrongDocument(
				`the placeholder "${name}" has no value`,
				`Add it under 'Placeholder Values', or as a field of the input item`,
			);
		}),
	);
}

function partEntries(part: Part, value: unknown): Map<string, IDataObject> {
	const { name, isList, isOpen, fields, merged } = part;
	const isNames = fields.length === 0;
	if (
		isNames &&
		Array.isArray(value) &&
		value.every((one) => isFilled(one) && typeof one === 'string')
	) {
		return new Map(value.map((one) => [String(one), {}]));
	}
	if (isNames || !isObject(value)) {
		throw wrongDocument(`"${name}" is no ${isNames ? 'list of names' : 'object'}`);
	}
	const entries = isList ? Object.entries(value) : [['', value] as const];
	return new Map(
		entries.map(([entry, content]): [string, IDataObject] => {
			const place = [name, entry].filter(Boolean).join(' → ');
			if (!isObject(content)) throw wrongDocument(`"${place}" is no object`);
			const strange = Object.keys(content).find((field) =>
				isOpen ? /(^id|_id)$/.test(field) : !fields.includes(field),
			);
			if (strange !== undefined)
				throw wrongDocument(`"${place}" cannot have the field "${strange}"`);
			const inner = merged === undefined ? undefined : content[merged];
			if (isFilled(inner) && !isObject(inner))
				throw wrongDocument(`"${merged}" of "${place}" is no object`);
			return [entry, withSortedLists(content)];
		}),
	);
}

/**
 * What was entered as a document. @param entered values of its placeholders; @param row the input item: values, too
 * @throws ParameterError if it is none, or if a placeholder has no value
 */
export function readDocument(
	value: unknown,
	entered: IDataObject = {},
	row: IDataObject = {},
): AgentDocument {
	if (!isObject(value) || value.kind !== KIND) {
		throw wrongDocument(
			`its "kind" is not "${KIND}"`,
			"Check 'Document', and what the input item contains",
		);
	}
	if (value.version !== VERSION) {
		throw wrongDocument(
			`this version of the node reads "version" ${VERSION} only`,
			'Update the package',
		);
	}
	const { placeholders = [], not_carried: left, ...rest } = value;
	const names = placeholderNames(placeholders);
	// An input item that is the document can also have the values of its placeholders as fields.
	// So can it have what Export says of the instructions.
	const about = ['kind', 'version', 'disclosure'];
	const allowed = [...about, ...PARTS.map(({ name }) => name as string), ...names];
	const strange = Object.keys(rest).find((name) => !allowed.includes(name));
	if (strange !== undefined) throw wrongDocument(`it has no part "${strange}"`);
	const values = placeholderValues(names, entered, row);
	const content = withPlaceholders(rest, values) as IDataObject;
	const parts = PARTS.filter(({ name }) => name in content).map(
		(part) => [part.name, partEntries(part, content[part.name])] as const,
	);
	const named = (Array.isArray(left) ? left : []).filter(isObject);
	const leftOutOf = (part: PartName, name: string) =>
		named.filter((one) => one.part === part && one.name === name);
	return {
		parts: new Map(parts),
		isLeftOut: (part, name) => leftOutOf(part, name).length > 0,
		needsOf: (part, name) =>
			leftOutOf(part, name).flatMap((one) => {
				const why = ownValue(NEEDED, String(one.code));
				return typeof why === 'string' ? [[String(one.field), why] as const] : [];
			}),
	};
}
