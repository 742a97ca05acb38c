import axios, { type AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { sampleNumbers, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 1_000_000, resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

interface Transaction {
	credits: number;
	balance_after: number;
	feature: string;
	type: string;
}
const balance = async (): Promise<number> => (await client.get('/billing/balance')).data.credits;
const ledger = async (): Promise<Transaction[]> =>
	(await client.get('/billing/transactions?limit=1000')).data.items;
const topUp = (body: object) => client.post('/billing/topup/initiate', body);

/** Every balance in the ledger is the one before it plus the credits, and the last one is the balance. */
async function expectSoundLedger(): Promise<void> {
	const transactions = (await ledger()).reverse();
	let sum = 0;
	for (const { credits, balance_after } of transactions) {
		sum += credits;
		expect(balance_after).toBe(sum);
	}
	expect(await balance()).toBe(sum);
	const spent = transactions.filter(({ type }) => type === 'debit');
	const { data: usage } = await client.get('/billing/usage-summary');
	expect(usage.total_credits).toBe(spent.reduce((total, { credits }) => total - credits, 0));
}

test('the ledger and the balance add up, whatever happens', async () => {
	await expectSoundLedger();
	for (const to_number of sampleNumbers(60))
		await client.post('/calls/make-call', { agent_id: 'agent_0001', to_number });
	for (const advanceSeconds of [20, 40, 60, 120, 300]) {
		await sandbox.api.post('/clock', { advanceSeconds });
		await expectSoundLedger();
	}
	await client.post('/phone-numbers/buy', { country: 'US' });
	await client.post('/phone-numbers/purchase', { country: 'GB', agent_id: 'agent_0002' });
	await expectSoundLedger();
	const { data: topup } = await topUp({ provider: 'stripe', plan_id: 'plan_starter_us' });
	await expectSoundLedger();
	await axios.post(topup.checkout_url);
	await expectSoundLedger();
	await sandbox.api.put('/balance', { credits: -3 });
	await expectSoundLedger();
	expect((await client.post('/phone-numbers/buy', { country: 'US' })).status).toBe(402);
	await sandbox.api.put('/balance', { credits: 1_000_000 });
	await expectSoundLedger();

	const calls = (await ledger()).filter(({ feature }) => feature === 'calls');
	expect(calls.length).toBeGreaterThan(30);
	const { data: usage } = await client.get('/billing/usage-summary');
	expect(usage.features).toEqual([
		{
			feature: 'calls',
			credits: calls.reduce((total, { credits }) => total - credits, 0),
			transactions: calls.length,
		},
		{ feature: 'phone_numbers', credits: 220, transactions: 2 },
	]);
	const { data: debits } = await client.get('/billing/transactions?type=debit');
	expect(debits.total).toBe(calls.length + 2);
});

test('credits are there once somebody has paid, and once only', async () => {
	const { status, data: topup } = await topUp({ provider: 'razorpay', amount: 500 });
	expect(status).toBe(201);
	expect(topup).toMatchObject({
		provider: 'razorpay',
		plan_id: null,
		credits: 500,
		price: 25,
		currency: 'USD',
		status: 'pending',
	});
	expect(await balance()).toBe(100_000);
	const { data: invoices } = await client.get('/billing/invoices');
	const page = await axios.get(topup.checkout_url);
	expect(page.data).toContain('25.00 USD');
	const paid = await axios.post(topup.checkout_url);
	expect(paid.data).toContain('It is paid.');
	const again = await axios.post(topup.checkout_url, {}, { validateStatus: () => true });
	expect(again.status).toBe(409);
	expect(await balance()).toBe(100_500);
	const { data: more } = await client.get('/billing/invoices');
	expect(more.total).toBe(invoices.total + 1);
	expect(more.items[0]).toMatchObject({ credits: 500, amount: 25, currency: 'USD' });
});

test('an invoice is a PDF behind a link that only works as it was given', async () => {
	const billing = { country: 'DE', vat_number: 'DE123456789' };
	const { data: organization } = await client.patch('/organisations/me/billing', billing);
	expect(organization).toMatchObject({ name: 'Example Organization', ...billing });
	const { data: topup } = await topUp({ provider: 'stripe', amount: 100 });
	expect(topup).toMatchObject({ currency: 'EUR', price: 4.6 });
	await axios.post(topup.checkout_url);
	const [invoice] = (await client.get('/billing/invoices')).data.items;
	expect(invoice).toMatchObject(billing);

	const { data: link } = await client.get(`/billing/invoices/${invoice.id}/pdf`);
	const { data, headers } = await axios.get(link.url, { responseType: 'arraybuffer' });
	expect(headers['content-type']).toBe('application/pdf');
	const pdf = Buffer.from(data).toString('latin1');
	expect(pdf).toMatch(/^%PDF-1\.4\n/);
	expect(pdf).toMatch(/%%EOF\n$/);
	expect(pdf).toContain('4.60 EUR');
	expect(pdf).toContain('DE123456789');
	const start = Number(/startxref\n(\d+)/.exec(pdf)![1]);
	expect(pdf.slice(start, start + 4)).toBe('xref');
	for (const [, offset] of pdf.slice(start).matchAll(/^(\d{10}) 00000 n/gm))
		expect(pdf.slice(Number(offset))).toMatch(/^\d+ 0 obj\n/);
	const length = Number(/\/Length (\d+)/.exec(pdf)![1]);
	expect(/stream\n([\s\S]*?)\nendstream/.exec(pdf)![1]).toHaveLength(length);

	const forged = await axios.get(link.url.slice(0, -1), { validateStatus: () => true });
	expect(forged.status).toBe(404);
	expect((await client.get('/billing/invoices/nothing/pdf')).status).toBe(404);
});

test('prices and plans', async () => {
	const { data: pricing } = await client.get('/billing/pricing');
	expect(pricing.currencies).toContainEqual({ currency: 'USD', price_per_credit: 0.05 });
	const { data: german } = await client.get('/billing/plans?country=DE');
	expect(german.total).toBe(3);
	expect(german.items[0]).toMatchObject({ country: 'DE', currency: 'EUR' });
	const { data: all } = await client.get('/billing/plans');
	expect(all.total).toBeGreaterThan(german.total);
	expect((await client.get('/billing/plans?country=ZZ')).data.total).toBe(0);
	expect((await client.get('/billing/plans?country=germany')).status).toBe(422);
});

test('what cannot be bought is refused', async () => {
	const bad: Array<[object, number]> = [
		[{ provider: 'stripe' }, 422],
		[{ provider: 'stripe', amount: 5, plan_id: 'plan_starter_us' }, 422],
		[{ provider: 'cash', amount: 5 }, 422],
		[{ amount: 5 }, 422],
		[{ provider: 'stripe', amount: 0 }, 422],
		[{ provider: 'stripe', amount: 1.5 }, 422],
		[{ provider: 'stripe', plan_id: 'nothing' }, 404],
	];
	for (const [body, status] of bad)
		expect({ body, status: (await topUp(body)).status }).toEqual({ body, status });
	for (const body of [{}, { country: 'Germany' }, { vat_number: 'x'.repeat(33) }])
		expect((await client.patch('/organisations/me/billing', body)).status).toBe(422);
	expect((await client.get('/billing/transactions?type=gift')).status).toBe(422);
	await sandbox.api.patch('/users/reader@example.com', { role: 'member' });
	const member = await signIn(sandbox, 'reader@example.com');
	expect((await member.post('/billing/topup/initiate', bad[0][0])).status).toBe(403);
	expect((await member.patch('/organisations/me/billing', { country: 'DE' })).status).toBe(403);
});
