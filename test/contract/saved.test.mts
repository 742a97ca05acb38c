import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { StoredCredential, forgetProcessed, processedData } from '../../harness/n8n/engine.mts';
import { asked, functionTrigger } from '../support/functionTrigger.mts';
import { LOGGED_IN, LocalServer, type Answer, type Seen } from '../support/localServer.mts';
import { credentialFor, locator, rows, runner, triggerFor } from '../support/nodes.mts';
import { signIn } from '../sandbox/client.mts';
import { useSandbox } from '../support/useSandbox.mts';

/*
 * What earlier versions have saved in n8n is read by the code of today, as docs/upgrading.md promises: nothing is emitted again and none lost, nobody is
 * called again, and functions are known. `npm run release:files` records it for each release, and what was recorded stays.
 */

const FOLDER = 'test/contract/saved';

type Platform = Record<string, IDataObject>;

interface State {
	parameters: IDataObject;
	data: IDataObject;
	platform: Platform;
}

interface Called {
	workflowId: string;
	parameters: IDataObject;
	numbers: string[];
	rows: Array<Parameters<typeof processedData.insert>[0]>;
}

interface Saved {
	version: string;
	at: number;
	credential: ICredentialDataDecryptedObject;
	triggers: State[];
	called: Called[];
	function: State & { row: IDataObject };
	document: IDataObject;
}

