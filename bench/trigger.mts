import { createRequire } from 'node:module';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { Poller, type PollRun, StoredCredential, runNode } from '../harness/n8n/engine.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { type Sandbox, startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, median } from './support/figures.mts';

/*
 * New calls on a platform with 50,000 old ones, sorted by time and with a date filter that works: our trigger beside the workflows that a user
 * would build instead. Then what a poll of Call Ended costs with a million calls: requests, time of this process (n8n's engine and the node,
 * without the platform), and the size of the state. docs/internals has these figures: operators.md the first, how-it-works.md the others.
 */

const OLD_CALLS = 50_000;
const MANY_CALLS = 1_000_000;
const BATCH = 100_000;
const SPACING_SECONDS = 30;
const POLLS = 10;
const QUIET_POLLS = 5;
const PAUSE_MS = 1_000;
const PAGE = 1_000;
const MINUTE = 60_000;
const LATENESS_MS = 20 * MINUTE;

const projectRequire = createRequire(import.meta.url);
const n8nRequire = createRequire(projectRequire.resolve('n8n'));
const { VoiceAgentTrigger } = projectRequire(
	'../dist/nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.js',
);
const { VoiceAgentApi } = projectRequire('../dist/credentials/VoiceAgentApi.credentials.js');
const { HttpRequest } = n8nRequire('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js');
const { RemoveDuplicates } = n8nRequire(
	'n8n-nodes-base/dist/nodes/Transform/RemoveDuplicates/RemoveDuplicates.node.js',
);
const httpRequest: INodeType = new HttpRequest().getNodeType(4.2);
const removeDuplicates: INodeType = new RemoveDuplicates().getNodeType(2);

interface World {
	sandbox: Sandbox;
	credential: StoredCredential;
}

/** A platform with so many calls, half a minute from one to the next. */
async function startWorld(calls: number): Promise<World> {
	const sandbox = await startSandbox({ tokenLifetime: 1_000_000_000 });
	for (let left = calls; left > 0; left -= BATCH) {
		const later = Math.max(0, left - BATCH);
		await sandbox.api.post('/calls', {
			count: left - later,
			spacingSeconds: SPACING_SECONDS,
			created_at: Date.now() - later * SPACING_SECONDS * 1000,
		});
	}
	const { data } = sandboxCredential(sandbox.url);
	return { sandbox, credential: new StoredCredential(new VoiceAgentApi(), data) };
}

/** Runs once, as at its time, and returns the IDs of the calls that the rest of the workflow would get. */
type Poll = () => Promise<string[]>;
type Contender = (world: World) => Poll;

const pollerFor = ({ credential }: World, parameters: IDataObject, more: Partial<PollRun> = {}) =>
	new Poller({
		node: new VoiceAgentTrigger(),
		credential,
		budgetMs: MINUTE,
		parameters: { output: 'simplified', threshold: 100, filters: {}, options: {}, ...parameters },
		...more,
	});

const everyPage = {
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [{ type: 'qs', name: 'offset', value: `={{ $pageCount * ${PAGE} }}` }],
			},
			paginationCompleteWhen: 'other',
			completeExpression: `={{ $response.body.items.length < ${PAGE} }}`,
		},
	},
};

