import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { inParallel, readResult, RequestFailure, FileDownload } from '../../shared/http';
import { outputFileField, outputOf } from '../../shared/operation';
import { CALL, cellOf, hasTalk } from '../../shared/platform';
import type { StreamRow } from '../reading';
import type { Watch } from '../watch';
import { callAddress, callId, callOutputFields } from './calls';

/** Requests for single calls under way at a time. */
const PARALLEL = 10;
/** Most IDs in one error. */
const MAX_NAMED = 5;
const SUBJECT = 'Get a call';

/** A call to be asked for. */
export interface Candidate {
	key: string;
	id: string;
	time?: number;
	/** The call as the list has it; undefined if it is not listed. */
	row?: IDataObject;
}

/** What the platform says of one call: itself, or why it cannot be had. Undefined: there was no time to ask. */
export type Detail = { call: IDataObject } | { failure: RequestFailure } | undefined;

export const candidateOf = ({ key, time, row }: StreamRow): Candidate => ({
	key,
	time,
	row,
	id: callId(row),
});

/** One call with its transcript and analysis. */
async function fetchDetail({ client }: Watch, id: string): Promise<Detail> {
	const address = callAddress('GET /calls/{call_id}', { call_id: id });
	if (address instanceof Error) return { failure: address };
	return await client
		.send({ ...address, subject: SUBJECT }, ({ body }) =>
			readResult(body, { entity: 'call', subject: SUBJECT }),
		)
		.then(
			(call): Detail => ({ call }),
			(failure: unknown): Detail => {
				if (!(failure instanceof RequestFailure)) throw failure;
				return { failure };
			},
		);
}

/** Works on all values, some at a time. When all have ended, it throws the error of one of them. */
export async function forAll<Value, Result>(
	values: readonly Value[],
	work: (value: Value, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results = await inParallel(
		values,
		PARALLEL,
		async (value, index) => await work(value, index).catch((error: Error) => error),
	);
	return results.map((result) => {
		if (result instanceof Error) throw result;
		return result;
	});
}

/** Asks for the candidates' details; for the first ones at any time, or a slow platform would never come to any. */
export const detailsOf = async (
	watch: Watch,
	candidates: readonly Candidate[],
): Promise<Detail[]> =>
	await forAll(candidates, async ({ id }, index) =>
		index < PARALLEL || watch.hasTimeLeft() ? await fetchDetail(watch, id) : undefined,
	);

/** Reports something about these calls, each call once: some of them may have been reported before. */
export function sayOf(
	watch: Watch,
	topic: string,
	ids: readonly string[],
	text: (calls: string) => string,
	description: string,
): void {
	if (ids.length === 0) return;
	const named = ids.slice(0, MAX_NAMED).map((id) => `"${id}"`);
	const others = ids.length - named.length;
	const list = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
	watch.unsay(topic);
	watch.say(topic, {
		message: text(`${ids.length === 1 ? 'call' : `${ids.length} calls`} ${list}`),
		description,
	});
}

/** The parameters that say what the item of a call looks like. */
export const callItemFields: readonly INodeProperties[] = [
	...callOutputFields,
	{
		displayName: 'Download Recording',
		name: 'downloadRecording',
		type: 'boolean',
		default: false,
		description: 'Whether to put the recording of the call into the item as a file',
	},
	{ ...outputFileField, displayOptions: { show: { downloadRecording: [true] } } },
];

/** The sound of a call; undefined if there is none. After a talk it may only not be ready, and is missing. */
async function recordingOf(
	{ context, client, params }: Watch,
	call: IDataObject,
): Promise<INodeExecutionData['binary'] | RequestFailure> {
	const sessionId = String(cellOf(CALL, call, 'session_id') ?? '');
	if (sessionId === '') return undefined;
	const address = callAddress('GET /calls/recording/{session_id}', { session_id: sessionId });
	if (address instanceof RequestFailure) return address;
	const subject = 'Download the recording of a call';
	const download = new FileDownload(
		context,
		client,
		{ kind: 'recording', id: sessionId, subject },
		params.text('outputDataFieldName') || 'data',
	);
	return await download.requested({ ...address, subject }).then(
		({ binary }) => binary,
		(failure: unknown) => {
			// n8n cannot store it, for example on a full disk: the next poll tries again.
			if (!(failure instanceof RequestFailure)) throw failure;
			return failure.details.status === 404 && !hasTalk(call) ? undefined : failure;
		},
	);
}

/** The item of a call, and whether its recording could not be downloaded. */
export async function callItem(
	watch: Watch,
	call: IDataObject,
): Promise<{ item: INodeExecutionData; isIncomplete: boolean }> {
	const { params } = watch;
	const json = outputOf(params, CALL)(call);
	const binary = params.flag('downloadRecording') ? await recordingOf(watch, call) : undefined;
	if (binary instanceof RequestFailure) return { item: { json }, isIncomplete: true };
	return { item: binary ? { json, binary } : { json }, isIncomplete: false };
}
