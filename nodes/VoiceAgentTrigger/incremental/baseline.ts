import type { Watch } from '../watch';
import type { Defer } from './list';
import { lookbackWindow } from './options';
import type { Stream } from './stream';
import { checkTimes, scanStream } from './stream';

/** Rows that come while the baseline is being read may be that much older than they would be otherwise. */
const MAX_BASELINE_MS = 10 * 60_000;

/** Learns what is there at the activation, so that only what comes later is new. A long list takes several polls. */
export async function readBaseline(watch: Watch, stream: Stream, defer: Defer): Promise<void> {
	const { state, params, now } = watch;
	const lookback = lookbackWindow(params);
	// A row from the future must not make all others look old.
	const since = (newest?: number) =>
		newest === undefined ? undefined : Math.min(newest, now) - lookback - MAX_BASELINE_MS;
	// While a long list is being learned, what is new at its front by then is no part of the baseline.
	let learned = state.checkpoint?.offset ?? 0;
	const result = await scanStream(watch, stream, since, (rows) => {
		for (const row of rows.slice(learned)) {
			if (!defer(row)) state.learn(row);
		}
		learned = 0;
		return false;
	});
	checkTimes(result, watch, stream);

	const { isComplete, checkpoint, newest, count, startedAt } = result;
	if (!isComplete) return state.resumeAt(checkpoint);
	const duration = Math.min(Date.now() - startedAt, MAX_BASELINE_MS);
	const watermark = newest === undefined ? undefined : Math.min(newest, now) - lookback - duration;
	state.completeBaseline({ watermark, count });
}
