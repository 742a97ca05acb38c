import type { IDataObject, IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { LastPoll } from '../../../nodes/VoiceAgentTrigger/lastPoll';
import { Client } from '../../../nodes/shared/http/client';
import { Limit } from '../../../nodes/shared/http/limits';
import { pollContext, withDefaults } from '../../model/pollContext.mts';

/*
 * One poll as n8n starts it, with a platform in memory: what it remembers in the process, and what becomes of it when its time is up.
 */

const node = new VoiceAgentTrigger();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CALL = { status: 'completed', created_at: new Date().toISOString() };

type Send = (query: IDataObject) => unknown;
let nodes = 0;

/** A trigger on a platform that answers so, with static data of its node. */
function polling(
	send: Send,
	data: IDataObject = {},
	parameters: INodeParameters = { event: 'newCall' },
	mode: 'trigger' | 'manual' = 'trigger',
	workflowId = `workflow_${(nodes += 1)}`,
) {
	const asked: IDataObject[] = [];
	const said: string[] = [];
	const timeouts: unknown[] = [];
	let commits = 0;
	const context = pollContext({
		node,
		parameters: withDefaults(node, parameters),
		data,
		mode,
		activation: 'activate',
		workflowId,
		timezone: 'UTC',
		send: async ({ url, qs = {}, timeout }: IHttpRequestOptions) => {
			timeouts.push(timeout);
			const query = { ...Object.fromEntries(new URL(url).searchParams), ...(qs as IDataObject) };
			asked.push(query);
			return { statusCode: 200, headers: {}, body: await send(query) };
		},
		commit: () => {
			commits += 1;
		},
		onError: ({ message }) => said.push(message),
	});
	const poll = async () => await node.poll.call(context);
	return { asked, timeouts, said, data, context, poll, commits: () => commits };
}

const callsOf = (...ids: string[]) => ids.map((call_id) => ({ ...CALL, call_id }));
const pageOf = (rows: unknown[], { offset = 0 }: IDataObject) => rows.slice(Number(offset));

/** Requests to the platform that have no answer yet. */
function openAnswers() {
	const answers: Array<(body: unknown) => void> = [];
	const send = async () => await new Promise((done) => answers.push(done));
	const answer = (body: unknown) => answers.splice(0).forEach((done) => done(body));
	return { send, answer };
}

const turns = async () => {
	for (let step = 0; step < 20; step += 1) await new Promise(setImmediate);
};

const outcomeOf = async (poll: Promise<unknown>) =>
	await poll.then(
		() => 'quiet',
		() => 'thrown',
	);

/** Such limits of time are over at once. */
function withShortTime(isShort: (milliseconds: number) => boolean): void {
	const { start } = Limit.prototype;
	jest.spyOn(Limit.prototype, 'start').mockImplementation(function (this: Limit, milliseconds) {
		start.call(this, isShort(milliseconds) ? 1 : milliseconds);
	});
}

beforeEach(() => jest.spyOn(Client.prototype, 'pause').mockResolvedValue(true));
afterEach(() => jest.restoreAllMocks());

const HUNDRED = Array.from({ length: 100 }, (_entry, id) => `call_${id}`);

test.each<[string, unknown]>([
	['a first page', callsOf(...HUNDRED)],
	['the whole list', { calls: callsOf('call_1'), total: 1 }],
	['an empty list', []],
])('a poll that is given up, and then gets %s, sends and saves nothing', async (_what, body) => {
	const { send, answer } = openAnswers();
	const { asked, data, poll } = polling(send);
	// The time of the whole poll, and not that of one request.
	withShortTime((milliseconds) => milliseconds > 60_000);
	await expect(poll()).rejects.toThrow('The platform did not answer in time');
	expect(asked).toHaveLength(1);
	answer(body);
	await turns();
	expect([asked.length, data]).toEqual([1, {}]);
});

test('a poll that finds another one still running sends nothing; if that one does not end, it says so', async () => {
	let rows = callsOf('call_1');
	let isOpen = false;
	const { send: wait, answer } = openAnswers();
	const { asked, poll } = polling(async (query) => (isOpen ? await wait() : pageOf(rows, query)));
	expect(await poll()).toBeNull();
	isOpen = true;
	const first = poll();
	await turns();
	const sent = asked.length;
	withShortTime((milliseconds) => milliseconds === 240_000);
	await expect(poll()).rejects.toThrow('The poll before this one is still running');
	expect(asked).toHaveLength(sent);
	rows = callsOf('call_1', 'call_2');
	isOpen = false;
	answer(rows);
	expect(await first).toMatchObject([[{ json: { call_id: 'call_2' } }]]);
});

test.each(['newCall', 'campaignFinished'])(
	'%s: two polls at once are one; that of the workflow that replaces it sets a baseline of its own',
	async (event) => {
		const row = { id: 'row_1', status: 'active' };
		const begin = () =>
			polling(
				async (query) => {
					await turns();
					return pageOf([row], query);
				},
				{},
				{ event },
				'trigger',
				`replaced_${event}`,
			);
		const [old, replaced] = [begin(), begin()];
		const polls = [old, old, replaced, replaced].map(async ({ poll }) => await poll());
		expect(await Promise.all(polls)).toEqual([null, null, null, null]);
		// The page with the row, and the empty one behind it.
		expect([old.asked.length, replaced.asked.length]).toEqual([2, 2]);
		expect(replaced.data.state).toBeDefined();
	},
);

test('two triggers of one workflow that poll at the same moment: each emits what is new, as new', async () => {
	let rows = callsOf('call_1');
	const triggers = ['first', 'second'].map((id) => {
		const send = async (query: IDataObject) => {
			await turns();
			return pageOf(rows, query);
		};
		const trigger = polling(send, {}, { event: 'newCall' }, 'trigger', 'two_triggers');
		trigger.context.getNode().id = id;
		return trigger;
	});
	const pollBoth = async () => await Promise.all(triggers.map(async ({ poll }) => await poll()));
	expect(await pollBoth()).toEqual([null, null]);
	rows = callsOf('call_1', 'call_2');
	const found = [[{ json: { call_id: 'call_2', redelivered: false } }]];
	expect(await pollBoth()).toMatchObject([found, found]);
});

test('a poll that fails while that of the workflow that replaces it waits: that one sets its baseline', async () => {
	let requests = 0;
	const begin = () =>
		polling(
			async (query) => {
				requests += 1;
				const isFirst = requests === 1;
				await turns();
				if (isFirst) throw new Error('No');
				return pageOf(callsOf('call_1'), query);
			},
			{},
			{ event: 'newCall' },
			'trigger',
			'replaced_after_failure',
		);
	const [old, replaced] = [begin(), begin()];
	const failing = old.poll().catch(() => 'failed');
	expect([await replaced.poll(), await failing]).toEqual([null, 'failed']);
	expect([old.data, replaced.data]).toEqual([{}, { state: expect.anything() }]);
});

test('an event that this version does not have is an error that names it, and nothing is saved', async () => {
	const { asked, data, poll } = polling(() => [], {}, { event: 'newFax' });
	await expect(poll()).rejects.toThrow('This version of the node knows no event "newFax"');
	expect([asked, data]).toEqual([[], {}]);
});

test.each<[INodeParameters, string, string]>([
	[{ event: 'newCall' }, 'There is no call yet', 'check the filters'],
	[{ event: 'figureCrossesLimit', figure: 'successRate' }, 'There were no calls', 'Wait until'],
])(
	'Fetch Test Event of %j finds nothing: it says so, and what to do',
	async (parameters, message, advice) => {
		const send = ({ days }: IDataObject) => (days ? { total_calls: 0, success_rate: 0 } : []);
		await expect(polling(send, {}, parameters, 'manual').poll()).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining(advice),
		});
	},
);

