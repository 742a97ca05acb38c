import type { INodeProperties } from 'n8n-workflow';
import type { Deduplication } from './operation';
import type { Params } from './params';

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
					'Skip a number that this node called in an earlier execution, and show it in the output',
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
		description:
			'For Call Once Ever: each number is called once per round. Change the name of the round to call the list again.',
	},
];

/** What the user chose for Duplicate Numbers. */
export function repeatedNumbers(params: Params): Deduplication['within'] | 'always' {
	const choice = params.text('options.repeatedNumbers');
	return choice === 'ever' || choice === 'always' ? choice : 'execution';
}

/** A key for n8n's de-duplication store, separate for each round. */
export function deduplicationKey(params: Params, parts: readonly unknown[]): string {
	return JSON.stringify([params.text('options.round'), ...parts]);
}
