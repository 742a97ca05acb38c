import type { IExecuteFunctions } from 'n8n-workflow';
import type { Deduplication } from '../../operation';
import { ParameterError } from '../../values';
import { ClaimStore } from './claims';
import type { UnknownNumbers } from './options';

const CHOICES = { getUnknown: 'Get Unknown', release: 'Release' } as const;

/** @throws ParameterError if the numbers of this request are not recorded */
function recordedKeys(deduplication: Deduplication | undefined, choice: string): readonly string[] {
	if (deduplication?.within === 'ever') return deduplication.keys;
	throw new ParameterError(
		`'Unknown Outcomes' is set to ${choice}, but n8n does not record these numbers`,
		"Nothing was sent. Set Options → 'Duplicate Numbers' to Call Once Ever, or Options → 'Unknown Outcomes' to Skip. The numbers in a file are never recorded",
	);
}

/**
 * Those of the keys whose outcome is unknown. Calls nobody; with Release, they are forgotten.
 *
 * @param requests what each request of the run would record
 * @throws ParameterError if the numbers are not recorded
 */
export async function unknownKeys(
	context: IExecuteFunctions,
	requests: ReadonlyArray<Deduplication | undefined>,
	choice: Exclude<UnknownNumbers, 'skip'>,
): Promise<ReadonlySet<string>> {
	const keys = requests.flatMap((request) => recordedKeys(request, CHOICES[choice]));
	const store = new ClaimStore(context);
	return choice === 'release' ? await store.releaseUnknown(keys) : await store.unknownOf(keys);
}
