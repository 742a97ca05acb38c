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
				for (const number of sampleNumbers(300)) await makeCall(number, { first_name: 'Zoë' });
				await advance(600);
				return await allCalls();
			};
			const calls = await scene();
			const byStatus = Object.groupBy(calls, ({ status }) => status);
			expect(Object.keys(byStatus).sort()).toEqual([
				'busy',
				'completed',
				'failed',
				'no_answer',
				'voicemail',
			]);
			expect(Math.abs(byStatus.completed!.length / 300 - 0.7)).toBeLessThan(0.08);
			for (const call of calls) {
				const isAnswered = ['completed', 'voicemail'].includes(call.status);
				expect(call.recording_available).toBe(isAnswered);
				expect(call.started_at !== null).toBe(isAnswered);
				expect(call.credits).toBe(Math.ceil(call.duration_seconds / 60));
				expect(call.analysis).not.toBeNull();
				if (call.status !== 'completed') continue;
				const talked = Date.parse(call.ended_at) - Date.parse(call.started_at);
				expect(talked).toBe(call.duration_seconds * 1000);
				expect([talked < 20_000, talked > 240_000]).toEqual([false, false]);
			}
			const { bookings, credits } = await control('/state');
			const booked = calls.filter(({ analysis }) => analysis.outcome === 'appointment_booked');
			expect([bookings, booked.length > 0]).toEqual([booked.length, true]);
			expect((await owner.get('/agents/agent_0001/bookings')).total).toBe(bookings);
			expect((await owner.get('/agents/agent_0002/bookings')).total).toBe(0);
			expect(credits).toBe(100_000 - calls.reduce((sum, call) => sum + call.credits, 0));

			const course = (call: Row) => [call.to_number, call.status, call.duration_seconds].join();
			expect((await scene()).map(course)).toEqual(calls.map(course));
		});

		test('who was not reached may be reached by a later call; who was reached is reached again', async () => {
			const round = async (): Promise<Row[]> => {
				const ids: string[] = [];
				for (const number of sampleNumbers(200)) ids.push((await makeCall(number)).data.call_id);
				await advance(600);
				const calls = new Map((await allCalls()).map((call) => [call.call_id, call]));
				return ids.map((id) => calls.get(id)!);
			};
			const [first, second, third] = [await round(), await round(), await round()];
			const missed = (calls: Row[]) =>
				calls.flatMap(({ status }, at) => (status === 'completed' ? [] : at));
			// About three of ten are missed each time.
			expect(missed(first).length).toBeGreaterThan(40);
			expect(missed(second).length).toBeLessThan(missed(first).length / 2);
			expect(missed(third).length).toBeLessThan(missed(second).length);
			expect(missed(first)).toEqual(expect.arrayContaining(missed(second)));
			const outcome = (call: Row | undefined) => (call!.analysis as Row).outcome;
			for (const [index, call] of first.entries())
				if (call.status === 'completed') expect(outcome(second[index])).toBe(outcome(call));
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
		const analysis = {
			summary: 'x',
			sentiment: 'neutral',
			outcome: 'x',
			success: true,
			fields: {},
		};
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

	test('the recording is a WAV file of the length of the talk', async () => {
		const { data: placed } = await makeCall('+12125550101');
		const path = `/calls/recording/${placed.session_id}`;
		const read = () => owner.client.get(path, { responseType: 'arraybuffer' });
		expect((await read()).status).toBe(404);
		await sandbox.api.put(`/calls/${placed.call_id}`, {
			status: 'completed',
			duration_seconds: 42,
		});
		const { data, headers } = await read();
		const wav = Buffer.from(data);
		expect(headers).toMatchObject({
			'content-type': 'audio/wav',
			'content-disposition': `attachment; filename="${placed.session_id}.wav"`,
			'content-length': String(wav.length),
		});
		expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
		expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, 42 * 16_000]);
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