test('Fetch Test Event of a slow platform: somebody waits for it, so it reads for less than a minute', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const send = (query: IDataObject) => {
		clock.mockReturnValue(Date.now() + 20_000);
		return pageOf(callsOf(...HUNDRED, ...HUNDRED.map((id) => `${id}b`)), query).slice(0, 30);
	};
	const { asked, poll } = polling(send, {}, { event: 'newCall' }, 'manual');
	expect(await poll()).toMatchObject([[{}, {}, {}]]);
	expect(asked).toHaveLength(3);
});

test.each([
	[
		['active', 'finished', 'active', 'active', 'finished'],
		[[], [false], [], [], [false]],
	],
	[
		['active', 'finished', 'set back', 'active', 'active', 'finished'],
		[[], [false], [true], [], [], [false]],
	],
])(
	'a campaign that was resumed and finishes again is new, also after it was emitted again: %j',
	async (steps, expected) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		let status = 'active';
		const list = (query: IDataObject) => pageOf([{ id: 'camp_1', name: 'Spring', status }], query);
		const { data, poll } = polling(list, {}, { event: 'campaignFinished' });
		const marks: unknown[] = [];
		let first: IDataObject[string];
		for (const step of steps) {
			clock.mockReturnValue(Date.now() + 2 * MINUTE);
			if (step === 'set back') data.state = first;
			else status = step;
			const [items = []] = (await poll()) ?? [];
			marks.push(items.map(({ json }) => json.redelivered));
			first ??= data.state;
		}
		expect(marks).toEqual(expected);
	},
);

