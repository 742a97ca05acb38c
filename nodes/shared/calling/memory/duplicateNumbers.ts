import type { INodeProperties } from 'n8n-workflow';
import type { Params } from '../../operation';
import { ParameterError, phoneOf } from '../../values';
import { textField, choiceField } from '../../operation';
import type { Person } from '../person';

/** Options of every operation that leads to calls: what to do with a number that was called before. */
export const repeatedNumbersOptions: readonly INodeProperties[] = [
	choiceField(
		'Duplicate Numbers',
		'repeatedNumbers',
		'What to do with a number that was called before, or sent to a campaign, or possibly was. The output shows each skipped number with the reason. Executions may overlap, also on several n8n workers.',
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
];

/** How long a number counts as called: until midnight in the workflow's time zone, for good, or in one execution. */
export type Within = 'day' | 'ever' | 'execution';

/** What the user chose for Duplicate Numbers. @throws ParameterError for a word that is not one of the choices */
export function repeatedNumbers(params: Params): Within | 'always' {
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
 * Gives everybody who can be called a key. `+4930123456`, and `2026-11` in Call Again When This Changes ->
 * `["2026-11","+4930123456"]`. @returns how long the numbers are remembered; undefined if they are not
 * @throws ParameterError if the people of the request differ in what the user chose
 */
export function rememberPeople(params: Params, people: readonly Person[]): Within | undefined {
	const within = repeatedNumbers(params);
	const callable = people.filter(({ finding }) => !finding);
	const choiceOf = ({ position }: Person) => params.textOfRow('options.repeatedNumbers', position);
	if (callable.some((person) => (choiceOf(person) || 'day') !== within)) throw notTheSame();
	if (within === 'always') return undefined;
	for (const person of callable) {
		const again =
			within === 'ever' ? params.textOfRow('options.callAgainWhenChanged', person.position) : '';
		person.key = JSON.stringify([again, phoneOf(person.number)]);
	}
	return callable.length > 0 ? within : undefined;
}
