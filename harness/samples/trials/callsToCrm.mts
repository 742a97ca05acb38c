import { rowsOf } from '../../n8n/executions.mts';
import { executeByHand, until } from '../../n8n/publishedWorkflow.mts';
import type { Sandbox } from '../../sandbox.mts';
import { platformOf } from '../platform.mts';
import type { Facts } from '../judge.mts';
import { countBy, endedCalls } from '../report.mts';
import type { SavedCall } from '../sampleDatabase.mts';
import { type During, POSTGRES_NODE, type SampleTrial } from './trial.mts';

/** The sample that a trigger starts, for every call that has ended. */
export const CALLS_TO_CRM = 'sampleCallsToCrm';

/** How long the calls may take into the table: the trigger polls at once, and then every minute. */
const IN_TABLE_WITHIN_MS = 150_000;

/** The node of the sample that emits the calls. */
export const TRIGGER = 'When a call has ended';

/** The texts of each call as the platform's own API returns them, in the order they were said. */
async function spokenTexts(
	sandbox: Sandbox,
	callIds: readonly string[],
): Promise<Map<string, string[]>> {
	const platform = await platformOf(sandbox);
	const texts = new Map<string, string[]>();
	for (const callId of callIds) {
		const { data } = await platform.get(`/calls/${callId}`);
		texts.set(
			callId,
			data.transcript.map((turn: { text: string }) => asLine(turn.text)),
		);
	}
	return texts;
}

/** The table has one line for each turn. */
const asLine = (text: string) => text.trim().replace(/\s*[\r\n]+\s*/g, ' ');

/** What is missing or wrong in the table for this call. */
function faultOf(spoken: readonly string[], saved: SavedCall | undefined): string | undefined {
	if (!saved) return 'is not in the table';
	const written = saved.transcript ?? '';
	const missing = spoken.some((text) => !written.includes(text));
	return missing || (spoken.length === 0 && written !== '')
		? 'has another transcript in the table'
		: undefined;
}

/** What is in the table that it has filled, and what the sandbox recorded. */
async function facts({ executions, world }: During): Promise<Facts> {
	const { sandbox, database } = world;
	const ended = await endedCalls(sandbox.api);
	const saved = await database.calls();
	const spoken = await spokenTexts(
		sandbox,
		ended.map(({ call_id }) => call_id),
	);
	const savedById = new Map(saved.map((call) => [call.call_id, call]));
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
			...ended.flatMap(({ call_id }) => {
				const fault = faultOf(spoken.get(call_id) ?? [], savedById.get(call_id));
				return fault ? [`${call_id} ${fault}`] : [];
			}),
		],
	};
}

export const callsToCrm: SampleTrial = {
	id: CALLS_TO_CRM,
	needs: POSTGRES_NODE,
	/** Until every call that has ended is in its table. Then the latest are emitted once more, as "Execute workflow" in the editor does: their rows stay. */
	async start(workflow, { rest, sandbox, database }) {
		const ended = await endedCalls(sandbox.api);
		await until(async () => (await database.calls()).length >= ended.length, IN_TABLE_WITHIN_MS);
		await until(async () => (await workflow.counts()).underWay === 0, IN_TABLE_WITHIN_MS);
		const again = await executeByHand(rest, workflow.id, TRIGGER, IN_TABLE_WITHIN_MS);
		if (rowsOf(again, TRIGGER).length === 0) throw new Error('No call was emitted once more');
		return await workflow.executions();
	},
	facts,
};