test('Campaign Finished for another agent: what is finished there is old, and what finishes then is new', async () => {
	const campaign = (id: string, agent_id: string, status = 'finished') => ({
		id,
		agent_id,
		status,
	});
	let rows = [campaign('a', 'agent_1'), campaign('b', 'agent_2')];
	const data: IDataObject = {};
	const of = (agentId: string) =>
		polling((query) => pageOf(rows, query), data, {
			event: 'campaignFinished',
			filters: { agentId: { __rl: true, mode: 'id', value: agentId } },
		});
	expect(await of('agent_1').poll()).toBeNull();
	const { poll } = of('agent_2');
	expect(await poll()).toBeNull();
	rows = [...rows, campaign('c', 'agent_2'), campaign('d', 'agent_1')];
	const [items = []] = (await poll()) ?? [];
	expect(items.map(({ json }) => json.campaign_id)).toEqual(['c']);
});

test('Campaign Finished for another campaign: if that one is finished, it is old', async () => {
	const data: IDataObject = {};
	const of = (value: string, status: string) =>
		polling(() => ({ id: value, status }), data, {
			event: 'campaignFinished',
			filters: { campaignId: { __rl: true, mode: 'id', value } },
		});
	expect(await of('a', 'active').poll()).toBeNull();
	expect(await of('b', 'finished').poll()).toBeNull();
});

test('New Callback for another agent is about the same list: what came in between is emitted', async () => {
	const callback = (id: string, agent_id: string) => ({ ...CALL, id, agent_id });
	let rows = [callback('a', 'agent_1')];
	const data: IDataObject = {};
	const of = (value: string) =>
		polling((query) => pageOf(rows, query), data, {
			event: 'newCallback',
			filters: { agentId: { __rl: true, mode: 'id', value } },
		});
	expect(await of('agent_1').poll()).toBeNull();
	rows = [callback('b', 'agent_2'), ...rows];
	expect(await of('agent_2').poll()).toMatchObject([[{ json: { id: 'b' } }]]);
});

test('a process remembers the last 50,000 rows that it has emitted, and no more', () => {
	const last = new LastPoll();
	const keys = Array.from({ length: 50_002 }, (_entry, index) => `key ${index}`);
	last.end('before', 'left', keys, 0);
	last.begin('set back', () => false);
	expect(keys.filter((key) => !last.hasEmitted(key))).toEqual(['key 0', 'key 1']);
});

test.each<unknown>(['nonsense', { version: 1 }])(
	'a state that cannot be read (%j): the trigger starts over, with a baseline, also with Start From, and says so once',
	async (state) => {
		let rows = callsOf('call_1', 'call_2');
		const { said, poll, commits } = polling(
			(query) => pageOf(rows, query),
			{ state } as IDataObject,
			{ event: 'newCall', options: { startFrom: '2020-01-01T00:00:00Z' } },
		);
		expect([await poll(), commits()]).toEqual([null, 1]);
		expect(said).toEqual([expect.stringContaining('saved state of this trigger cannot be read')]);
		rows = callsOf('call_1', 'call_2', 'call_3');
		expect(await poll()).toMatchObject([[{ json: { call_id: 'call_3' } }]]);
		expect(await poll()).toBeNull();
		expect(said).toHaveLength(1);
	},
);

test.each([
	[[39], true],
	[[39, 39], true],
	[[41], false],
])(
	'a workflow that was off for %j days gets a call again, because its data were set back: marked as such is %s',
	async (pauses, redelivered) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		let rows = callsOf('call_1');
		const { data, poll } = polling((query) => pageOf(rows, query));
		await poll();
		const { state } = data;
		rows = callsOf('call_1', 'call_2');
		expect(await poll()).toMatchObject([[{ json: { call_id: 'call_2', redelivered: false } }]]);
		for (const days of pauses) {
			data.state = state;
			clock.mockReturnValue(Date.now() + days * DAY);
			expect(await poll()).toMatchObject([[{ json: { call_id: 'call_2', redelivered } }]]);
		}
	},
);

