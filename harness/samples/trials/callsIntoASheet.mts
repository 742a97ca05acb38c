import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { rowsOf } from '../../n8n/executions.mts';
import { executeByHand, until } from '../../n8n/publishedWorkflow.mts';
import { type Line, savedLines } from '../files.mts';
import { type EndedCall, endedCall, platformOf } from '../platform.mts';
import { countBy, countText, differs } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

const SHEET = 'calls.csv';
const TRIGGER = 'When a call has ended';
const WITHIN_MS = 90_000;

/** A summary that a spreadsheet would calculate, over two lines. */
const FORMULA = '=HYPERLINK("https://example.com","Click, please")\nNow';

/** The calls that end while the workflow is published: some were answered, some not. */
const ENDED = [
	{ count: 2, recordingBytes: 20_044 },
	{ count: 1, recordingBytes: 8_044, direction: 'inbound', from_number: '+12125550187' },
	{ count: 1, status: 'no_answer' },
	{ count: 1, status: 'busy' },
	{
		count: 1,
		recordingBytes: 4_044,
		analysis: {
			summary: FORMULA,
			sentiment: 'neutral',
			outcome: 'interested',
			success: true,
			fields: {},
		},
	},
];
const COUNT = ENDED.reduce((sum, { count }) => sum + count, 0);

const recordingOf = (callId: string) => `recording-${callId}.wav`;

/** What is wrong with the row of a call. */
function faultsOfRow({ call_id, status, analysis }: EndedCall, row: Line | undefined): string[] {
	if (!row) return [`${call_id} has no row`];
	const summary = analysis.summary.startsWith('=') ? `'${analysis.summary}` : analysis.summary;
	return [
		...differs(`${call_id}: status`, row.status, status),
		...differs(`${call_id}: outcome`, row.outcome, analysis.outcome),
		...differs(`${call_id}: summary`, row.summary, summary),
	];
}

/** What is wrong with the recording of a call, which the platform has if somebody answered. */
async function faultsOfRecording(
	platform: AxiosInstance,
	{ call_id, session_id }: EndedCall,
	row: Line | undefined,
	folder: string,
): Promise<string[]> {
	const name = recordingOf(call_id);
	const file = join(folder, name);
	const { status, data } = await platform.get<Buffer>(`/calls/recording/${session_id}`, {
		responseType: 'arraybuffer',
		validateStatus: () => true,
	});
	if (status === 404) {
		return [
			...differs(`${call_id}: recording in the row`, row?.recording, ''),
			...differs(`${call_id}: file of the recording`, existsSync(file), false),
		];
	}
	const isSame = existsSync(file) && readFileSync(file).equals(data);
	return [
		...differs(`${call_id}: recording in the row`, row?.recording, name),
		...differs(`${call_id}: bytes of the recording are the same`, isSame, true),
	];
}

async function judge({ executions, calls, world }: During) {
	const { n8n, sandbox } = world;
	const platform = await platformOf(sandbox);
	const lines = savedLines(n8n, SHEET);
	const rows = new Map(lines.map((line) => [line.call_id, line]));
	const emitted = executions.flatMap((execution) => rowsOf(execution, TRIGGER));
	const emittedIds = [...new Set(emitted.map(({ call_id }) => String(call_id)))];
	const files = readdirSync(n8n.filesFolder).filter((name) => name.startsWith('recording-'));
	const withRecording = lines.filter(({ recording }) => recording);
	const faults: string[] = [];
	for (const callId of emittedIds) {
		const ended = await endedCall(platform, callId);
		const row = rows.get(callId);
		faults.push(...faultsOfRow(ended, row));
		faults.push(...(await faultsOfRecording(platform, ended, row, n8n.filesFolder)));
	}
	return {
		calls: lines.length,
		refused: 0,
		progress: `${withRecording.length} of ${lines.length} rows with a recording`,
		outcomes: countText(countBy(lines, ({ outcome }) => outcome)),
		disagreements: [
			...differs('rows', lines.length, emittedIds.length),
			...differs('calls that ended', calls.length, COUNT),
			...calls.flatMap(({ call_id }) => (rows.has(call_id) ? [] : [`${call_id} has no row`])),
			...differs('calls were emitted again', emitted.length > emittedIds.length, true),
			...differs('rows with a recording', withRecording.length, files.length),
			...differs(
				'calls of both kinds',
				withRecording.length > 0 && withRecording.length < lines.length,
				true,
			),
			...faults,
		],
	};
}

export const callsIntoASheet: SampleTrial = {
	id: 'sampleCallsSheet',
	/** Calls end, and then the same calls are emitted once more, as "Execute workflow" in the editor does. */
	async start(workflow, { n8n, rest, sandbox }) {
		for (const calls of ENDED) await sandbox.api.post('/calls', calls);
		// It polls when it is published: nobody waits for the next minute.
		await workflow.unpublish();
		await workflow.publish();
		const isSaved = async () =>
			existsSync(join(n8n.filesFolder, SHEET)) && (await workflow.counts()).underWay === 0;
		await until(isSaved, WITHIN_MS);
		const executions = await workflow.executions();
		return [...executions, await executeByHand(rest, workflow.id, TRIGGER, WITHIN_MS)];
	},
	judge,
};
