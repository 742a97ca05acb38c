import { callDetailView, callView, hasRecording, transcriptView } from '../domain/calls.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { dateConditions, ownPage } from './lists.mts';
import type { Platform } from '../domain/platform.mts';
import { sendRecording } from './recordings.mts';

/** Calls, with transcript and recording. */
export function callHandlers(platform: Platform): Handlers {
	const { agents, calls, dialer, ledger } = platform;
	const bySession = ({ params, user }: ApiRequest): Row => {
		const call = calls.findBySession(params.session_id);
		if (call?.organization_id !== user.organization_id)
			throw new ApiError(404, `Call session ${params.session_id} not found`);
		return call!;
	};

	return {
		makeCall: ({ body, user }) => {
			const agent = agents.require(body.agent_id, user.organization_id);
			if (ledger.balance(user.organization_id) <= 0)
				throw new ApiError(402, 'Insufficient credit balance: top up before placing a call');
			const call = dialer.dial({
				agent,
				toNumber: body.to_number,
				firstName: body.first_name ?? null,
				lastName: body.last_name ?? null,
				variables: JSON.stringify(body.variables ?? {}),
			});
			return callView(call);
		},
		listCalls: (request) => {
			const { query } = request;
			return ownPage(platform, request, {
				table: 'calls',
				idColumn: 'call_id',
				filters: {
					'call_id = ?': query.call_id,
					...dateConditions(request),
					'agent_id = ?': query.agent_id,
					'campaign_id = ?': query.campaign_id,
					'status = ?': query.status,
					'direction = ?': query.direction,
				},
				view: callView,
			});
		},
		getCall: ({ params, user }) => {
			const call = calls.find(params.call_id);
			if (call?.organization_id !== user.organization_id)
				throw new ApiError(404, `Call ${params.call_id} not found`);
			return callDetailView(call!);
		},
		getCallBySession: (request) => callDetailView(bySession(request)),
		getTranscript: (request) => {
			const call = bySession(request);
			return { session_id: call.session_id, transcript: transcriptView(call) };
		},
		getRecording: (request, reply) => {
			const call = bySession(request);
			if (!hasRecording(call))
				throw new ApiError(404, `There is no recording of a call that is ${call.status}`);
			return sendRecording(reply, call);
		},
	};
}
