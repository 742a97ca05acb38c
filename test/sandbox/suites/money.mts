import axios from 'axios';
import { sampleNumbers, signIn } from '../client.mts';
import { type Owner } from '../owner.mts';

/*
 * Credits, invoices, phone numbers and their subscriptions.
 */

export function moneySuite(owner: Owner): void {
	const { sandbox, advance } = owner;
	const balance = async (): Promise<number> => (await owner.get('/billing/balance')).credits;
	const topUp = (body: object) => owner.client.post('/billing/topup/initiate', body);

	/** Every balance in the ledger is the one before it plus the credits, and the last one is the balance. */
	async function expectSoundLedger(): Promise<void> {
		const transactions = (await owner.rows('/billing/transactions')).reverse();
		let sum = 0;
		for (const { credits, balance_after } of transactions) {
			sum += credits;
			expect(balance_after).toBe(sum);
		}
		expect(await balance()).toBe(sum);
		const spent = transactions.filter(({ type }) => type === 'debit');
		const { total_credits } = await owner.get('/billing/usage-summary');
		expect(total_credits).toBe(spent.reduce((total, { credits }) => total - credits, 0));
	}

	test('the ledger, the balance and the usage add up, whatever happens', async () => {
		const { client } = owner;
		for (const to_number of sampleNumbers(60))
			await client.post('/calls/make-call', { agent_id: 'agent_0001', to_number });
		const { data: topup } = await topUp({ provider: 'stripe', plan_id: 'plan_starter_us' });
		const steps: Array<() => Promise<unknown>> = [
			async () => undefined,
			...[20, 40, 60, 120, 300].map((seconds) => async () => await advance(seconds)),
			async () => await client.post('/phone-numbers/buy', { country: 'US' }),
			async () =>
				await client.post('/phone-numbers/purchase', { country: 'GB', agent_id: 'agent_0002' }),
			async () => await axios.post(topup.checkout_url),
			async () => await sandbox.api.put('/balance', { credits: -3 }),
			async () =>
				expect((await client.post('/phone-numbers/buy', { country: 'US' })).status).toBe(402),
			async () => await sandbox.api.put('/balance', { credits: 1_000_000 }),
		];
		for (const step of steps) {
			await step();
			await expectSoundLedger();
		}
		const { features } = await owner.get('/billing/usage-summary');
		const calls = (await owner.rows('/calls')).reduce((sum, { credits }) => sum + credits, 0);
		expect(features).toEqual([
			{ feature: 'calls', credits: calls, transactions: expect.any(Number) },
			{ feature: 'phone_numbers', credits: 220, transactions: 2 },
		]);
	});

	test('credits are there once somebody has paid, and once only; the invoice is a PDF behind a link that works as it was given', async () => {
		const billing = { country: 'DE', vat_number: 'DE123456789' };
		expect((await owner.client.patch('/organisations/me/billing', billing)).data).toMatchObject(
			billing,
		);
		const { data: topup } = await topUp({ provider: 'razorpay', amount: 500 });
		expect(topup).toMatchObject({ credits: 500, price: 23, currency: 'EUR', status: 'pending' });
		expect(await balance()).toBe(100_000);
		const invoices = (await owner.rows('/billing/invoices')).length;
		expect((await axios.get(topup.checkout_url)).data).toContain('23.00 EUR');
		expect((await axios.post(topup.checkout_url)).data).toContain('It is paid.');
		const again = await axios.post(topup.checkout_url, {}, { validateStatus: () => true });
		expect([again.status, await balance()]).toEqual([409, 100_500]);
		const [invoice, ...others] = await owner.rows('/billing/invoices');
		expect(others).toHaveLength(invoices);
		expect(invoice).toMatchObject({ credits: 500, amount: 23, currency: 'EUR', ...billing });

		const { url } = await owner.get(`/billing/invoices/${invoice!.id}/pdf`);
		const { data, headers } = await axios.get(url, { responseType: 'arraybuffer' });
		expect(headers['content-type']).toBe('application/pdf');
		const pdf = Buffer.from(data).toString('latin1');
		for (const text of ['%PDF-1.4\n', '23.00 EUR', 'DE123456789', '%%EOF\n'])
			expect(pdf).toContain(text);
		const start = Number(/startxref\n(\d+)/.exec(pdf)![1]);
		for (const [, offset] of pdf.slice(start).matchAll(/^(\d{10}) 00000 n/gm))
			expect(pdf.slice(Number(offset))).toMatch(/^\d+ 0 obj\n/);
		const forged = await axios.get(url.slice(0, -1), { validateStatus: () => true });
		expect(forged.status).toBe(404);
	});

	test.each([
		[{ provider: 'stripe' }, 422],
		[{ provider: 'stripe', amount: 5, plan_id: 'plan_starter_us' }, 422],
		[{ provider: 'stripe', amount: 1.5 }, 422],
		[{ provider: 'stripe', plan_id: 'nothing' }, 404],
	])('a top-up of %j is refused with %i', async (body, status) => {
		expect((await topUp(body)).status).toBe(status);
	});

	describe('a phone number', () => {
		const buy = (body: object) => owner.client.post('/phone-numbers/purchase', body);
		const wish = { agent_id: 'agent_0001', country: 'US', area_code: '415' };

		test('is bought into the pool, assigned, unlinked and assigned to another agent', async () => {
			const { client } = owner;
			const { data: number } = await client.post('/phone-numbers/buy', { country: 'GB' });
			expect(number).toMatchObject({ country: 'GB', status: 'unassigned', agent_id: null });
			expect(number.phone_number).toMatch(/^\+44207946\d{4}$/);
			expect(await balance()).toBe(100_000 - number.monthly_credits);
			expect(await owner.rows('/phone-numbers/org-unassigned')).toEqual([number]);
			const move = async (operation: string, agent_id?: string) =>
				await client.post(`/phone-numbers/${number.id}/${operation}`, agent_id && { agent_id });
			const numberOf = async (agent: string) => (await owner.get(`/agents/${agent}`)).phone_number;
			expect((await move('unlink')).status).toBe(409);
			expect((await move('assign', 'agent_0001')).data.status).toBe('assigned');
			expect(await numberOf('agent_0001')).toBe(number.phone_number);
			expect((await move('assign', 'agent_0001')).status).toBe(200);
			const { status, data } = await move('assign', 'agent_0002');
			expect([status, data.message]).toEqual([409, expect.stringContaining('agent_0001')]);
			expect((await move('unlink')).data).toMatchObject({ status: 'unassigned', agent_id: null });
			expect(await numberOf('agent_0001')).not.toBe(number.phone_number);
			expect((await move('assign', 'agent_0002')).status).toBe(200);
		});

		test('is bought and assigned at once, or not bought at all', async () => {
			const { data: number } = await buy(wish);
			expect(number).toMatchObject({ agent_id: 'agent_0001', status: 'assigned' });
			expect(number.phone_number).toMatch(/^\+141555501\d\d$/);
			const before = await balance();
			expect((await buy({ ...wish, phone_number: number.phone_number })).status).toBe(409);
			expect((await buy({ ...wish, country: 'ZZ' })).data.detail[0].loc).toEqual([
				'body',
				'country',
			]);
			expect(await balance()).toBe(before);
			await sandbox.api.put('/balance', { credits: 99 });
			const poor = await buy(wish);
			expect([poor.status, poor.data.message]).toEqual([
				402,
				expect.stringContaining('100 credits'),
			]);
			expect(await owner.rows('/phone-numbers/org-numbers')).toHaveLength(4);
			await sandbox.api.put('/balance', { credits: 100 });
			const phone_number = '+12125550123';
			expect((await buy({ ...wish, phone_number })).data.phone_number).toBe(phone_number);
			expect(await balance()).toBe(0);
		});

		test('is paid by a subscription, which is cancelled in any state and resumed only after that', async () => {
			const [{ id }] = (await owner.rows('/phone-numbers/subscriptions')) as [{ id: string }];
			const post = async (operation: string) =>
				await owner.client.post(`/phone-numbers/subscriptions/${id}/${operation}`);
			expect((await post('resume')).status).toBe(409);
			const { data: cancelled } = await post('cancel');
			expect(cancelled).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String) });
			expect((await post('cancel')).data).toEqual(cancelled);
			expect((await post('resume')).data).toMatchObject({ status: 'active', cancelled_at: null });
		});

		test('is released for good with its agent', async () => {
			const [{ id }] = await owner.rows('/phone-numbers', { agent_id: 'agent_0003' });
			await owner.client.delete('/agents/agent_0003');
			expect(await owner.rows('/phone-numbers', { status: 'released' })).toMatchObject([
				{ id, agent_id: null },
			]);
			expect(await owner.rows('/phone-numbers/org-numbers')).toHaveLength(2);
			const post = async (path: string, body?: object) =>
				(await owner.client.post(`/phone-numbers/${path}`, body)).status;
			expect(await post(`${id}/assign`, { agent_id: 'agent_0001' })).toBe(409);
			const subscriptions = await owner.rows('/phone-numbers/subscriptions');
			const ended = subscriptions.find(({ phone_number_id }) => phone_number_id === id)!;
			expect(ended.status).toBe('cancelled');
			expect(await post(`subscriptions/${ended.id}/resume`)).toBe(409);
		});

		test('is not bought by a member', async () => {
			await sandbox.api.patch('/users/reader@example.com', { role: 'member' });
			const member = await signIn(sandbox, 'reader@example.com');
			expect((await member.post('/phone-numbers/buy', { country: 'US' })).status).toBe(403);
			expect(await balance()).toBe(100_000);
		});
	});

	test.each([
		[
			'/phone-numbers/pricing?country=DE&currency=EUR',
			{ monthly_credits: 150, monthly_price: 6.9 },
		],
		['/billing/plans?country=DE', { country: 'DE', currency: 'EUR' }],
	])('%s has the prices of one country', async (path, price) => {
		expect((await owner.rows(path))[0]).toMatchObject(price);
		expect((await owner.rows(path.replace(/=DE.*/, '=ZZ'))).length).toBe(0);
	});
}
