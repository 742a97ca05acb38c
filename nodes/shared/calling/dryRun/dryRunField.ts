import { paced } from '../../http';
import type { Params } from '../../operation';
import { ParameterError } from '../../values';
import type { RunParameters } from '../../run';
import { switchField } from '../../operation';

/** The switch of every operation that has a preview. */
export const dryRunField = switchField(
	'Dry Run',
	'dryRun',
	'Whether to send nothing, and show for each row what would happen. Nobody is called, and nothing stays recorded.',
);

/** @throws ParameterError if it is neither on nor off: nobody may be called by mistake */
function isOn(params: Params): boolean {
	const value = params.addedValue('dryRun');
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

/** Whether nothing is to be sent. @throws ParameterError if it is not the same for all items */
export async function isDryRun(parameters: RunParameters): Promise<boolean> {
	if (parameters.of([0]).addedValue('dryRun') === undefined) return false;
	const choices = new Set<boolean>();
	for await (const index of paced(parameters.items.keys())) {
		choices.add(isOn(parameters.of([index])));
	}
	if (choices.size < 2) return choices.has(true);
	throw new ParameterError(
		"'Dry Run' is on for some items and off for others",
		'Nothing was sent. Choose the same for all items, or separate them with an IF node before this one',
	);
}
