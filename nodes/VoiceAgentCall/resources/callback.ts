import type { INodeProperties } from 'n8n-workflow';
import type { ApiFields, Params } from '../../shared/operation';
import {
	agentLocator,
	callbackLocator,
	collectionOf,
	defaultCountryCodeField,
	list,
	resource,
	textField,
} from '../../shared/operation';
import { ParameterError } from '../../shared/values';
import { NUMBER_FORMAT, ONE_NUMBER, personFields, sayablePerson } from '../personToCall';

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

/** How long ago the time of a callback may be: an expression gave the present when it was read, and the clocks of n8n and the platform differ. */
const MOST_LATE_MS = 5 * 60_000;
const DATE_ALONE = /^\d{4}-\d\d-\d\d$/;

/** When to call. @throws ParameterError for a time in the past, and for a date without a time, which would be midnight */
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

/** Two callbacks to one number that are nearer than this are the same: an expression with the present gives another time for each item. */
const SAME_TIME_MS = 5 * 60_000;

/** One callback per person and time in a run, as after a node that gives many items. @throws ParameterError */
function refuseTheSame(requests: readonly Params[]): void {
	const times = new Map<string, number[]>();
	for (const params of requests) {
		const number = params.phoneNumber('phoneNumber');
		const time = Date.parse(params.timestamp('scheduledAt'));
		const earlier = times.get(number) ?? [];
		if (earlier.some((one) => Math.abs(one - time) < SAME_TIME_MS)) {
			throw new ParameterError(
				`Two items ask for callbacks to ${number} that are less than 5 minutes apart`,
				"Nothing was sent. Remove one of the items, or choose another time for it. If all items mean one callback, turn on Settings → 'Execute Once'",
			);
		}
		times.set(number, [...earlier, time]);
	}
}

export const callback = resource({
	name: 'Callback',
	value: 'callback',
	entity: 'callback',
	operations: [
		{
			kind: 'action',
			name: 'Create',
			value: 'create',
			action: 'Create callback',
			description: 'Make an agent call a phone number at a chosen time',
			toolDescription:
				`Call a real person by phone at a later time. ${NUMBER_FORMAT} A time has its date and time zone, such as 2026-03-02T09:00:00Z. ` +
				'Returns the callback with its ID and its time.',
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
				collectionOf('Additional Fields', fields),
			],
			openBody: true,
			checkAll: refuseTheSame,
			request: (params) => ({
				body: {
					agent_id: params.required('agentId'),
					phone_number: params.phoneNumber('phoneNumber'),
					scheduled_at: requiredTime(params),
					...sayablePerson(params.entered('additionalFields', fields)),
				},
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
