import axios from 'axios';
import { parse } from 'csv-parse/sync';
import { useSandbox } from '../support/useSandbox.mts';
import { PASSWORD, clientOf, signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });

const get = (path: string) =>
	axios.get<string>(`${sandbox.control}${path}`, { validateStatus: () => true });
const page = async () => (await get('/')).data;

/** A campaign with one contact of this name, which is over. */
async function finishedCampaign(name: string, firstName: string): Promise<string> {
	const client = await signIn(sandbox);
	const contacts = [{ phone_number: '+12125550123', first_name: firstName }];
	const { data } = await client.post('/campaigns/', { name, agent_id: 'agent_0001', contacts });
	await client.patch(`/campaigns/${data.id}/start`);
	await sandbox.api.post('/clock', { advanceSeconds: 3600 });
	return data.id;
}

test('a new platform has an empty page that loads itself again', async () => {
	const { data, headers } = await get('/');
	expect(headers['content-type']).toBe('text/html; charset=utf-8');
	expect(data).toMatch(/<meta http-equiv="refresh" content="\d">/);
	for (const title of [
		'Campaigns',
		'Calls',
		'Questions to custom functions',
		'Contacts',
		'Logins since the last start',
	])
		expect(data).toContain(`<h2>${title}: 0</h2>`);
	expect(data.match(/None yet/g)).toHaveLength(5);
	expect((await get('')).data).toBe(data);
});

test('it shows calls, campaigns, contacts and logins, also those that were refused', async () => {
	await clientOf(sandbox).post('/auth/login', { email: 'owner@example.com', password: 'wrong' });
	await finishedCampaign('Monday', 'Sample');
	const shown = await page();
	expect(shown).toContain('<h2>Campaigns: 1</h2>');
	expect(shown).toContain('<td>Monday</td><td>finished</td><td>1</td><td>1</td>');
	expect(shown).toContain('<h2>Calls: 1</h2>');
	expect(shown).toContain('<h2>Contacts: 1</h2>');
	expect(shown.match(/<td>\+12125550123<\/td>/g)).toHaveLength(2);
	expect(shown).toContain('<h2>Logins since the last start: 2</h2>');
	expect(shown).toContain('<td>password</td><td>refused</td><td>wrong_password</td>');
	expect(shown).not.toContain(PASSWORD);
});

test('of many rows it shows the latest and says how many there are', async () => {
	await sandbox.api.post('/calls', { count: 60 });
	const shown = await page();
	expect(shown).toContain('<h2>Calls: 60, the last 50 of them here</h2>');
	expect(shown).toContain('<td>Contact 60</td>');
	expect(shown).not.toContain('<td>Contact 10</td>');
});

test('texts from outside are shown as texts', async () => {
	await finishedCampaign('<script>alert("1")</script>', '"><b>&');
	const shown = await page();
	expect(shown).not.toMatch(/<script|<b>/);
	expect(shown).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
	expect(shown).toContain('&quot;&gt;&lt;b&gt;&amp;');
});

test('the results of a campaign are a file, and that of an unknown one is not', async () => {
	const id = await finishedCampaign('Monday', '=1+1');
	const href = /href="\/sandbox(\/campaigns[^"]+)"/.exec(await page())?.[1] ?? '';
	const { data, headers } = await get(href);
	expect(headers['content-type']).toBe('text/csv; charset=utf-8');
	expect(headers['content-disposition']).toBe(`attachment; filename="${id}.csv"`);
	const rows: Array<Record<string, string>> = parse(data, { columns: true });
	expect(rows).toMatchObject([{ phone_number: '+12125550123', first_name: "'=1+1" }]);
	const client = await signIn(sandbox);
	const { data: exported } = await client.get(`/campaigns/${id}/export?format=csv`);
	expect(data).toBe(exported);
	expect((await get('/campaigns/none/results.csv')).status).toBe(404);
});

test('all calls are a file, with what was said', async () => {
	await sandbox.api.post('/calls', { count: 2, first_name: 'Sample' });
	const { data, headers } = await get('/calls.csv');
	expect(headers['content-disposition']).toBe('attachment; filename="calls.csv"');
	const rows: Array<Record<string, string>> = parse(data, { columns: true });
	expect(rows).toHaveLength(2);
	const client = await signIn(sandbox);
	for (const row of rows) {
		const { data: call } = await client.get(`/calls/${row.call_id}`);
		expect(row).toMatchObject({ status: 'completed', outcome: call.analysis.outcome });
		for (const { text } of call.transcript) expect(row.transcript).toContain(text);
	}
});
