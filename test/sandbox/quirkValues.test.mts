import type { AxiosInstance } from 'axios';
import { type JsonObject, without } from '../../sandbox/common/json.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { clientOf, PASSWORD, signIn } from './client.mts';

/*
 * How things, their values, files and refusals are written: each value by example.
 */

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
let id: string;
beforeEach(async () => {
	client = await signIn(sandbox);
	const fields = { status: 'completed', duration_seconds: 65, agent_id: 'agent_0001' };
	const created_at = '2026-09-01T09:30:00Z';
	({
		data: {
			call_ids: [id],
		},
	} = await sandbox.api.post('/calls', { count: 1, created_at, ...fields }));
});

const behave = (quirks: object) => sandbox.api.patch('/behaviour', quirks);
const get = async (path = `/calls/${id}`): Promise<JsonObject> => (await client.get(path)).data;

test('ids: in camel case, or beside that of the organization', async () => {
	const { call_id, ...others } = await get();
	await behave({ idName: 'camel' });
	expect(await get()).toEqual({ callId: call_id, ...others });
	await behave({ idName: 'tenant' });
	const { id: tenant } = await get();
	expect(await get()).toEqual({ id: tenant, call_id, ...others });
	const body = {
		name: 'Autumn',
		agent_id: 'agent_0001',
		contacts: [{ phone_number: '+12125550101' }],
	};
	const { data: campaign } = await client.post('/campaigns/', body);
	expect(campaign).toMatchObject({ id: tenant, campaign_id: expect.stringContaining('campaign_') });
	expect((await get(`/campaigns/${campaign.campaign_id}`)).name).toBe('Autumn');
});

test('ids of calls as whole numbers with all their digits, in answers and in requests', async () => {
	await behave({ bigIds: true });
	const { data } = await client.get(`/calls/${id}`, { transformResponse: (text: string) => text });
	const digits = /"call_id":(\d{16,})[,}]/.exec(data)![1]!;
	expect(Number.isSafeInteger(Number(digits))).toBe(false);
	expect(String(Number(digits))).not.toBe(digits);
	expect((await get(`/calls/${digits}`)).session_id).toEqual(expect.any(String));
	expect((await get(`/calls?call_id=${digits}`)).total).toBe(1);
	await behave({ numbersAsStrings: true, idName: 'id' });
	expect((await get()).id).toBe(digits);
});

test('names in camel case, but not those that users chose, nor those of the document', async () => {
	const to_number = '+12125550101';
	const variables = { order_number: 7 };
	const { data } = await client.post('/calls/make-call', {
		agent_id: 'agent_0001',
		to_number,
		variables,
	});
	await behave({ names: 'camel' });
	const call = await get(`/calls/${data.call_id}`);
	expect(call).toMatchObject({ callId: data.call_id, toNumber: to_number, variables });
	expect(Object.keys(call).join()).not.toContain('_');
	expect(await get('/calls?limit=1')).toMatchObject({ items: [{ sessionId: data.session_id }] });
	const login = await client.post('/auth/login', {
		email: 'owner@example.com',
		password: PASSWORD,
	});
	expect(Object.keys(login.data)).toEqual(['access_token', 'token_type']);
});

test('nesting: agent, campaign, contact and recording of a call; the last call of a contact', async () => {
	const usual = await get();
	await behave({ nesting: true });
	const { agent_id, agent_name, first_name, last_name, to_number } = usual;
	const call = await get();
	expect(call).toMatchObject({
		agent: { agent_id, name: agent_name },
		campaign: null,
		contact: { first_name, last_name, phone_number: to_number },
		recording: { url: expect.stringContaining('/files/') },
	});
	for (const name of ['agent_id', 'agent_name', 'campaign_id', 'to_number', 'recording_available'])
		expect(call).not.toHaveProperty(name);
	const { headers } = await clientOf(sandbox).get(call.recording.url);
	expect(headers['content-type']).toBe('audio/wav');
	const contacts = [{ phone_number: '+12125550101' }];
	const body = { name: 'Autumn', agent_id: 'agent_0001', contacts };
	const { data: campaign } = await client.post('/campaigns/', body);
	const [contact] = (await get(`/campaigns/${campaign.id}/numbers`)).items;
	expect(contact).toMatchObject({ phone_number: '+12125550101', last_call: { call_id: null } });
});

