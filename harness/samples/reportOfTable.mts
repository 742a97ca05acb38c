import axios from 'axios';
import { type Execution, rowsOf } from '../n8n/executions.mts';
import type { Sandbox } from '../sandbox.mts';
import { type SampleReport, countBy, countText, differs, endedCalls } from './report.mts';
import type { SavedCall } from './sampleDatabase.mts';
import { sandboxCredential } from './samples.mts';

/** The node of the sample that emits the calls. */
export const TRIGGER = 'When a call has ended';

/** The texts of each call as the platform's own API returns them, in the order they were said. */
export async function spokenTexts(
	{ url }: Sandbox,
	callIds: readonly string[],
): Promise<Map<string, string[]>> {
	const { email, password } = sandboxCredential(url).data;
	const platform = axios.create({ baseURL: url });
	const { data: session } = await platform.post('/auth/login', { email, password });
	const headers = { authorization: `Bearer ${session.access_token}` };
	const texts = new Map<string, string[]>();
	for (const callId of callIds) {
		const { data } = await platform.get(`/calls/${callId}`, { headers });
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

/** Compares the table that "Calls to CRM" has filled with what the sandbox recorded. */
export async function reportOfTable(
	sample: string,
	executions: Execution[],
	saved: SavedCall[],
	sandbox: Sandbox,
): Promise<SampleReport> {
	const ended = await endedCalls(sandbox.api);
	const { data: violations } = await sandbox.api.get<unknown[]>('/violations');
	const spoken = await spokenTexts(
		sandbox,
		ended.map(({ call_id }) => call_id),
	);
	const savedById = new Map(saved.map((call) => [call.call_id, call]));
	const deliveries = executions.flatMap((execution) => rowsOf(execution, TRIGGER));
	const repeated = Object.entries(countBy(deliveries, ({ call_id }) => call_id));
	const unsuccessful = executions.find(({ status }) => status !== 'success');
	const disagreements = [
		...differs('rows in the table', saved.length, ended.length),
		...differs('calls emitted', deliveries.length, ended.length),
		...repeated
			.filter(([, count]) => count > 1)
			.map(([callId, count]) => `${callId} was emitted ${count} times`),
		...ended.flatMap(({ call_id }) => {
			const fault = faultOf(spoken.get(call_id) ?? [], savedById.get(call_id));
			return fault ? [`${call_id} ${fault}`] : [];
		}),
		...executions.flatMap(({ data }) => data.resultData.error?.message ?? []),
		...differs('answers against the contract', 0, violations.length),
	];
	return {
		sample,
		status: unsuccessful?.status ?? 'success',
		calls: saved.length,
		refused: 0,
		progress: `${saved.length} of ${ended.length} in the table`,
		outcomes: countText(countBy(saved, ({ outcome, status }) => outcome ?? status)),
		disagreements,
	};
}
