import type { ApiFields, CallList, Params } from '../../shared/operation';
import { callingRulesFields } from '../../shared/execution/callingRules';
import { dryRunField } from '../../shared/execution/dryRun';
import { repeatedNumbersOptions } from '../../shared/execution/calledNumbers';
import {
	agentLocator,
	callLocator,
	collectionOf,
	defaultCountryCodeField,
	list,
	outputFileField,
	resource,
	sessionLocator,
	textField,
} from '../../shared/operation';
import { CALL, LISTED_CALL, MADE_CALL, REQUESTED_CALL, TRANSCRIPT } from '../../shared/platform';
import { ParameterError } from '../../shared/values';
import {
	callFilterChecks,
	callFilters,
	callRowFilterFields,
	callRowFilters,
} from '../callHistoryFilters';
import { variablesFields, variablesOf } from '../variables';

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

/** The person to call, also if the number is not valid. A number that is left out is not called: its output item says why. */
function personToCall(params: Params): CallList {
	const number = params.readNumber('toNumber');
	const row = params.rowNumbers[0] ?? 1;
	const more = { rows: params.rows, caller: { agentId: params.text('agentId') } };
	if (number instanceof ParameterError) {
		const json = { contact_number: params.text('toNumber') };
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

const NOT_A_SESSION =
	'Enter the ID of the session, not of the call. A call that nobody answered may have no session, transcript or recording';

export const call = resource({
	name: 'Call',
	value: 'call',
	entity: 'call',
	operations: [
		{
			kind: 'calls',
			name: 'Make Call',
			value: 'makeCall',
			action: 'Make call',
			description: 'Make an agent call a phone number. Requires a positive credit balance.',
			toolDescription:
				'Call a real person by phone, immediately. It costs credits. Call nobody twice: a call that is not over yet continues.',
			endpoint: 'POST /calls/make-call',
			fields: [
				agentLocator,
				phoneNumberField,
				defaultCountryCodeField,
				...variablesFields,
				collectionOf('Additional Fields', personFields),
				...callingRulesFields,
				dryRunField,
			],
			options: repeatedNumbersOptions,
			openBody: true,
			waitFor: 'call',
			columns: REQUESTED_CALL,
			resultColumns: MADE_CALL,
			echoes: ['contact_name', 'contact_number', 'to_number', 'agent_id'],
			callList: personToCall,
		},
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get call',
			description: 'Get one call with its transcript and analysis',
			endpoint: 'GET /calls/{call_id}',
			ids: { call_id: callLocator },
			waitFor: 'call',
			columns: CALL,
		},
		{
			kind: 'read',
			name: 'Get by Session',
			value: 'getBySession',
			action: 'Get call by session',
			description: 'Get one call with its transcript and analysis by its session',
			endpoint: 'GET /calls/session/{session_id}',
			ids: { session_id: sessionLocator },
			notFound: NOT_A_SESSION,
			columns: CALL,
		},
		list({
			action: 'Get many calls',
			description: 'Get the call history. To get transcripts, use Get for each call.',
			endpoint: 'GET /calls',
			filters: callFilters,
			checks: callFilterChecks,
			rowFilterFields: callRowFilterFields,
			rowFilters: callRowFilters,
			columns: LISTED_CALL,
		}),
		{
			kind: 'read',
			name: 'Get Transcript',
			value: 'getTranscript',
			action: 'Get call transcript',
			description: 'Get the transcript of a call',
			endpoint: 'GET /calls/decrypt-transcript/{session_id}',
			entity: 'transcript',
			ids: { session_id: sessionLocator },
			notFound: NOT_A_SESSION,
			columns: TRANSCRIPT,
		},
		{
			kind: 'file',
			name: 'Download Recording',
			value: 'downloadRecording',
			action: 'Download call recording',
			description: 'Download the call recording as a file',
			endpoint: 'GET /calls/recording/{session_id}',
			ids: { session_id: sessionLocator },
			notFound: NOT_A_SESSION,
			fields: [outputFileField],
			sent: 'always',
			file: 'recording',
		},
	],
});
