import { setTimeout as wait } from 'node:timers/promises';

const QUARTER_HOUR_MS = 900_000;

/**
 * Waits until the next quarter of an hour is not nearer than this. In no time zone, a day or calling hours begin or end before it, so a sample finds the
 * same day and the same hours from its start to its end.
 */
export async function awayFromQuarterHour(milliseconds: number): Promise<void> {
	const left = QUARTER_HOUR_MS - (Date.now() % QUARTER_HOUR_MS);
	if (left < milliseconds) await wait(left);
}
