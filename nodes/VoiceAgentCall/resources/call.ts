import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type {
	ApiFields,
	Calls,
	Deduplication,
	Params,
	Preview,
	Resource,
} from '../../shared/operation';
import { callingRules, callingRulesFields, personOf } from '../../shared/execution/callingRules';
import { dryRunOption } from '../../shared/execution/dryRun';
import {
	deduplicationKey,
	repeatedNumbers,
	repeatedNumbersOptions,
} from '../../shared/execution/calledNumbers';
import {
	agentLocator,
	callLocator,
	collectionOf,
	defaultCountryCodeField,
	list,
	outputFileField,
	sessionLocator,
	textField,
} from '../../shared/operation';
import { CALL, REQUESTED_CALL, TRANSCRIPT } from '../../shared/platform';
import { ParameterError, readPhoneNumber } from '../../shared/values';
import { callFilterChecks, callFilters, callRowFilterFields, callRowFilters } from '../callFilters';
import { variablesFields, variablesOf } from '../variables';

const phoneNumberField: INodeProperties = {
	displayName: 'Phone Number',
	name: 'toNumber',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +12125550123',
	description:
		'Phone number to call, in international format with a leading +. Spaces, dashes and brackets are allowed.',
};

const personFields: ApiFields = {
	first_name: textField('First Name', 'firstName', 'First name of the person to call', {
		placeholder: 'e.g. Ada',
	}),
	last_name: textField('Last Name', 'lastName', 'Last name of the person to call', {
		placeholder: 'e.g. Sample',
	}),
};

/** The number, as the output shows it. */
const shownNumber = (number: string) => ({ contact_number: number, to_number: number });

/** A number that a rule holds back is not called: its output item has `held_back`, the reason and the next allowed time. */
function calledPerson(params: Params, body: IDataObject): Calls | undefined {
	const rules = callingRules(params);
	if (!rules) return undefined;
	const number = String(body.to_number);
	const row = params.rowNumbers[0] ?? 1;
	const place = { row, rows: params.rows, index: 0, position: 0 };
	return {
		rules,
		people: [personOf(params, rules, { number, key: deduplicationKey(params, number), ...place })],
		without: (held) => ({
			skip: true,
			report: {
				...shownNumber(number),
				row,
				held_back: true,
				...held.get(row),
			},
		}),
	};
}

/** What is sent for a call. */
function callBody(params: Params): IDataObject {
	const variables = variablesOf(params);
	return {
		agent_id: params.required('agentId'),
		to_number: params.phoneNumber('toNumber'),
		...params.entered('additionalFields', personFields),
		...(Object.keys(variables).length > 0 && { variables }),
	};
}

/** The row of a call for a dry run, also if its number is not valid. */
function callPreview(params: Params): Preview {
	const written = params.text('toNumber');
	const agentId = params.text('agentId');
	const number = readPhoneNumber(written, params.text('defaultCountryCode'));
	const row = params.rowNumbers[0] ?? 1;
	const caller = { agentId };
	if (number instanceof ParameterError) {
		const reason = `${number.message}. ${number.description}`;
		const ruling = { would: 'not_valid', reason } as const;
		return { caller, rows: [{ row, json: shownNumber(written), ruling }] };
	}
	const key = deduplicationKey(params, number);
	const sent = () => ({
		...callBody(params),
		...params.jsonObject('options.additionalFieldsJson'),
	});
	return { caller, rows: [{ row, json: shownNumber(number), number, key, sent }] };
}

/** A duplicate number is not called: its output item has `skipped` and the reason. */
function callDeduplication(params: Params, body: IDataObject): Deduplication | undefined {
	const within = repeatedNumbers(params);
	if (within === 'always') return undefined;
	const called = String(body.to_number);
	const key = deduplicationKey(params, called);
	const number = { ...shownNumber(called), row: params.rowNumbers[0] };
	return {
		keys: [key],
		within,
		without: (done) => ({
			skip: true,
			report: { ...number, skipped: true, ...done.get(key) },
		}),
		shown: () => ({ json: number }),
	};
}

export const call: Resource = {
	name: 'Call',
	value: 'call',
	entity: 'call',
	operations: [
		{
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
			],
			options: [...repeatedNumbersOptions, dryRunOption],
			openBody: true,
			waitFor: 'call',
			columns: REQUESTED_CALL,
			echoes: ['contact_name', 'contact_number', 'to_number', 'agent_id'],
			request: (params) => {
				const body = callBody(params);
				return { body, calls: calledPerson(params, body) };
			},
			deduplication: (params, { body = {} }) => callDeduplication(params, body),
			preview: callPreview,
		},
		{
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
			name: 'Get by Session',
			value: 'getBySession',
			action: 'Get call by session',
			description: 'Get one call with its transcript and analysis by its session',
			endpoint: 'GET /calls/session/{session_id}',
			ids: { session_id: sessionLocator },
			columns: CALL,
		},
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many calls',
			description: 'Get the call history. To get transcripts, use Get for each call.',
			endpoint: 'GET /calls',
			filters: callFilters,
			checks: callFilterChecks,
			rowFilterFields: callRowFilterFields,
			rowFilters: callRowFilters,
			columns: CALL,
		}),
		{
			name: 'Get Transcript',
			value: 'getTranscript',
			action: 'Get call transcript',
			description: 'Get the transcript of a call',
			endpoint: 'GET /calls/decrypt-transcript/{session_id}',
			entity: 'transcript',
			ids: { session_id: sessionLocator },
			columns: TRANSCRIPT,
		},
		{
			name: 'Download Recording',
			value: 'downloadRecording',
			action: 'Download call recording',
			description: 'Download the call recording as a file',
			endpoint: 'GET /calls/recording/{session_id}',
			ids: { session_id: sessionLocator },
			fields: [outputFileField],
			answer: 'file',
			file: 'recording',
		},
	],
};
