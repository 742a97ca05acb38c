import type { IDataObject } from 'n8n-workflow';
import { RequestFailure, within } from '../shared/http';

/** The polls under way in this process, by workflow and node. */
const underWay = new Map<string, { data: IDataObject; ended: Promise<unknown> }>();

const stillRunning = () =>
	new RequestFailure(
		'The poll before this one is still running',
		'Nothing was read by this one. If it happens again and again, the platform is very slow: poll less often, or set Options → ' +
			"'Timeout (Seconds)' to a shorter time",
		{ reach: 'notSent' },
	);

/**
 * Runs a poll unless another one of the same node is under way: that one emits what is new, and this one only waits for its end.
 *
 * @param key names the node
 * @param data the static data that the poll works with
 * @param waitMs how long to wait for the other one, in milliseconds
 * @param needsBaseline whether what was there at the activation is still to be learned
 * @returns null if it was not run
 * @throws RequestFailure if the other one does not end in time
 */
export async function alone<Result>(
	key: string,
	data: IDataObject,
	waitMs: number,
	needsBaseline: () => boolean,
	run: () => Promise<Result>,
): Promise<Result | null> {
	for (let other = underWay.get(key); other; other = underWay.get(key)) {
		await within(waitMs, other.ended, stillRunning());
		// It may belong to a workflow that was replaced: what it learned is lost, and the baseline is still to be set.
		if (other.data === data || !needsBaseline()) return null;
	}
	const result = run();
	const ended = result.catch(() => undefined);
	underWay.set(key, { data, ended });
	return await result.finally(() => underWay.delete(key));
}
