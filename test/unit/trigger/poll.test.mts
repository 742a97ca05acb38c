import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { Client } from '../../../nodes/shared/http/client';
import { Limit } from '../../../nodes/shared/http/limit';
import { pollContext, withDefaults } from '../../model/pollContext.mts';

/*
 * One poll as n8n starts it, with a platform in memory: what it remembers in the process, and what becomes of it when its time is up.
 */

const node = new VoiceAgentTrigger();
const CALL = { call_id: 'call_1', status: 'completed', created_at: '2026-03-01T12:00:00Z' };

type Send = (query: IDataObject) => unknown;
let nodes = 0;

/** A trigger on a platform that answers so. */
function polling(send: Send) {
	nodes += 1;
	const workflowId = `workflow_${nodes}`;
	const data: IDataObject = {};
	const asked: IDataObject[] = [];
	const context = pollContext({
		node,
		parameters: withDefaults(node, { event: 'newCall' }),
		data,
		mode: 'trigger',
		activation: 'activate',
		workflowId,
		timezone: 'UTC',
		send: async ({ url, qs = {} }: IHttpRequestOptions) => {
			const query = { ...Object.fromEntries(new URL(url).searchParams), ...(qs as IDataObject) };
			asked.push(query);
			return { statusCode: 200, headers: {}, body: await send(query) };
		},
		commit: () => undefined,
		onError: () => undefined,
	});
	return { asked, data, poll: async () => await node.poll.call(context) };
}

beforeEach(() => jest.spyOn(Client.prototype, 'pause').mockResolvedValue(true));
afterEach(() => jest.restoreAllMocks());

test('a poll that is given up sends nothing any more, and saves nothing', async () => {
	let answer: (rows: unknown[]) => void = () => undefined;
	const { asked, data, poll } = polling(async () => await new Promise((done) => (answer = done)));
	const { start } = Limit.prototype;
	jest.spyOn(Limit.prototype, 'start').mockImplementation(function (this: Limit, milliseconds) {
		// The time of the whole poll, and not that of one request.
		start.call(this, milliseconds > 60_000 ? 1 : milliseconds);
	});
	await expect(poll()).rejects.toThrow('The platform did not answer in time');
	expect(asked).toHaveLength(1);
	const rows = Array.from({ length: 100 }, (_entry, id) => ({ ...CALL, call_id: `call_${id}` }));
	answer(rows);
	for (let step = 0; step < 20; step += 1) await new Promise(setImmediate);
	expect([asked.length, data]).toEqual([1, {}]);
});
