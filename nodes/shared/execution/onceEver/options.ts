import type { INodeProperties } from 'n8n-workflow';
import type { Deduplication, Params } from '../../operation';
import { ParameterError } from '../../values';

/** For options that mean something only where numbers are remembered. */
const onlyOnceEver = { show: { repeatedNumbers: ['ever'] } };

/** Options of every operation that leads to calls: what to do with a number that occurs more than once. */
export const repeatedNumbersOptions: readonly INodeProperties[] = [
	{
		displayName: 'Duplicate Numbers',
		name: 'repeatedNumbers',
		type: 'options',
		options: [
			{
				name: 'Call Every Time',
				value: 'always',
				description: 'Call a number as often as it occurs in the input',
			},
			{
				name: 'Call Once Ever',
				value: 'ever',
				description:
					'Skip a number that this node called in an earlier execution, and show it in the output. Executions may overlap, also on several n8n workers.',
			},
			{
				name: 'Call Once per Execution',
				value: 'execution',
				description:
					'Call a number once, even if it occurs twice in the input. The next execution calls it again.',
			},
		],
		default: 'execution',
		description:
			'What to do with a number that occurs more than once. The output shows each skipped number with the reason.',
	},
	{
		displayName: 'Round',
		name: 'round',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11',
		displayOptions: onlyOnceEver,
		description:
			'Each number is called once per round. Change the name of the round to call the list again.',
	},
	{
		displayName: 'Unknown Outcomes',
		name: 'unknownNumbers',
		type: 'options',
		options: [
			{
				name: 'Get Unknown',
				value: 'getUnknown',
				description: 'Call nobody. Return the numbers of the input whose outcome is unknown.',
			},
			{
				name: 'Release',
				value: 'release',
				description:
					'Call nobody. Forget the numbers of the input whose outcome is unknown, so that the next execution calls them. Use it only while no other execution of this workflow is running.',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Do not call a number whose outcome is unknown. The output shows it.',
			},
		],
		default: 'skip',
		displayOptions: onlyOnceEver,
		description:
			'What to do with a number that an earlier execution may have called, because it was stopped before the outcome was recorded. A number that is being called at this moment counts as unknown too. n8n keeps this for each node and without the numbers, so use the same node with the same input.',
	},
];

/** What the user chose for Unknown Outcomes. */
export type UnknownNumbers = 'skip' | 'getUnknown' | 'release';

export function unknownNumbers(params: Params): UnknownNumbers {
	const choice = params.text('options.unknownNumbers') || 'skip';
	if (choice === 'skip' || choice === 'getUnknown' || choice === 'release') return choice;
	throw new ParameterError(
		`'Unknown Outcomes' "${choice}" is not known`,
		'Choose Skip, Get Unknown or Release, or check its expression',
	);
}

/** What the user chose for Duplicate Numbers. */
export function repeatedNumbers(params: Params): Deduplication['within'] | 'always' {
	const choice = params.text('options.repeatedNumbers');
	return choice === 'ever' || choice === 'always' ? choice : 'execution';
}

/** A key for n8n's de-duplication store, separate for each round. */
export function deduplicationKey(params: Params, parts: readonly unknown[]): string {
	return JSON.stringify([params.text('options.round'), ...parts]);
}
