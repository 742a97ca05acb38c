import { type Json, type JsonObject, mapValues } from '../common/json.mts';

/** What an agent knows when it has to name the arguments of a function. */
export interface Knowledge {
	/** Values by name: variables of the call, the person's name, what earlier functions answered. */
	values: JsonObject;
	/** The appointment that the conversation is about, in milliseconds. */
	appointment: number;
}

/** Arguments for the JSON schema of a function: for each of its properties what is known, or else a sample. */
export function argumentsFor(schema: JsonObject, knowledge: Knowledge): JsonObject {
	const known = new Map(
		Object.entries(knowledge.values).map(([name, value]) => [plain(name), value]),
	);
	const moment = new Date(knowledge.appointment).toISOString();
	return objectFor(schema, { known, moment });
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

interface Source {
	known: ReadonlyMap<string, Json>;
	/** The appointment, in ISO 8601. */
	moment: string;
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
	const type = [schema.type ?? 'string'].flat()[0];
	const known = asType(type, source.known.get(plain(name)));
	const choices: Json[] = [schema.enum ?? []].flat();
	if (choices.length > 0) return choices.includes(known) ? known : choices[0];
	const [example = schema.example ?? schema.default] = [schema.examples ?? []].flat();
	return known ?? example ?? sampleOf(type, name, schema, source);
}

/** A known value as that type, or undefined if it is none. */
function asType(type: string, value: Json): Json {
	if (['', null, undefined].includes(value)) return undefined;
	if (type === 'string') return typeof value === 'object' ? undefined : String(value);
	if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
	const isRight = { integer: Number.isInteger, number: Number.isFinite }[type];
	return isRight?.(Number(value)) ? Number(value) : undefined;
}

function sampleOf(type: string, name: string, schema: JsonObject, source: Source): Json {
	if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
	if (type === 'boolean') return true;
	if (type === 'array') return [valueFor(name, schemaOf(schema.items), source)];
	if (type === 'object') return objectFor(schema, source);
	const about = String(schema.format ?? name);
	if (/date.?time|starts?_?at|ends?_?at/i.test(about)) return source.moment;
	if (/date|day/i.test(about)) return source.moment.slice(0, 10);
	if (/time|hour/i.test(about)) return source.moment.slice(11, 19);
	return `sample ${name.replaceAll('_', ' ')}`;
}
