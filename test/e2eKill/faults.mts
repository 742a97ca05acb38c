import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, FaultProxy } from '../../harness/faultProxy.mts';
import type { Chance } from './chance.mts';

/** Every way the platform may fail here. */
const FAULTS = {
	refused: { status: 401 },
	slowDown: { status: 429, retryAfter: 1 },
	broken: { status: 500 },
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
function drawnFaults(chance: Chance): Fault[] {
	const phase = chance.oneOf(['none', 'few', 'few', 'nearlyAll']);
	if (phase === 'none') return [];
	if (phase === 'nearlyAll') return [onCalls(chance.oneOf(OUTAGES), 0.9)];
	return [
		...KINDS.map((kind) => onCalls(kind, 0.02)),
		// Rare: an account is locked after five refusals in a row.
		{ path: '^/auth/login', ...FAULTS.broken, probability: 0.05 },
	];
}

/** Counts the requests that met each fault, and forgets all. */
function countFaults({ requests }: FaultProxy, counts: Record<string, number>): void {
	for (const { fault, status } of requests.splice(0)) {
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
	proxy: FaultProxy,
	chance: Chance,
	isOver: () => boolean,
): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	while (!isOver()) {
		proxy.faults = drawnFaults(chance);
		const changesAt = Date.now() + chance.number(3_000, 9_000);
		while (Date.now() < changesAt && !isOver()) await pause(100);
		countFaults(proxy, counts);
	}
	proxy.faults = [];
	return counts;
}
