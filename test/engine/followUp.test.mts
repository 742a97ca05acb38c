import type { IDataObject } from 'n8n-workflow';
import { signIn } from '../sandbox/client.mts';
import { campaignFromItems, credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * Get Not Reached and Pause When inside n8n-core, against campaigns that the sandbox calls.
 */

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let run: ReturnType<typeof runner>;

beforeAll(() => {
	run = runner('voiceAgentCampaign', credentialFor(sandbox));
});

const on = (resource: string, operation: string, campaignId: unknown, more: IDataObject = {}) => ({
	resource,
	operation,
	campaignId: locator(String(campaignId)),
	options: {},
	...more,
});
const advance = async (seconds: number) =>
	await sandbox.api.post('/clock', { advanceSeconds: seconds });
const contactsOf = async (campaignId: unknown) => {
	const platform = await signIn(sandbox);
	const { data } = await platform.get(`/campaigns/${String(campaignId)}/numbers?limit=1000`);
	return (data as { items: IDataObject[] }).items;
};
const pauses = async () => {
	const { data } = await sandbox.api.get<Array<{ method: string; path: string }>>('/requests');
	return data.filter(({ method, path }) => method === 'PATCH' && path.endsWith('/pause')).length;
};

/** A campaign that is being called, with so many contacts who have variables of their own. */
async function started(count: number): Promise<string> {
	const people = Array.from({ length: count }, (_, index) => ({
		phone: `+1212555${1000 + index}`,
		first_name: 'Zoë',
		topic: `Topic ${index}`,
	}));
	const [created] = await run(
		{ ...campaignFromItems, firstNameColumn: 'first_name', lastNameColumn: '' },
		rows(...people),
	);
	const id = String(created?.json.campaign_id);
	await run(on('campaign', 'start', id));
	return id;
}

describe('Get Not Reached', () => {
	const MISSED = ['no_answer', 'busy', 'failed', 'voicemail'];

	test('gives those of a finished campaign who were not reached, and Create calls them again', async () => {
		const id = await started(120);
		await advance(24 * 3600);
		const missed = (await contactsOf(id)).filter(({ status }) => MISSED.includes(String(status)));
		expect(missed.length).toBeGreaterThan(10);
		expect(missed.length).toBeLessThan(110);

		const found = await run(on('contact', 'getNotReached', id, { returnAll: true }));
		expect(found.map(({ json }) => json.contact_id).sort()).toEqual(
			missed.map((contact) => contact.id).sort(),
		);
		const [second] = await run(
			{
				...campaignFromItems,
				phoneNumberColumn: 'phone_number',
				firstNameColumn: 'first_name',
				lastNameColumn: 'last_name',
				variableColumns: 'selected',
				selectedColumns: 'variables',
			},
			found,
		);
		expect(second?.json).toMatchObject({ contacts_sent: missed.length, rejected_rows: [] });
		const again = await contactsOf(second?.json.campaign_id);
		const sent = ({ phone_number, first_name, variables }: IDataObject) =>
			JSON.stringify([phone_number, first_name, variables]);
		expect(again.map(sent).sort()).toEqual(missed.map(sent).sort());
	});

	test('has the best hour if the user wants it, and contacts even if the analytics fail', async () => {
		const id = await started(60);
		await advance(24 * 3600);
		const wanted = { returnAll: true, options: { bestHour: true } };
		const platform = await signIn(sandbox);
		const { data } = await platform.get(`/analytics/calls/attempts?campaign_id=${id}`);
		const { heatmap } = data as { heatmap: Array<Record<string, number>> };
		const [plain] = await run(on('contact', 'getNotReached', id, { returnAll: true }));
		const [row] = await run(on('contact', 'getNotReached', id, wanted));
		expect(heatmap).toHaveLength(1);
		expect(row?.json).toEqual({
			...plain?.json,
			best_hour: heatmap[0]?.hour,
			best_hour_time_zone: null,
		});

		await sandbox.api.patch('/behaviour', {
			faults: [{ path: '/analytics/calls/attempts', kind: 'status', status: 403, times: 1 }],
		});
		const [unread] = await run(on('contact', 'getNotReached', id, wanted));
		expect(unread?.json).toEqual({ ...plain?.json, best_hour: null, best_hour_time_zone: null });
	});

	test('leaves out those whom the campaign still has to call', async () => {
		const id = await started(60);
		expect(await run(on('contact', 'getNotReached', id, { returnAll: true }))).toEqual([]);
		await advance(40);
		const found = await run(on('contact', 'getNotReached', id, { returnAll: true }));
		expect(found.length).toBeGreaterThan(0);
		const statuses = new Set(found.map(({ json }) => String(json.status)));
		expect([...statuses].filter((status) => !MISSED.includes(status))).toEqual([]);
		expect((await contactsOf(id)).some(({ status }) => status === 'pending')).toBe(true);
	});

	test('Max Attempts is empty if its expression has no value, which is an error', async () => {
		const id = await started(1);
		const options = { maxAttempts: '={{ $json.nothing }}' };
		await expect(run(on('contact', 'getNotReached', id, { options }))).rejects.toThrow(
			/'Max Attempts' is empty/,
		);
	});
});

describe('Pause When', () => {
	const check = async (id: string, conditions: IDataObject, options: IDataObject = {}) =>
		(await run(on('campaign', 'pauseWhen', id, { conditions, options })))[0]?.json;

	test.each<[conditions: IDataObject, figure: string, limit: number]>([
		[{ creditsSpent: 20 }, 'credits_spent', 20],
		[{ successes: 5 }, 'successes', 5],
		[{ failurePercent: 1 }, 'failure_percent', 1],
	])(
		'%j: a schedule pauses the campaign once, when it is met',
		async (conditions, figure, limit) => {
			const id = await started(400);
			const seen: IDataObject[] = [];
			for (let round = 0; round < 30; round += 1) {
				await advance(20);
				seen.push((await check(id, conditions, { minDone: 5 })) ?? {});
			}
			const first = seen.findIndex(({ is_paused }) => is_paused === true);
			expect(first).toBeGreaterThan(0);
			expect(seen.slice(0, first).map((row) => row.condition_met)).toEqual(
				Array.from({ length: first }, () => null),
			);
			expect(Number(seen[first]?.[figure])).toBeGreaterThanOrEqual(limit);
			expect(seen[first]).toMatchObject({ was_running: true, campaign_id: id });
			for (const row of seen.slice(first + 1)) {
				expect(row).toMatchObject({ is_paused: true, was_running: false, condition_met: null });
			}
			expect(await pauses()).toBe(1);
			const [now] = await run(on('campaign', 'get', id));
			expect(now?.json.status).toBe('paused');
		},
	);

	test('Balance Below', async () => {
		const id = await started(50);
		await sandbox.api.put('/balance', { credits: 1000 });
		expect(await check(id, { balanceBelow: 1000 })).toMatchObject({
			balance: 1000,
			is_paused: false,
		});
		await sandbox.api.put('/balance', { credits: 999 });
		expect(await check(id, { balanceBelow: 1000 })).toMatchObject({
			balance: 999,
			is_paused: true,
		});
		expect(await pauses()).toBe(1);
	});

	test('Success Outcomes are counted in the analytics', async () => {
		const id = await started(100);
		await advance(24 * 3600);
		await sandbox.api.put(`/campaigns/${id}`, { status: 'active' });
		const talks = (await contactsOf(id)).filter(({ status }) => status === 'completed');
		const outcome = String(talks[0]?.outcome);
		const count = talks.filter((talk) => talk.outcome === outcome).length;
		const row = await check(id, { successes: count }, { successOutcomes: outcome });
		expect(row).toMatchObject({ successes: count, is_paused: true });
	});

	test('a condition without a value is an error, and nothing is sent', async () => {
		const id = await started(5);
		await sandbox.api.delete('/requests');
		await expect(check(id, { creditsSpent: '={{ $json.nothing }}' })).rejects.toThrow(
			/'Credits Spent' is empty/,
		);
		expect((await sandbox.api.get<unknown[]>('/requests')).data).toEqual([]);
	});

	test('a 500 in answer to the pause is an unknown outcome, and the next run looks again', async () => {
		const id = await started(50);
		const conditions = { balanceBelow: 1_000_000_000 };
		expect(await check(id, { balanceBelow: 0 })).toMatchObject({ is_paused: false });
		await sandbox.api.patch('/behaviour', {
			faults: [{ method: 'PATCH', path: '/pause', status: 500 }],
		});
		await expect(check(id, conditions)).rejects.toThrow(/unknown whether/);
		expect(await pauses()).toBe(1);
		await sandbox.api.patch('/behaviour', { faults: [] });
		expect(await check(id, conditions)).toMatchObject({ is_paused: true, was_running: true });
		expect(await check(id, conditions)).toMatchObject({ is_paused: true, was_running: false });
		expect(await pauses()).toBe(2);
	});
});
