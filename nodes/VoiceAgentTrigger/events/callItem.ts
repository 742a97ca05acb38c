import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { FileDownload, RequestFailure } from '../../shared/http';
import { outputFileField, outputOf } from '../../shared/operation';
import { CALL, cellOf, hasTalk } from '../../shared/platform';
import type { Watch } from '../watch';
import { callAddress, callOutputFields } from './calls';

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
		(failure: RequestFailure) =>
			failure.details?.status === 404 && !hasTalk(call) ? undefined : failure,
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