test('data that are set back, and then further back: each call that comes again is marked as such', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const ids: string[] = [];
	const { data, poll } = polling((query) => pageOf(callsOf(...ids), query));
	const states: Array<IDataObject[string]> = [];
	for (const id of ['call_1', 'call_2', 'call_3']) {
		ids.push(id);
		await poll();
		states.push(data.state);
	}
	for (const [state, again] of [
		[states[1], ['call_3']],
		[states[0], ['call_2', 'call_3']],
	] as const) {
		clock.mockReturnValue(Date.now() + DAY);
		data.state = state;
		const [items = []] = (await poll()) ?? [];
		expect(items.map(({ json }) => [json.call_id, json.redelivered])).toEqual(
			again.map((id) => [id, true]),
		);
	}
});

test('what the first poll has learned is to be saved, and a poll that finds nothing changes nothing', async () => {
	const { data, poll, commits } = polling((query) => pageOf(callsOf('call_1'), query));
	expect(await poll()).toBeNull();
	expect(commits()).toBe(1);
	Object.freeze(data);
	expect([await poll(), commits()]).toEqual([null, 1]);
});

test.each(['redeliver', 'skip'])(
	'After a Restart: %s. What is remembered of emitted calls, to emit them again, does not grow with time',
	async (afterRestart) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		const ids = ['call_0'];
		const parameters = { event: 'newCall', options: { afterRestart } };
		const { data, poll } = polling((query) => pageOf(callsOf(...ids), query), {}, parameters);
		await poll();
		const sizes: number[] = [];
		for (let number = 1; number < 5; number += 1) {
			clock.mockReturnValue(Date.now() + 20 * MINUTE);
			ids.push(`call_${number}`);
			expect(await poll()).toHaveLength(1);
			sizes.push(JSON.stringify((data.state as IDataObject).deliveries).length);
		}
		expect(sizes.at(-1)).toBe(sizes[0]);
	},
);

test('a call that a slow poll has emitted comes again if n8n stops soon after the end of that poll', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	let rows = callsOf('call_1');
	const send = (query: IDataObject) => {
		clock.mockReturnValue(Date.now() + 45_000);
		return pageOf(rows, query);
	};
	const options = { afterRestart: 'redeliver', emitAgainMinutes: 1 };
	const { poll } = polling(send, {}, { event: 'newCall', options });
	await poll();
	rows = callsOf('call_1', 'call_2');
	expect(await poll()).toMatchObject([[{ json: { call_id: 'call_2', redelivered: false } }]]);
	jest.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 30_000);
	clock.mockReturnValue(Date.now() + 31_000);
	expect(await poll()).toMatchObject([[{ json: { call_id: 'call_2', redelivered: true } }]]);
});

test('Call Ended: a call that a crash may have lost, and whose details fail at first, is marked as emitted again when they come', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const call = { ...CALL, call_id: 'call_2', duration_seconds: 60 };
	const results = {
		transcript: [{ role: 'agent', text: 'Hello' }],
		analysis: { summary: 'A talk' },
	};
	let rows = callsOf('call_1');
	let details: unknown = { ...call, ...results };
	const send = (query: IDataObject) => (query.limit ? pageOf(rows, query) : details);
	const { poll } = polling(send, {}, { event: 'callEnded' });
	await poll();
	rows = callsOf('call_1', 'call_2');
	expect(await poll()).toMatchObject([[{ json: { redelivered: false } }]]);
	jest.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 1_000);
	const marks: unknown[] = [];
	for (const answer of [[], details]) {
		details = answer;
		clock.mockReturnValue(Date.now() + MINUTE);
		const [items = []] = (await poll()) ?? [];
		marks.push(items.map(({ json }) => json.redelivered));
	}
	expect(marks).toEqual([[], [true]]);
});

