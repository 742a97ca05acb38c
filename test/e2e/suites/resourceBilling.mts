import {
	type Chains,
	type Step,
	byId,
	from,
	mayFail,
	request,
	stepsOf,
	untilQuiet,
} from '../../support/n8nSteps.mts';

const balance = stepsOf('voiceAgentBilling', 'balance');
const profile = stepsOf('voiceAgentBilling', 'billingProfile');
const invoice = stepsOf('voiceAgentBilling', 'invoice');
const plan = stepsOf('voiceAgentBilling', 'plan');
const pricing = stepsOf('voiceAgentBilling', 'pricing');
const topUp = stepsOf('voiceAgentBilling', 'topUp');
const transaction = stepsOf('voiceAgentBilling', 'transaction');
const usage = stepsOf('voiceAgentBilling', 'usage');
const organization = stepsOf('voiceAgentOrganization', 'organization');
const agent = stepsOf('voiceAgent', 'agent');
const number = stepsOf('voiceAgentPhoneNumber', 'phoneNumber');
const subscription = stepsOf('voiceAgentPhoneNumber', 'subscription');

/** Everything after the number was bought; a number is removed by ending its subscription. */
const endSubscription = (): Step[] => {
	const subscriptionOfNumber =
		"={{ $('Subscriptions').all().find(({ json }) => json.phone_number_id === $('Buy').first().json.id).json.id }}";
	return [
		subscription('Subscriptions', 'getAll', { returnAll: true }),
		subscription('Cancel', 'cancel', { subscriptionId: byId(subscriptionOfNumber) }),
	];
};

