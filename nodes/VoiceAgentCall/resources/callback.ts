import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiFields, Params } from '../../shared/operation';
import {
	callingRulesFields,
	dryRunField,
	repeatedNumbersOptions,
	rowSaysNoOptions,
} from '../../shared/calling';
import {
	agentLocator,
	callbackLocator,
	collectionOf,
	defaultCountryCodeField,
	list,
	numbersWithoutPlusOption,
	resource,
	textField,
} from '../../shared/operation';
import { ParameterError } from '../../shared/values';
import {
	NUMBER_FORMAT,
	ONE_NUMBER,
	onePersonList,
	personFields,
	sayablePerson,
} from '../personToCall';

const timeField: INodeProperties = {
	displayName: 'Time',
	name: 'scheduledAt',
	type: 'dateTime',
	default: '',
	required: true,
	description: 'When to call. A time without a time zone is in the time zone of the workflow.',
};

const phoneNumberField = textField(
	'Phone Number',
	'phoneNumber',
	'Phone number to call, in international format with a leading +',
	{
		required: true,
		placeholder: 'e.g. +12125550123',
	},
);

const fields: ApiFields = {
	...personFields,
	notes: textField('Notes', 'notes', 'Notes about the callback', {
		placeholder: 'e.g. Asked for the prices',
		typeOptions: { rows: 3 },
	}),
};

/**
 * How old a callback's time may be: an expression said "now" a moment ago, and the platform's clock differs from n8n's.
 */
const MOST_LATE_MS = 5 * 60_000;
const DATE_ALONE = /^\d{4}-\d\d-\d\d$/;

/** When to call. @throws ParameterError for the past, and for a date without a time: it would be midnight */
function requiredTime(params: Params): string {
	const time = params.timestamp('scheduledAt');
	if (time === '')
		throw new ParameterError("'Time' is empty", 'Enter when to call, or check its expression');
	const entered = params.text('scheduledAt');
	if (DATE_ALONE.test(entered)) {
		throw new ParameterError(
			`'Time' "${entered}" has no time of day`,
			`Nobody is called at midnight by mistake. Enter a time, too, such as ${entered} 09:00`,
		);
	}
	if (Date.parse(time) < Date.now() - MOST_LATE_MS) {
		throw new ParameterError(
			`'Time' "${entered}" is in the past`,
			'Enter a time to come. A time without a time zone is in the time zone of the workflow',
		);
	}
	return time;
}

/** What is sent beside the fields. @throws ParameterError for another time than the one that the rules look at */
function extraFields(params: Params): IDataObject {
	const extras = params.jsonObject('options.additionalFieldsJson');
	const name = Object.keys(extras).find((one) => /^scheduled_?at$/i.test(one));
	if (name === undefined) return extras;
	throw new ParameterError(
		`"${name}" in 'Additional Fields (JSON)' would be another time than 'Time'`,
		`Nothing was sent. Remove "${name}" there, and enter the time in 'Time'`,
	);
}

export const callback = resource({
	name: 'Callback',
	value: 'callback',
	entity: 'callback',
	operations: [
		{
			kind: 'calls',
			name: 'Create',
			value: 'create',
			action: 'Create callback',
			description: 'Make an agent call a phone number at a chosen time',
			toolDescription:
				`Call a real person by phone at a later time. ${NUMBER_FORMAT} A time has its date and time zone, such as 2026-03-02T09:00:00Z. ` +
				'Returns the callback with its ID and its time. If skipped or held_back is true, there is no callback, and reason says why.',
			filledByModel: {
				phoneNumber: ONE_NUMBER,
				scheduledAt: 'When to call: date, time and time zone, such as 2026-03-02T09:00:00Z',
			},
			endpoint: 'POST /callbacks/',
			makes: true,
			fields: [
				agentLocator,
				phoneNumberField,
				defaultCountryCodeField,
				timeField,
				dryRunField,
				collectionOf('Additional Fields', fields),
				...callingRulesFields,
			],
			options: [...repeatedNumbersOptions, numbersWithoutPlusOption, ...rowSaysNoOptions],
			openBody: true,
			callList: (params) =>
				onePersonList(params, {
					numberField: 'phoneNumber',
					route: 'callback',
					fieldsFor: (number, unsaid) => ({
						agent_id: params.required('agentId'),
						phone_number: number,
						scheduled_at: requiredTime(params),
						...sayablePerson(params.entered('additionalFields', fields), unsaid),
						...extraFields(params),
					}),
					at: () => Date.parse(requiredTime(params)),
				}),
		},
		{
			kind: 'action',
			name: 'Cancel',
			value: 'cancel',
			action: 'Cancel callback',
			description: 'Cancel a callback. The person is not called.',
			endpoint: 'DELETE /callbacks/{id}',
			ids: { id: callbackLocator },
			answer: 'cancelled',
		},
		list({
			action: 'Get many callbacks',
			description: 'Get upcoming callbacks',
			endpoint: 'GET /callbacks/',
		}),
		{
			kind: 'action',
			name: 'Reschedule',
			value: 'reschedule',
			action: 'Reschedule callback',
			description: 'Move a callback to another time',
			endpoint: 'PATCH /callbacks/{id}/reschedule',
			ids: { id: callbackLocator },
			fields: [timeField],
			openBody: true,
			request: (params) => ({ body: { scheduled_at: requiredTime(params) } }),
		},
	],
});