test.each([
	['UTC', ['late']],
	['Asia/Tokyo', ['early', 'late']],
])(
	'Start From without a zone is a time of the workflow, in %s: then come %j',
	async (zone, ids) => {
		const rows = [
			{ call_id: 'early', created_at: '2026-03-02T01:00:00Z' },
			{ call_id: 'late', created_at: '2026-03-02T10:00:00Z' },
		];
		const options = { startFrom: '2026-03-02T09:00:00' };
		const trigger = polling((query) => pageOf(rows, query), {}, { event: 'newCall', options });
		Object.assign(trigger.context, { getTimezone: () => zone });
		const [items = []] = (await trigger.poll()) ?? [];
		expect(items.map(({ json }) => json.call_id)).toEqual(ids);
	},
);

test('a list that is read as a whole after half an hour is not read so at the next poll, also if nothing is new', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const now = Date.now();
	const rows = Array.from({ length: 3_000 }, (_entry, age) => ({
		call_id: `call_${age}`,
		status: 'completed',
		created_at: new Date(now - age * MINUTE).toISOString(),
	}));
	const { asked, poll } = polling((query) => pageOf(rows, query).slice(0, 100));
	await poll();
	const pages: number[] = [];
	for (const minutes of [31, 1, 1]) {
		clock.mockReturnValue(Date.now() + minutes * MINUTE);
		const before = asked.length;
		expect(await poll()).toBeNull();
		pages.push(asked.length - before);
	}
	expect(pages).toEqual([32, 1, 1]);
});

test('150 calls at once come in one execution, each marked by the trigger, whatever field of that name the platform has', async () => {
	let rows: IDataObject[] = callsOf('old');
	const list = (query: IDataObject) => pageOf(rows, query);
	const { poll } = polling(list, {}, { event: 'newCall', output: 'raw' });
	await poll();
	const fresh = Array.from({ length: 150 }, (_entry, id) => ({
		...CALL,
		call_id: `call_${id}`,
		redelivered: 'no',
	}));
	rows = [...fresh, ...rows];
	const [items = []] = (await poll()) ?? [];
	expect(items.map(({ json }) => json.redelivered)).toEqual(fresh.map(() => false));
});

test('an n8n that cannot be asked to save the state of the first poll', async () => {
	const { data, context, poll } = polling((query) => pageOf(callsOf('call_1'), query));
	Object.assign(context, { __commitCursor: undefined });
	expect(await poll()).toBeNull();
	expect(data.state).toBeDefined();
});

test.each([
	['newBooking', 'agent_2'],
	['newTransfer', 'agent_1'],
])(
	"%s of %s is another list than another agent's, or another event's: what it has is old, also since Start From, and what comes is new",
	async (otherEvent, otherAgent) => {
		const rowsOf = (...ids: string[]) => ids.map((id) => ({ ...CALL, id }));
		let rows = rowsOf('b1', 'b2');
		const data = {};
		const of = (event: string, value: string) =>
			polling((query) => pageOf(rows, query), data, {
				event,
				filters: { agentId: { __rl: true, mode: 'id', value } },
				options: { startFrom: '2020-01-01T00:00:00Z' },
			});
		expect(await of('newBooking', 'agent_1').poll()).toMatchObject([[{ json: {} }, { json: {} }]]);
		const { poll, commits } = of(otherEvent, otherAgent);
		rows = rowsOf('b3');
		expect([await poll(), commits()]).toEqual([null, 1]);
		rows = rowsOf('b3', 'b4');
		expect(await poll()).toMatchObject([[{ json: { id: 'b4' } }]]);
	},
);

test("another account's calls are old, that is to be saved, and what comes then is new", async () => {
	let rows = callsOf('call_1');
	const { context, poll, commits } = polling((query) => pageOf(rows, query));
	await poll();
	const other = { ...(await context.getCredentials('voiceAgentApi')), email: 'other@example.com' };
	Object.assign(context, { getCredentials: async () => other });
	rows = callsOf('call_2');
	expect([await poll(), commits()]).toEqual([null, 2]);
	rows = callsOf('call_2', 'call_3');
	expect(await poll()).toMatchObject([[{ json: { call_id: 'call_3' } }]]);
});

test('each call whose details the platform does not send is reported, also after others', async () => {
	let rows = callsOf('call_1');
	const send = (query: IDataObject) => (query.limit ? pageOf(rows, query) : []);
	const options = { waitMinutes: 0 };
	const { said, poll } = polling(send, {}, { event: 'callEnded', options });
	await poll();
	for (const id of ['call_2', 'call_3']) {
		rows = [...rows, ...callsOf(id)];
		expect(await poll()).toMatchObject([[{ json: { call_id: id } }]]);
		expect(said.splice(0)).toEqual([expect.stringContaining(`the details of call "${id}"`)]);
	}
});

