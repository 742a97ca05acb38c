import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios, { type AxiosInstance } from 'axios';
import { freePort } from '../../harness/ports.mts';
import { SAMPLE_CREDENTIAL, SAMPLE_DATABASE_CREDENTIAL } from '../../harness/samples/samples.mts';
import { CALL_ME } from '../samples/trials/callMe.mts';
import { CALLS_TO_CRM } from '../samples/trials/callsToCrm.mts';
import { Demo, FIRST_WITHIN_MS } from '../support/demo.mts';

const SECOND_WITHIN_MS = 300_000;
jest.setTimeout(FIRST_WITHIN_MS);

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

	const idOf = async (rest: AxiosInstance, name: string): Promise<string> => {
		const { data } = await rest.get('/credentials');
		return data.data.find((credential: { name: string }) => credential.name === name).id;
	};

	beforeAll(async () => await start(FIRST_WITHIN_MS), FIRST_WITHIN_MS);
	afterAll(async () => {
		demo.interrupt();
		await demo.ended();
		rmSync(folder, { recursive: true, force: true });
	});

	test('the last thing it prints is one short screen', () => {
		const screen = demo.printed.slice(demo.printed.indexOf('Ready.'));
		expect(screen.trim().split('\n').length).toBeLessThan(24);
		for (const text of [
			'Open',
			'Try first',
			'Sign in',
			'Ctrl-C',
			n8n,
			'/api/v1',
			'owner@example.com',
		])
			expect(screen).toContain(text);
	});

	test('the first address signs in and opens the sample to try first', async () => {
		const [address = ''] = demo.addresses;
		const { status, headers } = await open(address);
		expect({ status, location: headers.location }).toEqual({
			status: 302,
			location: `${n8n}/workflow/${CALL_ME}`,
		});
		const { data } = await (await signedIn()).get(`/workflows/${CALL_ME}`);
		expect(data.data.name).toBe('1. Call me');
	});

	test('under another name, it sets no session and leads to its own address', async () => {
		const [address = ''] = demo.addresses;
		const { headers } = await open(address, { host: 'attacker.example.com:5731' });
		expect(headers['set-cookie']).toBeUndefined();
		expect(headers.location).toBe(address);
	});

	test('every address on the screen answers', async () => {
		// The Base URL answers below itself.
		for (const address of demo.addresses.filter((one) => !one.endsWith('/api/v1')))
			expect({ address, status: (await axios.get(address)).status }).toEqual({
				address,
				status: 200,
			});
	});

	test('a second start builds and imports nothing, keeps the data, and restores the credentials', async () => {
		const changing = await signedIn();
		const changed = { baseUrl: 'https://voice.example.com/api/v1', email: 'a@example.com' };
		const changedId = await idOf(changing, SAMPLE_CREDENTIAL.name);
		await changing.patch(`/credentials/${changedId}`, {
			name: 'Mine',
			type: 'voiceAgentApi',
			data: { ...changed, password: 'wrong', mfa: 'none' },
		});
		const lostId = await idOf(changing, SAMPLE_DATABASE_CREDENTIAL.name);
		await changing.delete(`/credentials/${lostId}`);
		await changing.patch(`/workflows/${CALL_ME}`, { name: 'My call' });
		demo.interrupt();
		expect(await demo.ended()).toBe(0);
		await start(SECOND_WITHIN_MS);
		expect(demo.printed).not.toMatch(/Building/);
		const rest = await signedIn();
		for (const { name } of [SAMPLE_CREDENTIAL, SAMPLE_DATABASE_CREDENTIAL]) {
			const id = await idOf(rest, name);
			const { data } = await rest.get(`/credentials/${id}?includeData=true`);
			// n8n itself puts the saved password in, which it shows to nobody.
			const tested = await rest.post('/credentials/test', { credentials: data.data });
			expect({ name: data.data.name, status: tested.data.data.status }).toEqual({
				name,
				status: 'OK',
			});
		}
		const { data: toCrm } = await rest.get(`/workflows/${CALLS_TO_CRM}`);
		expect(toCrm.data.active).toBe(true);
		expect(JSON.stringify(toCrm.data)).not.toContain(lostId);
		expect((await rest.get(`/workflows/${CALL_ME}`)).data.data.name).toBe('My call');
		const page = demo.addresses.find((address) => address.endsWith('/sandbox/')) ?? '';
		const { data: shown } = await axios.get(page);
		expect(shown).toContain('<td>Campaign 1</td><td>finished</td>');
		expect(shown).toContain(`<a href="${demo.addresses[0]}">Back to n8n</a>`);
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