const releases = readdirSync(FOLDER).map(
	(file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Saved,
);

/** The list that each event watches. */
const LISTS: Record<string, string> = {
	newCall: '/calls',
	callEnded: '/calls',
	newBooking: '/bookings',
	newCallback: '/callbacks/',
	newTransfer: '/transfer-events',
	campaignFinished: '/campaigns/',
};

/** What the platform had when a version saved something, and what it answers to a request that changes something. */
let platform: Platform = {};
let written: (seen: Seen) => Answer = () => ({ status: 500 });

const rowsOf = (body?: IDataObject) => (body?.items ?? []) as IDataObject[];
/** What the platform answers to this path: all of a list, or one thing, which may be known by its list only. */
const bodyAt = (path: string): IDataObject | undefined => {
	const [, list = '', id] = /^(.*\/)([^/]*)$/.exec(path) ?? [];
	const among = platform[list] ?? platform[list.slice(0, -1)];
	return platform[path] ?? rowsOf(among).find((row) => Object.values(row)[0] === id);
};

function answered(seen: Seen): Answer {
	const [path = '', query = ''] = seen.path.split('?');
	if (path === '/auth/login') return LOGGED_IN;
	if (seen.method !== 'GET') return written(seen);
	const body = bodyAt(path);
	if (!body) return { status: 404, body: { detail: 'Not found' } };
	if (!Array.isArray(body.items)) return { body };
	const asked = new URLSearchParams(query);
	const [offset, limit] = [Number(asked.get('offset') ?? 0), Number(asked.get('limit') ?? 50)];
	return { body: { ...body, items: body.items.slice(offset, offset + limit), offset, limit } };
}

/** The address that the platform had: a trigger knows its account by it. */
let server: LocalServer;

async function startAt(baseUrl: string): Promise<void> {
	const { port } = new URL(baseUrl);
	server = new LocalServer(answered, Number(port));
	// Tests of another worktree may use it for a moment.
	for (let attempt = 0; attempt < 60; attempt += 1) {
		const started = await server.start().catch(() => undefined);
		if (started) return;
		await later(1000);
	}
	throw new Error(`Another program listens on port ${port}`);
}

const ADDED = 'added_after_the_update';

/** A row, and what the platform says of it by itself, as another one that is new now. */
function added(row: IDataObject): IDataObject {
	const now = new Date(Date.now()).toISOString();
	const isTime = (value: unknown) => /^\d{4}-\d\d-\d\dT/.test(String(value));
	const [id = ''] = Object.keys(row);
	const times = Object.keys(row).filter((name) => isTime(row[name]));
	return { ...row, ...Object.fromEntries(times.map((name) => [name, now])), [id]: ADDED };
}

/** Adds a row to a list: like the first one, and new. */
function addRow(path: string): void {
	const items = rowsOf(platform[path]);
	const [first = {}] = items;
	const detail = platform[`${path}/${String(Object.values(first)[0])}`];
	const more = { items: [added(first), ...items], total: items.length + 1 };
	platform[path] = { ...platform[path], ...more };
	if (detail) platform[`${path}/${ADDED}`] = added(detail);
}

describe.each(releases.map((saved) => [saved.version, saved] as const))(
	'what %s has saved',
	(_version, saved) => {
		const credential = () => new StoredCredential(new VoiceAgentApi(), { ...saved.credential });
		let real: () => number;
		/** A minute after it was saved: the numbers of Once per Day are those of that day. */
		let shift: number;

		beforeAll(async () => await startAt(String(saved.credential.baseUrl)));
		beforeEach(() => {
			server.journal.length = 0;
			forgetProcessed();
			real = Date.now.bind(Date);
			shift = saved.at + 60_000 - real();
			jest.spyOn(Date, 'now').mockImplementation(() => real() + shift);
		});
		afterEach(() => jest.restoreAllMocks());
		afterAll(async () => await server.stop());

		test.each(saved.triggers.map((one) => [String(one.parameters.event), one] as const))(
			'%s: nothing is emitted again, and what is new is emitted once',
			async (event, { parameters, data, platform: had }) => {
				platform = structuredClone(had);
				const trigger = triggerFor(credential(), event, parameters);
				trigger.data = structuredClone(data);
				for (let poll = 0; poll < 3; poll += 1) {
					expect(await trigger.poll()).toBeNull();
					shift += 40 * 60_000;
				}
				expect(trigger.errors).toEqual([]);

				const path = LISTS[event];
				if (path === undefined) {
					platform['/billing/balance'] = { credits: 1000 };
					expect(await trigger.poll()).toBeNull();
					shift += 60_000;
					platform['/billing/balance'] = { credits: 50 };
				} else addRow(path);
				expect(await trigger.poll()).toHaveLength(1);
				shift += 60_000;
				expect(await trigger.poll()).toBeNull();
			},
		);

		test.each(
			saved.triggers
				.map((one) => [String(one.parameters.event), one] as const)
				.filter(([event]) => event in LISTS),
		)(
			'%s: what came during the update is emitted by the first poll after it',
			async (event, { parameters, data, platform: had }) => {
				platform = structuredClone(had);
				addRow(LISTS[event] ?? '');
				const trigger = triggerFor(credential(), event, parameters);
				trigger.data = structuredClone(data);
				expect(await trigger.poll()).toHaveLength(1);
			},
		);

		test('every event of today is played', () => {
			const events = saved.triggers.map(({ parameters }) => String(parameters.event));
			expect(events.sort()).toEqual([...Object.keys(LISTS), 'figureCrossesLimit'].sort());
		});

		test.each(saved.called.map((one) => [one.workflowId, one] as const))(
			'%s: nobody is called again, and others are called',
			async (workflowId, { parameters, numbers, rows: stored }) => {
				for (const row of stored) await processedData.insert(row);
				platform = {};
				written = () => ({ body: { call_id: 'call_new', status: 'queued' } });
				const run = runner('voiceAgentCall', credential());
				const people = [...numbers, '+12125550177'].map((phone) => ({ phone }));
				const items = await run(parameters, rows(...people), { workflowId });
				expect(items.map(({ json }) => json.skipped ?? json.call_id)).toEqual([
					...numbers.map(() => true),
					'call_new',
				]);
				expect(server.counts('/calls/make-call')).toEqual({ 'POST /calls/make-call': 1 });
			},
		);

		test('the session of the credential is used, and nobody logs in again', async () => {
			platform = { '/calls': { items: [], total: 0 } };
			const run = runner('voiceAgentCall', credential());
			await run({ resource: 'call', operation: 'getAll', options: {} });
			expect(server.journal.map(({ headers }) => headers.authorization)).toEqual([
				`Bearer ${String(saved.credential.accessToken)}`,
			]);
		});

		test('the function is known: its secret is right, and it is not registered a second time', async () => {
			const { parameters, data, row, platform: had } = saved.function;
			platform = structuredClone(had);
			written = ({ body }) => ({ body: { ...row, ...JSON.parse(body || '{}') } });
			const trigger = functionTrigger(credential(), parameters);
			trigger.data = structuredClone(data);
			const body = { arguments: { day: '2026-03-02' } };
			expect(await trigger.ask({ ...asked(row), body })).toMatchObject({
				item: { parameters: { day: '2026-03-02' } },
			});
			await trigger.publish();
			const changes = server.journal.filter(
				({ method, path }) => method !== 'GET' && path !== '/auth/login',
			);
			expect(changes.filter(({ method }) => method === 'POST')).toEqual([]);
			for (const { path } of changes) expect(path).toContain(String(row.id));
		});
	},
);

describe('a document of an agent', () => {
	const sandbox = useSandbox({ clock: 'manual' });

	test.each(releases.map(({ version, document }) => [version, document] as const))(
		'of %s makes the same agent',
		async (_version, document) => {
			const { data } = await (await signIn(sandbox)).post('/agents/', { name: 'Empty' });
			const agentId = locator(String(data.agent_id));
			const run = runner('voiceAgent', credentialFor(sandbox));
			const agent = { resource: 'agent', agentId, options: {} };
			const agentDocumentJson = JSON.stringify(document);
			await run({ ...agent, operation: 'apply', documentFrom: 'json', agentDocumentJson });
			const [exported] = await run({ ...agent, operation: 'export' });
			expect(exported?.json).toMatchObject(document);
		},
	);
});
