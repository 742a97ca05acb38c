/*
 * n8n's durable engine saves the state of a poll together with its execution, and only after the poll has ended: many items on a busy machine
 * take it several seconds. A poll that begins before that finds the state from before the items, and would emit all of them again.
 */

interface Emission {
	/** The state that the poll began with, as JSON. */
	before: string;
	/** When it ended, in milliseconds since 1970. */
	at: number;
	keys: ReadonlySet<string>;
}

/** By node. The last poll of this process that emitted something. */
const emissions = new Map<string, Emission>();

/**
 * What this process has emitted for a node although the saved state does not say so: n8n has not saved it yet, or has dropped it.
 *
 * @param node names it
 * @param before the saved state, as JSON
 */
export function notSaved(node: string, before: string): Emission | undefined {
	const last = emissions.get(node);
	if (last?.before === before) return last;
	emissions.delete(node);
	return undefined;
}

/** A poll has emitted these rows. */
export function noteEmission(
	node: string,
	before: string,
	keys: readonly string[],
	at: number,
): void {
	const earlier = notSaved(node, before)?.keys ?? [];
	emissions.set(node, { before, at, keys: new Set([...earlier, ...keys]) });
}