export function billingResources(chains: Chains): void {
	const stateOfSandbox = async () => (await chains.n8n.sandbox.api.get('/state')).data;

	// Calls in progress use credits when they end.
	beforeAll(async () => await untilQuiet(chains.n8n));

	test('Balance', async () => {
		const output = await chains.run('Balance', [balance('Get', 'get')]);
		expect(output.row('Get')).toEqual({ credits: (await stateOfSandbox()).credits });
	});

	test('Billing Profile', async () => {
		const output = await chains.run('Billing Profile', [
			profile('Update', 'update', { updateFields: { country: 'DE', vatNumber: 'DE123456789' } }),
			organization('Read back', 'get', { organizationId: byId(from('Update', 'id')) }),
			profile('Undo', 'update', {
				updateFields: { country: 'US' },
				options: { additionalFieldsJson: '{ "vat_number": null }' },
			}),
			organization('Read again', 'get', { organizationId: byId(from('Update', 'id')) }),
		]);
		expect(output.row('Read back')).toMatchObject({ country: 'DE', vat_number: 'DE123456789' });
		expect(output.row('Read again')).toMatchObject({ country: 'US', vat_number: null });
	});

	test('Invoice', async () => {
		const output = await chains.run('Invoice', [
			invoice('Get many', 'getAll', { returnAll: true }),
			invoice('Link', 'getPdf', { invoiceId: byId(from('Get many', 'id')) }),
			invoice('PDF', 'getPdf', {
				invoiceId: byId(from('Get many', 'id')),
				downloadFile: true,
				outputDataFieldName: 'data',
			}),
			invoice('Unknown', 'getPdf', { invoiceId: byId('invoice_none') }, mayFail),
		]);
		expect(output.column('Get many', 'description')).toContain('Opening credits');
		expect(output.row('Link').url).toMatch(/^http/);
		expect(output.file('Link')).toBeUndefined();
		expect(output.file('PDF')?.mimeType).toBe('application/pdf');
		expect(output.row('Unknown').error).toMatch(/not found/i);
	});

	test('Plan', async () => {
		const output = await chains.run('Plan', [
			plan('All', 'getAll', { returnAll: true }),
			plan('German', 'getAll', { returnAll: true, filters: { country: 'DE' } }),
		]);
		const german = output.rows('All').filter(({ country }) => country === 'DE');
		expect(german.length).toBeGreaterThan(0);
		expect(output.rows('German')).toEqual(german);
	});

	test('Pricing', async () => {
		const output = await chains.run('Pricing', [pricing('Get', 'get')]);
		const { currencies } = output.row('Get') as {
			currencies: Array<{ currency: string; price_per_credit: number }>;
		};
		expect(currencies.map(({ currency }) => currency)).toContain('USD');
		for (const { price_per_credit: price } of currencies) expect(price).toBeGreaterThan(0);
	});

	test('Top-Up', async () => {
		const before = (await stateOfSandbox()).credits;
		const output = await chains.run('Top-Up', [
			topUp('Initiate', 'initiate', { provider: 'stripe', buy: 'amount', amount: 250 }),
			balance('Not paid', 'get'),
			request('Somebody pays', 'POST', from('Initiate', 'checkout_url')),
			balance('Paid', 'get'),
			invoice('Invoices', 'getAll', { limit: 1 }),
			plan('Plans', 'getAll', { limit: 1 }),
			topUp('A plan', 'initiate', {
				provider: 'razorpay',
				planId: byId(from('Plans', 'plan_id')),
			}),
		]);
		expect(output.row('Initiate')).toMatchObject({ status: 'pending', credits: 250 });
		expect(output.row('Not paid').credits).toBe(before);
		expect(output.row('Paid').credits).toBe(before + 250);
		expect(output.row('Invoices')).toMatchObject({ credits: 250 });
		expect(output.row('A plan')).toMatchObject({
			plan_id: output.row('Plans').plan_id,
			credits: output.row('Plans').credits,
		});
	});

	test('Transaction and Usage', async () => {
		const output = await chains.run('Transaction and Usage', [
			transaction('All', 'getAll', { returnAll: true }),
			transaction('Debits', 'getAll', {
				returnAll: true,
				options: { additionalQuery: { pairs: [{ name: 'type', value: 'debit' }] } },
			}),
			usage('Usage', 'get'),
		]);
		const sum = (rows: Array<Record<string, unknown>>) =>
			rows.reduce((total, { credits }) => total + Number(credits), 0);
		expect(sum(output.rows('All'))).toBe((await stateOfSandbox()).credits);
		expect(new Set(output.column('Debits', 'type'))).toEqual(new Set(['debit']));
		expect(output.row('Usage').total_credits).toBe(-sum(output.rows('Debits')));
	});

	test('Phone Number', async () => {
		const agentId = byId(from('Create agent', 'agent_id'));
		const phoneNumberId = byId(from('Buy', 'id'));
		const output = await chains.run('Phone Number', [
			agent('Create agent', 'create', { name: 'With numbers' }),
			number('Prices', 'getPricing', { filters: { country: 'GB', currency: 'GBP' } }),
			number('Buy', 'buy', { country: 'GB' }),
			number('Owned', 'getAll', { scope: 'owned', returnAll: true }),
			number('Unassigned', 'getAll', { scope: 'unassigned', returnAll: true }),
			number('Assign', 'assign', { phoneNumberId, agentId }),
			number('Buy and assign', 'purchase', {
				agentId,
				country: 'US',
				additionalFields: { areaCode: '212' },
			}),
			number('Of the agent', 'getAll', { returnAll: true, filters: { agentId } }),
			number('Unassigned meanwhile', 'getAll', { scope: 'unassigned', returnAll: true }),
			number('Unlink', 'unlink', { phoneNumberId }),
			number('Unassigned again', 'getAll', { scope: 'unassigned', returnAll: true }),
			...endSubscription(),
			agent('Delete agent', 'delete', { agentId }),
			number('Released', 'getAll', { returnAll: true, filters: { status: 'released' } }),
		]);
		const bought = output.row('Buy');
		const forAgent = output.row('Buy and assign');
		expect(output.rows('Prices')).toMatchObject([{ country: 'GB', currency: 'GBP' }]);
		expect(bought).toMatchObject({ country: 'GB', status: 'unassigned', agent_id: null });
		expect(output.column('Owned', 'id')).toContain(bought.id);
		expect(output.column('Unassigned', 'id')).toContain(bought.id);
		expect(forAgent.phone_number).toMatch(/^\+1212/);
		expect(output.column('Of the agent', 'id')).toEqual(
			expect.arrayContaining([bought.id, forAgent.id]),
		);
		const owners = new Set(output.column('Of the agent', 'agent_id'));
		expect(owners).toEqual(new Set([output.row('Create agent').agent_id]));
		expect(output.column('Unassigned meanwhile', 'id')).not.toContain(bought.id);
		expect(output.column('Unassigned again', 'id')).toContain(bought.id);
		expect(output.row('Cancel')).toMatchObject({
			phone_number_id: bought.id,
			status: 'cancelled',
		});
		expect(new Set(output.column('Released', 'status'))).toEqual(new Set(['released']));
		expect(output.column('Released', 'id')).toContain(forAgent.id);
	});

	test('Subscription', async () => {
		const subscriptionId = byId(from('Cancel', 'id'));
		const output = await chains.run('Subscription', [
			number('Buy', 'buy', { country: 'US' }),
			...endSubscription(),
			subscription('Without it', 'getAll', { returnAll: true }),
			subscription('Resume', 'resume', { subscriptionId }),
			subscription('With it', 'getAll', { returnAll: true }),
			subscription('Resume again', 'resume', { subscriptionId }, mayFail),
			subscription('End', 'cancel', { subscriptionId }),
		]);
		const status = (step: string) =>
			output.rows(step).find(({ id }) => id === output.row('Cancel').id)?.status;
		expect(['Subscriptions', 'Without it', 'With it', 'End'].map(status)).toEqual([
			'active',
			'cancelled',
			'active',
			'cancelled',
		]);
		expect(output.row('Resume again').error).toMatch(/active|cancelled/i);
	});
}
