import fc from 'fast-check';
import { type JsonObject, without } from '../../../sandbox/common/json.mts';
import { QUIRKS } from '../../../sandbox/simulation/behaviour.mts';
import { runs } from '../../scale.mts';
import { examplesOf, specified } from '../../support/contract.mts';
import { clientOf, PASSWORD } from '../client.mts';
import { type Owner } from '../owner.mts';

/*
 * Quirks of values: how things, their values, files, logins and refusals are written; and quirks together.
 */

export function valueQuirksSuite(owner: Owner): void {
	const { sandbox, behave } = owner;
	let id: string;
	beforeEach(async () => {
		const fields = { status: 'completed', duration_seconds: 65, agent_id: 'agent_0001' };
		const created_at = '2026-09-01T09:30:00Z';
		({
			data: {
				call_ids: [id],
			},
		} = await sandbox.api.post('/calls', { count: 1, created_at, ...fields }));
	});

	const get = async (path = `/calls/${id}`): Promise<JsonObject> => await owner.get(path);

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
		const { data: campaign } = await owner.client.post('/campaigns/', body);
		expect(campaign).toMatchObject({
			id: tenant,
			campaign_id: expect.stringContaining('campaign_'),
		});
		expect((await get(`/campaigns/${campaign.campaign_id}`)).name).toBe('Autumn');
	});

	test('ids of calls as whole numbers with all their digits, in answers and in requests', async () => {
		await behave({ bigIds: true });
		const { data } = await owner.client.get(`/calls/${id}`, {
			transformResponse: (text: string) => text,
		});
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
		const { data } = await owner.client.post('/calls/make-call', {
			agent_id: 'agent_0001',
			to_number,
			variables,
		});
		await behave({ names: 'camel' });
		const call = await get(`/calls/${data.call_id}`);
		expect(call).toMatchObject({ callId: data.call_id, toNumber: to_number, variables });
		expect(Object.keys(call).join()).not.toContain('_');
		expect(await get('/calls?limit=1')).toMatchObject({ items: [{ sessionId: data.session_id }] });
		const login = await owner.client.post('/auth/login', {
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
		for (const name of [
			'agent_id',
			'agent_name',
			'campaign_id',
			'to_number',
			'recording_available',
		])
			expect(call).not.toHaveProperty(name);
		const { headers } = await clientOf(sandbox).get(call.recording.url);
		expect(headers['content-type']).toBe('audio/wav');
		const contacts = [{ phone_number: '+12125550101' }];
		const body = { name: 'Autumn', agent_id: 'agent_0001', contacts };
		const { data: campaign } = await owner.client.post('/campaigns/', body);
		const [contact] = (await get(`/campaigns/${campaign.id}/numbers`)).items;
		expect(contact).toMatchObject({ phone_number: '+12125550101', last_call: { call_id: null } });
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
			await owner.client.get(`/calls/recording/${session_id}`, { responseType: 'arraybuffer' });
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
		const link = async () => await owner.client.get(`/billing/invoices/${invoice}/pdf`);
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
		const { status, data } = await owner.client.post('/calls/make-call', call);
		expect(status).toBe(402);
		await behave({ refusal: 'successFalse' });
		const answer = await owner.client.post('/calls/make-call', call);
		expect(answer.status).toBe(200);
		expect(answer.data).toEqual({ success: false, message: data.message });
		expect((await owner.client.get('/calls/nothing')).status).toBe(404);
	});

	test('timestamps', async () => {
		const moment = '2026-09-01T09:30:00.000Z';
		const expected = {
			isoNoZone: '2026-09-01T09:30:00.000',
			isoOffset: '2026-09-01T11:30:00.000+02:00',
			shortOffset: '2026-09-01T11:30:00.000+02',
			isoLocal: '2026-09-01T04:30:00.000',
			basic: '20260901T093000Z',
			seconds: Date.parse(moment) / 1000,
			milliseconds: Date.parse(moment),
			microseconds: Date.parse(moment) * 1000,
			missing: undefined,
		};
		for (const [timestamps, shown] of Object.entries(expected)) {
			await behave({ timestamps });
			expect((await get()).created_at).toBe(shown);
		}
		await sandbox.api.post('/calls', { count: 29 });
		await behave({ timestamps: 'mixed' });
		const undated = (await owner.rows('/calls')).filter((row) => row.created_at === undefined);
		expect([undated.length > 3, undated.length < 20]).toEqual([true, true]);
		for (const row of undated) expect(Object.keys(row).join()).not.toContain('_at');
		// They are always the same ones.
		expect((await get(`/calls/${undated[0]!.call_id}`)).ended_at).toBeUndefined();
	});

	test('numbers: as strings, everywhere', async () => {
		await behave({ numbersAsStrings: true });
		expect(await get('/calls?limit=1')).toMatchObject({ total: '1', limit: '1' });
		expect((await get()).duration_seconds).toBe('65');
		expect(await get('/billing/balance')).toEqual({ credits: '100000' });
	});

	test('errors: every shape still says what is wrong', async () => {
		const message = (await owner.client.get('/calls/nothing')).data.message;
		const shapes = {
			message: { message },
			detail: { detail: message },
			detailList: { detail: [{ loc: [], msg: message }] },
			error: { error: message },
			errors: { errors: [{ message }] },
			title: { title: message, status: 404 },
		};
		for (const [errorShape, body] of Object.entries(shapes)) {
			await behave({ errorShape });
			expect((await owner.client.get('/calls/nothing')).data).toEqual(body);
		}
		await behave({ errorShape: 'html' });
		const { data, headers, status } = await owner.client.get('/calls/nothing');
		expect(status).toBe(404);
		expect(headers['content-type']).toContain('text/html');
		expect(data).toContain(message);
	});

	test('a misspelt quirk or fault is refused, and a reset forgets all that is set', async () => {
		const usual = await owner.control('/behaviour');
		await behave({ envelope: 'array', faults: [{ status: 503, times: 2 }] });
		expect(await owner.control('/behaviour')).toMatchObject({
			envelope: 'array',
			faults: [{ kind: 'status', status: 503, times: 2, probability: 1 }],
		});
		for (const slip of [{ evelope: 'array' }, { faults: [{ path: '(' }] }, { faults: [{}] }]) {
			const answer = await sandbox.api.patch('/behaviour', slip, { validateStatus: () => true });
			expect(answer.status).toBe(400);
		}
		await owner.restart();
		expect(await owner.control('/behaviour')).toEqual(usual);
		const defaults = Object.entries(QUIRKS).map(([name, [first]]) => [name, first]);
		expect(usual).toEqual({ ...Object.fromEntries(defaults), faults: [] });
	});

	test('every value of every quirk can be set, and nothing else', async () => {
		for (const [name, values] of Object.entries(QUIRKS)) {
			for (const value of values) expect((await behave({ [name]: value }))[name]).toEqual(value);
			const refused = { [name]: 'no such value' };
			const answer = await sandbox.api.patch('/behaviour', refused, { validateStatus: () => true });
			expect([name, answer.status]).toEqual([name, 400]);
		}
	});

	test('the balance in two currencies: calls are paid from the second', async () => {
		await sandbox.api.put('/balance', { credits: 7 });
		await behave({ balance: 'currencies' });
		expect(await get('/billing/balance')).toEqual({
			balances: [
				{ currency: 'EUR', balance: 1_000_000 },
				{ currency: 'USD', balance: 7 },
			],
		});
	});

	test('directions, and an analysis that is not there yet', async () => {
		const { direction } = await get();
		await behave({ directions: 'going' });
		expect([direction, (await get()).direction]).toEqual(['outbound', 'outgoing']);
		await behave({ directions: 'api', analysis: 'nullFields' });
		await sandbox.api.put(`/calls/${id}`, { analysis: null, direction: 'inbound' });
		expect(await get()).toMatchObject({
			direction: 'inbound-api',
			analysis: { summary: null, sentiment: null, outcome: null, success: null, fields: null },
		});
	});

	// A token that expires would hide all the rest.
	const COMBINED = Object.entries(QUIRKS).filter(([name]) => name !== 'tokenUses');

	/** A value for some of the quirks; the others have their default. */
	const combination = fc.record(
		Object.fromEntries(
			COMBINED.map(([name, values]) => [name, fc.constantFrom<unknown>(...values)]),
		),
		{ requiredKeys: [] },
	);

	async function fill(): Promise<void> {
		for (const collection of ['bookings', 'invoices', 'transfer-events', 'agent-documents'])
			await sandbox.api.post(`/seed/${collection}`, { count: 8, agent_id: 'agent_0001' });
		const contacts = [{ phone_number: '+12125550101' }];
		const campaign = { name: 'Autumn', agent_id: 'agent_0001', contacts };
		await owner.client.post('/campaigns/', campaign);
	}

	const reading = specified.filter(({ method }) => method === 'GET');

	async function addresses(): Promise<string[]> {
		const first = async (path: string) => (await owner.rows(path))[0]!;
		const [call, campaign, invoice] = [
			await first('/calls'),
			await first('/campaigns/'),
			await first('/billing/invoices'),
		];
		const ids: Record<string, string> = {
			call_id: call.call_id,
			session_id: call.session_id,
			agent_id: 'agent_0001',
			user_id: (await first('/users/')).user_id,
			version: '1',
			kb_id: (await first('/knowledge-base/documents')).kb_id,
		};
		return reading.map((operation) => {
			const { path } = operation;
			const own = path.startsWith('/campaigns') ? campaign.id : invoice.id;
			const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? own);
			const query = new URLSearchParams({ ...examplesOf(operation), limit: '5' });
			return `${filled}?${query.toString()}`;
		});
	}

	test('no combination of quirks makes the sandbox fail', async () => {
		await fill();
		const paths = await addresses();
		const before = await owner.control('/behaviour');
		await fc.assert(
			fc.asyncProperty(combination, async (quirks) => {
				await sandbox.api.patch('/behaviour', quirks);
				const statuses = await Promise.all(
					paths.map(async (path) => [path, (await owner.client.get(path)).status] as const),
				);
				const acting = await Promise.all([
					owner.client.post('/calls/make-call', {
						agent_id: 'agent_0001',
						to_number: '+12125550101',
					}),
					owner.client.post('/campaigns/', { name: 'Empty', agent_id: 'agent_0001', contacts: [] }),
					clientOf(sandbox).post('/auth/login', { email: 'totp@example.com', password: PASSWORD }),
				]);
				expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
				expect(acting.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
				await sandbox.api.patch('/behaviour', before);
			}),
			runs('longSequences'),
		);
	}, 120_000);
}
