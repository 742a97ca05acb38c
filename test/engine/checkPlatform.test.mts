import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { checkPlatformPage, checked, fillForCheck } from '../../harness/docs/checkPlatformPage.mts';
import { CHECKED_LISTS } from '../../nodes/VoiceAgentOrganization/platformCheck/lists';
import { MOST_REQUESTS } from '../../nodes/VoiceAgentOrganization/platformCheck/readPlatform';
import { CHECKS } from '../../nodes/VoiceAgentOrganization/platformCheck/report';
import { endpointsOf } from '../../nodes/shared/operation';
import { credentialFor, nodeTypes, rows, runner } from '../support/nodes.mts';
import { everyOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });

const checker = {
	node: nodeTypes.voiceAgentOrganization as (typeof nodeTypes)[string],
	credential: credentialFor,
};
const check = { resource: 'platform', operation: 'check', options: { maxRetries: 0 } };

const requests = async () =>
	(await sandbox.api.get<Array<{ method: string; path: string; status: number }>>('/requests'))
		.data;

/** The rows of these assumptions that do not hold. */
const failing = (items: IDataObject[]) =>
	items.filter(({ result }) => result === 'does not hold').map(({ assumption }) => assumption);

const foundBy = (items: IDataObject[]) =>
	Object.fromEntries(items.map(({ assumption, found }) => [assumption, found]));

test('the sandbox is as expected: everything is seen, and everything holds', async () => {
	const items = await checked(checker, sandbox, {});
	expect(failing(items)).toEqual([]);
	expect(items.filter(({ result }) => result === 'holds').length).toBe(CHECKS.length);
});

test('docs/internals/check-platform.md is what it says about the sandbox (npm run generate writes it)', async () => {
	const page = await checkPlatformPage(checker, sandbox);
	expect(readFileSync('docs/internals/check-platform.md', 'utf8')).toBe(page);
});

test('it sends nothing but GET, and few requests, for any number of input items', async () => {
	await fillForCheck(sandbox);
	await sandbox.api.delete('/requests');
	const items = await runner('voiceAgentOrganization', credentialFor(sandbox))(
		check,
		rows({}, {}, {}),
	);
	const sent = (await requests()).filter(({ path }) => !path.endsWith('/auth/login'));
	expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
	expect(sent.length).toBeGreaterThan(31);
	expect(sent.length).toBeLessThanOrEqual(MOST_REQUESTS);
	expect(sent.filter(({ status }) => status >= 300 && status !== 401)).toEqual([
		expect.objectContaining({
			path: expect.stringContaining('/calls/does-not-exist'),
			status: 404,
		}),
	]);
	expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
});

test('an account that may read almost nothing gets a report', async () => {
	await fillForCheck(sandbox);
	await sandbox.api.patch('/behaviour', {
		faults: [{ method: 'GET', path: '^/(?!api/|mfa/|voices/)', status: 403 }],
	});
	const items = await runner('voiceAgentOrganization', credentialFor(sandbox))(check);
	const rowsOf = items.map(({ json }) => json);
	expect(failing(rowsOf)).toEqual([]);
	const found = foundBy(rowsOf);
	expect(found['Which role may read what']).toMatch(/^status 403: 22 lists; 8 lists of things/);
	expect(found['Shape of a list answer']).toBe('Rows at items: voices');
	expect(found['Form of a transcript']).toBe('No call with a transcript was read');
});

test('a login that fails is an error, not a report', async () => {
	const run = runner('voiceAgentOrganization', credentialFor(sandbox, { password: 'wrong' }));
	await expect(run(check)).rejects.toThrow(/email|password|login/i);
	expect((await requests()).filter(({ path }) => path.endsWith('/auth/login'))).toHaveLength(1);
});

test('no value of the platform about people is in the report', async () => {
	await fillForCheck(sandbox);
	const secrets = ['Canaria', '+12125550187', 'canary@example.com', 'canary word'];
	const calls = {
		first_name: 'Canaria',
		to_number: '+12125550187',
		variables: { note: 'canary word' },
	};
	await sandbox.api.post('/calls', { count: 5, ...calls });
	const items = await runner('voiceAgentOrganization', credentialFor(sandbox))(check);
	const text = JSON.stringify(items);
	const { data: sent } = await sandbox.api.get<IDataObject[]>('/calls');
	const ids = sent.flatMap(({ call_id, session_id }) => [String(call_id), String(session_id)]);
	const { data: tokens } = await sandbox.api.get<unknown[]>('/tokens');
	expect(JSON.stringify(sent)).toContain('Canaria');
	expect(ids.length).toBeGreaterThan(10);
	for (const secret of [
		...secrets,
		...ids,
		'example.com',
		'sandbox-password',
		...tokens.map(String),
	])
		expect(text).not.toContain(secret);
});

test('it reads every list that the nodes have, as what the nodes take it for', () => {
	const lists = everyOperation().filter(({ operation }) => operation.kind === 'list');
	const inNodes = lists.flatMap(({ operation }) => {
		const endpoints = endpointsOf(operation);
		// What is read before the list is no list.
		const ofList = 'check' in operation ? endpoints.slice(0, 1) : endpoints;
		return ofList.map((endpoint) => `${endpoint} ${operation.entity}`);
	});
	const read = CHECKED_LISTS.map(({ endpoint, entity }) => `${endpoint} ${entity}`);
	expect(read.toSorted()).toEqual([...new Set(inNodes)].toSorted());
});
