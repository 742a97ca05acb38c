import { setTimeout as pause } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import type { Chance } from './chance.mts';

const CHUNK_EVERY_MS = 500;
const LATEST_MS = 30 * 60_000;
const STATUSES = [
	'completed',
	'completed',
	'completed',
	'no_answer',
	'busy',
	'voicemail',
	'failed',
];
/** A call that was in progress ends after this many chunks. */
const CHUNKS_IN_PROGRESS = 10;

/** When the calls of a chunk were made: spread up to now, all in the same millisecond, or long before they appear. */
function times(chance: Chance, count: number): Record<string, unknown> {
	const kind = chance.oneOf(['spread', 'spread', 'tied', 'late', 'lateAndSpread']);
	if (kind === 'spread') return { spacingSeconds: 0.5 / count };
	const lateness = chance.number(0, LATEST_MS);
	if (kind === 'lateAndSpread') return { spacingSeconds: lateness / 1000 / count };
	const moment = Date.now() - (kind === 'late' ? lateness : 0);
	// Whole seconds, so that chunks are tied with one another too.
	return { created_at: Math.floor(moment / 1000) * 1000 };
}

/** Lets calls arrive at the platform over a time. One of each chunk is in progress when it appears, and ends soon after. */
export async function letCallsArrive(
	sandbox: AxiosInstance,
	chance: Chance,
	count: number,
	seconds: number,
): Promise<void> {
	const inProgress: string[] = [];
	const endOldest = async () => {
		await sandbox.put(`/calls/${inProgress.shift()}`, {
			status: 'completed',
			duration_seconds: 30,
		});
	};
	const startedAt = Date.now();
	let arrived = 0;
	while (arrived < count) {
		const elapsedMs = Date.now() - startedAt + CHUNK_EVERY_MS;
		const due = Math.min(count, Math.ceil((count * elapsedMs) / (seconds * 1000))) - arrived;
		const { data } = await sandbox.post('/calls', { count: 1, status: 'in_progress' });
		inProgress.push(data.call_ids[0]);
		if (inProgress.length > CHUNKS_IN_PROGRESS) await endOldest();
		if (due > 1) {
			const status = chance.oneOf(STATUSES);
			await sandbox.post('/calls', { count: due - 1, status, ...times(chance, due - 1) });
		}
		arrived += Math.max(due, 1);
		await pause(CHUNK_EVERY_MS);
	}
	while (inProgress.length > 0) await endOldest();
}
