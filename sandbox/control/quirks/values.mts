import { camelName, type Json, type JsonObject, mapValues, without } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';
import { hash } from '../../simulation/random.mts';

const OFFSET_HOURS = 2;
/** The zone of moments that have none. */
const LOCAL_OFFSET_HOURS = -5;
/** With mixed timestamps, one row of so many has none. */
const UNDATED_EVERY = 3;

const isInstant = (name: string) => name.endsWith('_at');

/** The row without its moments, if it is one of those that have none while timestamps are mixed. */
export function withMixedTimestamps(row: JsonObject, id: unknown): JsonObject {
	const isUndated = hash(String(id)) % UNDATED_EVERY === 0;
	return isUndated ? without(row, ...Object.keys(row).filter(isInstant)) : row;
}

/** Every moment of the answer, at any depth, in that style. */
export function withTimestamps(node: Json, style: Quirks['timestamps']): Json {
	if (style === 'missing') return withoutInstants(node);
	return mapValues(node, (value, name) =>
		name !== undefined && isInstant(name) && typeof value === 'string'
			? rewriteInstant(value, style)
			: value,
	);
}

/** Every number of the answer as text. */
export function withTextNumbers(node: Json): Json {
	return mapValues(node, (value) =>
		['number', 'bigint'].includes(typeof value) ? String(value) : value,
	);
}

function withoutInstants(node: Json): Json {
	if (Array.isArray(node)) return node.map(withoutInstants);
	if (typeof node !== 'object' || node === null) return node;
	return Object.fromEntries(
		Object.entries(node)
			.filter(([name]) => !isInstant(name))
			.map(([name, value]) => [name, withoutInstants(value)]),
	);
}

function rewriteInstant(iso: string, style: Quirks['timestamps']): string | number {
	const milliseconds = Date.parse(iso);
	const clockAt = (offsetHours: number) =>
		new Date(milliseconds + offsetHours * 3_600_000).toISOString();
	switch (style) {
		case 'seconds':
			return Math.floor(milliseconds / 1000);
		case 'milliseconds':
			return milliseconds;
		case 'isoNoZone':
			return iso.replace('Z', '');
		case 'isoLocal':
			return clockAt(LOCAL_OFFSET_HOURS).replace('Z', '');
		case 'isoOffset':
			return clockAt(OFFSET_HOURS).replace('Z', `+0${OFFSET_HOURS}:00`);
		default:
			return iso;
	}
}

/** The row with its status in the words that the quirk asks for. */
export function withStatus(row: JsonObject, words: Quirks['statusWords']): JsonObject {
	const { status } = row;
	if (words === 'absent') return without(row, 'status');
	if (typeof status !== 'string') return row;
	const written = { upper: status.toUpperCase(), camel: camelName(status), usual: status };
	return { ...row, status: words === 'unknown' ? unknownWordOf(status) : written[words] };
}

/** A word that nobody knows, always the same for the same word. */
const unknownWordOf = (status: string) => `state_${hash(status) % 997}`;
