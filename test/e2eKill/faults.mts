import { setTimeout as pause } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import type { Chance } from './chance.mts';

/** Every way the platform may fail here. */
const FAULTS = {
	refused: { kind: 'status', status: 401 },
	slowDown: { kind: 'status', status: 429, retryAfter: 1 },
	broken: { kind: 'status', status: 500 },
	truncated: { kind: 'truncate' },
	hanging: { kind: 'hang' },
} as const;

type Kind = keyof typeof FAULTS;

const KINDS = Object.keys(FAULTS) as Kind[];
// A session that is refused again and again is a wrong credential, after which n8n's durable engine pauses for half an hour.
const OUTAGES: Kind[] = ['slowDown', 'broken', 'truncated', 'hanging'];

const onCalls = (kind: Kind, probability: number) => ({
	path: '^/calls',
	...FAULTS[kind],
	probability,
});

/** Now and then a few requests fail, now and then nearly all. */
function drawnFaults(chance: Chance): object[] {
	const phase = chance.oneOf(['none', 'few', 'few', 'nearlyAll']);
	if (phase === 'none') return [];
	if (phase === 'nearlyAll') return [onCalls(chance.oneOf(OUTAGES), 0.9)];
	return [
		...KINDS.map((kind) => onCalls(kind, 0.02)),
		// Rare: an account is locked after five refusals in a row.
		{ path: '^/auth/login', ...FAULTS.broken, probability: 0.05 },
	];
}

interface MetRequest {
	fault?: string;
	status: number | null;
}

/** Counts the requests that met each fault, and empties the log of requests, which keeps only the last 10,000. */
async function countFaults(sandbox: AxiosInstance, counts: Record<string, number>): Promise<void> {
	const { data } = await sandbox.get<MetRequest[]>('/requests');
	await sandbox.delete('/requests');
	for (const { fault, status } of data) {
		if (!fault) continue;
		const name = fault === 'status' ? String(status) : fault;
		counts[name] = (counts[name] ?? 0) + 1;
	}
}

/**
 * Changes how the platform fails every few seconds, until told to stop; then it does not fail any more.
 *
 * @returns how many requests met each fault
 */
export async function injectFaults(
	sandbox: AxiosInstance,
	chance: Chance,
	isOver: () => boolean,
): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	while (!isOver()) {
		await sandbox.patch('/behaviour', { faults: drawnFaults(chance) });
		const changesAt = Date.now() + chance.number(3_000, 9_000);
		while (Date.now() < changesAt && !isOver()) await pause(100);
		await countFaults(sandbox, counts);
	}
	await sandbox.patch('/behaviour', { faults: [] });
	return counts;
}
