import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import axios from 'axios';
import { type Row, useOwner } from './owner.mts';

/*
 * The pages for people, as somebody with a browser gets them: they lead from `/` to what was said, and back to n8n.
 */

const N8N = 'http://127.0.0.1:5678/?a=1&b="2"';
/** A text that would change the page, wherever it were written as it is. */
const HOSTILE = `<script src="https://example.com/a.js"></script><img src=x onerror='a()'>&"'`;
const AS_TEXT =
	'&lt;script src=&quot;https://example.com/a.js&quot;&gt;&lt;/script&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&amp;&quot;&#39;';

const owner = useOwner({ n8n: N8N });
const { sandbox } = owner;

const origin = () => new URL(sandbox.url).origin;
const page = async (path: string) =>
	(await axios.get<string>(origin() + path, { validateStatus: () => true })).data;

/** A finished campaign whose only contact answered the call. */
async function finishedCampaign(name: string, contact: object = {}): Promise<Row> {
	const contacts = [{ phone_number: '+12125550123', ...contact }];
	const { data } = await owner.client.post('/campaigns/', {
		name,
		agent_id: 'agent_0001',
		contacts,
	});
	await owner.client.patch(`/campaigns/${data.id}/start`);
	await owner.advance(3600 * 24);
	return data;
}

/** Where a link with this text leads. */
const linksOf = (html: string, text: string): string[] =>
	[...html.matchAll(/<a href="([^"]*)">([^<]*)</g)]
		.filter(([, , shown]) => shown === text)
		.map(([, href = '']) => href);

const cellsOf = (html: string): string[] =>
	[...html.matchAll(/<td>([^<]*)</g)].map(([, text = '']) => text);

test('the address of the sandbox alone leads to the page', async () => {
	const { status, headers } = await axios.get(`${origin()}/`, {
		maxRedirects: 0,
		validateStatus: () => true,
	});
	expect({ status, location: headers.location }).toEqual({ status: 302, location: '/sandbox/' });
	expect(await page('/')).toContain('<h1>What the platform saw</h1>');
});

test('each call leads to its page: who was called for which campaign, how it ended, and all that was said', async () => {
	const { id } = await finishedCampaign('Spring offer', { first_name: 'Ada' });
	const [call] = await owner.rows('/calls');
	const { transcript, analysis } = await owner.get(`/calls/${call!.call_id}`);
	expect(transcript.length).toBeGreaterThan(1);

	const overview = await page('/sandbox/');
	const cells = cellsOf(overview);
	// One for its call, one for its contact.
	expect(cells.filter((text) => text === `Spring offer (${id})`)).toHaveLength(2);
	expect(cells).toContain(`1 ${analysis.outcome}`);
	const [href = ''] = linksOf(overview, 'What was said');
	const shown = cellsOf(await page(href));
	for (const text of ['Ada', `Spring offer (${id})`, analysis.outcome, analysis.summary])
		expect(shown).toContain(text);
	const said = transcript.flatMap((turn: Row) => [turn.role, turn.text]);
	expect(shown.filter((text) => said.includes(text))).toEqual(said);
});

test('a call in which nothing was said has no link to a transcript', async () => {
	await sandbox.api.post('/calls', { count: 1, status: 'no_answer' });
	const overview = await page('/sandbox/');
	expect(cellsOf(overview)).toContain('no_answer');
	expect(linksOf(overview, 'What was said')).toEqual([]);
});

test('the page of a call loads itself again until the call is over', async () => {
	const body = { agent_id: 'agent_0001', to_number: '+12125550123' };
	const { data } = await owner.client.post('/calls/make-call', body);
	const refreshes = async () => (await page(`/sandbox/calls/${data.call_id}`)).includes('refresh');
	expect(await refreshes()).toBe(true);
	await owner.advance(3600);
	expect(await refreshes()).toBe(false);
});

test('links at its top lead to its parts', async () => {
	const overview = await page('/sandbox/');
	const targets = [...overview.matchAll(/<a href="#(\w+)">/g)].map(([, id]) => id);
	expect(targets).toEqual(['campaigns', 'calls', 'questions', 'contacts', 'logins']);
	for (const id of targets) expect(overview).toContain(`<h2 id="${id}">`);
});

test('every page leads back to n8n', async () => {
	await sandbox.api.post('/calls', { count: 1 });
	const overview = await page('/sandbox/');
	for (const html of [overview, await page(linksOf(overview, 'What was said')[0]!)])
		expect(linksOf(html, 'Back to n8n')).toEqual([
			N8N.replace('&', '&amp;').replaceAll('"', '&quot;'),
		]);
});

test('an address of n8n that a browser would run as code is refused', () => {
	const node = realpathSync('node_modules/node/bin/node');
	const args = ['sandbox/main.mts', '--n8n', 'javascript:alert(1)'];
	const { status, stderr } = spawnSync(node, args, { encoding: 'utf8' });
	expect(status).toBe(1);
	expect(stderr).toContain('--n8n must begin with http:// or https://');
});

test('what clients send is shown as text, and no page loads anything', async () => {
	await finishedCampaign(HOSTILE, { first_name: HOSTILE });
	const values = { first_name: HOSTILE, last_name: HOSTILE, agent_name: HOSTILE };
	const analysis = { outcome: HOSTILE, summary: HOSTILE, sentiment: '', success: true, fields: {} };
	const transcript = [{ role: 'user', text: HOSTILE, offset_seconds: 0 }];
	for (const to_number of [HOSTILE, '+12125550101'])
		await sandbox.api.post('/calls', { count: 1, ...values, to_number, transcript, analysis });
	await axios.post(
		`${sandbox.url}/auth/login`,
		{ email: 'a<b>@example.com', password: HOSTILE },
		{ validateStatus: () => true },
	);
	const overview = await page('/sandbox/');
	const paths = ['/sandbox/', ...linksOf(overview, 'What was said')];
	expect(paths.length).toBeGreaterThan(2);
	for (const path of paths) {
		const { data, headers } = await axios.get<string>(origin() + path);
		expect(data).toContain(AS_TEXT);
		expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
		// The tags that the pages are made of, and no other.
		const tags = new Set([...data.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
		for (const tag of ['!doctype', 'html', 'meta', 'title', 'style', 'h1', 'h2', 'p', 'a', 'div'])
			tags.delete(tag);
		expect([...tags].sort()).toEqual(['table', 'td', 'th', 'tr']);
		expect(data).not.toMatch(/<[^>]+\s(src|on\w+|style)=|url\(|@import/);
	}
});

test('a call that is not there has no page', async () => {
	const { status } = await axios.get(`${sandbox.control}/calls/${encodeURIComponent('<b>')}`, {
		validateStatus: () => true,
	});
	expect(status).toBe(404);
});
