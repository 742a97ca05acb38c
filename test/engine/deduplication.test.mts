import { forgetProcessed, newRunData } from '../../harness/n8n/engine.mts';
import { campaignFromItems, credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { scaleOf } from '../scale.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let run: ReturnType<typeof runner>;

beforeAll(async () => {
	run = runner('voiceAgentCall', credentialFor(sandbox));
});
beforeEach(async () => {
	forgetProcessed();
	// The reset ended the session: without this a fault meant for the call would hit the login.
	await run({ resource: 'call', operation: 'getAll', returnAll: true, options: {} });
});

const list = rows(
	{ phone: '+12125550101' },
	{ phone: '(212) 555-0102' },
	{ phone: '001 212 555 0101' },
);
const makeCall = ({ parallelRequests = 10, ...options }: Record<string, unknown> = {}) => ({
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
	defaultCountryCode: '1',
	options,
	advanced: { parallelRequests },
});
const placed = async () =>
	((await sandbox.api.get('/calls')).data as Array<{ to_number: string }>)
		.map((call) => call.to_number)
		.sort();

test('by default a number is called once a day: the next execution calls nobody, and says when and by which execution', async () => {
	const output = await run(makeCall(), list, { executionId: '4711' });
	expect(output[2]).toMatchObject({
		json: {
			skipped: true,
			row: 3,
			contact_number: '+12125550101',
			reason: expect.stringContaining('row 1'),
		},
		pairedItem: { item: 2 },
	});
	const [again] = await run(makeCall(), list, { executionId: '4712' });
	expect(again?.json).toMatchObject({
		skipped: true,
		reason: expect.stringMatching(
			/^Called today at \d\d:\d\d by execution 4711\. To call again today, set Options → 'Duplicate Numbers' to Call Every Time$/,
		),
	});
	expect(await placed()).toEqual(['+12125550101', '+12125550102']);
});

test('Once per Execution: a loop and a tool call nobody twice; a new execution calls everybody again', async () => {
	const options = { repeatedNumbers: 'execution' };
	const runData = newRunData();
	await run(makeCall(options), list.slice(0, 1), { executionId: '1', runData });
	const [again, other] = await run(makeCall(options), list, {
		executionId: '1',
		runData,
		runIndex: 1,
	});
	expect(again?.json.reason).toMatch(/^Called earlier in this execution\. To call again, set/);
	expect(other?.json).not.toHaveProperty('skipped');
	await run(makeCall(options), list, { executionId: '2' });
	expect(await placed()).toEqual(['+12125550101', '+12125550101', '+12125550102', '+12125550102']);
});

test('Call Every Time calls every row', async () => {
	await run(makeCall({ repeatedNumbers: 'always' }), list);
	expect(await placed()).toHaveLength(3);
});

test('Once Ever remembers across executions, for each round', async () => {
	await run(makeCall({ repeatedNumbers: 'ever' }), list);
	const again = await run(makeCall({ repeatedNumbers: 'ever' }), list);
	expect(again.map(({ json }) => json.skipped)).toEqual([true, true, true]);
	expect(again[0]?.json.reason).toMatch(
		/^Called on .* To call again, enter another text in Options → 'Call Again When This Changes'$/,
	);
	expect(await placed()).toHaveLength(2);
	await run(makeCall({ repeatedNumbers: 'ever', callAgainWhenChanged: 'second' }), list);
	expect(await placed()).toHaveLength(4);
});

test('Once Ever: a call that the platform refused is placed later, one whose outcome is unknown is not', async () => {
	const one = rows({ phone: '+12125550101' });
	await sandbox.api.patch('/behaviour', {
		faults: [{ path: 'make-call', kind: 'status', status: 402, times: 1 }],
	});
	await expect(run(makeCall({ repeatedNumbers: 'ever' }), one)).rejects.toMatchObject({
		httpCode: '402',
	});
	await sandbox.api.patch('/behaviour', {
		faults: [{ path: 'make-call', kind: 'resetAfter', times: 1 }],
	});
	await expect(run(makeCall({ repeatedNumbers: 'ever' }), one)).rejects.toThrow(/unknown whether/);
	const [third] = await run(makeCall({ repeatedNumbers: 'ever' }), one);
	expect(third?.json.skipped).toBe(true);
	expect(await placed()).toHaveLength(1);
});

test('a call whose outcome is unknown is listed, released and then placed', async () => {
	const ask = async (possiblyCalled: string) =>
		await run(makeCall({ repeatedNumbers: 'ever', possiblyCalled }), list);
	await sandbox.api.patch('/behaviour', {
		faults: [{ path: 'make-call', kind: 'resetBefore', times: 1 }],
	});
	const settings = { onError: 'continueRegularOutput' as const };
	const options = { repeatedNumbers: 'ever', parallelRequests: 1 };
	await run(makeCall(options), list, { settings });
	expect(await placed()).toEqual(['+12125550102']);

	const [skipped] = await ask('skip');
	expect(skipped?.json).toMatchObject({
		skipped: true,
		outcome: 'unknown',
		reason: expect.stringMatching(/^This number may have been called/),
	});
	expect(await ask('list')).toEqual([
		{
			json: {
				contact_number: '+12125550101',
				row: 1,
				outcome: 'unknown',
			},
			pairedItem: { item: 0 },
		},
	]);
	expect((await ask('release')).map(({ json }) => json)).toEqual([
		{ contact_number: '+12125550101', row: 1, released: true },
	]);
	expect(await placed()).toEqual(['+12125550102']);
	await ask('skip');
	expect(await placed()).toEqual(['+12125550101', '+12125550102']);
});

test('a contact whose outcome is unknown is listed with its row', async () => {
	const addContacts = runner('voiceAgentCampaign', credentialFor(sandbox));
	const create = (possiblyCalled: string) => ({
		...campaignFromItems,
		defaultCountryCode: '1',
		options: { repeatedNumbers: 'ever', possiblyCalled },
	});
	await sandbox.api.patch('/behaviour', {
		faults: [{ method: 'POST', path: 'campaigns', kind: 'resetBefore', times: 1 }],
	});
	await expect(addContacts(create('skip'), list)).rejects.toThrow(/unknown/);
	expect(await addContacts(create('list'), list)).toEqual([
		{
			json: { contact_name: null, contact_number: '+12125550101', row: 1, outcome: 'unknown' },
			pairedItem: { item: 0 },
		},
		{
			json: { contact_name: null, contact_number: '+12125550102', row: 2, outcome: 'unknown' },
			pairedItem: { item: 1 },
		},
	]);
	const more = [...list, ...rows({ phone: '+12125550103' })];
	const [campaign] = await addContacts(create('skip'), more);
	expect(campaign?.json.contacts_sent).toBe(1);
	expect(campaign?.json.rejected_rows).toMatchObject([
		{ row: 1, outcome: 'unknown', reason: expect.stringMatching(/outcome is unknown/) },
		{ row: 2, outcome: 'unknown' },
		{ row: 3, reason: expect.stringMatching(/Duplicate of row 1/) },
	]);
});

test('many calls, 20 in parallel, five tokens that expire: none lost, none twice, one login for each token', async () => {
	const count = scaleOf('calls');
	await sandbox.api.patch('/behaviour', { latencyMs: 5, tokenUses: count / 5 });
	await sandbox.api.delete('/logins');
	const numbers = Array.from({ length: count }, (_, n) => `+1212555${1000 + n}`);
	const output = await run(
		makeCall({ parallelRequests: 20 }),
		rows(...numbers.map((phone) => ({ phone }))),
	);
	expect(output.map(({ json }) => json.contact_number)).toEqual(numbers);
	expect(await placed()).toEqual(numbers);
	const logins = (await sandbox.api.get('/logins')).data as unknown[];
	// The session that earlier tests left may add one login at the start.
	expect(logins.length).toBeLessThanOrEqual(6);
}, 60_000);