test('timestamps: short offset, basic, microseconds', async () => {
	const expected = {
		shortOffset: '2026-09-01T11:30:00.000+02',
		basic: '20260901T093000Z',
		microseconds: 1_788_255_000_000_000,
	};
	for (const [timestamps, moment] of Object.entries(expected)) {
		await behave({ timestamps });
		expect((await get()).created_at).toBe(moment);
	}
});

test('words of statuses', async () => {
	await sandbox.api.put(`/calls/${id}`, { status: 'no_answer' });
	const expected = { upper: 'NO_ANSWER', camel: 'noAnswer', absent: undefined };
	for (const [statusWords, status] of Object.entries(expected)) {
		await behave({ statusWords });
		expect((await get()).status).toBe(status);
	}
	const unknown = new Set<string>();
	await behave({ statusWords: 'unknown' });
	for (const status of ['queued', 'ringing', 'in_progress', 'completed', 'no_answer', 'busy']) {
		await sandbox.api.put(`/calls/${id}`, { status });
		unknown.add((await get()).status);
	}
	expect(unknown.size).toBe(6);
	for (const status of unknown) expect(status).toMatch(/^state_\d+$/);
});

test('durations', async () => {
	const others = without(await get(), 'duration_seconds');
	const expected = {
		clock: { duration: '1:05' },
		iso: { duration: 'PT65S' },
		words: { duration: '65s' },
		minutes: { duration_minutes: 65 / 60 },
		milliseconds: { duration_ms: 65_000 },
		absent: {},
	};
	for (const [durations, own] of Object.entries(expected)) {
		await behave({ durations });
		expect(await get()).toEqual({ ...others, ...own });
	}
});

test('analyses', async () => {
	const { analysis, ...others } = await get();
	const { success, fields, ...texts } = analysis;
	const expected = {
		jsonText: { analysis: JSON.stringify(analysis) },
		camel: { analysis: { ...texts, success, customFields: fields } },
		postCallAnalysis: { post_call_analysis: analysis },
		flat: { ...texts, is_success: success, custom_fields: fields },
	};
	for (const [shape, own] of Object.entries(expected)) {
		await behave({ analysis: shape });
		expect(await get()).toEqual({ ...others, ...own });
	}
	await sandbox.api.put(`/calls/${id}`, { status: 'queued', analysis: null });
	for (const [shape, own] of [
		['jsonText', { analysis: null }],
		['postCallAnalysis', { post_call_analysis: null }],
	]) {
		await behave({ analysis: shape });
		expect(await get()).toMatchObject(own as object);
	}
});

test('transcripts, in the call and alone', async () => {
	const usual = await get();
	const { session_id, transcript: turns } = usual as {
		session_id: string;
		transcript: JsonObject[];
	};
	const [{ role, text }] = turns as [JsonObject];
	const first = {
		parts: { role, content: [{ type: 'text', text }] },
		bySender: { sender: role, message: text },
		isAgent: { is_agent: true, text },
		withSystem: { role: 'system', text: expect.any(String), offset_seconds: 0 },
		words: { role, words: expect.arrayContaining([{ word: text.split(' ')[1], start: 0 }]) },
	};
	const both = async () => {
		const alone = await get(`/calls/decrypt-transcript/${session_id}`);
		const { transcript } = await get();
		expect(alone).toEqual({ session_id, transcript });
		return transcript;
	};
	for (const [transcript, turn] of Object.entries(first)) {
		await behave({ transcript });
		const shaped = await both();
		expect(shaped[0]).toEqual(turn);
		expect(shaped).toHaveLength(turns.length + (transcript === 'withSystem' ? 1 : 0));
	}
	await behave({ transcript: 'text' });
	expect(await both()).toMatch(new RegExp(`^Agent: .+\\nContact: .+\\n`));
	await behave({ transcript: 'jsonText' });
	expect(JSON.parse(await both())).toEqual(turns);
	await behave({ transcript: 'utterances' });
	expect(await both()).toEqual({
		utterances: turns.map((turn) => ({ speaker: turn.role, utterance: turn.text })),
	});
});

