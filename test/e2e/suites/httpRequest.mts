import { type Execution, rowsOf } from '../../../harness/n8n/executions.mts';
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
	method: 'GET' | 'POST';
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
		const data = {
			baseUrl: platform.url,
			email: `user${accounts}@example.com`,
			password: 'p',
			...more,
		};
		const id = await world().createCredential('Faulty platform', { mfa: 'none', ...data });
		return { id, name: 'Faulty platform' };
	}

	function node(version: number, { method, url, options }: Request, account: object) {
		const isNew = version >= 3;
		return {
			id: nameOf(version),
			name: nameOf(version),
			type: TYPE,
			typeVersion: version,
			position: [0, 0],
			parameters: {
				[isNew ? 'method' : 'requestMethod']: method,
				url: url(version),
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'voiceAgentApi',
				options: { timeout: TIMEOUT_MS, ...options },
			},
			credentials: { voiceAgentApi: account },
			onError: 'continueRegularOutput',
		};
	}

	/** A workflow in which every version makes this request, one after the other. */
	async function workflow(request: Request, account: object, some = versions): Promise<string> {
		return await world().createWorkflow({
			name: 'HTTP Request',
			nodes: [
				{
					id: START,
					name: START,
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
				},
				...some.map((version) => node(version, request, account)),
			],
			connections: {
				[START]: {
					main: [some.map((version) => ({ node: nameOf(version), type: 'main', index: 0 }))],
				},
			},
		});
	}

	/** What each version put out, as text. */
	const outputs = (execution: Execution, some = versions) =>
		some.map((version) => JSON.stringify(rowsOf(execution, nameOf(version))));

	const below = (manner: string) => (version: number) => `${platform.url}/${manner}/${version}`;
	const timesEach = (count: number, method: string, manner: string) =>
		Object.fromEntries(versions.map((version) => [`${method} /${manner}/${version}`, count]));

	/** Logins during this work. */
	async function loginsDuring(work: () => Promise<unknown>): Promise<number> {
		const before = platform.logins;
		await work();
		return platform.logins - before;
	}

	test('every version of the node but the first one takes this credential', () => {
		expect(versionsWithout).toEqual([1]);
		expect(takers).toEqual(expect.arrayContaining([2, 3, 4, 4.1, 4.2, 4.3]));
	});

	test('the token goes to no other address, and trying costs no login', async () => {
		const account = await credential();
		const ours = await workflow({ method: 'GET', url: below('ok') }, account);
		for (const text of outputs(await world().execute(ours, START))) expect(text).toContain('/ok/');

		const theirs = await workflow(
			{ method: 'POST', url: (version) => `${other.url}/steal/${version}` },
			account,
		);
		const logins = await loginsDuring(async () => {
			for (const text of outputs(await world().execute(theirs, START))) {
				expect(text).toContain('This credential is not for');
			}
		});
		expect(other.journal).toEqual([]);
		expect(logins).toBe(0);
	});

	test('nor after a redirect', async () => {
		platform.redirectsTo = `${other.url}/after-redirect`;
		const id = await workflow({ method: 'GET', url: below('elsewhere') }, await credential());
		const execution = await world().execute(id, START);
		expect(execution.status).toBe('success');
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
		const id = await workflow({ method: 'GET', url: below('elsewhere') }, await credential());
		const texts = outputs(await world().execute(id, START));
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
		const logins = await loginsDuring(async () => {
			for (const text of outputs(await world().execute(id, START))) expect(text).toContain('error');
		});
		expect(platform.counts(`/${manner}/`)).toEqual(timesEach(1, 'POST', manner));
		expect(logins).toBe(1);
	});

	test.each([
		['is refused because the session has ended', 'expired'],
		['is never answered, and the session has ended', 'slowExpired'],
	])('a POST that %s is sent once, says so, and the next run works', async (_what, manner) => {
		const id = await workflow({ method: 'POST', url: below(manner) }, await credential());
		const logins = await loginsDuring(async () => {
			for (const text of outputs(await world().execute(id, START))) {
				expect(text).toContain('this request was not sent again');
			}
		});
		expect(platform.counts(`/${manner}/`)).toEqual(timesEach(1, 'POST', manner));
		expect(logins).toBe(versions.length + 1);

		const again = await loginsDuring(async () => {
			for (const text of outputs(await world().execute(id, START))) expect(text).toContain('done');
		});
		expect(platform.counts(`/${manner}/`)).toEqual(timesEach(2, 'POST', manner));
		expect(again).toBe(0);
	});

	test('a GET whose session has ended works', async () => {
		const id = await workflow({ method: 'GET', url: below('expired') }, await credential());
		for (const text of outputs(await world().execute(id, START))) expect(text).toContain('done');
		const seen = platform.journal.filter(
			({ method, path }) => method === 'GET' && path.startsWith('/expired/'),
		);
		expect(seen.map(({ status }) => status)).toEqual(versions.flatMap(() => [401, 200]));
	});

	test('errors spend no backup code', async () => {
		const account = await credential({
			email: 'codes@example.com',
			mfa: 'backupCodes',
			backupCodes: 'CODE-1\nCODE-2\nCODE-3',
		});
		for (const method of ['GET', 'POST'] as const) {
			const id = await workflow({ method, url: below('fail') }, account);
			for (const text of outputs(await world().execute(id, START))) expect(text).toContain('error');
		}
		expect(platform.codes).toEqual(['CODE-1']);
	});

	test('with Never Error the end of a session is an answer like any other: n8n does not log in', async () => {
		const newest = versions.slice(-1);
		const options = { response: { response: { neverError: true } } };
		const request: Request = {
			method: 'GET',
			url: () => `${platform.url}/expired/never-error`,
			options,
		};
		const id = await workflow(request, await credential(), newest);
		const logins = await loginsDuring(async () => {
			const [text] = outputs(await world().execute(id, START), newest);
			expect(text).toContain('The session has ended');
		});
		expect(logins).toBe(1);
	});

	test('with pagination, too', async () => {
		const newest = versions.slice(-1);
		const parameters = [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }];
		const options = {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters },
					limitPagesFetched: true,
					maxRequests: 3,
				},
			},
		};
		const account = await credential();
		const good: Request = { method: 'GET', url: () => `${platform.url}/ok/pages`, options };
		const first = outputs(
			await world().execute(await workflow(good, account, newest), START),
			newest,
		);
		expect(first[0]?.match(/done/g)).toHaveLength(3);
		const expired: Request = { ...good, url: () => `${platform.url}/expired/pages` };
		const logins = await loginsDuring(async () => {
			await world().execute(await workflow(expired, account, newest), START);
		});
		expect(logins).toBe(0);
	});
}
