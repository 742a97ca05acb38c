import { createRequire } from 'node:module';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Poller, runNode, StoredCredential } from '../harness/n8n/engine.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { printTable } from '../harness/table.mts';
import { judge } from './support/figures.mts';

/*
 * New calls on a platform that has 50,000 old ones, sorted by time and with a date filter that works: our trigger beside the workflows
 * that a user would build instead, all in one run on one machine.
 */

const OLD_CALLS = 50_000;
const OLD_SPACING_SECONDS = 30;
const POLLS = 10;
const PAUSE_MS = 1_000;
const PAGE = 1_000;
const LATENESS_MS = 20 * 60_000;
const QUIET_POLLS = 5;

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

/** Runs once, as at its time, and returns the IDs of the calls that the rest of the workflow would get. */
type Poll = () => Promise<string[]>;

interface Contender {
	name: string;
	begin: (sandbox: Sandbox, credential: StoredCredential) => Poll;
}

const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => String(json.call_id));

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

/** Schedule → HTTP Request → Split Out → Remove Duplicates by ID. `query` gets the time of the run before, in ISO 8601. */
const workflow =
	(name: string, options: object, query: (before: string) => IDataObject): Contender['begin'] =>
	(sandbox, credential) => {
		let before = new Date().toISOString();
		const workflowId = name;
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
					queryParameters: { parameters: parameters.map(([key, value]) => ({ name: key, value })) },
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
			return idsOf(fresh);
		};
	};

const contenders: Contender[] = [
	{
		name: 'Voice Agent Trigger',
		begin: (_sandbox, credential) => {
			const poller = new Poller({
				node: new VoiceAgentTrigger(),
				credential,
				parameters: {
					event: 'newCall',
					output: 'allColumns',
					threshold: 100,
					filters: {},
					options: { batchSize: 5_000 },
				},
			});
			return async () => idsOf((await poller.poll()) ?? []);
		},
	},
	{
		name: 'HTTP Request, latest 1,000, Remove Duplicates',
		begin: workflow('latest', {}, () => ({})),
	},
	{
		name: 'HTTP Request, since the last run, Remove Duplicates',
		begin: workflow('since', everyPage, (before) => ({ from: before })),
	},
	{
		name: 'HTTP Request, everything, Remove Duplicates',
		begin: workflow('everything', everyPage, () => ({})),
	},
];

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

const pause = (milliseconds: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function measure({ begin }: Contender) {
	const sandbox = await startSandbox({ tokenLifetime: 1_000_000_000 });
	await sandbox.api.post('/calls', { count: OLD_CALLS, spacingSeconds: OLD_SPACING_SECONDS });
	const credential = new StoredCredential(new VoiceAgentApi(), sandboxCredential(sandbox.url).data);

	const poll = begin(sandbox, credential);
	const old = (await poll()).length;
	const arrived: string[] = [];
	const emitted: string[] = [];
	for (let number = 0; number < POLLS; number += 1) {
		await pause(PAUSE_MS);
		arrived.push(...(await arrive(sandbox, number)));
		emitted.push(...(await poll()));
	}
	// Late calls of the last round get one more poll.
	emitted.push(...(await poll()));

	await sandbox.api.delete('/requests');
	const startedAt = performance.now();
	for (let number = 0; number < QUIET_POLLS; number += 1) emitted.push(...(await poll()));
	const milliseconds = (performance.now() - startedAt) / QUIET_POLLS;
	const { data: requests } = await sandbox.api.get<Array<{ path: string }>>('/requests');
	await sandbox.stop();

	const known = new Set(emitted);
	return {
		milliseconds,
		requests: requests.length / QUIET_POLLS,
		old,
		missed: arrived.filter((id) => !known.has(id)).length,
		repeated: emitted.length - known.size,
		arrived: arrived.length,
	};
}

const results = [];
for (const contender of contenders) {
	process.stderr.write(`${contender.name} …\n`);
	results.push({ name: contender.name, ...(await measure(contender)) });
}
const [ours] = results;
console.log(
	`\n${ours?.arrived} new calls in ${POLLS} polls, beside ${OLD_CALLS} old ones, in a list sorted by time with a date filter\n`,
);
printTable(
	['', 'quiet poll', 'against ours', 'requests', 'old ones emitted', 'missed', 'repeated'],
	results.map(({ name, milliseconds, requests, old, missed, repeated }) => [
		name,
		`${Math.round(milliseconds)} ms`,
		`${(milliseconds / (ours?.milliseconds ?? 1)).toFixed(2)} x`,
		requests,
		old,
		missed,
		repeated,
	]),
);
judge([
	{ what: 'New calls that the trigger missed', figure: ours?.missed ?? NaN, atMost: 0 },
	{ what: 'Calls that it emitted twice', figure: ours?.repeated ?? NaN, atMost: 0 },
]);
process.exit();
