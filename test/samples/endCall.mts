import type { AxiosInstance } from 'axios';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { type RecordedCall, recordedCalls } from './report.mts';

const PLACED_WITHIN_MS = 60_000;

/** What the platform has found out about a conversation. */
export const analysisOf = (outcome: string, success: boolean, more: object = {}) => ({
	summary: 'A conversation.',
	sentiment: 'neutral',
	outcome,
	success,
	fields: {},
	...more,
});

/**
 * Waits until somebody is called at this number, and ends the call with this outcome: for words that the sandbox's own conversations do not end with.
 *
 * @param number in E.164 format
 */
export async function endCall(
	control: AxiosInstance,
	number: string,
	outcome: string,
): Promise<void> {
	let call: RecordedCall | undefined;
	const isPlaced = async () => {
		call = (await recordedCalls(control)).findLast(({ to_number }) => to_number === number);
		return call !== undefined;
	};
	if (!(await until(isPlaced, PLACED_WITHIN_MS))) throw new Error(`${number} was not called`);
	await control.put(`/calls/${call?.call_id}`, {
		status: 'completed',
		duration_seconds: 60,
		transcript: [{ role: 'user', text: 'Goodbye.', offset_seconds: 0 }],
		analysis: analysisOf(outcome, true),
	});
}
