import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest, WantedFile } from '../../http';
import { FileDownload } from '../../http';
import type { FileOperation, ResourceOperation } from '../../operation';
import { endpointsOf } from '../../operation';
import { withReport } from '../../platform';
import { isObject } from '../../values';
import type { Job } from '../job';
import { objectOutput } from './thingItems';

/** The last identifier in the request's path: `session_0001` of `/calls/recording/session_0001`; '' without one. */
function lastIdIn({ operation, draft }: Job): string {
	const places = endpointsOf(operation)[0]?.split('/') ?? [];
	const id = draft.path.split('/')[places.findLastIndex((place) => place.startsWith('{'))];
	return id === undefined ? '' : decodeURIComponent(id);
}

/** The file; or what JSON says in place of it: a link to it, or what the user wants to know. @throws RequestFailure */
export async function fileItems(
	context: IExecuteFunctions,
	client: Client,
	job: Job,
	{ file: kind, sent, action: subject }: ResourceOperation<FileOperation>,
	request: HttpRequest,
): Promise<INodeExecutionData[]> {
	const { draft, output } = job;
	const { fileField } = output;
	const wanted: WantedFile = { kind, id: lastIdIn(job), subject };
	const download = new FileDownload(context, client, wanted, fileField);
	if (sent === 'always') return [await download.requested(request)];
	const answer = await download.answered(request);
	if ('item' in answer) return [answer.item];
	const shown = client.hideSecrets(answer.json);
	if (sent === 'orObject' && Array.isArray(shown) && !output.expected.path) {
		return shown.map((row: unknown) => {
			const json = output.simplify(isObject(row) ? row : { value: row as string });
			return { json: withReport(json, draft.report) };
		});
	}
	const json = objectOutput(job, shown);
	if (sent === 'orObject' || fileField === undefined) return [{ json }];
	const { binary } = await download.inJson(answer.json);
	return [{ json, binary }];
}
