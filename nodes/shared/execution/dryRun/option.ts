import type { INodeProperties } from 'n8n-workflow';
import { ParameterError } from '../../values';
import type { Params } from '../../operation';

/** For the Options of every operation that has a preview. */
export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to send nothing, and show for each row what would happen. Nobody is called, and nothing is recorded.',
};

/** Whether the option is on for this row. @throws ParameterError if it is neither on nor off: nobody may be called by mistake */
export function isDryRun(params: Params): boolean {
	const value = params.addedValue('options.dryRun');
	const text = String(value ?? '')
		.trim()
		.toLowerCase();
	if (value === undefined || text === 'false') return false;
	if (text === 'true') return true;
	throw new ParameterError(
		`'Dry Run' "${text}" is neither true nor false`,
		'Nothing was sent. Turn it on or off, or check its expression',
	);
}
