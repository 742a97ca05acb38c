import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { freePort } from '../../harness/ports.mts';
import { SAMPLE_CREDENTIAL, SAMPLE_DATABASE_CREDENTIAL } from '../../harness/samples/samples.mts';
import { MONDAY_CAMPAIGN } from '../../harness/samples/trials/mondayCampaign.mts';
import { Demo, FIRST_WITHIN_MS } from '../support/demo.mts';

const SECOND_WITHIN_MS = 60_000;
jest.setTimeout(FIRST_WITHIN_MS);

describe('arguments', () => {
	const refused = async (...args: string[]) => {
		const demo = new Demo(...args);
		return { code: await demo.ended(), printed: demo.printed };
	};

	test.each(['abc', '0', '65536', '80.5'])(
		'--port %s is refused before anything starts',
		async (port) => {
			const { code, printed } = await refused('--port', port);
			expect(code).toBe(1);
			expect(printed.trim()).toBe(`--port must be a number from 1 to 65535, not "${port}"`);
		},
	);

	test('a port that is taken is refused, with what to do', async () => {
		const port = await freePort();
		const server = createServer().listen(port, '127.0.0.1');
		await once(server, 'listening');
		const { code, printed } = await refused('--port', String(port));
		server.close();
		expect(code).toBe(1);
		expect(printed.trim()).toBe(
			`Another program listens on port ${port}. Choose another one with --port`,
		);
	});

	test('a misspelt argument is refused', async () => {
		const { code, printed } = await refused('--onec');
		expect(code).toBe(1);
		expect(printed).toMatch(/--onec/);
	});
});

describe('npm start', () => {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-start-'));
	let demo: Demo;
	let n8n = '';

	const start = async (withinMs: number) => {
		const port = await freePort();
		n8n = `http://127.0.0.1:${port}`;
		demo = new Demo('--folder', folder, '--port', String(port));
		await demo.ready(withinMs);
	};

	/** What the browser gets at an address, without following it. */
	const open = async (address: string, headers = {}) =>
		axios.get(address, { headers, maxRedirects: 0, validateStatus: () => true });

	/** A client of n8n's REST API that the first address has signed in. */
	const signedIn = async () => {
		const { headers } = await open(demo.addresses[0] ?? '');
		const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
		// As n8n's editor asks, with the name that each browser gives itself.
		const browser = { cookie, 'browser-id': 'a browser that has never logged in' };
		return axios.create({ baseURL: `${n8n}/rest`, headers: browser });
	};

	beforeAll(async () => await start(FIRST_WITHIN_MS), FIRST_WITHIN_MS);
	afterAll(async () => {
		demo.interrupt();
		await demo.ended();
		rmSync(folder, { recursive: true, force: true });
	});

	test('the last thing it prints is one short screen', () => {
		const screen = demo.printed.slice(demo.printed.indexOf('Ready.'));
		expect(screen.trim().split('\n').length).toBeLessThan(16);
		for (const text of ['Open', 'Try first', 'Sign in', 'Ctrl-C', n8n])
			expect(screen).toContain(text);
	});

	test('the first address signs in and opens the sample to try first', async () => {
		const [address = ''] = demo.addresses;
		const { status, headers } = await open(address);
		expect({ status, location: headers.location }).toEqual({
			status: 302,
			location: `${n8n}/workflow/${MONDAY_CAMPAIGN}`,
		});
		const { data } = await (await signedIn()).get(`/workflows/${MONDAY_CAMPAIGN}`);
		expect(data.data.name).toBe('Monday campaign');
	});

	test('under another name, it sets no session and leads to its own address', async () => {
		const [address = ''] = demo.addresses;
		const { headers } = await open(address, { host: 'attacker.example.com:5731' });
		expect(headers['set-cookie']).toBeUndefined();
		expect(headers.location).toBe(address);
	});

	test('every address on the screen answers', async () => {
		for (const address of demo.addresses)
			expect({ address, status: (await axios.get(address)).status }).toEqual({
				address,
				status: 200,
			});
	});

	test('a second start builds and imports nothing, keeps the data, and restores the credentials', async () => {
		const changing = await signedIn();
		const changed = { baseUrl: 'https://voice.example.com/api/v1', email: 'a@example.com' };
		await changing.patch(`/credentials/${SAMPLE_CREDENTIAL.id}`, {
			name: 'Mine',
			type: 'voiceAgentApi',
			data: { ...changed, password: 'wrong', mfa: 'none' },
		});
		await changing.delete(`/credentials/${SAMPLE_DATABASE_CREDENTIAL.id}`);
		await changing.patch(`/workflows/${MONDAY_CAMPAIGN}`, { name: 'My campaign' });
		demo.interrupt();
		expect(await demo.ended()).toBe(0);
		await start(SECOND_WITHIN_MS);
		expect(demo.printed).not.toMatch(/Building/);
		const rest = await signedIn();
		for (const { id, name } of [SAMPLE_CREDENTIAL, SAMPLE_DATABASE_CREDENTIAL]) {
			const { data } = await rest.get(`/credentials/${id}?includeData=true`);
			// n8n itself puts the saved password in, which it shows to nobody.
			const tested = await rest.post('/credentials/test', { credentials: data.data });
			expect({ name: data.data.name, status: tested.data.data.status }).toEqual({
				name,
				status: 'OK',
			});
		}
		expect((await rest.get(`/workflows/${MONDAY_CAMPAIGN}`)).data.data.name).toBe('My campaign');
		const page = demo.addresses.find((address) => address.endsWith('/sandbox/')) ?? '';
		expect((await axios.get(page)).data).toContain('<td>Campaign 1</td><td>finished</td>');
	});

	test('when its sandbox ends, it says so and ends', async () => {
		process.kill(demo.sandboxPid, 'SIGKILL');
		expect(await demo.ended()).toBe(1);
		expect(demo.printed).toMatch(
			/The sandbox, the simulation of the platform, has ended\. Start the demo again: npm start/,
		);
		await expect(axios.get(n8n)).rejects.toThrow(/ECONNREFUSED/);
	});
});
