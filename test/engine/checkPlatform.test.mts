import type { IDataObject } from 'n8n-workflow';
import { checked, fillForCheck } from '../../harness/docs/checkPlatformPage.mts';
import { CHECKED_LISTS } from '../../nodes/VoiceAgentOrganization/platformCheck/checkedLists';
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
const check = { resource: 'platform', operation: 'check', advanced: { maxRetries: 0 } };

const requests = async () =>
	(await sandbox.api.get<Array<{ method: string; path: string; status: number }>>('/requests'))
		.data;

/** The rows of these assumptions that do not hold. */
const failing = (items: IDataObject[]) =>
	items.filter(({ result }) => result === 'does not hold').map(({ assumption }) => assumption);

test('the sandbox is as expected: everything is seen, and everything holds', async () => {
	const items = await checked(checker, sandbox, {});
	expect(failing(items)).toEqual([]);
	expect(items.filter(({ result }) => result === 'holds').length).toBe(CHECKS.length);
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

test('a login that fails is an error, not a report', async () => {
	const run = runner('voiceAgentOrganization', credentialFor(sandbox, { password: 'wrong' }));
	await expect(run(check)).rejects.toThrow(/email|password|login/i);
	expect((await requests()).filter(({ path }) => path.endsWith('/auth/login'))).toHaveLength(1);
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
