import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { signIn } from '../sandbox/client.mts';
import { campaignFromItems, credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

const sandbox = useFaultySandbox({ clock: 'manual', resetEachTest: true });
let run: ReturnType<typeof runner>;

beforeAll(async () => {
	run = runner('voiceAgentCampaign', credentialFor(sandbox));
});
beforeEach(async () => {
	forgetProcessed();
	// The reset ended the session: without this a fault meant for the operation would hit the login.
	await run({ resource: 'campaign', operation: 'getAll', returnAll: true, options: {} });
});

const create = {
	...campaignFromItems,
	options: { variableColumns: 'named' },
	output: 'allColumns',
};
const NO_COLUMNS = { firstNameColumn: '', lastNameColumn: '', variableColumns: 'none' };
const people = (count: number) =>
	rows(
		...Array.from({ length: count }, (_, n) => ({
			phone: `+1212555${1000 + n}`,
			first_name: 'Zoë',
			last_name: `Ñ${n}`,
			company: `Example ${n}`,
		})),
	);
const state = async () => (await sandbox.api.get('/state')).data as Record<string, number>;
const advance = async (seconds: number) =>
	await sandbox.api.post('/clock', { advanceSeconds: seconds });
const contacts = async () => (await sandbox.api.get('/contacts')).data as IDataObject[];
const on = (resource: string, operation: string, campaignId: unknown, more: IDataObject = {}) => ({
	resource,
	operation,
	campaignId: locator(String(campaignId)),
	output: 'allColumns',
	options: {},
	...more,
});

function file(fileName: string, content: string): INodeExecutionData[] {
	const data = Buffer.from(content).toString('base64');
	const fileExtension = fileName.split('.').pop();
	const mimeType = 'text/csv';
	return [{ json: {}, binary: { data: { data, mimeType, fileName, fileExtension } } }];
}

const CSV =
	'phone,first_name,company\n+12125550101,Zoë,"Example, ""Ltd"""\nnobody,Bad,\n+12125550103,李,Sample\n';

describe('expressions of a request for many contacts', () => {
	const asked = () =>
		rows(
			{ phone: '2125550123', code: '1', agent: 'agent_0001', agreed: '2026-03-02' },
			{ phone: '2079460123', code: 44, agent: 'agent_0002', agreed: 'yes' },
		);
	const ofTwo = { ...create, options: NO_COLUMNS };

	test.each<[label: string, parameters: IDataObject]>([
		['Default Country Code', { defaultCountryCode: '={{ $json.code }}' }],
		['Agent', { agentId: locator('={{ $json.agent }}') }],
		['Campaign Name', { campaignName: '={{ $json.code }} of {{ $now.toISODate() }}' }],
		['Allowed Numbers', { callingRules: { allowedNumbers: '=+{{ $json.code }}*' } }],
	])('that are not the same for all items send nothing: %s', async (label, parameters) => {
		const before = await state();
		const all = { ...ofTwo, defaultCountryCode: '1', ...parameters };
		await expect(run(all, asked())).rejects.toThrow(`'${label}' is not the same for all items`);
		const added = on('contact', 'add', 'camp_0001', all);
		if (label !== 'Agent' && label !== 'Campaign Name') {
			await expect(run(added, asked())).rejects.toThrow('is not the same for all items');
		}
		expect(await state()).toMatchObject(before);
	});

	test.each(['$now', 'Math.random()'])(
		'with the clock or chance beside the item send nothing, each time: %s',
		async (clock) => {
			const cities = rows(
				{ phone: '+12125550101', city: 'Berlin' },
				{ phone: '+12125550102', city: 'Rome' },
			);
			const before = await state();
			const campaignName = `={{ $json.city }} {{ ${clock} }}`;
			await expect(run({ ...ofTwo, campaignName }, cities)).rejects.toThrow(
				"'Campaign Name' is not the same for all items: its expression looks at the item, and at",
			);
			expect(await state()).toMatchObject(before);
			// One contact has one value.
			const [sent] = await run({ ...ofTwo, campaignName }, cities.slice(1));
			expect(sent?.json).toMatchObject({ contacts_sent: 1 });
		},
	);

	test('may be of the run, of the clock, or of each contact where the rule says so', async () => {
		const sent = await run(
			{
				...ofTwo,
				campaignName:
					'=This week: {{ `${$now.toISO()}` }} {{ $input.first().json.code }} {{ $execution.id }}',
				defaultCountryCode: '={{ $json.nothing ?? "1" }}',
				callingRules: { consent: { column: { name: '={{ $json.agreed }}', validDays: 0 } } },
			},
			asked(),
		);
		expect(sent[0]?.json).toMatchObject({ contacts_sent: 2 });
	});
});

test('500 items make one campaign with 500 contacts, paired to every item', async () => {
	const output = await run(create, people(500));
	expect(output).toHaveLength(1);
	expect(output[0]?.json).toMatchObject({
		contacts_sent: 500,
		contacts_total: 500,
		contacts_rejected: 0,
	});
	expect(output[0]?.pairedItem).toHaveLength(500);
	expect(await state()).toMatchObject({ campaigns: 1, contacts: 500 });
	expect((await contacts())[499]).toMatchObject({
		phone_number: '+12125551499',
		first_name: 'Zoë',
		last_name: 'Ñ499',
		variables: { company: 'Example 499' },
	});
});

test('a campaign from its start to its end: create, add, start, pause, resume, finish, rerun, cancel', async () => {
	const only = async (operation: string, campaignId: unknown, more: IDataObject = {}) =>
		(await run(on('campaign', operation, campaignId, more)))[0]?.json;
	const [created] = await run(create, people(3));
	const id = created?.json.campaign_id;
	expect(created?.json).toMatchObject({ status: 'pending', is_finished: false });

	const contactsJson = [{ phone_number: '+13055550101' }];
	const [added] = await run(on('contact', 'add', id, { contactsFrom: 'json', contactsJson }));
	expect(added?.json).toMatchObject({ contacts_sent: 1 });
	expect(await only('start', id)).toMatchObject({ status: 'active' });
	expect(await only('pause', id)).toMatchObject({ status: 'paused' });
	expect(await only('resume', id)).toMatchObject({ status: 'active' });
	await advance(24 * 3600);

	const over = { is_finished: true, contacts_total: 4, contacts_pending: 0 };
	expect(await only('get', id)).toMatchObject(over);
	const called = await run(on('contact', 'getAll', id, { returnAll: true }));
	expect(called.map(({ json }) => json.attempts)).toEqual([1, 1, 1, 1]);
	expect(await only('getAnalytics', id)).toMatchObject({ total_contacts: 4 });

	const again = (await only('rerun', id))?.campaign_id;
	expect(again).not.toBe(id);
	const updateFields = { campaignName: 'Second round' };
	expect(await only('update', again, { updateFields })).toMatchObject({ name: 'Second round' });
	expect(await run(on('campaign', 'cancel', again))).toHaveLength(1);
	expect(await only('get', again)).toMatchObject({ status: 'cancelled', is_finished: true });
	expect((await state()).campaigns).toBe(2);
	await expect(only('start', id)).rejects.toMatchObject({ httpCode: '409' });
});

describe('contact files', () => {
	test('are checked without saving anything', async () => {
		const validate = { resource: 'campaign', operation: 'validateFile', options: {} };
		const [report] = await run(
			{ ...validate, inputDataFieldName: 'data' },
			file('contacts.csv', CSV),
		);
		expect(report?.json).toMatchObject({ accepted: 2, rejected: [{ row: 3 }] });
		expect(await state()).toMatchObject({ campaigns: 0 });
	});

	const fromFile = {
		contactsFrom: 'file',
		inputDataFieldName: 'data',
		options: { repeatedNumbers: 'always' },
	};

	test('keep no country code that the panel has hidden', async () => {
		const hidden = { ...create, ...fromFile, defaultCountryCode: '1' };
		const [created] = await run(hidden, file('contacts.csv', CSV));
		expect(created?.json).toMatchObject({ status: 'pending' });
		const shown = { ...hidden, contactsFrom: "={{ 'file' }}" };
		await expect(run(shown, file('contacts.csv', CSV))).rejects.toThrow("'Default Country Code'");
	});

	test('become a campaign, and more contacts of it', async () => {
		const [created] = await run({ ...create, ...fromFile }, file('contacts.csv', CSV));
		expect(created?.json).toMatchObject({ status: 'pending', accepted: 2, rejected: [{ row: 3 }] });
		expect(await contacts()).toMatchObject([
			{ phone_number: '+12125550101', variables: { company: 'Example, "Ltd"' } },
			{ first_name: '李' },
		]);
		const more = file('more.csv', 'phone\n+13055550101\n');
		await run(on('contact', 'add', created?.json.campaign_id, fromFile), more);
		expect(await contacts()).toHaveLength(3);
	});

	test('survive an expired token', async () => {
		sandbox.proxy.tokenUses = 1;
		for (let round = 0; round < 3; round += 1) {
			await run({ ...create, ...fromFile }, file('contacts.csv', CSV));
		}
		expect(await state()).toMatchObject({ campaigns: 3, contacts: 6 });
	});
});

describe('export', () => {
	test('is a file where the platform sends one', async () => {
		const [created] = await run(create, people(3));
		const [item] = await run(
			on('campaign', 'export', created?.json.campaign_id, { outputDataFieldName: 'results' }),
		);
		expect(item?.binary?.results).toMatchObject({
			mimeType: 'text/csv',
			fileName: expect.stringMatching(/\.csv$/),
		});
		expect(Buffer.from(item?.binary?.results?.data ?? '', 'base64').toString()).toContain(
			'+12125551002',
		);
	});

	test('is items where it answers JSON', async () => {
		const [created] = await run(create, people(3));
		const asJson = {
			outputDataFieldName: 'data',
			options: { additionalQuery: { pairs: [{ name: 'format', value: 'json' }] } },
		};
		const output = await run(on('campaign', 'export', created?.json.campaign_id, asJson));
		expect(output.every(({ binary }) => binary === undefined)).toBe(true);
		expect(JSON.stringify(output)).toContain('+12125551002');
	});
});

test('each contact is added to the campaign that its row names', async () => {
	const [first] = await run(create, people(1));
	const [second] = await run(create, people(2).slice(1));
	const [one, two] = [String(first?.json.campaign_id), String(second?.json.campaign_id)];
	const list = rows(
		{ to: one, phone: '+13055550101' },
		{ to: two, phone: '+13055550102' },
		{ to: one, phone: 'nobody' },
	);
	const add = {
		...create,
		resource: 'contact',
		operation: 'add',
		campaignId: { __rl: true, mode: 'id', value: '={{ $json.to }}' },
		options: NO_COLUMNS,
	};
	const output = await run(add, list);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 2 }],
		{ item: 1 },
	]);
	expect(output[0]?.json.rejected_rows).toMatchObject([{ row: 3, contact_number: 'nobody' }]);
	const added = (await contacts()).filter(({ phone_number: number }) =>
		String(number).startsWith('+1305'),
	);
	expect(added.map((row) => row.campaign_id)).toEqual([one, two]);
});

