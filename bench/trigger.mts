import { createRequire } from 'node:module';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { Poller, StoredCredential, runNode } from '../harness/n8n/engine.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { type Sandbox, startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, median } from './support/figures.mts';

/*
 * New calls on a platform with 50,000 old ones, sorted by time and with a date filter that works: our trigger beside the workflows that a user
 * would build instead. The time is that of this process (n8n's engine and the node, without the platform). What a poll asks, and what it
 * remembers, test/engine/triggerCost.test.mts holds.
 */

const OLD_CALLS = 50_000;
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

/** A platform with its old calls, half a minute from one to the next. */
async function startWorld(): Promise<World> {
	const sandbox = await startSandbox({ tokenLifetime: 1_000_000_000 });
	await sandbox.api.post('/calls', { count: OLD_CALLS, spacingSeconds: SPACING_SECONDS });
	const { data } = sandboxCredential(sandbox.url);
	return { sandbox, credential: new StoredCredential(new VoiceAgentApi(), data) };
}

/** Runs once, as at its time, and returns the IDs of the calls that the rest of the workflow would get. */
type Poll = () => Promise<string[]>;
type Contender = (world: World) => Poll;

const trigger: Contender = ({ credential }) => {
	const poller = new Poller({
		node: new VoiceAgentTrigger(),
		credential,
		budgetMs: MINUTE,
		parameters: {
			event: 'newCall',
			output: 'simplified',
			threshold: 100,
			filters: {},
			options: { batchSize: 5_000 },
		},
	});
	return async () => ((await poller.poll()) ?? []).map(({ json }) => String(json.call_id));
};

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

const contenders: Record<string, Contender> = {
	'Voice Agent Trigger': trigger,
	'HTTP Request, latest 1,000, Remove Duplicates': workflow('latest', {}, () => ({})),
	'HTTP Request, since the last run, Remove Duplicates': workflow('since', everyPage, (from) => ({
		from,
	})),
	'HTTP Request, everything, Remove Duplicates': workflow('everything', everyPage, () => ({})),
};

interface Cost {
	/** But for the login. */
	requests: number;
	/** By the clock. */
	milliseconds: number;
	/** Of this process. */
	processorMs: number;
}

async function costOf({ sandbox }: World, run: () => Promise<unknown>): Promise<Cost> {
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
	const world = await startWorld();
	const poll = begin(world);
	const old = (await poll()).length;
	const arrived: string[] = [];
	const emitted: string[] = [];
	/** The middle of some polls that find nothing new. */
	async function quiet() {
		const costs: Cost[] = [];
		for (let number = 0; number < QUIET_POLLS; number += 1)
			costs.push(await costOf(world, async () => emitted.push(...(await poll()))));
		return {
			milliseconds: median(costs.map(({ milliseconds }) => milliseconds)),
			processorMs: median(costs.map(({ processorMs }) => processorMs)),
			requests: median(costs.map(({ requests }) => requests)),
		};
	}
	await poll();
	const usual = await quiet();
	for (let number = 0; number < POLLS; number += 1) {
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		arrived.push(...(await arrive(world.sandbox, number)));
		emitted.push(...(await poll()));
	}
	// Late calls of the last round get one more poll.
	emitted.push(...(await poll()));
	const afterwards = await quiet();
	await world.sandbox.stop();
	const known = new Set(emitted);
	const missed = arrived.filter((id) => !known.has(id)).length;
	return { name, usual, afterwards, old, missed, repeated: emitted.length - known.size };
}

const results = [];
for (const [name, begin] of Object.entries(contenders)) results.push(await measure(name, begin));
const [ours, latest] = results;
console.log(`\nNew calls in ${POLLS} polls, beside ${OLD_CALLS} old ones\n`);
printTable(
	['', 'quiet poll', 'requests', 'after the bursts', 'requests', 'old', 'missed', 'repeated'],
	results.map(({ name, usual, afterwards, old, missed, repeated }) => [
		name,
		...[usual, afterwards].flatMap(({ milliseconds, requests }) => [
			`${Math.round(milliseconds)} ms`,
			requests,
		]),
		...[old, missed, repeated],
	]),
);
judge([
	{ what: 'New calls that the trigger missed', figure: ours?.missed ?? NaN, atMost: 0 },
	{ what: 'Calls that it emitted twice', figure: ours?.repeated ?? NaN, atMost: 0 },
	{
		what: 'A quiet poll beside the latest 1,000 of HTTP Request, of the processor',
		figure: (ours?.usual.processorMs ?? NaN) / (latest?.usual.processorMs ?? NaN),
		unit: ' x',
		atMost: 1,
	},
]);
process.exit();
