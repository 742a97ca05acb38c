import type { INodeProperties } from 'n8n-workflow';
import type { Deduplication } from './operation';
import type { Params } from './params';

/** Options of every operation that has people rung: what happens to a number that occurs again. */
export const repeatedNumbersOptions: readonly INodeProperties[] = [
	{
		displayName: 'Repeated Numbers',
		name: 'repeatedNumbers',
		type: 'options',
		options: [
			{
				name: 'Call Every Time',
				value: 'always',
				description: 'A number that occurs twice in the input is called twice',
			},
			{
				name: 'Call Once Ever',
				value: 'ever',
				description:
					'A number that this node had called in any earlier execution is left out, and the output says so',
			},
			{
				name: 'Call Once per Execution',
				value: 'execution',
				description:
					'A number that occurs twice in the input is called once; a new execution calls it again',
			},
		],
		default: 'execution',
		description:
			'What to do with a number that occurs again. What is left out comes back with the reason.',
	},
	{
		displayName: 'Round',
		name: 'round',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11',
		description:
			'For Call Once Ever: a number is called once in each round. Give the round another name to call the list again.',
	},
];

/** The user's choice. */
export function repeatedNumbers(params: Params): Deduplication['within'] | 'always' {
	const choice = params.text('options.repeatedNumbers');
	return choice === 'ever' || choice === 'always' ? choice : 'execution';
}

/** A key for n8n's de-duplication store, separate for each round. */
export function deduplicationKey(params: Params, parts: readonly unknown[]): string {
	return JSON.stringify([params.text('options.round'), ...parts]);
}