/** Schedule → HTTP Request → Split Out → Remove Duplicates by ID. @param query gets the time of the run before, in ISO 8601 */
const workflow =
	(workflowId: string, options: object, query: (before: string) => IDataObject): Contender =>
	({ sandbox, credential }) => {
		let before = new Date().toISOString();
		return async () => {
			const startedAt = new Date().toISOString();
			const parameters = Object.entries({ limit: PAGE, ...query(before) });
			const pages = await runNode({
				node: httpRequest,
				credential,
				workflowId,
				parameters: {
					url: `${sandbox.url}/calls`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'voiceAgentApi',
					sendQuery: true,
					queryParameters: { parameters: parameters.map(([name, value]) => ({ name, value })) },
					options,
				} as never,
				settings: { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
			});
			before = startedAt;
			// As Split Out does it.
			const found = pages.flatMap(({ json }) =>
				(json.items as IDataObject[]).map((call) => ({ json: call })),
			);
			if (found.length === 0) return [];
			const fresh = await runNode({
				node: removeDuplicates,
				workflowId,
				items: found,
				parameters: {
					operation: 'removeItemsSeenInPreviousExecutions',
					logic: 'removeItemsWithAlreadySeenKeyValues',
					dedupeValue: '={{ $json.call_id }}',
					options: { historySize: 1_000_000 },
				},
				settings: { type: 'n8n-nodes-base.removeDuplicates', typeVersion: 2 },
			});
			return fresh.map(({ json }) => String(json.call_id));
		};
	};

const latest = workflow('latest', {}, () => ({}));
const contenders: Record<string, Contender> = {
	'Voice Agent Trigger': (world) => {
		const poller = pollerFor(world, { event: 'newCall', options: { batchSize: 5_000 } });
		return async () => ((await poller.poll()) ?? []).map(({ json }) => String(json.call_id));
	},
	'HTTP Request, latest 1,000, Remove Duplicates': latest,
	'HTTP Request, since the last run, Remove Duplicates': workflow('since', everyPage, (from) => ({
		from,
	})),
	'HTTP Request, everything, Remove Duplicates': workflow('everything', everyPage, () => ({})),
};

/** What something costs: requests but for the login, and time of this process and of the clock, in milliseconds. */
async function costOf({ sandbox }: World, run: () => Promise<unknown>) {
	await sandbox.api.delete('/requests');
	const startedAt = performance.now();
	const before = process.cpuUsage();
	await run();
	const { user, system } = process.cpuUsage(before);
	const milliseconds = performance.now() - startedAt;
	const { data } = await sandbox.api.get<Array<{ path: string }>>('/requests');
	const requests = data.filter(({ path }) => !path.includes('/auth/')).length;
	return { requests, milliseconds, processorMs: (user + system) / 1000 };
}

/** The calls that arrive between two polls: some spread, some at the same moment, some late, now and then a burst. */
async function arrive({ api }: Sandbox, poll: number): Promise<string[]> {
	const batches: object[] = [
		{ count: 100, spacingSeconds: PAUSE_MS / 1000 / 100 },
		{ count: 50 },
		{ count: 25, created_at: Date.now() - LATENESS_MS },
		...(poll % 5 === 4 ? [{ count: 1_500, spacingSeconds: 0.0005 }] : []),
	];
	const ids: string[] = [];
	for (const batch of batches) {
		const { data } = await api.post('/calls', { status: 'completed', ...batch });
		ids.push(...data.call_ids);
	}
	return ids;
}

async function measure(name: string, begin: Contender) {
	process.stderr.write(`${name} …\n`);
	const world = await startWorld(OLD_CALLS);
	const poll = begin(world);
	const old = (await poll()).length;
	const arrived: string[] = [];
	const emitted: string[] = [];
	for (let number = 0; number < POLLS; number += 1) {
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		arrived.push(...(await arrive(world.sandbox, number)));
		emitted.push(...(await poll()));
	}
	// Late calls of the last round get one more poll.
	emitted.push(...(await poll()));
	const quiet = [];
	for (let number = 0; number < QUIET_POLLS; number += 1)
		quiet.push(await costOf(world, async () => emitted.push(...(await poll()))));
	await world.sandbox.stop();
	const known = new Set(emitted);
	return {
		name,
		milliseconds: median(quiet.map(({ milliseconds }) => milliseconds)),
		requests: median(quiet.map(({ requests }) => requests)),
		old,
		missed: arrived.filter((id) => !known.has(id)).length,
		repeated: emitted.length - known.size,
	};
}

const results = [];
for (const [name, begin] of Object.entries(contenders)) results.push(await measure(name, begin));
const [ours] = results;
console.log(`\nNew calls in ${POLLS} polls, beside ${OLD_CALLS} old ones\n`);
printTable(
	['', 'quiet poll', 'against ours', 'requests', 'old ones emitted', 'missed', 'repeated'],
	results.map(({ name, milliseconds, requests, old, missed, repeated }) => [
		name,
		`${Math.round(milliseconds)} ms`,
		`${(milliseconds / (ours?.milliseconds ?? 1)).toFixed(2)} x`,
		...[requests, old, missed, repeated],
	]),
);

const world = await startWorld(MANY_CALLS);
await world.sandbox.api.post('/calls', { count: 1, status: 'in_progress' });
const callEnded = (more: Partial<PollRun> = {}) =>
	pollerFor(world, { event: 'callEnded', options: {} }, more);

const costs: Array<{ what: string; requests: number; processorMs: number; stateKb: number }> = [];
async function add(what: string, poller: Pick<Poller, 'poll'> & { data?: object }, polls = 1) {
	const all = [];
	for (let number = 0; number < polls; number += 1)
		all.push(await costOf(world, async () => await poller.poll()));
	costs.push({
		what,
		requests: median(all.map(({ requests }) => requests)),
		processorMs: Math.round(median(all.map(({ processorMs }) => processorMs))),
		stateKb: Math.ceil(JSON.stringify(poller.data ?? {}).length / 1024),
	});
}

const poller = callEnded();
await add('activation', poller);
if (poller.data.state === undefined) throw new Error('One poll did not activate the trigger');
await poller.poll();
await add('quiet poll', poller, QUIET_POLLS);
await add('Fetch Test Event', callEnded({ mode: 'manual' }));
const theirs = latest(world);
await theirs();
await add('HTTP Request, latest 1,000', { poll: theirs as never }, QUIET_POLLS);
await world.sandbox.stop();

console.log(`\nCall Ended with ${MANY_CALLS} calls\n`);
printTable(
	['', 'requests', 'processor', 'state'],
	costs.map(({ what, requests, processorMs, stateKb }) => [
		...[what, requests, `${processorMs} ms`, `${stateKb} KB`],
	]),
);
const processorOf = (what: string) =>
	costs.find((cost) => cost.what.includes(what))?.processorMs ?? NaN;
judge([
	{ what: 'New calls that the trigger missed', figure: ours?.missed ?? NaN, atMost: 0 },
	{ what: 'Calls that it emitted twice', figure: ours?.repeated ?? NaN, atMost: 0 },
	{
		what: 'A quiet poll beside HTTP Request, a million calls, of the processor',
		figure: processorOf('quiet poll') / processorOf('HTTP Request'),
		unit: ' x',
		atMost: 1,
	},
]);
process.exit();