test('recordings: a link that needs no token, base64, a page, nothing', async () => {
	const { session_id } = await get();
	const recording = async () =>
		await client.get(`/calls/recording/${session_id}`, { responseType: 'arraybuffer' });
	const { data: file } = await recording();
	const json = async () => JSON.parse(Buffer.from((await recording()).data).toString());
	await behave({ recording: 'link' });
	const { url } = await json();
	const linked = await clientOf(sandbox).get(url, { responseType: 'arraybuffer' });
	expect(Buffer.compare(linked.data, file)).toBe(0);
	expect((await clientOf(sandbox).get(url.replace(/=.*/, '=x'))).status).toBe(404);
	await behave({ recording: 'base64' });
	const { audio, content_type } = await json();
	expect(content_type).toBe('audio/wav');
	expect(Buffer.compare(Buffer.from(audio, 'base64'), file)).toBe(0);
	await behave({ recording: 'html' });
	expect((await recording()).headers['content-type']).toContain('text/html');
	await behave({ recording: 'empty' });
	expect((await recording()).data).toHaveLength(0);
});

test('links to invoices: relative, under another name, or the PDF itself', async () => {
	await sandbox.api.post('/seed/invoices', { count: 1 });
	const [{ id: invoice }] = (await get('/billing/invoices')).items;
	const link = async () => await client.get(`/billing/invoices/${invoice}/pdf`);
	const { url } = (await link()).data;
	const { origin } = new URL(sandbox.url);
	await behave({ invoiceLink: 'relative' });
	expect((await link()).data).toEqual({ url: url.replace(origin, '') });
	await behave({ invoiceLink: 'otherName' });
	expect((await link()).data).toEqual({ invoice_pdf: url });
	await behave({ invoiceLink: 'file' });
	expect((await link()).headers['content-type']).toBe('application/pdf');
	expect((await link()).data).toMatch(/^%PDF/);
});

test('logins', async () => {
	const login = async (email = 'owner@example.com') =>
		await clientOf(sandbox).post('/auth/login', { email, password: PASSWORD });
	const token = expect.any(String);
	const expected = {
		camelToken: { accessToken: token, tokenType: 'bearer' },
		token: { token },
		dataToken: { data: { access_token: token, token_type: 'bearer' } },
		noToken: { token_type: 'bearer' },
	};
	for (const [manner, body] of Object.entries(expected)) {
		await behave({ login: manner });
		expect((await login()).data).toEqual(body);
		expect((await login('totp@example.com')).data).toEqual({ mfa_required: true });
	}
	await behave({ login: 'mfaStatus' });
	const { status, data } = await login('totp@example.com');
	expect([status, data]).toEqual([401, { mfa_required: true }]);
	expect((await login()).status).toBe(200);
	await behave({ login: 'mfaText' });
	expect((await login('totp@example.com')).data).toEqual({ mfa_required: 'true' });
});

test('business failures with status 200; other errors keep theirs', async () => {
	await sandbox.api.put('/balance', { credits: 0 });
	const call = { agent_id: 'agent_0001', to_number: '+12125550101' };
	const { status, data } = await client.post('/calls/make-call', call);
	expect(status).toBe(402);
	await behave({ refusal: 'successFalse' });
	const answer = await client.post('/calls/make-call', call);
	expect(answer.status).toBe(200);
	expect(answer.data).toEqual({ success: false, message: data.message });
	expect((await client.get('/calls/nothing')).status).toBe(404);
});