test.each<[INodeParameters, number]>([
	[{}, 30_000],
	[{ timeout: 7 }, 7_000],
])('with Options %j a request may take %d ms', async (options, milliseconds) => {
	const { timeouts, poll } = polling(() => [], {}, { event: 'newCall', options });
	await poll();
	expect(timeouts).toEqual([milliseconds]);
});

test('a request of an activation that worked before may take no longer than n8n waits for it', async () => {
	const { data, poll } = polling(() => []);
	await poll();
	const again = polling(() => [], data);
	await again.poll();
	expect(again.timeouts).toEqual([expect.any(Number)]);
	expect(again.timeouts[0]).toBeLessThan(10_000);
});

test('a list that takes too long: the first activation fails; a later one is quiet, and the next poll says so', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	let pageMs = 0;
	const ids = Array.from({ length: 3_000 }, (_entry, id) => `call_${id}`);
	const send = (query: IDataObject) => {
		clock.mockReturnValue(Date.now() + pageMs);
		return pageOf(callsOf(...ids), query).slice(0, 100);
	};
	const { data, poll } = polling(send);
	expect(await poll()).toBeNull();
	pageMs = 20_000;
	const later = polling(send, data);
	expect(await later.poll()).toBeNull();
	expect([later.asked.length, later.said]).toEqual([2, []]);
	await expect(later.poll()).rejects.toThrow('cannot be read in the time of one poll');
	// A poll has four minutes, and reads for six tenths of them.
	expect(later.asked).toHaveLength(2 + 8);
	const first = polling(send);
	await expect(first.poll()).rejects.toThrow('cannot be read in the time of one poll');
	expect(first.asked).toHaveLength(2);
});

test('a list that changes too fast while the workflow is activated is reported, and the next poll sets the baseline', async () => {
	let count = 0;
	let isBusy = true;
	const send = (query: IDataObject) => {
		if (isBusy) count += 60;
		const ids = Array.from({ length: 150 + count }, (_entry, id) => `call_${id}`).toReversed();
		return pageOf(callsOf(...ids), query).slice(0, 100);
	};
	const { data, said, poll } = polling(send);
	expect(await poll()).toBeNull();
	expect(said).toEqual(['The list changes faster than it can be read']);
	expect(data).toEqual({});
	// It is reported once.
	expect([await poll(), said.length]).toEqual([null, 1]);
	isBusy = false;
	expect(await poll()).toBeNull();
	expect(data.state).toBeDefined();
});

test('a failure of which only a number differs is the same, and another one is not', async () => {
	let message = '';
	const send = () => {
		throw new Error(message);
	};
	const { poll } = polling(send, {}, { event: 'newCall' });
	await expect(poll()).rejects.toThrow();
	const outcomes: unknown[] = [];
	for (message of ['9 tries left', '10 tries left', '1000 left', '1000 left'])
		outcomes.push(await outcomeOf(poll()));
	expect(outcomes).toEqual(['thrown', 'quiet', 'thrown', 'quiet']);
});

test('a failure that says another reason in its description is another one', async () => {
	let body = {};
	const { poll } = polling(() => body);
	expect(await poll()).toBeNull();
	const outcomes: unknown[] = [];
	for (body of [{ note: 'No' }, { note: 'No' }, { remark: 'No' }])
		outcomes.push(await outcomeOf(poll()));
	expect(outcomes).toEqual(['thrown', 'quiet', 'thrown']);
});

test('Call Ended on a slow platform: details that there is no time for are left to the next poll', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	let rows: IDataObject[] = [];
	const send = (query: IDataObject) => {
		if (query.limit) return pageOf(rows, query);
		clock.mockReturnValue(Date.now() + 20_000);
		return CALL;
	};
	const { poll } = polling(send, {}, { event: 'callEnded', options: { waitMinutes: 0 } });
	await poll();
	rows = callsOf(...HUNDRED.slice(0, 15));
	const ids: unknown[][] = [];
	for (let number = 0; number < 3; number += 1) {
		const [items = []] = (await poll()) ?? [];
		ids.push(items.map(({ json }) => json.call_id));
	}
	expect(ids.map(({ length }) => length)).toEqual([10, 5, 0]);
	expect(ids.flat().toSorted()).toEqual(HUNDRED.slice(0, 15).toSorted());
});
