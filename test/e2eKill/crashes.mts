import { setTimeout as pause } from 'node:timers/promises';
import type { N8n } from '../../harness/n8n/n8n.mts';
import type { Chance } from './chance.mts';

const WATCH_EVERY_MS = 50;
/** If nothing happens for that long, the moment will not come. */
const PATIENCE_MS = 60_000;

/** What can be watched of n8n from outside. */
export interface Watched {
	/** Requests that the platform has received so far. */
	requests: () => Promise<number>;
	/** Items that have arrived in the workflow so far. */
	deliveries: () => Promise<number>;
}

type Moment = 'any' | 'whilePolling' | 'afterPolling' | 'afterDelivery';

/** All moments occur equally often; the first one is drawn. */
const MOMENTS: Moment[] = ['any', 'whilePolling', 'afterPolling', 'afterDelivery'];

async function untilMore(count: () => Promise<number>): Promise<void> {
	const before = await count();
	const deadline = Date.now() + PATIENCE_MS;
	while (Date.now() < deadline && (await count()) === before) await pause(WATCH_EVERY_MS);
}

async function untilStill(count: () => Promise<number>): Promise<void> {
	let before = -1;
	for (let now = await count(); now !== before; now = await count()) {
		before = now;
		await pause(WATCH_EVERY_MS * 3);
	}
}

/** Waits for the moment; meanwhile n8n may still be starting. */
async function comeTo(moment: Moment, chance: Chance, watched: Watched): Promise<void> {
	if (moment === 'any') return await pause(chance.number(1_000, 20_000));
	if (moment === 'afterDelivery') {
		await untilMore(watched.deliveries);
		return await pause(chance.number(0, 1_500));
	}
	await untilMore(watched.requests);
	if (moment === 'whilePolling') return await pause(chance.number(0, 8_000));
	await untilStill(watched.requests);
	await pause(chance.number(0, 500));
}

/**
 * Kills n8n so many times, at moments that are drawn, and starts it again each time. At the end it runs.
 *
 * @param note is called after each crash
 */
export async function crashAgainAndAgain(
	n8n: N8n,
	count: number,
	chance: Chance,
	watched: Watched,
	note: (moment: Moment) => Promise<void>,
): Promise<void> {
	let starting: Promise<unknown> = Promise.resolve();
	const first = chance.whole(0, MOMENTS.length - 1);
	for (let crash = 0; crash < count; crash += 1) {
		const moment = MOMENTS[(first + crash) % MOMENTS.length]!;
		await comeTo(moment, chance, watched);
		await n8n.kill();
		await note(moment);
		// Killed while it starts, it does not get ready; that is meant, and it is started once more.
		await starting;
		starting = n8n.start().catch((error: unknown) => error);
	}
	const failure = await starting;
	if (failure instanceof Error) throw failure;
}
