import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorItem } from './inputErrors';
import { unknownKeys } from './onceEver';
import type { Planned } from './job';

/**
 * Calls nobody: returns the numbers of the input whose outcome is unknown, one item each, or forgets them.
 *
 * @throws ParameterError if the numbers are not recorded
 */
export async function unknownNumberItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	choice: 'getUnknown' | 'release',
): Promise<INodeExecutionData[]> {
	const requests = planned.flatMap((entry) => ('job' in entry ? [entry.job.deduplication] : []));
	const unknown = await unknownKeys(context, requests, choice);
	return planned.flatMap((entry) => {
		const first = entry.itemIndexes[0] ?? 0;
		if ('error' in entry)
			return [errorItem(context, entry.error, entry.itemIndexes, { item: first })];
		const { deduplication } = entry.job;
		return (deduplication?.keys ?? [])
			.filter((key) => unknown.has(key))
			.map((key): INodeExecutionData => {
				const { json, itemIndex = first } = deduplication?.shown(key) ?? { json: {} };
				const outcome = choice === 'release' ? { released: true } : { outcome: 'unknown' };
				return { json: { ...json, ...outcome }, pairedItem: { item: itemIndex } };
			});
	});
}
