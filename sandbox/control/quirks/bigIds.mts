import { type Json, mapValues } from '../../common/json.mts';

/** The first whole number that a double cannot tell from its neighbour. */
const BEYOND = 2n ** 53n;

/** The same answer with whole numbers in place of the ids of calls. Each is odd, so a double loses it. */
export function withBigIds(node: Json): Json {
	return mapValues(node, (value, name) => {
		const number = name === 'call_id' ? /^call_(\d+)$/.exec(value)?.[1] : undefined;
		return number === undefined ? value : BEYOND + 2n * BigInt(number) + 1n;
	});
}

/** The id behind such a number; what is none is returned as it is. */
export function ordinaryCallId(text: string): string {
	if (!/^\d{16,20}$/.test(text)) return text;
	return `call_${String((BigInt(text) - BEYOND - 1n) / 2n).padStart(8, '0')}`;
}

/** JSON text in which a `bigint` is a number with all its digits. */
export function jsonWithBigIds(answer: unknown): string {
	const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
	return JSON.stringify(answer, (_name, value) =>
		typeof value === 'bigint' ? rawJSON(String(value)) : value,
	);
}
