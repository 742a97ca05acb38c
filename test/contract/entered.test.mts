import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { root } from '../../harness/project/project.mjs';
import { VoiceAgentCall } from '../../nodes/VoiceAgentCall/VoiceAgentCall.node';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { pollContext, withDefaults } from '../model/pollContext.mts';
import { fakeContext, json, rows } from '../support/fakeContext.mts';

/*
 * How many files of nodes/ somebody meets who follows one run with a debugger. A file is entered if a function of it runs: to import it is not enough,
 * nor is the function that jest's compiler makes for each export, `function() { return name; }`.
 */

const EXPORT = /^(?:function\s*\w*|get \w+)\s*\(\)\s*\{\s*return [\w.[\]]+;\s*\}$/;

type Run = () => Promise<unknown>;

/** The files of nodes/ that the run enters, as V8 counts it. */
async function enteredBy(run: Run): Promise<string[]> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Debugger.enable');
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true });
		await run();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const entered = new Set<string>();
		for (const { url, scriptId, functions } of result) {
			const file = relative(join(root, 'nodes'), url.replace('file://', ''));
			if (file.startsWith('..')) continue;
			const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
			const ran = functions
				.flatMap(({ ranges }) => ranges.slice(0, 1))
				.filter(({ count }) => count > 0)
				.map(({ startOffset, endOffset }) => scriptSource.slice(startOffset, endOffset));
			if (ran.some((text) => !EXPORT.test(text))) entered.add(file);
		}
		return [...entered].sort();
	} finally {
		session.disconnect();
	}
}

/** Make Call for two rows, each number once a day, with a rule. */
function makeCalls(): Run {
	const node = new VoiceAgentCall();
	const parameters = (index: number): IDataObject => ({
		resource: 'call',
		operation: 'makeCall',
		agentId: 'agent_1',
		toNumber: ['+12125550123', '+12125550124'][index],
		output: 'simplified',
		callingRules: { doNotCall: '+12125550199' },
	});
	const answer = (number: number) => json(200, { call_id: `c${number}`, status: 'queued' });
	const { context } = fakeContext({ parameters, items: rows({}, {}) }, answer);
	return async () => {
		const [items] = await node.execute.call(context);
		expect(items?.map((item) => item.json.call_id)).toEqual(['c0', 'c1']);
	};
}

/** A poll of Call Ended that finds a call which was not there at the poll before. */
async function poll(): Promise<Run> {
	const node = new VoiceAgentTrigger();
	const callOf = (call_id: string) => ({
		call_id,
		created_at: new Date().toISOString(),
		status: 'completed',
		transcript: [{ role: 'agent', text: 'Hello' }],
		analysis: { outcome: 'interested' },
		duration: 12,
	});
	const calls = [callOf('c1')];
	const send = async ({ url }: IHttpRequestOptions) => {
		const id = /\/calls\/(\w+)/.exec(url)?.[1];
		return { statusCode: 200, headers: {}, body: id ? callOf(id) : calls };
	};
	const context = pollContext({
		node,
		parameters: withDefaults(node, { event: 'callEnded' }),
		data: {},
		mode: 'trigger',
		activation: 'activate',
		workflowId: 'entered',
		timezone: 'UTC',
		send,
		commit: () => undefined,
		onError: (error) => {
			throw error;
		},
	});
	await node.poll.call(context);
	calls.unshift(callOf('c2'));
	return async () => {
		const [items] = (await node.poll.call(context)) ?? [];
		expect(items?.map((item) => item.json.call_id)).toEqual(['c2']);
	};
}

/** What another test has left behind may enter files at the same moment: then this one looks again. */
const LOOKS = 10;
const PAUSE_MS = 250;

/** The most files that a run may enter. Who needs fewer lowers it. */
test.each([
	['Make Call of a list of two rows', 64, async () => makeCalls()],
	['a poll of Call Ended', 58, poll],
])('%s enters at most %i files', async (_what, most, prepare) => {
	let files = await enteredBy(await prepare());
	for (let looks = 1; files.length > most && looks < LOOKS; looks += 1) {
		await sleep(PAUSE_MS);
		files = await enteredBy(await prepare());
	}
	expect(files.length > most ? files : []).toEqual([]);
	// What is counted is the way of the run.
	expect(files).toEqual(
		expect.arrayContaining(['shared/http/client.ts', 'shared/http/session.ts']),
	);
});
