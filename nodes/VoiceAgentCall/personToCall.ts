import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { CallList, ListedPerson, Params } from '../shared/operation';
import {
	agentLocator,
	defaultCountryCodeField,
	Unsaid,
	jsonField,
	pairsField,
	textField,
	waitForResultFields,
} from '../shared/operation';
import { dryRunField } from '../shared/calling';
import { ParameterError, isFilled, promptValues } from '../shared/values';

/** What a model must know of every number that it sends or gets. */
export const NUMBER_FORMAT = 'Phone numbers have a + and the country code, such as +12125550123.';

/** What a model must know of the number that it enters. */
export const ONE_NUMBER =
	'One phone number, with + and the country code, such as +12125550123. Do not guess it.';

const phoneNumberField = textField(
	'Phone Number',
	'toNumber',
	'Phone number to call, in international format with a leading +. Spaces, dashes and brackets are allowed.',
	{ required: true, placeholder: 'e.g. +12125550123' },
);

/** The name of the person to call, also in a callback. */
export const personFields = {
	first_name: textField('First Name', 'firstName', 'First name of the person to call', {
		placeholder: 'e.g. Ada',
	}),
	last_name: textField('Last Name', 'lastName', 'Last name of the person to call', {
		placeholder: 'e.g. Sample',
	}),
};

const variablesField = pairsField({
	displayName: 'Variables',
	name: 'variables',
	placeholder: 'Add Variable',
	description:
		"Values for the placeholders in the agent's prompt. Columns that a rule or a sign uses are never sent: the number, the time zone, consent, opt-out.",
});

/** The name of a person without what is no name. @param unsaid is told what is left out */
export function sayablePerson(person: IDataObject, unsaid = new Unsaid()): IDataObject {
	const said = { ...person };
	for (const [name, label] of [
		['first_name', 'First Name'],
		['last_name', 'Last Name'],
	] as const) {
		if (typeof person[name] === 'string') said[name] = unsaid.nameIn(label, person[name]);
		if (said[name] === '') delete said[name];
	}
	return said;
}

/** The variables that were entered. Empty ones are left out, and what cannot be said. */
function enteredVariables(params: Params, unsaid: Unsaid): IDataObject {
	const entered = { ...params.jsonObject('options.variablesJson'), ...params.pairs('variables') };
	const filled = Object.entries(entered).filter(([, value]) => isFilled(value));
	return promptValues(unsaid.variablesIn(Object.fromEntries(filled)));
}

/** Who is called, by which agent, and what the agent knows. Read with `personToCall`. */
export const personToCallFields: readonly INodeProperties[] = [
	agentLocator,
	phoneNumberField,
	defaultCountryCodeField,
	waitForResultFields.call,
	dryRunField,
	variablesField,
];

/** Entries of Options about the person. Read with `personToCall`. */
export const personToCallOptions: readonly INodeProperties[] = [
	...Object.values(personFields),
	jsonField(
		'Variables (JSON)',
		'variablesJson',
		"More values for the placeholders in the agent's prompt, as one JSON object with a name for each value. A name in 'Variables' overrides the same name here.",
	),
];

/** What is sent to call a number. @throws ParameterError */
function callFields(params: Params, number: string, unsaid: Unsaid): IDataObject {
	const variables = enteredVariables(params, unsaid);
	return {
		agent_id: params.required('agentId'),
		to_number: number,
		...sayablePerson(params.entered('options', personFields), unsaid),
		...(Object.keys(variables).length > 0 && { variables }),
		...params.jsonObject('options.additionalFieldsJson'),
	};
}

/** How an operation names the one person whom it calls. */
interface OnePerson {
	numberField: string;
	route: 'call' | 'callback';
	/** What is sent to call the number. @throws ParameterError */
	fieldsFor(number: string, unsaid: Unsaid): IDataObject;
	/** When the platform is to call, in milliseconds since 1970; undefined: now. @throws ParameterError */
	at?(): number;
}

/** The list of the one person whom a request calls, also if the number, or something else, is not valid. */
export function onePersonList(
	params: Params,
	{ numberField, route, fieldsFor, at }: OnePerson,
): CallList {
	const number = params.readNumber(numberField);
	const isValid = !(number instanceof ParameterError);
	const person = {
		line: params.rowNumbers[0] ?? 1,
		position: 0,
		shown: { contact_number: isValid ? number : params.shown(numberField) },
	};
	const unsaid = new Unsaid();
	const listOf = (listed: ListedPerson, problem?: Error, isProblemOfRows = false): CallList => ({
		people: [listed],
		source: params.rows,
		// Additional Fields may name another agent.
		caller: { agentId: String(listed.fields.agent_id ?? params.text('agentId')) },
		route,
		request: {},
		problem,
		isProblemOfRows,
		notes: unsaid.inWords(false),
	});
	if (!isValid) {
		const { message, description, because } = number;
		const finding = {
			kind: 'not valid',
			because: because ?? 'wrong value',
			description: `${message}. ${description}`,
		} as const;
		const written = params.valueOfRow(numberField, 0);
		const isOfRow = because !== undefined;
		return listOf({ ...person, written, fields: {}, finding }, number, isOfRow);
	}
	try {
		return listOf({ ...person, number, fields: fieldsFor(number, unsaid), at: at?.() });
	} catch (error) {
		return listOf({ ...person, number, fields: {} }, error as Error);
	}
}

/** The person whom Make Call calls. */
export const personToCall = (params: Params): CallList =>
	onePersonList(params, {
		numberField: 'toNumber',
		route: 'call',
		fieldsFor: (number, unsaid) => callFields(params, number, unsaid),
	});
