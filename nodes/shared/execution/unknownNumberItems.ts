import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Deduplication } from '../operation';
import { ParameterError } from '../values';
import type { UnknownNumbers } from './calledNumbers';
import { CalledNumbers } from './calledNumbers';
import { errorItem } from './inputErrors';
import type { Planned } from './job';
import { claimedOf } from './job';

type Choice = Exclude<UnknownNumbers, 'skip'>;

const NAMES = { getUnknown: 'Get Unknown', release: 'Release' } as const;

const isKept = (deduplication?: Deduplication): boolean =>
	deduplication !== undefined && deduplication.within !== 'execution';

const notKept = (choice: Choice) =>
	new ParameterError(
		`'Unknown Outcomes' is set to ${NAMES[choice]}, but n8n does not record these numbers`,
		"Nothing was sent. Set Options → 'Duplicate Numbers' to Once per Day or Once Ever, or Options → 'Unknown Outcomes' to Skip. The numbers in a file are never recorded",
	);

/**
 * Calls nobody: returns the numbers of the input whose outcome is unknown, one item each, or forgets them.
 *
 * @throws ParameterError if the numbers are not recorded, or an execution of the workflow is calling
 */
export async function unknownNumberItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	choice: Choice,
): Promise<INodeExecutionData[]> {
	const jobs = planned.flatMap((entry) => ('job' in entry ? [entry.job] : []));
	if (!jobs.every(({ deduplication }) => isKept(deduplication))) throw notKept(choice);
	const { within = 'day', claimed } = claimedOf(jobs);
	const keys = claimed.flatMap(({ deduplication }) => deduplication.keys);
	const unknown = await new CalledNumbers(context, within).unknownOf(keys, choice === 'release');
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
