import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { UnknownNumbers } from '../operation';
import { ParameterError } from '../values';
import { ClaimStore } from './claims';
import { errorItem } from './inputErrors';
import type { Job, Planned } from './plan';

const CHOICES = { getUnknown: 'Get Unknown', release: 'Release' } as const;

/** @throws ParameterError if the numbers of this request are not recorded */
function recordedKeys({ deduplication }: Job, choice: string): readonly string[] {
	if (deduplication?.within === 'ever') return deduplication.keys;
	throw new ParameterError(
		`'Unknown Outcomes' is set to ${choice}, but n8n does not record these numbers`,
		"Nothing was sent. Set Options → 'Duplicate Numbers' to Call Once Ever, or Options → 'Unknown Outcomes' to Skip. The numbers in a file are never recorded",
	);
}

/**
 * Calls nobody: returns the numbers of the input whose outcome is unknown, one item each, or forgets them.
 *
 * @throws ParameterError if the numbers are not recorded
 */
export async function unknownNumberItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	choice: Exclude<UnknownNumbers, 'skip'>,
): Promise<INodeExecutionData[]> {
	const store = new ClaimStore(context);
	const keys = planned.flatMap((entry) =>
		'job' in entry ? recordedKeys(entry.job, CHOICES[choice]) : [],
	);
	const unknown =
		choice === 'release' ? await store.releaseUnknown(keys) : await store.unknownOf(keys);
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
