import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ParameterError } from '../values';
import type { UnknownNumbers } from './memory';
import { CalledNumbers } from './memory';
import type { Job, Planned } from './job';
import { claimsOf, jobsOf } from './job';
import { errorItem } from './runErrors';

const noDryRun = () =>
	new ParameterError(
		"'Dry Run' is on, and 'Possibly Called Numbers' is not set to Skip",
		"Nothing was sent. List Only and Release Only call nobody. Set 'Possibly Called Numbers' to Skip, or turn off 'Dry Run'",
	);

type Choice = Exclude<UnknownNumbers, 'skip'>;

const NAMES = { list: 'List Only', release: 'Release Only' } as const;

/** Whether the numbers of a request are remembered longer than the execution. */
const isKept = ({ callees }: Job): boolean =>
	callees?.once !== undefined && callees.once.within !== 'execution';

const notKept = (choice: Choice) =>
	new ParameterError(
		`'Possibly Called Numbers' is set to ${NAMES[choice]}, but n8n does not record these numbers`,
		"Nothing was sent. Set Options → 'Duplicate Numbers' to Once per Day or Once Ever, or Options → 'Possibly Called Numbers' to Skip. The numbers in a file are never recorded",
	);

/**
 * Calls nobody: returns the numbers of the input whose outcome is unknown, one item each, or forgets them.
 *
 * @param isDry whether Dry Run is on
 * @throws ParameterError if it is, if the numbers are not recorded, or if an execution of the workflow is calling
 */
export async function unknownNumberItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	choice: Choice,
	isDry: boolean,
): Promise<INodeExecutionData[]> {
	if (isDry) throw noDryRun();
	const jobs = jobsOf(planned);
	if (!jobs.every(isKept)) throw notKept(choice);
	const { within = 'day', claims } = claimsOf(jobs);
	const keys = claims.flatMap((claim) => claim.keys);
	const { unknown } = await new CalledNumbers(context, within).known(keys, choice);
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
