import type {
	IDataObject,
	INodeParameterResourceLocator,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

/*
 * What a saved workflow knows of a node: its parameters, without texts. From 1.0 on, a workflow that an earlier version saved must be read by
 * every later one. test/contract/parameters has the parameters of each node.
 */

/** A parameter as a workflow saves it. */
export interface Parameter {
	name: string;
	type: string;
	default: unknown;
	isList?: true;
	/** Choices of an option, or modes of a list to choose from. */
	values?: unknown[];
	/** Entries of a collection; of groups, under their names. */
	entries?: Parameter[];
	show?: IDataObject;
	hide?: IDataObject;
}

type Described = Pick<INodeTypeDescription, 'properties'>;

/** A node's parameters as text: one line each, so that a diff shows which one has changed. Entries of a collection are indented below it. */
export const parameterLines = (parameters: readonly Parameter[], indent = ''): string =>
	parameters
		.map(({ name, type, entries = [], ...rest }) => {
			const line = `${indent}${name}: ${type} ${JSON.stringify(rest)}\n`;
			return line + parameterLines(entries, `${indent}\t`);
		})
		.join('');

const LINE = /^(?<indent>\t*)(?<name>[^:\s]+): (?<type>\S+) (?<rest>\{.*\})$/;

/** @throws Error if a line is no parameter, or is indented below none */
export function parametersIn(lines: string): Parameter[] {
	const all: Pick<Parameter, 'entries'> = {};
	/** What the next line can be an entry of, by its indent. */
	const owners = [all];
	for (const line of lines.split('\n').filter(Boolean)) {
		const { indent = '', name = '', type = '', rest = '' } = LINE.exec(line)?.groups ?? {};
		const owner = owners[indent.length];
		if (name === '' || owner === undefined) throw new Error(`This is no parameter: ${line}`);
		const parameter: Parameter = { name, type, ...(JSON.parse(rest) as { default: unknown }) };
		owner.entries = [...(owner.entries ?? []), parameter];
		owners.splice(indent.length + 1, Infinity, parameter);
	}
	return all.entries ?? [];
}

function groupOf({ name, values }: INodePropertyCollection): Parameter {
	return { name, type: 'group', default: {}, entries: parametersOfFields(values) };
}

function parameterOf(field: INodeProperties): Parameter {
	const { name, type, default: value, options = [], modes, displayOptions, typeOptions } = field;
	const groups = options.filter((option) => 'values' in option) as INodePropertyCollection[];
	const inner = options.filter((option) => 'type' in option) as INodeProperties[];
	const choices = options.filter((option) => 'value' in option) as INodePropertyOptions[];
	const entries = [...groups.map(groupOf), ...parametersOfFields(inner)];
	const values = modes?.map((mode) => mode.name) ?? choices.map((choice) => choice.value);
	return {
		name,
		type,
		default: value as INodeParameterResourceLocator,
		...(typeOptions?.multipleValues && { isList: true as const }),
		...(values.length > 0 && { values }),
		...(entries.length > 0 && { entries }),
		...(displayOptions?.show && { show: displayOptions.show as IDataObject }),
		...(displayOptions?.hide && { hide: displayOptions.hide as IDataObject }),
	};
}

const isSaved = ({ type }: INodeProperties) => type !== 'notice';

const parametersOfFields = (fields: readonly INodeProperties[]): Parameter[] =>
	fields.filter(isSaved).map(parameterOf);

/** The parameters of a node. */
export const parametersOf = ({ properties }: Described): Parameter[] =>
	parametersOfFields(properties);

/** Conditions that say for which operation or event a parameter is there. */
const PLACES = ['resource', 'operation', 'event', '/event'];

const placesOf = (show: IDataObject): string[] =>
	PLACES.filter((name) => name in show)
		.map((name) => (show[name] as string[]).map(String))
		.reduce<string[]>(
			(places, names) => places.flatMap((place) => names.map((name) => `${place} ${name}`)),
			[''],
		)
		.map((place) => place.trim());

/** `call makeCall: options.callAgainWhenChanged when {…}` → what a workflow needs of it to be read. */
function factsOf(parameters: readonly Parameter[]): Map<string, unknown> {
	const facts = new Map<string, unknown>();
	const add = (parameter: Parameter, outer: string, places: readonly string[]): void => {
		const { name, entries = [], values = [], show = {}, ...rest } = parameter;
		const own = placesOf(show);
		const others = Object.entries(show).filter(([key]) => !PLACES.includes(key));
		const condition =
			others.length > 0 ? ` when ${JSON.stringify(Object.fromEntries(others))}` : '';
		const path = outer === '' ? name : `${outer}.${name}`;
		const within = own.join() === '' ? places : own;
		for (const place of within) {
			const key = [place, path].filter(Boolean).join(': ') + condition;
			facts.set(key, rest);
			for (const value of values) facts.set(`${key} = ${JSON.stringify(value)}`, true);
		}
		for (const entry of entries) add(entry, path, within);
	};
	for (const parameter of parameters) add(parameter, '', ['']);
	return facts;
}

export interface Differences {
	/** What a workflow of an earlier version may have, and this version does not read as that one did. */
	broken: string[];
	/** What is new. */
	added: string[];
}

/** What has changed since the parameters were written down. */
export function differencesOf(
	before: readonly Parameter[],
	now: readonly Parameter[],
): Differences {
	const [old, current] = [factsOf(before), factsOf(now)];
	const broken = [...old].flatMap(([key, facts]) => {
		if (!current.has(key)) return [`${key} is not there any more`];
		const [was, is] = [JSON.stringify(facts), JSON.stringify(current.get(key))];
		return was === is ? [] : [`${key} was ${was} and is ${is}`];
	});
	return { broken, added: [...current.keys()].filter((key) => !old.has(key)) };
}
