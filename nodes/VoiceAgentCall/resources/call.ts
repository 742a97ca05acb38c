import { callingRulesFields, repeatedNumbersOptions, rowSaysNoOptions } from '../../shared/calling';
import {
	callLocator,
	list,
	numbersWithoutPlusOption,
	outputFileField,
	resource,
	sessionLocator,
} from '../../shared/operation';
import { CALL, LISTED_CALL, REQUESTED_CALL, TRANSCRIPT } from '../../shared/platform';
import { callFilters, callRowFilterFields, callRowFilters } from '../callHistoryFilters';
import {
	NUMBER_FORMAT,
	ONE_NUMBER,
	personToCall,
	personToCallFields,
	personToCallOptions,
} from '../personToCall';

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
				'Call a real person by phone, immediately. It costs credits. Call nobody twice: a call that is not over yet continues. ' +
				`${NUMBER_FORMAT} Returns call_id and status, and, if the tool waits for the result, is_over, outcome and summary. ` +
				'If skipped or held_back is true, nobody was called, and reason says why.',
			filledByModel: { toNumber: ONE_NUMBER },
			endpoint: 'POST /calls/make-call',
			makes: true,
			fields: [...personToCallFields, ...callingRulesFields],
			options: [
				...personToCallOptions,
				...repeatedNumbersOptions,
				numbersWithoutPlusOption,
				...rowSaysNoOptions,
			],
			openBody: true,
			waitFor: 'call',
			columns: REQUESTED_CALL,
			echoes: ['contact_name', 'contact_number', 'to_number', 'agent_id'],
			callList: personToCall,
		},
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get call',
			description: 'Get one call with its transcript and analysis',
			toolDescription:
				'Get one phone call by its call_id. Returns is_over, status, outcome, summary, duration_seconds, session_id and the start of the ' +
				'transcript. If is_over is not true, the call may continue: get it again later.',
			filledByModel: { callId: 'The call_id of the call, as a tool returned it' },
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
			toolDescription:
				'Get phone calls, one item for each: contact_name, contact_number, outcome, summary (its beginning), called_at, ' +
				`status, is_over, session_id and call_id. ${NUMBER_FORMAT}`,
			endpoint: 'GET /calls',
			filters: callFilters,
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
			toolDescription:
				'Get what was said in a phone call, by the session_id of the call. Returns transcript: one line for each turn, with who speaks.',
			filledByModel: {
				sessionId: 'The session_id of the call, as a tool returned it. It is not the call_id.',
			},
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
