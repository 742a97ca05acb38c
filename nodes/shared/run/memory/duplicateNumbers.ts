import type { INodeProperties } from 'n8n-workflow';
import type { Callee, Deduplication, Params } from '../../operation';
import { ParameterError } from '../../values';
import { textField, choiceField } from '../../operation';

/** Options of every operation that leads to calls: what to do with a number that was called before, or occurs more than once. */
export const repeatedNumbersOptions: readonly INodeProperties[] = [
	choiceField(
		'Duplicate Numbers',
		'repeatedNumbers',
		'What to do with a number that was called before, or sent to a campaign. The output shows each skipped number with the reason. Executions may overlap, also on several n8n workers.',
		{
			options: [
				{
					name: 'Call Every Time',
					value: 'always',
					description: 'Call a number as often as it occurs. Nothing is remembered.',
				},
				{
					name: 'Once Ever',
					value: 'ever',
					description: 'Skip a number that this node called in any earlier execution',
				},
				{
					name: 'Once per Day',
					value: 'day',
					description:
						"Skip a number that this node called today, in the workflow's time zone, in this or an earlier execution",
				},
				{
					name: 'Once per Execution',
					value: 'execution',
					description:
						'Skip a number that was called earlier in this execution, also in a loop or by an AI agent. A new execution calls everybody again.',
				},
			],
			default: 'day',
		},
	),
	textField(
		'Call Again When This Changes',
		'callAgainWhenChanged',
		'Any text, such as a month or the date of an appointment. Each number is called once while it stays the same. Enter another text to call the list again.',
		{ placeholder: 'e.g. 2026-11', displayOptions: { show: { repeatedNumbers: ['ever'] } } },
	),
	choiceField(
		'Possibly Called Numbers',
		'possiblyCalled',
		'What to do with a number that an earlier execution may have called, because it was stopped before the outcome was recorded. A number that is being called at this moment counts, too. n8n keeps this for each node and without the numbers, so use the same node with the same input.',
		{
			options: [
				{
					name: 'List Only',
					value: 'list',
					description: 'Call nobody. Return the numbers of the input that were possibly called.',
				},
				{
					name: 'Release Only',
					value: 'release',
					description:
						'Call nobody. Forget that the numbers of the input were possibly called, so that the next execution calls them.',
				},
				{
					name: 'Skip',
					value: 'skip',
					description: 'Do not call these numbers. The output shows them.',
				},
			],
			default: 'skip',
			displayOptions: { hide: { repeatedNumbers: ['always', 'execution'] } },
		},
	),
];

/** What the user chose for Possibly Called Numbers. */
export type UnknownNumbers = 'skip' | 'list' | 'release';

export function unknownNumbers(params: Params): UnknownNumbers {
	const choice = params.text('options.possiblyCalled') || 'skip';
	if (choice === 'skip' || choice === 'list' || choice === 'release') return choice;
	throw new ParameterError(
		`'Possibly Called Numbers' "${choice}" is not known`,
		'Choose Skip, List Only or Release Only, or check its expression',
	);
}

/** What the user chose for Duplicate Numbers. @throws ParameterError for a word that is not one of the choices */
export function repeatedNumbers(params: Params): Deduplication['within'] | 'always' {
	const choice = params.text('options.repeatedNumbers') || 'day';
	if (choice === 'day' || choice === 'ever' || choice === 'execution' || choice === 'always') {
		return choice;
	}
	throw new ParameterError(
		`'Duplicate Numbers' "${choice}" is not known`,
		'Choose one from the list, or check its expression: it must give always, ever, day or execution',
	);
}

/** The error that a choice is not made once for all. */
export const notTheSame = () =>
	new ParameterError(
		"'Duplicate Numbers' is not the same for all items",
		'Nothing was sent. Choose the same for all items, or separate them with an IF node before this one. Call Every Time can be beside another choice',
	);

/**
 * What is remembered of the people of one request.
 *
 * @returns each with the key of the number, which is another one whenever Call Again When This Changes has another text for the row; undefined if
 * nothing is remembered
 * @throws ParameterError if the rows of the request differ in what the user chose
 */
export function rememberedPeople(
	params: Params,
	people: readonly Callee[],
): { within: Deduplication['within']; byKey: Map<string, Callee> } | undefined {
	const within = repeatedNumbers(params);
	const choices = people.map(({ position }) =>
		params.textOfRow('options.repeatedNumbers', position),
	);
	if (choices.some((choice) => (choice || 'day') !== within)) throw notTheSame();
	if (within === 'always' || people.length === 0) return undefined;
	const roundOf = ({ position }: Callee) =>
		within === 'ever' ? params.textOfRow('options.callAgainWhenChanged', position) : '';
	const byKey = new Map(
		people.map((one) => [JSON.stringify([roundOf(one), one.number]), one] as const),
	);
	return { within, byKey };
}
