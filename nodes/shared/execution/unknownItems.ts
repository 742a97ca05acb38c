import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ParameterError } from '../values';
import type { Planned } from './job';
import { unknownKeys } from './onceEver';
import { errorItem } from './runErrors';

export const NO_DRY_RUN = new ParameterError(
	"'Dry Run' is on, and 'Unknown Outcomes' is not set to Skip",
	"Nothing was sent. Get Unknown and Release call nobody. Set 'Unknown Outcomes' to Skip, or turn off 'Dry Run'",
);

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
	const requests = planned.flatMap((entry) => ('job' in entry ? [entry.job.callees?.once] : []));
	const unknown = await unknownKeys(context, requests, choice);
	const outcome = choice === 'release' ? { released: true } : { outcome: 'unknown' };
	return planned.flatMap((entry): INodeExecutionData[] => {
		const { itemIndexes } = entry;
		if ('error' in entry) return [errorItem(context, entry.error, itemIndexes)];
		const { callees } = entry.job;
		const keys = callees?.once?.keys.filter((key) => unknown.has(key)) ?? [];
		return (callees?.of(keys) ?? []).map(({ json, row, position }) => ({
			json: { ...json, row, ...outcome },
			pairedItem: { item: itemIndexes[position] ?? 0 },
		}));
	});
}
