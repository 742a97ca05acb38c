import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { campaignFromItems, credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useSandbox } from '../support/useSandbox.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
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
	firstNameColumn: 'first',
	lastNameColumn: 'last',
	variableColumns: 'all',
	output: 'allColumns',
};
const people = (count: number) =>
	rows(
		...Array.from({ length: count }, (_, n) => ({
			phone: `+1212555${1000 + n}`,
			first: 'Zoë',
			last: `Ñ${n}`,
			company: 'Example',
		})),
	);
const state = async () => (await sandbox.api.get('/state')).data as Record<string, number>;
const contacts = async () => (await sandbox.api.get('/contacts')).data as IDataObject[];
const on = (resource: string, operation: string, campaignId: unknown, more: IDataObject = {}) => ({
	resource,
	operation,
	campaignId: locator(String(campaignId)),
	output: 'allColumns',
	options: {},
	...more,
});
const status = ([item]: INodeExecutionData[]) => item?.json.status;

function file(
	fileName: string,
	content: Buffer | string,
	mimeType = 'text/csv',
): INodeExecutionData[] {
	const data = Buffer.from(content).toString('base64');
	return [
		{
			json: {},
			binary: { data: { data, mimeType, fileName, fileExtension: fileName.split('.').pop() } },
		},
	];
}

const CSV =
	'phone,first_name,company\n+12125550101,Zoë,"Example, ""Ltd"""\nnobody,Bad,\n+12125550103,李,Sample\n';

test('500 items make one campaign with 500 contacts, paired to every item', async () => {
	const output = await run(create, people(500));
	expect(output).toHaveLength(1);
	expect(output[0]?.json).toMatchObject({
		contacts_sent: 500,
		contacts_total: 500,
		rejected_rows: [],
	});
	expect(output[0]?.pairedItem).toHaveLength(500);
	expect(await state()).toMatchObject({ campaigns: 1, contacts: 500 });
	expect((await contacts())[499]).toMatchObject({
		phone_number: '+12125551499',
		first_name: 'Zoë',
		last_name: 'Ñ499',
		variables: { company: 'Example' },
	});
});

test('a campaign from its start to its end: create, add, start, pause, resume, finish, rerun, cancel', async () => {
	const [created] = await run(create, people(3));
	const id = created?.json.campaign_id;
	expect(created?.json).toMatchObject({ status: 'pending', is_finished: false });

	const added = await run(
		on('contact', 'add', id, {
			contactsFrom: 'json',
			contactsJson: [{ phone_number: '+13055550101' }],
		}),
	);
	expect(added[0]?.json).toMatchObject({ contacts_sent: 1 });
	expect(status(await run(on('campaign', 'start', id)))).toBe('active');
	expect(status(await run(on('campaign', 'pause', id)))).toBe('paused');
	expect(status(await run(on('campaign', 'resume', id)))).toBe('active');
	await sandbox.api.post('/clock', { advanceSeconds: 24 * 3600 });

	const [finished] = await run(on('campaign', 'get', id));
	expect(finished?.json).toMatchObject({
		is_finished: true,
		contacts_total: 4,
		contacts_pending: 0,
	});
	const called = await run(on('contact', 'getAll', id, { returnAll: true }));
	expect(called).toHaveLength(4);
	expect(called.every(({ json }) => json.attempts === 1)).toBe(true);
	const [analytics] = await run(on('campaign', 'getAnalytics', id));
	expect(analytics?.json).toMatchObject({ total_contacts: 4 });

	const [again] = await run(on('campaign', 'rerun', id));
	expect(again?.json.campaign_id).not.toBe(id);
	const renamed = await run(
		on('campaign', 'update', again?.json.campaign_id, {
			updateFields: { campaignName: 'Second round' },
		}),
	);
	expect(renamed[0]?.json.name).toBe('Second round');
	expect(await run(on('campaign', 'cancel', again?.json.campaign_id))).toHaveLength(1);
	const [cancelled] = await run(on('campaign', 'get', again?.json.campaign_id));
	expect(cancelled?.json).toMatchObject({ status: 'cancelled', is_finished: true });
	expect(
		await run({
			resource: 'campaign',
			operation: 'getAll',
			returnAll: true,
			output: 'allColumns',
			options: {},
		}),
	).toHaveLength(2);

	await expect(run(on('campaign', 'start', id))).rejects.toMatchObject({ httpCode: '409' });
});

