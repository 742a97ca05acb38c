import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Poller, StoredCredential } from '../harness/n8n/engine.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, type Target } from './support/figures.mts';

/*
 * What a poll of Call Ended costs with a million calls on the platform: requests, time of this process (n8n's engine and the trigger, without
 * the platform), and the size of the state; and the memory of a poll that reads all of them. docs/internals/trigger.md has these figures.
 */

const CALLS = 1_000_000;
const BATCH = 100_000;
const SPACING_SECONDS = 30;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Processors differ: an activation was seen to need 0.9 to 1.9 s, a quiet poll at most 0.6 s. */
const MAX_CPU_MS = 2_000;
/** What a reading of all calls may keep in memory, in MB. */
const MAX_READING_MB = 60;
/** How often the memory is measured while a poll reads, in milliseconds. */
const LOOK_EVERY_MS = 500;

const projectRequire = createRequire(import.meta.url);
const { VoiceAgentTrigger } = projectRequire(
	'../dist/nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.js',
);
const { VoiceAgentApi } = projectRequire('../dist/credentials/VoiceAgentApi.credentials.js');

const sandbox = await startSandbox({ tokenLifetime: 1_000_000_000 });
const credential = new StoredCredential(new VoiceAgentApi(), sandboxCredential(sandbox.url).data);
const insert = async (fields: object) => await sandbox.api.post('/calls', fields);

const triggerFor = (mode: 'trigger' | 'manual' = 'trigger') =>
	new Poller({
		node: new VoiceAgentTrigger(),
		credential,
		mode,
		budgetMs: MINUTE,
		parameters: {
			event: 'callEnded',
			output: 'simplified',
			threshold: 100,
			filters: {},
			options: {},
		},
	});

const isReady = ({ data }: Poller) => data.state !== undefined;

async function activate(poller: Poller): Promise<void> {
	while (!isReady(poller)) await poller.poll();
}

interface Cost {
	what: string;
	requests: number;
	cpuMs: number;
	stateBytes: number;
}

const costs: Cost[] = [];

async function measure(
	what: string,
	poller: Poller,
	polls: () => Promise<unknown> = async () => await poller.poll(),
) {
	await sandbox.api.delete('/requests');
	const before = process.cpuUsage();
	await polls();
	const { user, system } = process.cpuUsage(before);
	const { data } = await sandbox.api.get<Array<{ path: string }>>('/requests');
	const requests = data.filter(({ path }) => !path.includes('/auth/')).length;
	const stateBytes = JSON.stringify(poller.data).length;
	costs.push({ what, requests, cpuMs: Math.round((user + system) / 1000), stateBytes });
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What is in memory and in use, in bytes. */
function bytesInUse(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

/** How much more is in use at most while something runs than before, in MB. */
async function memoryOf(run: () => Promise<unknown>): Promise<number> {
	const before = bytesInUse();
	let most = before;
	const timer = setInterval(() => {
		most = Math.max(most, bytesInUse());
	}, LOOK_EVERY_MS);
	await run();
	clearInterval(timer);
	return (most - before) / 1e6;
}

const { readNew } = projectRequire('../dist/nodes/VoiceAgentTrigger/reading');
const { TriggerState } = projectRequire('../dist/nodes/VoiceAgentTrigger/state');
const { calls: stream } = projectRequire('../dist/nodes/VoiceAgentTrigger/events/calls');
const { Params } = projectRequire('../dist/nodes/shared/operation');

/** A million calls in no order, as a platform would send them. */
const begin = Date.now();
const callAt = (place: number) => {
	const number = (place * 7_919) % CALLS;
	const created_at = new Date(begin - number * SPACING_SECONDS * 1000).toISOString();
	return { call_id: `call_${number}`, status: 'completed', to_number: '+12125550123', created_at };
};

type Read = (answer: object) => unknown;

/** Two readings of all calls, of which the first learns what is there, with all the time that they need. @returns requests */
async function readAllTwice(): Promise<number> {
	let requests = 0;
	const send = async ({ query }: { query: { limit: number; offset: number } }, read: Read) => {
		requests += 1;
		const { limit, offset } = query;
		const length = Math.max(0, Math.min(limit, CALLS - offset));
		const body = Array.from({ length }, (_call, index) => callAt(offset + index));
		// Time for what watches the memory.
		await new Promise((resolve) => setImmediate(resolve));
		return read({ headers: {}, body });
	};
	const state = TriggerState.begin('scope', 'account');
	const watch = {
		client: { account: 'account', send },
		params: new Params((_name: string, fallback: unknown) => fallback),
		state,
		now: begin,
		batchSize: 1000,
		readingMs: 1,
		readingLeft: () => 1,
		isOver: () => false,
		say: () => undefined,
		unsay: () => undefined,
	};
	const all = { matches: () => true };
	for (let reading = 0; reading < 2; reading += 1) {
		(await readNew(watch, stream, all)).finish([]);
		state.commit([], 'account', begin);
		state.isFirst = false;
		state.list.whole = undefined;
	}
	return requests;
}

let readingRequests = 0;
const readingMegabytes = await memoryOf(async () => {
	readingRequests = await readAllTwice();
});
if (readingRequests < (2 * CALLS) / 1000) throw new Error('Not all calls were read');

for (let batch = CALLS / BATCH - 1; batch >= 0; batch -= 1) {
	const created_at = Date.now() - batch * BATCH * SPACING_SECONDS * 1000;
	await insert({ count: BATCH, spacingSeconds: SPACING_SECONDS, created_at });
}
await insert({ count: 1, status: 'in_progress' });

const calls = triggerFor();
await measure('activation', calls, async () => await activate(calls));
await calls.poll();
await measure('quiet poll', calls);
const known = calls.data;
await measure('Fetch Test Event', triggerFor('manual'));

// 2,000 calls an hour that do not end.
const unclear = triggerFor();
unclear.data = structuredClone(known);
const now = Date.now.bind(Date);
let ahead = 0;
Date.now = () => now() + ahead;
for (let poll = 1; poll <= 20; poll += 1) {
	ahead += (3 * HOUR) / 20;
	await insert({
		count: 300,
		status: 'in_progress',
		created_at: Date.now(),
		spacingSeconds: 1.8,
	});
	await measure(`calls that do not end: poll ${poll} in three hours`, unclear);
}

printTable(
	['', 'requests', 'processor', 'state'],
	costs.map(({ what, requests, cpuMs, stateBytes }) => [
		what,
		requests,
		`${cpuMs} ms`,
		`${Math.ceil(stateBytes / 1024)} KB`,
	]),
);
judge([
	{
		what: 'Memory while all calls are read, in no order',
		figure: readingMegabytes,
		unit: ' MB',
		atMost: MAX_READING_MB,
	},
	...costs.map(({ what, cpuMs }): Target => ({
		what,
		figure: cpuMs,
		unit: ' ms',
		atMost: MAX_CPU_MS,
	})),
]);
await sandbox.stop();
process.exit();
