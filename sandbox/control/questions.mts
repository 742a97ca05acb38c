import { ApiError } from '../common/errors.mts';
import type { Row } from '../data/database.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';

/** Lets an agent ask one of its functions now, and waits for what it hears. */
export async function askNow(
	{ agents, calls, functions, questions }: Platform,
	agentId: string,
	fields: Row,
): Promise<Row> {
	const { function: name, arguments: args, call_id: callId, session_id, caller } = fields;
	const agent = agents.require(agentId, SAMPLE_ORGANIZATION_ID);
	const call = callId === undefined ? undefined : calls.find(callId);
	if (callId !== undefined && call?.agent_id !== agentId)
		throw new ApiError(404, `The agent has no call ${callId}`);
	const heard = await questions.askNow(agent, functions.requireNamed(name, agent), {
		call,
		args,
		...(session_id && { session_id }),
		...(session_id && !call && { call_id: `call_of_${session_id}` }),
		...(caller && { direction: 'inbound', from_number: caller }),
	});
	if (!heard) throw new ApiError(409, 'The sandbox was reset while the agent waited');
	return heard;
}
