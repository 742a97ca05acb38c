import { CHECKED_ENDPOINTS } from '../../nodes/VoiceAgentOrganization/platformCheck/checkedEndpoints';
import { credentialFor, rows, runner } from '../support/nodes.mts';
import { askedBy, everyOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });

const check = { resource: 'platform', operation: 'check', options: { maxRetries: 0 } };

/** Some rows in every list, an hour old: some lists show recent rows only. */
async function fillLists() {
	const { api } = sandbox;
	const { data: state } = await api.get<{ now: string }>('/state');
	const timing = { created_at: Date.parse(state.now) - 3_600_000, spacingSeconds: 60 };
	for (const collection of ['bookings', 'callbacks', 'calls', 'transfer-events']) {
		await api.post(`/seed/${collection}`, { count: collection === 'calls' ? 60 : 6, ...timing });
	}
	for (const collection of ['documents', 'custom-functions', 'invoices', 'phone-numbers']) {
		await api.post(`/seed/${collection}`, { count: 6 });
	}
	await api.post('/seed/campaigns', { count: 1 });
	await api.post('/campaigns/campaign_0001/contacts', { count: 6 });
	await api.put('/campaigns/campaign_0001', { status: 'finished' });
}

const requests = async () =>
	(await sandbox.api.get<Array<{ method: string; path: string; status: number }>>('/requests'))
		.data;

test('the sandbox is as expected: everything is read, and nothing has to be set', async () => {
	await fillLists();
	const output = await runner('voiceAgentOrganization', credentialFor(sandbox))(check);
	const items = output.map(({ json }) => json);
	expect(items.filter(({ what_to_set }) => what_to_set !== '–')).toEqual([]);
	expect(items.map(({ status }) => status)).toEqual(CHECKED_ENDPOINTS.map(() => 'read'));
});

test('it sends nothing but GET, each endpoint once, for any number of input items', async () => {
	await fillLists();
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