/* Campaigns that the sandbox calls. */

const contactsOf = async (campaignId: unknown) => {
	const platform = await signIn(sandbox);
	const { data } = await platform.get(`/campaigns/${String(campaignId)}/numbers?limit=1000`);
	return (data as { items: IDataObject[] }).items;
};
/** A campaign that is being called, with so many contacts who have variables of their own. */
async function started(count: number): Promise<string> {
	const [created] = await run(create, people(count));
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
				phoneNumberColumn: '',
				options: {
					repeatedNumbers: 'always',
					firstNameColumn: '',
					lastNameColumn: '',
					variableColumns: 'selected',
					selectedColumns: 'variables',
				},
			},
			found,
		);
		expect(second?.json).toMatchObject({ contacts_sent: missed.length, contacts_rejected: 0 });
		const again = await contactsOf(second?.json.campaign_id);
		const sent = ({ phone_number, first_name, variables }: IDataObject) =>
			JSON.stringify([phone_number, first_name, variables]);
		expect(again.map(sent).sort()).toEqual(missed.map(sent).sort());
	});

	test('has the best hour if the user wants it, and contacts even if the analytics fail', async () => {
		const id = await started(60);
		await advance(24 * 3600);
		const wanted = { returnAll: true, options: { bestHour: true } };
		const [plain] = await run(on('contact', 'getNotReached', id, { returnAll: true }));
		const [row] = await run(on('contact', 'getNotReached', id, wanted));
		const best = { best_hour: expect.any(Number), best_hour_time_zone: null };
		expect(row?.json).toEqual({ ...plain?.json, ...best });

		sandbox.proxy.faults = [{ path: '/analytics/calls/attempts', status: 403, times: 1 }];
		const [unread] = await run(on('contact', 'getNotReached', id, wanted));
		expect(unread?.json).toEqual({ ...plain?.json, best_hour: null, best_hour_time_zone: null });
	});
});
