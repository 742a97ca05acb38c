import { rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand, until } from '../../../harness/n8n/publishedWorkflow.mts';
import { type EndedCall, endedCall } from '../../../harness/samples/platform.mts';
import type { Facts } from '../facts.mts';
import { countBy, endedCalls } from '../report.mts';
import { CALLS, type SavedCall, rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import type { During, SampleTrial } from './trial.mts';

/** The sample that a trigger starts, for every call that has ended. */
export const CALLS_TO_CRM = 'sampleCallsToCrm';

/** How long the calls may take into the table: the trigger polls at once, and then every minute. */
const IN_TABLE_WITHIN_MS = 150_000;

/** The node of the sample that emits the calls. */
export const TRIGGER = 'When a call has ended';

/** The table has one line for each turn. */
const asLine = (text: string) => text.trim().replace(/\s*[\r\n]+\s*/g, ' ');

/** What is missing or wrong in the table for this call. */
function faultOf(
	{ call_id: id, transcript }: EndedCall,
	saved: readonly SavedCall[],
): string | undefined {
	const row = saved.find(({ call_id }) => call_id === id);
	if (!row) return `${id} is not in the table`;
	const written = row.transcript ?? '';
	const isMissing = transcript.some(({ text }) => !written.includes(asLine(text)));
	return isMissing || (transcript.length === 0 && written !== '')
		? `${id} has another transcript in the table`
		: undefined;
}

/** What is in its table. */
const savedCalls = async ({ rest, ids }: SampleWorld) =>
	await rowsOfTable<SavedCall>(rest, ids[CALLS]);

/** What is in the table that it has filled, and what the sandbox recorded. */
async function facts({ executions, platform, world }: During): Promise<Facts> {
	const { sandbox } = world;
	const recorded = await endedCalls(sandbox.api);
	const ended: EndedCall[] = [];
	for (const { call_id } of recorded) ended.push(await endedCall(platform, call_id));
	const saved = await savedCalls(world);
	const emitted = executions.flatMap((execution) => rowsOf(execution, TRIGGER));
	const repeated = Object.entries(countBy(emitted, ({ call_id }) => call_id));
	return {
		calls: saved.length,
		progress: `${saved.length} of ${ended.length} in the table`,
		outcomes: saved.map(({ outcome, status }) => outcome ?? status),
		claims: [
			['rows in the table', saved.length, ended.length],
			['calls emitted', emitted.length, ended.length],
		],
		faults: [
			...repeated
				.filter(([, count]) => count > 1)
				.map(([callId, count]) => `${callId} was emitted ${count} times`),
			...ended.flatMap((call) => faultOf(call, saved) ?? []),
		],
	};
}

export const callsToCrm: SampleTrial = {
	id: CALLS_TO_CRM,
	/** Until every call that has ended is in its table. Then the latest are emitted once more, as "Execute workflow" in the editor does: their rows stay. */
	async start(workflow, world) {
		const { rest, sandbox } = world;
		const ended = await endedCalls(sandbox.api);
		await until(async () => (await savedCalls(world)).length >= ended.length, IN_TABLE_WITHIN_MS);
		await until(async () => (await workflow.counts()).underWay === 0, IN_TABLE_WITHIN_MS);
		const again = await executeByHand(rest, workflow.id, TRIGGER, IN_TABLE_WITHIN_MS);
		if (rowsOf(again, TRIGGER).length === 0) throw new Error('No call was emitted once more');
		return await workflow.executions();
	},
	facts,
};
