import { sampleNumbers } from '../client.mts';
import { type Owner, type Row } from '../owner.mts';

/*
 * Campaigns: the states of the document, and the dialer.
 */

export function campaignsSuite(owner: Owner): void {
	type Status = 'pending' | 'active' | 'paused' | 'finished' | 'cancelled';

	const { sandbox, advance, control } = owner;
	const campaign = async (id: string) => await owner.get(`/campaigns/${id}`);
	const contactsOf = (numbers: string[]) =>
		numbers.map((phone_number, index) => ({
			phone_number,
			first_name: `Contact ${index}`,
			variables: { index },
		}));

	async function create(count: number, settings?: object): Promise<string> {
		const contacts = contactsOf(sampleNumbers(count));
		const body = { name: 'Monday', agent_id: 'agent_0001', contacts, settings };
		return (await owner.client.post('/campaigns/', body)).data.id;
	}

	const STATUSES: Status[] = ['pending', 'active', 'paused', 'finished', 'cancelled'];
	const OPEN: Status[] = ['pending', 'active', 'paused'];
	/** What the document allows in which states, and what becomes of the campaign; undefined: it stays. */
	const OPERATIONS: Array<
		[name: string, method: string, path: string, from: Status[], to?: Status, body?: object]
	> = [
		['start', 'PATCH', '/start', ['pending'], 'active'],
		['pause', 'PATCH', '/pause', ['active'], 'paused'],
		['resume', 'PATCH', '/resume', ['paused'], 'active'],
		['cancel', 'DELETE', '', STATUSES, 'cancelled'],
		['rerun', 'POST', '/rerun', ['finished']],
		['update', 'PUT', '', OPEN, undefined, { name: 'New' }],
		['append to', 'POST', '/contacts', OPEN, undefined, { contacts: contactsOf(['+12125550150']) }],
	];

	test.each(OPERATIONS)('%s: only from the states of the document', async (...operation) => {
		const [, method, path, from, to, data] = operation;
		for (const status of STATUSES) {
			const id = await create(1);
			await sandbox.api.put(`/campaigns/${id}`, { status });
			const answer = await owner.client.request({ method, url: `/campaigns/${id}${path}`, data });
			const isAllowed = from.includes(status);
			expect([status, answer.status < 300 || answer.status]).toEqual([status, isAllowed || 409]);
			if (!isAllowed) expect(answer.data.message).toContain(status);
			expect((await campaign(id)).status).toBe(isAllowed ? (to ?? status) : status);
		}
	});

	test('every bad number of a contact list is named, and nothing is saved', async () => {
		const numbers = ['+12125550100', '12125550101', '+12125550102', 'Ann', ''];
		const body = { name: 'x', agent_id: 'agent_0001', contacts: contactsOf(numbers) };
		const { status, data } = await owner.client.post('/campaigns/', body);
		expect([status, data.detail.map(({ loc }: Row) => loc)]).toEqual([
			422,
			[1, 3, 4].map((index) => ['body', 'contacts', index, 'phone_number']),
		]);
		expect((await control('/state')).campaigns).toBe(0);
	});

	test('two hundred contacts are dialled to the end, each once, and the figures are those of their calls', async () => {
		const id = await create(200);
		await owner.client.patch(`/campaigns/${id}/start`);
		await advance(60);
		const { progress } = await campaign(id);
		expect(progress.pending).toBeGreaterThan(100);
		expect(progress.pending + progress.in_progress + progress.done).toBe(200);

		await advance(3600);
		const calls: Row[] = await control('/calls');
		expect(calls.map(({ to_number }) => to_number)).toEqual(sampleNumbers(200));
		expect((await owner.get('/calls', { campaign_id: id })).total).toBe(200);
		const rows = await owner.rows(`/campaigns/${id}/numbers`);
		const connected = rows.filter(({ status }) => status === 'completed');
		expect(await campaign(id)).toMatchObject({
			status: 'finished',
			progress: { done: 200, connected: connected.length, failed: 200 - connected.length },
		});
		const analytics = await owner.get(`/campaigns/${id}/analytics`);
		expect(analytics).toMatchObject({ called: 200, attempts: 200, connected: connected.length });
	});

	test('nobody is dialled more often than max_attempts, nor again once reached', async () => {
		const id = await create(60, { max_attempts: 3, calls_per_minute: 600 });
		await owner.client.patch(`/campaigns/${id}/start`);
		await advance(3600);
		const rows = await owner.rows(`/campaigns/${id}/numbers`);
		for (const { status, attempts } of rows) {
			expect([1, 2, 3]).toContain(attempts);
			if (status !== 'completed') expect(attempts).toBe(3);
		}
		const attempts = rows.reduce((sum, row) => sum + row.attempts, 0);
		expect(attempts).toBeGreaterThan(60);
		expect(await control('/calls')).toHaveLength(attempts);
	});

	test('a pause stops the dialling and a resume takes it up; added contacts are dialled too', async () => {
		const id = await create(10);
		await owner.client.patch(`/campaigns/${id}/start`);
		await advance(3);
		await owner.client.patch(`/campaigns/${id}/pause`);
		await advance(3600);
		expect((await campaign(id)).progress).toMatchObject({ pending: 6, in_progress: 0, done: 4 });
		const contacts = contactsOf(['+12125550150']);
		const { data } = await owner.client.post(`/campaigns/${id}/contacts`, { contacts });
		expect(data).toEqual({ added: 1, total: 11 });
		await owner.client.patch(`/campaigns/${id}/resume`);
		await advance(3600);
		expect(await campaign(id)).toMatchObject({ status: 'finished', progress: { done: 11 } });
		expect(await control('/calls')).toHaveLength(11);
	});

	test('settings are merged and checked, and no campaign dials on an empty account', async () => {
		const id = await create(3, { max_attempts: 2 });
		const put = async (settings: object) =>
			(await owner.client.put(`/campaigns/${id}`, { settings })).data;
		const { detail } = await put({ max_attempts: 0 });
		expect(detail[0].loc.join()).toBe('body,settings,max_attempts');
		const merged = { max_attempts: 2, voicemail: false };
		expect((await put({ voicemail: false })).settings).toEqual(merged);
		await sandbox.api.put('/balance', { credits: 0 });
		await owner.client.patch(`/campaigns/${id}/start`);
		await advance(10);
		expect((await campaign(id)).status).toBe('paused');
		expect(await control('/calls')).toEqual([]);
	});
}
