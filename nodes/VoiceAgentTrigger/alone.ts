import type { IDataObject } from 'n8n-workflow';

/** The polls under way in this process, by workflow and node. */
const underWay = new Map<string, { data: IDataObject; ended: Promise<unknown> }>();

/**
 * Runs a poll unless another one of the same node is under way: that one emits what is new.
 *
 * @param key names the node
 * @param data the static data that the poll works with
 * @param needsBaseline whether what was there at the activation is still to be learned
 * @returns null if it was not run
 */
export async function alone<Result>(
	key: string,
	data: IDataObject,
	needsBaseline: () => boolean,
	run: () => Promise<Result>,
): Promise<Result | null> {
	for (let other = underWay.get(key); other; other = underWay.get(key)) {
		if (other.data === data || !needsBaseline()) return null;
		// It may belong to a workflow that was replaced: what it learns is lost, and the baseline is still to be set.
		await other.ended;
	}
	const result = run();
	underWay.set(key, { data, ended: result.catch(() => undefined) });
	return await result.finally(() => underWay.delete(key));
}
