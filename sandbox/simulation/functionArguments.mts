import { type Json, type JsonObject, mapValues } from '../common/json.mts';
import { between, hash } from './random.mts';

/** What an agent knows when it has to name the arguments of a function. */
export interface Knowledge {
	/** Values by name: variables of the call, the person's name, what earlier functions answered. */
	values: JsonObject;
	/** The appointment that the conversation is about, in milliseconds. */
	appointment: number;
	/** Decides every value that nobody knows: the same key gives the same arguments. */
	key: string;
}

/** Arguments that fit the JSON schema of a function: a value for each of its properties. */
export function argumentsFor(schema: JsonObject, knowledge: Knowledge): JsonObject {
	const known = new Map(
		Object.entries(knowledge.values).map(([name, value]) => [plain(name), value]),
	);
	return objectFor(schema, { ...knowledge, known });
}

/** Everything in an answer that has a name and a value of its own, for the next question; where a name occurs twice, the first. */
export function valuesIn(answer: Json): JsonObject {
	const values: JsonObject = {};
	mapValues(answer, (value, name) => {
		if (name !== undefined && value !== null) values[name] ??= value;
		return value;
	});
	return values;
}

interface Source extends Knowledge {
	known: ReadonlyMap<string, Json>;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A schema is what somebody wrote: where it is none, anything fits. */
const schemaOf = (node: Json): JsonObject =>
	typeof node === 'object' && node !== null ? node : {};

function objectFor(schema: JsonObject, source: Source): JsonObject {
	return Object.fromEntries(
		Object.entries(schemaOf(schema.properties)).map(([name, node]) => [
			name,
			valueFor(name, schemaOf(node), source),
		]),
	);
}

function valueFor(name: string, schema: JsonObject, source: Source): Json {
	if ('const' in schema) return schema.const;
	const type = typeOf(schema);
	const known = asType(type, source.known.get(plain(name)));
	if (Array.isArray(schema.enum) && schema.enum.length > 0)
		return schema.enum.includes(known)
			? known
			: schema.enum[hash(`${source.key}:${name}`) % schema.enum.length];
	if (known !== undefined) return known;
	const [example = schema.example ?? schema.default] = [schema.examples ?? []].flat();
	return example ?? inventedValue(type, name, schema, source);
}

const typeOf = ({ type = 'string' }: JsonObject): string =>
	[type].flat().find((one: string) => one !== 'null') ?? 'null';

/** A known value as that type, or undefined if it is none. */
function asType(type: string, value: Json): Json {
	if (type === 'string' && ['string', 'number'].includes(typeof value)) return String(value);
	if (type === 'boolean' && typeof value === 'boolean') return value;
	if (!['integer', 'number'].includes(type) || ['', null].includes(value)) return undefined;
	const number = Number(value);
	return type === 'integer' ? wholeOrNone(number) : Number.isFinite(number) ? number : undefined;
}

const wholeOrNone = (number: number) => (Number.isInteger(number) ? number : undefined);

function inventedValue(type: string, name: string, schema: JsonObject, source: Source): Json {
	switch (type) {
		case 'integer':
		case 'number':
			return numberFor(name, schema, source);
		case 'boolean':
			return true;
		case 'array':
			return [valueFor(name, schemaOf(schema.items), source)];
		case 'object':
			return objectFor(schema, source);
		case 'null':
			return null;
		default:
			return textFor(name, schema, source);
	}
}

function numberFor(name: string, { minimum, maximum }: JsonObject, { key }: Source): number {
	const low = minimum ?? Math.min(1, maximum ?? 1);
	return Math.min(
		maximum ?? Infinity,
		between(Math.ceil(low), Math.ceil(low) + 4, `${key}:${name}`),
	);
}

/** What a text is about, by its format or else by its name, the first that fits. */
const TEXTS: ReadonlyArray<[format: string, name: RegExp, text: (moment: string) => string]> = [
	['date-time', /date.?time|starts?_?at|ends?_?at|when|slot|appointment/i, (moment) => moment],
	['date', /date|day/i, (moment) => moment.slice(0, 10)],
	['time', /time|hour/i, (moment) => moment.slice(11, 19)],
	['email', /e.?mail/i, () => 'contact@example.com'],
	['uri', /url|link|website/i, () => 'https://example.com/'],
	['phone', /phone|caller|mobile/i, () => '+12125550123'],
	['uuid', /uuid/i, () => '00000000-0000-4000-8000-000000000001'],
];

function textFor(name: string, { format, maxLength }: JsonObject, source: Source): string {
	const moment = new Date(source.appointment).toISOString();
	const [, , text] =
		TEXTS.find(([candidate]) => candidate === format) ??
		TEXTS.find(([, pattern]) => !format && pattern.test(name)) ??
		[];
	return (text?.(moment) ?? `sample ${name.replaceAll('_', ' ')}`).slice(0, maxLength);
}
