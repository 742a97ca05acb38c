import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Params } from '../shared/operation';
import { choiceField, jsonField, pairsField } from '../shared/operation';

/** Variables for the agent's prompt, as pairs or as JSON; read with `variablesOf`. */
export const variablesFields: readonly INodeProperties[] = [
	choiceField(
		'Specify Variables',
		'specifyVariables',
		"How to enter the values for the placeholders in the agent's prompt",
		{
			options: [
				{ name: 'Using Fields Below', value: 'pairs' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'pairs',
		},
	),
	pairsField({
		displayName: 'Variables',
		name: 'variables',
		placeholder: 'Add Variable',
		description: "Values for the placeholders in the agent's prompt",
		displayOptions: { show: { specifyVariables: ['pairs'] } },
	}),
	jsonField(
		'Variables (JSON)',
		'variablesJson',
		'Values for the placeholders in the prompt of the agent, as one JSON object with a name for each value',
		{ displayOptions: { show: { specifyVariables: ['json'] } } },
	),
];

/** The variables that were entered. */
export function variablesOf(params: Params): IDataObject {
	return params.text('specifyVariables') === 'json'
		? params.jsonObject('variablesJson')
		: params.pairs('variables');
}