describe('contact files', () => {
	test('are checked without saving anything', async () => {
		const validate = {
			resource: 'campaign',
			operation: 'validateFile',
			inputDataFieldName: 'data',
			options: {},
		};
		const [report] = await run(validate, file('contacts.csv', CSV));
		expect(report?.json).toMatchObject({ accepted: 2, rejected: [{ row: 3 }] });
		expect(await state()).toMatchObject({ campaigns: 0 });
	});

	test('become a campaign, and more contacts of it', async () => {
		const [created] = await run(
			{ ...create, contactsFrom: 'file', inputDataFieldName: 'data' },
			file('contacts.csv', CSV),
		);
		expect(created?.json).toMatchObject({ status: 'pending', accepted: 2, rejected: [{ row: 3 }] });
		expect(await contacts()).toMatchObject([
			{ phone_number: '+12125550101', variables: { company: 'Example, "Ltd"' } },
			{ first_name: '李' },
		]);
		const more = file('more.csv', 'phone\n+13055550101\n');
		await run(
			on('contact', 'add', created?.json.campaign_id, {
				contactsFrom: 'file',
				inputDataFieldName: 'data',
			}),
			more,
		);
		expect(await contacts()).toHaveLength(3);
	});

	test.each([
		['a field without a file', [{ json: {} }], /has no file in the field "data"/],
		[
			'a file of another type',
			file('contacts.pdf', 'x', 'application/pdf'),
			/cannot read this type of file/,
		],
	])('%s is refused before anything is sent', async (_name, items, message) => {
		await sandbox.api.delete('/requests');
		await expect(
			run({ ...create, contactsFrom: 'file', inputDataFieldName: 'data' }, items),
		).rejects.toThrow(message);
		expect((await sandbox.api.get('/requests')).data).toEqual([]);
	});

	test('survive an expired token', async () => {
		await sandbox.api.patch('/behaviour', { tokenUses: 1 });
		for (let n = 0; n < 3; n += 1) {
			await run(
				{ ...create, contactsFrom: 'file', inputDataFieldName: 'data' },
				file('contacts.csv', CSV),
			);
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

describe('Duplicate Numbers', () => {
	const ever = (more: IDataObject = {}) => ({
		...create,
		options: { repeatedNumbers: 'ever', ...more },
	});

	test('by default a second execution makes a second campaign', async () => {
		await run(create, people(3));
		await run(create, people(3));
		expect(await state()).toMatchObject({ campaigns: 2, contacts: 6 });
	});

	test('Call Once Ever: the second execution sends only new numbers, and lists the skipped rows', async () => {
		await run(ever(), people(3));
		const [second] = await run(ever(), people(5));
		expect(second?.json).toMatchObject({
			contacts_sent: 2,
			rejected_rows: [{ row: 1 }, { row: 2 }, { row: 3 }],
		});
		const [third] = await run(ever(), people(5));
		expect(third?.json).toMatchObject({ skipped: true, contacts_sent: 0 });
		expect(await state()).toMatchObject({ campaigns: 2, contacts: 5 });
		await run(ever({ round: 'next' }), people(5));
		expect(await state()).toMatchObject({ campaigns: 3, contacts: 10 });
	});

	test('Call Once Ever: a refused campaign leaves nothing recorded', async () => {
		await sandbox.api.patch('/behaviour', {
			faults: [{ method: 'POST', path: 'campaigns', kind: 'status', status: 409, times: 1 }],
		});
		await expect(run(ever(), people(3))).rejects.toMatchObject({ httpCode: '409' });
		const [created] = await run(ever(), people(3));
		expect(created?.json).toMatchObject({ contacts_sent: 3 });
	});

	test('Call Once Ever: with an unknown outcome the numbers stay recorded', async () => {
		await sandbox.api.patch('/behaviour', {
			faults: [{ method: 'POST', path: 'campaigns', kind: 'resetAfter', times: 1 }],
		});
		await expect(run(ever(), people(3))).rejects.toThrow(/unknown whether/);
		const [second] = await run(ever(), people(3));
		expect(second?.json).toMatchObject({ skipped: true });
		expect(await state()).toMatchObject({ campaigns: 1, contacts: 3 });
	});

	test('two lists of one execution share their numbers', async () => {
		const lists = rows(
			{ list: [{ phone_number: '+12125550101' }] },
			{ list: [{ phone_number: '+12125550101' }, { phone_number: '+12125550102' }] },
		);
		const output = await run(
			{ ...create, contactsFrom: 'json', contactsJson: '={{ $json.list }}' },
			lists,
		);
		expect(output.map(({ json }) => json.contacts_sent)).toEqual([1, 1]);
		expect(output[1]?.json.rejected_rows).toMatchObject([
			{ phone_number: '+12125550101', reason: expect.stringContaining('row 1') },
		]);
	});
});

test('each contact is added to the campaign that its row names', async () => {
	const [first] = await run(create, people(1));
	const [second] = await run(create, people(1));
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
		variableColumns: 'none',
	};
	const output = await run(add, list);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 2 }],
		{ item: 1 },
	]);
	expect(output[0]?.json.rejected_rows).toMatchObject([{ row: 3, phone_number: 'nobody' }]);
	const added = (await contacts()).filter(({ phone_number: number }) =>
		String(number).startsWith('+1305'),
	);
	expect(added.map((row) => row.campaign_id)).toEqual([one, two]);
});
