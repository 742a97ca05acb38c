import type { AxiosInstance } from 'axios';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { until } from '../../../harness/n8n/publishedWorkflow.mts';
import { scoreOf } from '../../../harness/samples/callJudge.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import { sorted } from '../facts.mts';
import { countBy } from '../report.mts';
import { CALL_SCORES, rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import type { During, SampleTrial } from './trial.mts';

/** The trigger looks at once, and then every minute. */
const IN_TABLE_WITHIN_MS = 240_000;
/** How long ago the calls can have ended that the trigger starts with. */
const DAY_MS = 24 * 3_600_000;

const TRIGGER = 'When a call has ended';

/** A call as the platform's own list has it. */
interface Call {
	call_id: string;
	agent_id: string;
	agent_name: string;
	ended_at: string | null;
}

/** A call as the platform returns it. */
interface SpokenCall extends Call {
	transcript: Array<{ role: string; text: string }>;
}

/** The calls of the last day in which more was said than a message. */
async function conversations(platform: AxiosInstance): Promise<SpokenCall[]> {
	const calls = await listOf<Call>(platform, '/calls');
	const spoken: SpokenCall[] = [];
	for (const { call_id, ended_at } of calls) {
		if (!ended_at || Date.parse(ended_at) < Date.now() - DAY_MS) continue;
		const { data } = await platform.get<SpokenCall>(`/calls/${call_id}`);
		if (data.transcript.length > 1) spoken.push(data);
	}
	return spoken;
}

/** What the table must have for a call: computed from what the platform says was said in it. */
const expectedRow = ({ call_id, agent_id, agent_name, transcript }: SpokenCall) =>
	[
		...[call_id, agent_id, agent_name],
		scoreOf(transcript.map(({ role, text }) => ({ isAgent: role === 'agent', text }))),
	].join(' ');

const scoresIn = async ({ rest, ids }: SampleWorld) => await rowsOfTable(rest, ids[CALL_SCORES]);

export const scoreACall: SampleTrial = {
	id: 'sampleScoreCall',
	/** Until every conversation of the other samples is in the table. */
	async start(workflow, world) {
		const wanted = await conversations(platformOf(world.sandbox));
		await until(async () => (await scoresIn(world)).length >= wanted.length, IN_TABLE_WITHIN_MS);
		await until(async () => (await workflow.counts()).underWay === 0, IN_TABLE_WITHIN_MS);
		await workflow.unpublish();
		return await workflow.executions();
	},
	async facts({ executions, world }: During) {
		const spoken = await conversations(platformOf(world.sandbox));
		const table = await scoresIn(world);
		const emitted = executions.flatMap((execution) => rowsOf(execution, TRIGGER));
		const scores = countBy(table, ({ score }) => score);
		return {
			calls: 0,
			progress: `${table.length} calls with a score`,
			outcomes: table.map(({ score }) => `${score} %`),
			claims: [
				[
					'scores in the table',
					sorted(table.map((row) => [row.call_id, row.agent_id, row.agent, row.score].join(' '))),
					sorted(spoken.map(expectedRow)),
				],
				[
					'answers of each call',
					table.filter(({ answers }) => answers?.split('\n').length === 5).length,
					table.length,
				],
				[
					'calls left out',
					emitted.length - table.length,
					emitted.filter(({ transcript }) => !String(transcript ?? '').includes('\n')).length,
				],
			],
			faults: Object.keys(scores).length > 1 ? [] : ['all calls have the same score'],
		};
	},
};
