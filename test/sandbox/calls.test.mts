import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { sampleNumbers, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

type Row = Record<string, unknown>;
const advance = (advanceSeconds: number) => sandbox.api.post('/clock', { advanceSeconds });
const makeCall = (to_number: string, others = {}) =>
	client.post('/calls/make-call', { agent_id: 'agent_0001', to_number, ...others });

test('a call is placed, talked through and analysed', async () => {
	const { status, data: placed } = await makeCall('+12125550101', {
		first_name: 'Zoë',
		variables: { topic: 'Größe 😀' },
	});
	expect(status).toBe(201);
	expect(placed).toMatchObject({ status: 'queued', ended_at: null, analysis: null });
	expect(placed.session_id).not.toBe(placed.call_id);

	await sandbox.api.put(`/calls/${placed.call_id}`, { status: 'completed', duration_seconds: 61 });
	const { data: call } = await client.get(`/calls/${placed.call_id}`);
	expect(call).toMatchObject({ status: 'completed', duration_seconds: 61, credits: 2 });
	expect(call.analysis.summary).toEqual(expect.any(String));
	expect((await client.get(`/calls/session/${call.session_id}`)).data).toEqual(call);
	expect((await client.get(`/calls/decrypt-transcript/${call.session_id}`)).data).toEqual({
		session_id: call.session_id,
		transcript: call.transcript,
	});
	expect((await client.get('/billing/balance')).data.credits).toBe(99_998);
});

test('every ending happens, in about the promised shares, and the same for the same seed', async () => {
	const scene = async () => {
		await sandbox.reset();
		client = await signIn(sandbox);
		for (const number of sampleNumbers(300)) await makeCall(number, { first_name: 'Zoë' });
		await advance(600);
		const { data } = await client.get('/calls', { params: { limit: 1000 } });
		return data.items;
	};
	const calls = await scene();
	const shares: Record<string, number> = {};
	for (const { status } of calls) shares[status] = (shares[status] ?? 0) + 1 / 300;
	expect(Object.keys(shares).sort()).toEqual([
		'busy',
		'completed',
		'failed',
		'no_answer',
		'voicemail',
	]);
	expect(Math.abs(shares.completed - 0.7)).toBeLessThan(0.08);

	for (const call of calls) {
		const isAnswered = ['completed', 'voicemail'].includes(call.status);
		expect(call.recording_available).toBe(isAnswered);
		expect(call.started_at !== null).toBe(isAnswered);
		expect(call.credits).toBe(Math.ceil(call.duration_seconds / 60));
		expect(call.analysis).not.toBeNull();
		if (call.status === 'completed') {
			const talked = Date.parse(call.ended_at) - Date.parse(call.started_at);
			expect(talked).toBe(call.duration_seconds * 1000);
			expect(call.duration_seconds).toBeGreaterThanOrEqual(20);
			expect(call.duration_seconds).toBeLessThanOrEqual(240);
		}
	}
	const { data: state } = await sandbox.api.get('/state');
	const booked = calls.filter(
		(call: never) => call['analysis']['outcome'] === 'appointment_booked',
	);
	expect(state.bookings).toBe(booked.length);
	expect(booked.length).toBeGreaterThan(0);
	const spent = calls.reduce((sum: number, call: { credits: number }) => sum + call.credits, 0);
	expect(state.credits).toBe(100_000 - spent);

	const { data: bookings } = await client.get('/agents/agent_0001/bookings');
	expect(bookings.items[0]).toMatchObject({ agent_id: 'agent_0001', attendee_name: 'Zoë' });
	expect((await client.get('/agents/agent_0002/bookings')).data.total).toBe(0);
	expect((await client.get('/bookings')).data.total).toBe(booked.length);

	const again = await scene();
	const course = (call: { to_number: string; status: string; duration_seconds: number }) =>
		[call.to_number, call.status, call.duration_seconds].join();
	expect(again.map(course)).toEqual(calls.map(course));
});

test('the platform refuses unknown agents and an empty account, and calls a number twice when told twice', async () => {
	expect(
		(await client.post('/calls/make-call', { agent_id: 'x', to_number: '+12125550101' })).status,
	).toBe(404);
	await sandbox.api.put('/balance', { credits: 0 });
	const { status, data } = await makeCall('+12125550101');
	expect(status).toBe(402);
	expect(data.message).toContain('balance');
	await sandbox.api.put('/balance', { credits: 1 });
	await makeCall('+12125550101');
	await makeCall('+12125550101');
	expect((await sandbox.api.get('/calls')).data).toHaveLength(2);
});

test('lists are filtered, newest first, and paged without gaps', async () => {
	const { data: inserted } = await sandbox.api.post('/calls', { count: 250, spacingSeconds: 60 });
	const ids: string[] = [];
	for (let offset = 0; ; offset += 100) {
		const { data } = await client.get('/calls', { params: { limit: 100, offset } });
		expect(data).toMatchObject({ total: 250, limit: 100, offset });
		if (data.items.length === 0) break;
		ids.push(...data.items.map((call: { call_id: string }) => call.call_id));
	}
	expect(ids).toEqual([...inserted.call_ids].reverse());

	const { data: all } = await client.get('/calls', { params: { limit: 250 } });
	const [newer, older] = [all.items[99].created_at, all.items[199].created_at];
	const between = await client.get('/calls', { params: { from: older, to: newer, limit: 1000 } });
	expect(between.data.total).toBe(101);
	const one = await client.get('/calls', { params: { call_id: ids[7] } });
	expect(one.data.items.map((call: { call_id: string }) => call.call_id)).toEqual([ids[7]]);
	const agent = await client.get('/calls', {
		params: { agent_id: 'agent_0002', status: 'completed' },
	});
	expect(agent.data.total).toBe(83);
	expect(all.items[0].transcript).toBeUndefined();
});

test('spaced calls end at the time given, so that batches join without a gap', async () => {
	const end = Date.parse('2026-03-01T12:00:00Z');
	await sandbox.api.post('/calls', { count: 20, spacingSeconds: 30, created_at: end });
	const before = new Date(end - 20 * 30_000).toISOString();
	await sandbox.api.post('/calls', { count: 20, spacingSeconds: 30, created_at: before });
	await sandbox.api.post('/calls', { count: 2, created_at: end });
	const { data } = await client.get('/calls', { params: { limit: 100 } });
	const moments = data.items.map((call: Row) => Date.parse(String(call.created_at)));
	expect(moments.slice(0, 2)).toEqual([end, end]);
	expect(moments.slice(2)).toEqual(Array.from({ length: 40 }, (_, index) => end - index * 30_000));
	const { data: last } = await sandbox.api.post('/calls', { count: 1, spacingSeconds: 30 });
	const { data: now } = await client.get(`/calls/${last.call_ids[0]}`);
	expect(now.created_at).toBe((await sandbox.api.get('/state')).data.now);
});

test('transcript and analysis can come late, everywhere at the same moment', async () => {
	await sandbox.api.patch('/behaviour', { transcriptDelaySeconds: 90 });
	const { data: placed } = await makeCall('+12125550101');
	await sandbox.api.put(`/calls/${placed.call_id}`, {
		status: 'completed',
		duration_seconds: 60,
		analysis: { summary: 'Told', sentiment: 'neutral', outcome: 'told', success: true, fields: {} },
	});
	const views = async () => {
		const detail = (await client.get(`/calls/${placed.call_id}`)).data;
		const session = (await client.get(`/calls/session/${placed.session_id}`)).data;
		const script = (await client.get(`/calls/decrypt-transcript/${placed.session_id}`)).data;
		const listed = (await client.get('/calls')).data.items[0];
		const analysed = (await client.get('/analytics/calls/list')).data.items[0];
		expect(session).toEqual(detail);
		expect(script.transcript).toEqual(detail.transcript);
		expect([listed.analysis, analysed.analysis]).toEqual([detail.analysis, detail.analysis]);
		return detail;
	};
	await advance(89);
	expect(await views()).toMatchObject({ status: 'completed', analysis: null, transcript: [] });
	const { headers } = await client.get(`/calls/recording/${placed.session_id}`);
	await advance(1);
	const written = await views();
	expect(written.analysis.summary).toBe('Told');
	expect(written.transcript.length).toBeGreaterThan(1);
	const recording = await client.get(`/calls/recording/${placed.session_id}`);
	expect(recording.headers['content-length']).toBe(headers['content-length']);
});

test('who was not reached may be reached by a later call; who was reached is reached again', async () => {
	const numbers = sampleNumbers(200);
	/** Calls all of them. @returns how each call ended, and its outcome */
	const round = async () => {
		const ids: string[] = [];
		for (const number of numbers) ids.push((await makeCall(number)).data.call_id);
		await advance(600);
		const { data } = await client.get('/calls', { params: { limit: 1000 } });
		const calls = new Map(data.items.map((call: Row) => [call.call_id, call]));
		return ids.map((id) => calls.get(id) as { status: string; analysis: { outcome: string } });
	};
	const first = await round();
	const second = await round();
	const third = await round();
	const missed = (calls: typeof first) =>
		calls.flatMap(({ status }, at) => (status === 'completed' ? [] : at));
	const again = missed(second);
	for (const [index, call] of first.entries()) {
		if (call.status !== 'completed') continue;
		expect(second[index]).toMatchObject({ status: 'completed' });
		expect(second[index]?.analysis.outcome).toBe(call.analysis.outcome);
	}
	// About three of ten are missed each time.
	expect(missed(first).length).toBeGreaterThan(40);
	expect(again.length).toBeGreaterThan(5);
	expect(again.length).toBeLessThan(missed(first).length / 2);
	expect(missed(third).length).toBeLessThan(again.length);
	expect(missed(first)).toEqual(expect.arrayContaining(again));
});

test('an erased call is gone, and its id with it', async () => {
	const { data } = await sandbox.api.post('/calls', { count: 3 });
	const [, , last] = data.call_ids;
	const total = async () => (await client.get('/calls')).data.total;
	expect(await total()).toBe(3);
	await sandbox.api.delete(`/calls/${last}`);
	expect((await client.get(`/calls/${last}`)).status).toBe(404);
	expect(await total()).toBe(2);
	const again = await sandbox.api.delete(`/calls/${last}`, { validateStatus: () => true });
	expect(again.status).toBe(404);
	const { data: next } = await sandbox.api.post('/calls', { count: 1 });
	expect(next.call_ids[0]).not.toBe(last);
	expect(await total()).toBe(3);
});

test('the total follows every change, also of a filtered list', async () => {
	const { data } = await sandbox.api.post('/calls', { count: 5 });
	const total = async (params: object) => (await client.get('/calls', { params })).data.total;
	const totals = async () => [await total({}), await total({ status: 'busy' })];
	expect(await totals()).toEqual([5, 0]);
	await sandbox.api.put(`/calls/${data.call_ids[0]}`, { status: 'busy' });
	expect(await totals()).toEqual([5, 1]);
	await makeCall('+12125550101');
	expect(await totals()).toEqual([6, 1]);
	await sandbox.reset();
	client = await signIn(sandbox);
	expect(await totals()).toEqual([0, 0]);
});

test('the recording is a WAV file of the length of the talk', async () => {
	const { data: placed } = await makeCall('+12125550101');
	const path = `/calls/recording/${placed.session_id}`;
	expect((await client.get(path)).status).toBe(404);
	await sandbox.api.put(`/calls/${placed.call_id}`, { status: 'completed', duration_seconds: 42 });

	const { data, headers } = await client.get(path, { responseType: 'arraybuffer' });
	const wav = Buffer.from(data);
	expect(headers['content-type']).toBe('audio/wav');
	expect(headers['content-disposition']).toBe(`attachment; filename="${placed.session_id}.wav"`);
	expect(Number(headers['content-length'])).toBe(wav.length);
	expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
	expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
	expect([
		wav.readUInt16LE(20),
		wav.readUInt16LE(22),
		wav.readUInt32LE(24),
		wav.readUInt16LE(34),
	]).toEqual([1, 1, 8000, 16]);
	expect(wav.readUInt32LE(40)).toBe(42 * 16_000);
	const samples = Array.from({ length: 8000 }, (_, index) =>
		Math.abs(wav.readInt16LE(44 + 2 * index)),
	);
	expect(Math.max(...samples)).toBeGreaterThan(5000);

	await sandbox.api.put(`/calls/${placed.call_id}`, { recordingBytes: 30_000_000 });
	const large = await client.get(path, { responseType: 'arraybuffer' });
	expect(large.data.length).toBe(30_000_000);
});
