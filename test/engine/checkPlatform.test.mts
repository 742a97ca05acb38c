import { checked, fillForCheck } from '../../scripts/generators/checkPlatformPage.mts';
import { CHECKED_ENDPOINTS } from '../../nodes/VoiceAgentOrganization/platformCheck/checkedEndpoints';
import { credentialFor, nodeTypes, rows, runner } from '../support/nodes.mts';
import { askedBy, everyOperation } from '../support/operations.mts';
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

test('the sandbox is as expected: everything is read, and nothing has to be set', async () => {
	const items = await checked(checker, sandbox);
	expect(items.filter(({ what_to_set }) => what_to_set !== '–')).toEqual([]);
	expect(items.map(({ status }) => status)).toEqual(CHECKED_ENDPOINTS.map(() => 'read'));
});

test('it sends nothing but GET, each endpoint once, for any number of input items', async () => {
	await fillForCheck(sandbox);
	await sandbox.api.delete('/requests');
	const items = await runner('voiceAgentOrganization', credentialFor(sandbox))(
		check,
		rows({}, {}, {}),
	);
	const sent = (await requests()).filter(
		({ path, status }) => !path.endsWith('/auth/login') && status !== 401,
	);
	expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
	expect(sent).toHaveLength(CHECKED_ENDPOINTS.length);
	expect(sent.filter(({ status }) => status >= 300)).toEqual([]);
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
		return askedBy(operation).map((endpoint) => `${endpoint} ${operation.entity}`);
	});
	const read = CHECKED_ENDPOINTS.filter(({ isList }) => isList).map(
		({ endpoint, entity }) => `${endpoint} ${entity}`,
	);
	expect(read.toSorted()).toEqual([...new Set(inNodes)].toSorted());
});
