import { Readable } from 'node:stream';
import { callDetailView, callView, hasRecording, transcriptView } from '../calls.mts';
import type { Row } from '../database.mts';
import { ApiError } from '../errors.mts';
import type { Handlers } from '../http.mts';
import { pageOf } from '../lists.mts';
import type { Platform } from '../platform.mts';
import type { Turn } from '../conversation.mts';
import { wavChunks, wavSize, wholeSamples } from '../wav.mts';

export function callHandlers({ agents, behaviour, calls, database, dialer }: Platform): Handlers {
	const bySession = (sessionId: string): Row => {
		const call = calls.findBySession(sessionId);
		if (!call) throw new ApiError(404, `Call session ${sessionId} not found`);
		return call;
	};

	return {
		makeCall: ({ body }) => {
			const agent = agents.find(body.agent_id);
			if (!agent) throw new ApiError(404, `Agent ${body.agent_id} not found`);
			if (Number(database.setting('credits')) <= 0)
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
		listCalls: ({ query }) =>
			pageOf(
				database,
				{
					table: 'calls',
					idColumn: 'call_id',
					where: {
						'call_id = ?': query.call_id,
						'created_at >= ?': moment(query.from),
						'created_at <= ?': moment(query.to),
						'agent_id = ?': query.agent_id,
						'campaign_id = ?': query.campaign_id,
						'status = ?': query.status,
						'direction = ?': query.direction,
					},
					view: callView,
					grow: (count) =>
						calls.insertFinished(count, database.all('SELECT * FROM agents LIMIT 3')),
				},
				{ limit: query.limit, offset: query.offset },
				behaviour.manners,
			),
		getCall: ({ params }) => {
			const call = calls.find(params.call_id);
			if (!call) throw new ApiError(404, `Call ${params.call_id} not found`);
			return callDetailView(call);
		},
		getCallBySession: ({ params }) => callDetailView(bySession(params.session_id)),
		getTranscript: ({ params }) => {
			const call = bySession(params.session_id);
			return { session_id: call.session_id, transcript: transcriptView(call) };
		},
		getRecording: ({ params }, reply) => {
			const call = bySession(params.session_id);
			if (!hasRecording(call))
				throw new ApiError(404, `There is no recording of a call that is ${call.status}`);
			const size = wholeSamples(call.recording_bytes ?? wavSize(call.duration_seconds));
			reply.headers({
				'content-type': 'audio/wav',
				'content-length': size,
				'content-disposition': `attachment; filename="${call.session_id}.wav"`,
			});
			return reply.send(
				Readable.from(wavChunks(transcriptView(call) as Turn[], size), { objectMode: false }),
			);
		},
	};
}

/** Milliseconds of an ISO 8601 text; one without a zone is read as UTC. */
function moment(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text);
	return Date.parse(text.includes('T') && !hasZone ? `${text}Z` : text);
}
