import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiFields, CallList, Params } from '../shared/operation';
import {
	agentLocator,
	choiceField,
	collectionOf,
	defaultCountryCodeField,
	jsonField,
	pairsField,
	textField,
} from '../shared/operation';
import { ParameterError, isFilled, promptValues } from '../shared/values';

const phoneNumberField = textField(
	'Phone Number',
	'toNumber',
	'Phone number to call, in international format with a leading +. Spaces, dashes and brackets are allowed.',
	{ required: true, placeholder: 'e.g. +12125550123' },
);

/** The name of the person to call, also in a callback. */
export const personFields: ApiFields = {
	first_name: textField('First Name', 'firstName', 'First name of the person to call', {
		placeholder: 'e.g. Ada',
	}),
	last_name: textField('Last Name', 'lastName', 'Last name of the person to call', {
		placeholder: 'e.g. Sample',
	}),
};

/** Variables for the agent's prompt, as pairs or as JSON. */
const variablesFields: readonly INodeProperties[] = [
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

/** The variables that were entered. Empty ones are left out. */
function variablesOf(params: Params): IDataObject {
	const entered =
		params.text('specifyVariables') === 'json'
			? params.jsonObject('variablesJson')
			: params.pairs('variables');
	const filled = Object.entries(entered).filter(([, value]) => isFilled(value));
	return promptValues(Object.fromEntries(filled));
}

/** Who is called, by which agent, and what the agent knows. Read with `personToCall`. */
export const personToCallFields: readonly INodeProperties[] = [
	agentLocator,
	phoneNumberField,
	defaultCountryCodeField,
	...variablesFields,
	collectionOf('Additional Fields', personFields),
];

/** The person to call, also if the number is not valid. A number that is left out is not called: its output item says why. */
export function personToCall(params: Params): CallList {
	const number = params.readNumber('toNumber');
	const row = params.rowNumbers[0] ?? 1;
	const more = { rows: params.rows, caller: { agentId: params.text('agentId') } };
	if (number instanceof ParameterError) {
		const json = { contact_number: params.shown('toNumber') };
		const reason = `${number.message}. ${number.description}`;
		const ruling = { would: 'not_valid', reason } as const;
		return {
			people: [{ row, position: 0, json, ruling, error: number }],
			...more,
			requestFor: () => {
				throw number;
			},
		};
	}
	const json = { contact_number: number };
	const sent = () => {
		const variables = variablesOf(params);
		return {
			agent_id: params.required('agentId'),
			to_number: number,
			...params.entered('additionalFields', personFields),
			...(Object.keys(variables).length > 0 && { variables }),
			...params.jsonObject('advanced.additionalFieldsJson'),
		};
	};
	return {
		people: [{ row, position: 0, json, number, index: 0, sent }],
		...more,
		requestFor: ({ skipped, held }) => {
			const body = sent();
			const duplicate = skipped.get(row);
			if (duplicate) return { skip: true, report: { ...json, row, skipped: true, ...duplicate } };
			const heldBack = held?.get(row);
			if (heldBack) return { skip: true, report: { ...json, row, held_back: true, ...heldBack } };
			return { body };
		},
	};
}
