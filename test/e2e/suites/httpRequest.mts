import { rowsOf } from '../../../harness/n8n/executions.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { isFull } from '../../scale.mts';
import { FaultyPlatform } from '../../support/faultyPlatform.mts';
import { LocalServer } from '../../support/localServer.mts';

const TYPE = 'n8n-nodes-base.httpRequest';
const START = 'Start by hand';
/** How long the node waits for an answer. */
const TIMEOUT_MS = 5_000;

interface NodeDescription {
	name: string;
	version: number | number[];
	properties: Array<{ name: string }>;
}

interface Request {
	method?: 'GET' | 'POST';
	/** For this version of the node. */
	url: (version: number) => string;
	options?: Record<string, unknown>;
}

const nameOf = (version: number) => `HTTP Request ${version}`;

/** n8n's own HTTP Request node with this credential; at full scale, in every version that takes it. */
export function httpRequestSuite(world: () => TestN8n): void {
	const platform = new FaultyPlatform();
	const other = new LocalServer(() => ({ body: {} }));
	/** Those that take this credential. */
	let takers: number[] = [];
	/** Those that are tried. */
	let versions: number[] = [];
	let versionsWithout: number[] = [];
	let accounts = 0;

	beforeAll(async () => {
		await platform.start();
		await other.start();
		const { data } = await world().rest.get<NodeDescription[]>('/types/nodes.json', {
			baseURL: world().n8n.url,
		});
		const takesIt = ({ properties }: NodeDescription) =>
			properties.some(({ name }) => name === 'nodeCredentialType');
		const known = data.filter(({ name }) => name === TYPE);
		const numbers = (some: NodeDescription[]) => some.flatMap(({ version }) => version).sort();
		takers = numbers(known.filter(takesIt));
		versions = isFull ? takers : takers.slice(-1);
		versionsWithout = numbers(known.filter((each) => !takesIt(each)));
	});

	afterAll(async () => {
		await platform.stop();
		await other.stop();
	});

	/** A credential of an account that no test before has used. */
	async function credential(more: Record<string, string> = {}) {
		accounts += 1;
		const account = { email: `user${accounts}@example.com`, password: 'p', mfa: 'none' };
		const data = { baseUrl: platform.url, ...account, ...more };
		return { id: await world().createCredential('Faulty platform', data), name: 'Faulty platform' };
	}

	/** A workflow in which every version makes this request, one after the other. */
	async function workflow(
		{ method = 'GET', url, options }: Request,
		account: object,
		some = versions,
	): Promise<string> {
		const node = (name: string, type: string, typeVersion: number, more: object) => ({
			...{ id: name, name, type, typeVersion, position: [0, 0] },
			...more,
		});
		const requests = some.map((version) =>
			node(nameOf(version), TYPE, version, {
				parameters: {
					[version >= 3 ? 'method' : 'requestMethod']: method,
					url: url(version),
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'voiceAgentApi',
					options: { timeout: TIMEOUT_MS, ...options },
				},
				credentials: { voiceAgentApi: account },
				onError: 'continueRegularOutput',
			}),
		);
		const ends = requests.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
		return await world().createWorkflow({
			name: 'HTTP Request',
			nodes: [node(START, 'n8n-nodes-base.manualTrigger', 1, { parameters: {} }), ...requests],
			connections: { [START]: { main: [ends] } },
		});
	}

	/** What each version put out, as text. */
	async function run(id: string, some = versions): Promise<string[]> {
		const execution = await world().execute(id, START);
		return some.map((version) => JSON.stringify(rowsOf(execution, nameOf(version))));
	}

	const below = (manner: string) => (version: number) => `${platform.url}/${manner}/${version}`;
	const timesEach = (count: number, method: string, manner: string) =>
		Object.fromEntries(versions.map((version) => [`${method} /${manner}/${version}`, count]));

	/** Runs a workflow, and expects a text in the output of each version. @returns how many logins it cost */
	async function loginsOf(id: string, text: string, some = versions): Promise<number> {
		const before = platform.logins;
		for (const output of await run(id, some)) expect(output).toContain(text);
		return platform.logins - before;
	}

	test('every version of the node but the first one takes this credential', () => {
		expect(versionsWithout).toEqual([1]);
		expect(takers).toEqual(expect.arrayContaining([2, 3, 4, 4.1, 4.2, 4.3]));
	});

	test('the token goes to no other address, and trying costs no login', async () => {
		const account = await credential();
		await loginsOf(await workflow({ url: below('ok') }, account), '/ok/');
		const url = (version: number) => `${other.url}/steal/${version}`;
		const theirs = await workflow({ method: 'POST', url }, account);
		expect(await loginsOf(theirs, 'This credential is not for')).toBe(0);
		expect(other.journal).toEqual([]);
	});

	test('nor after a redirect', async () => {
		platform.redirectsTo = `${other.url}/after-redirect`;
		await run(await workflow({ url: below('elsewhere') }, await credential()));
		expect(platform.counts('/elsewhere')).toEqual(timesEach(1, 'GET', 'elsewhere'));
		expect(other.journal.length).toBeGreaterThan(0);
		expect(other.journal.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
		expect(
			platform.tokens.filter((token) => JSON.stringify(other.journal).includes(token)),
		).toEqual([]);
	});

	test('nor to another host at a redirect: it is not even asked', async () => {
		other.journal.length = 0;
		platform.journal.length = 0;
		platform.redirectsTo = `${other.url.replace('127.0.0.1', 'localhost')}/other-host`;
		const texts = await run(await workflow({ url: below('elsewhere') }, await credential()));
		// Version 3 follows no redirects unless it is told to.
		for (const text of texts) expect(text).toMatch(/Domain not allowed|302/);
		if (isFull) expect(texts.join()).toContain('Domain not allowed');
		expect(platform.counts('/elsewhere')).toEqual(timesEach(1, 'GET', 'elsewhere'));
		expect(other.journal).toEqual([]);
	});

	test.each([
		['is answered with status 500', 'fail'],
		['is read, and then the connection breaks', 'reset'],
		['is read, and never answered', 'slow'],
	])('a POST that %s is sent once, and costs no login', async (_what, manner) => {
		const id = await workflow({ method: 'POST', url: below(manner) }, await credential());
		expect(await loginsOf(id, 'error')).toBe(1);
		expect(platform.counts(`/${manner}/`)).toEqual(timesEach(1, 'POST', manner));
	});

	test.each([
		['is refused because the session has ended', 'expired'],
		['is never answered, and the session has ended', 'slowExpired'],
	])('a POST that %s is sent once, says so, and the next run works', async (_what, manner) => {
		const id = await workflow({ method: 'POST', url: below(manner) }, await credential());
		const logins = await loginsOf(id, 'this request was not sent again');
		expect(platform.counts(`/${manner}/`)).toEqual(timesEach(1, 'POST', manner));
		expect(logins).toBe(versions.length + 1);
		expect(await loginsOf(id, 'done')).toBe(0);
		expect(platform.counts(`/${manner}/`)).toEqual(timesEach(2, 'POST', manner));
	});

	test('a GET whose session has ended works', async () => {
		await loginsOf(await workflow({ url: below('expired') }, await credential()), 'done');
		const seen = platform.journal.filter(
			({ method, path }) => method === 'GET' && path.startsWith('/expired/'),
		);
		expect(seen.map(({ status }) => status)).toEqual(versions.flatMap(() => [401, 200]));
	});

	test('errors spend no backup code', async () => {
		const codes = { mfa: 'backupCodes', backupCodes: 'CODE-1\nCODE-2\nCODE-3' };
		const account = await credential({ email: 'codes@example.com', ...codes });
		for (const method of ['GET', 'POST'] as const)
			await loginsOf(await workflow({ method, url: below('fail') }, account), 'error');
		expect(platform.codes).toEqual(['CODE-1']);
	});

	test('with Never Error the end of a session is an answer like any other: n8n does not log in', async () => {
		const newest = versions.slice(-1);
		const options = { response: { response: { neverError: true } } };
		const url = () => `${platform.url}/expired/never-error`;
		const id = await workflow({ url, options }, await credential(), newest);
		expect(await loginsOf(id, 'The session has ended', newest)).toBe(1);
	});

	test('with pagination, too', async () => {
		const newest = versions.slice(-1);
		const pagination = {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
			limitPagesFetched: true,
			maxRequests: 3,
		};
		const options = { pagination: { pagination } };
		const account = await credential();
		const at = async (path: string) =>
			await workflow({ url: () => platform.url + path, options }, account, newest);
		const [text] = await run(await at('/ok/pages'), newest);
		expect(text?.match(/done/g)).toHaveLength(3);
		expect(await loginsOf(await at('/expired/pages'), '', newest)).toBe(0);
	});
}
