import { phrases } from '../../support/phrases.mts';
import { sampleNumbers } from '../client.mts';
import { type Owner, type Row } from '../owner.mts';

/*
 * Calls, and what comes of them: endings, lists, transcripts, recordings, callbacks.
 */

export function callsSuite(owner: Owner): void {
	const { sandbox, advance, control } = owner;
	const makeCall = (to_number: string, others = {}) =>
		owner.client.post('/calls/make-call', { agent_id: 'agent_0001', to_number, ...others });
	const allCalls = async () => await owner.rows('/calls');
	const seconds = async (more: number) =>
		new Date(Date.parse((await control('/state')).now) + more * 1000).toISOString();

	describe('how calls end', () => {
		test('every ending happens, in about the promised shares, paid by the minute, and the same for the same seed', async () => {
			const scene = async () => {
				await owner.restart();
				for (const number of sampleNumbers(300)) await makeCall(number);
				await advance(600);
				return await allCalls();
			};
			const calls = await scene();
			const byStatus = Object.groupBy(calls, ({ status }) => status);
			expect(new Set(Object.keys(byStatus))).toEqual(
				new Set(phrases`busy | completed | failed | no_answer | voicemail`),
			);
			expect(Math.abs(byStatus.completed!.length / 300 - 0.7)).toBeLessThan(0.08);
			for (const call of calls) {
				const isAnswered = ['completed', 'voicemail'].includes(call.status);
				expect(call.recording_available).toBe(isAnswered);
				expect(call.credits).toBe(Math.ceil(call.duration_seconds / 60));
			}
			const { credits } = await control('/state');
			expect(credits).toBe(100_000 - calls.reduce((sum, call) => sum + call.credits, 0));

			const course = (call: Row) => [call.to_number, call.status, call.duration_seconds].join();
			expect((await scene()).map(course)).toEqual(calls.map(course));
		});

		test('an empty account calls nobody; a number is called as often as somebody says so', async () => {
			await sandbox.api.put('/balance', { credits: 0 });
			const { status, data } = await makeCall('+12125550101');
			expect([status, data.message]).toEqual([402, expect.stringContaining('balance')]);
			expect(await control('/calls')).toEqual([]);
			await sandbox.api.put('/balance', { credits: 1 });
			await makeCall('+12125550101');
			await makeCall('+12125550101');
			expect(await control('/calls')).toHaveLength(2);
		});
	});

	test('lists are filtered, newest first, and paged without gaps; the total follows every change', async () => {
		const { data: inserted } = await sandbox.api.post('/calls', { count: 250, spacingSeconds: 60 });
		const ids: unknown[] = [];
		for (let offset = 0; offset < 300; offset += 100) {
			const { items, ...page } = await owner.get('/calls', { limit: 100, offset });
			expect(page).toEqual({ total: 250, limit: 100, offset });
			ids.push(...items.map((call: Row) => call.call_id));
		}
		expect(ids).toEqual([...inserted.call_ids].reverse());
		const all = await allCalls();
		expect(all[0]).not.toHaveProperty('transcript');
		const total = async (params: object) => (await owner.get('/calls', params)).total;
		expect(await total({ from: all[199]!.created_at, to: all[99]!.created_at })).toBe(101);
		expect(await total({ call_id: ids[7] })).toBe(1);
		expect(await total({ agent_id: 'agent_0002', status: 'completed' })).toBe(83);
		await sandbox.api.put(`/calls/${String(ids[0])}`, { status: 'busy' });
		await makeCall('+12125550101');
		expect([await total({}), await total({ status: 'busy' })]).toEqual([251, 1]);
	});

	test('a call is the same everywhere, with the analysis that it was given', async () => {
		const { data: placed } = await makeCall('+12125550101', { variables: { topic: 'Größe 😀' } });
		const texts = { summary: 'x', sentiment: 'neutral', outcome: 'x' };
		const analysis = { ...texts, success: true, fields: {} };
		const end = { status: 'completed', duration_seconds: 61, analysis };
		await sandbox.api.put(`/calls/${placed.call_id}`, end);
		const detail = await owner.get(`/calls/${placed.call_id}`);
		const { session_id: session, transcript } = detail;
		expect(detail).toMatchObject({ analysis, credits: 2, variables: { topic: 'Größe 😀' } });
		expect(transcript.length).toBeGreaterThan(1);
		expect(await owner.get(`/calls/session/${session}`)).toEqual(detail);
		const alone = await owner.get(`/calls/decrypt-transcript/${session}`);
		expect(alone).toEqual({ session_id: session, transcript });
		for (const path of ['/calls', '/analytics/calls/list'])
			expect((await owner.rows(path))[0]!.analysis).toEqual(analysis);
	});

	test('there is a recording after the call, of the length of the talk', async () => {
		const { data: placed } = await makeCall('+12125550101');
		const read = () =>
			owner.client.get(`/calls/recording/${placed.session_id}`, { responseType: 'arraybuffer' });
		expect((await read()).status).toBe(404);
		const ended = { status: 'completed', duration_seconds: 42 };
		await sandbox.api.put(`/calls/${placed.call_id}`, ended);
		const { data, headers } = await read();
		expect(headers['content-type']).toBe('audio/wav');
		expect(Buffer.from(data).readUInt32LE(40)).toBe(42 * 16_000);
		await sandbox.api.put(`/calls/${placed.call_id}`, { recordingBytes: 3_000_000 });
		expect((await read()).data).toHaveLength(3_000_000);
	});

	describe('callbacks', () => {
		const create = async (more: number, others = {}) =>
			await owner.client.post('/callbacks/', {
				agent_id: 'agent_0001',
				phone_number: '+12125550101',
				scheduled_at: await seconds(more),
				...others,
			});

		test('one is kept at its time, and is no longer upcoming then', async () => {
			const { data: callback } = await create(3600, { first_name: 'Zoë', notes: 'Prices' });
			expect(callback).toMatchObject({ status: 'scheduled', call_id: null, first_name: 'Zoë' });
			expect(await owner.rows('/callbacks/')).toEqual([callback]);
			await advance(3599);
			expect(await control('/calls')).toEqual([]);
			await advance(2);
			expect(await control('/calls')).toMatchObject([
				{ to_number: '+12125550101', agent_id: 'agent_0001', variables: { notes: 'Prices' } },
			]);
			expect(await owner.rows('/callbacks/')).toEqual([]);
			expect((await owner.client.delete(`/callbacks/${callback.id}`)).status).toBe(409);
		});

		test.each([
			[422, 'time that is over', -1, {}],
			[422, 'word for a time', 1, { scheduled_at: 'tomorrow' }],
			[422, 'number without country', 1, { phone_number: '212 555 0101' }],
			[404, 'unknown agent', 1, { agent_id: 'nobody' }],
		])('%i for a %s', async (status, _what, more, others) => {
			expect((await create(more, others)).status).toBe(status);
		});
	});
}
