import type {
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { LISTS, listSearch } from '../../../nodes/shared/operation';
import { nodeTypes } from '../../support/nodeTypes.mts';
import { BASE_URL, fakeCaller, json } from '../../support/fakeCaller.mts';

const agents = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		agent_id: `a${index}`,
		name: `Agent ${index % 2 ? 'Odd' : 'Even'} ${index}`,
	}));

const calls = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		call_id: `c${index}`,
		session_id: `s${index}`,
		to_number: `${index % 2 ? 'odd' : 'even'} ${count - index}`,
	}));

interface Manner {
	rows: IDataObject[];
	refuseAbove?: number;
	ignoreOffset?: boolean;
	status?: number;
}

function open(method: keyof typeof listSearch, manner: Manner, parameters: IDataObject = {}) {
	const { rows, refuseAbove = 1000, ignoreOffset = false, status = 422 } = manner;
	const { caller, sent } = fakeCaller(
		(_number, { qs = {} }: IHttpRequestOptions) => {
			const [limit, offset] = [Number(qs.limit), ignoreOffset ? 0 : Number(qs.offset)];
			if (limit > refuseAbove) return json(status, { message: 'limit' });
			return json(200, rows.slice(offset, offset + limit));
		},
		{
			getNode: () => ({ id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0] }),
			getCurrentNodeParameter: (name: string, options?: { extractValue?: boolean }) => {
				const value = parameters[name] as IDataObject | undefined;
				return options?.extractValue ? value?.value : value;
			},
		},
	);
	const search = async (filter?: string, token?: string) => {
		const { results, paginationToken } = await listSearch[method].call(
			caller as ILoadOptionsFunctions,
			filter,
			token,
		);
		return {
			ids: results.map(({ value }) => value),
			results,
			token: paginationToken as string | undefined,
		};
	};
	const asked = () => sent.map(({ options: { qs } }) => [qs?.limit, qs?.offset]);
	return { search, sent, asked };
}

describe('a drop-down', () => {
	test('goes on where it was, until the end', async () => {
		const { search } = open('searchAgents', { rows: agents(230) });
		const seen: unknown[] = [];
		let token: string | undefined;
		do {
			const screen = await search('', token);
			seen.push(...screen.ids);
			token = screen.token;
		} while (token !== undefined);
		const odd = agents(230).filter((_agent, index) => index % 2 === 1);
		const sorted = [...agents(230).filter((_agent, index) => index % 2 === 0), ...odd];
		expect(seen).toEqual(sorted.map(({ agent_id }) => agent_id));
	});

	test('is sorted by name, as people count: 2 before 10, and no capital letter before a small one', async () => {
		const rows = ['Zoe 10', 'zoe 2', 'Ada', 'Émile', 'bob'].map((name, index) => ({
			agent_id: `a${index}`,
			name,
		}));
		const { search } = open('searchAgents', { rows });
		const { results } = await search();
		expect(results.map(({ name }) => name)).toEqual(['Ada', 'bob', 'Émile', 'zoe 2', 'Zoe 10']);
	});

	test('keeps the order of the platform where the list is long, and does not read it to its end', async () => {
		const { search, asked } = open('searchAgents', { rows: agents(19_000).reverse() });
		const first = await search();
		expect(first.ids.slice(0, 2)).toEqual(['a18999', 'a18998']);
		expect(asked().length).toBeLessThan(25);
		expect((await search('', first.token)).ids[0]).toBe('a18949');
	});

	test('finds a thing by a part of its name or its ID, on whatever page it is', async () => {
		const { search } = open('searchAgents', { rows: agents(230) });
		expect((await search(' odd 229 ')).ids).toEqual(['a229']);
		expect((await search('A228')).ids).toEqual(['a228']);
		expect((await search('nothing')).ids).toEqual([]);
	});

	test.each([422, 400])('asks for less where so much is refused with %i', async (status) => {
		const { search, asked } = open('searchAgents', { rows: agents(80), refuseAbove: 30, status });
		expect((await search()).ids).toHaveLength(50);
		expect(asked().slice(0, 3)).toEqual([
			[100, 0],
			[50, 0],
			[25, 0],
		]);
		expect((await search('', '50')).ids).toHaveLength(30);
	});

	test('says so if a search would read too much', async () => {
		const { search } = open('searchAgents', { rows: agents(25_000) });
		await expect(search('nothing')).rejects.toThrow(/first 20000 entries/);
	});

	test('says what is wrong if nothing helps', async () => {
		const { search, asked } = open('searchAgents', { rows: agents(3), refuseAbove: 0 });
		await expect(search()).rejects.toBeInstanceOf(NodeApiError);
		expect(asked().map(([limit]) => limit)).toEqual([100, 50, 25, 12, 10]);
		const forbidden = open('searchAgents', { rows: [], refuseAbove: 0, status: 403 });
		await expect(forbidden.search()).rejects.toMatchObject({ httpCode: '403' });
		expect(forbidden.asked()).toHaveLength(1);
	});

	test('shows each thing once where the platform knows no pages', async () => {
		const { search, asked } = open('searchAgents', { rows: agents(20), ignoreOffset: true });
		const { ids, token } = await search();
		expect([ids.length, token]).toEqual([20, '20']);
		expect(asked().length).toBeLessThan(12);
		await expect(search('', token)).rejects.toThrow(/same page again/);
	});

	test('leaves out what has no ID', async () => {
		const nobody = { name: 'Nobody', created_at: '2026-03-02T18:00:00Z' };
		const { search } = open('searchAgents', { rows: [nobody, { agent_id: 'a1', name: 'Ada' }] });
		expect((await search()).results).toEqual([{ name: 'Ada', value: 'a1' }]);
		const withoutIds = open('searchAgents', { rows: [nobody] });
		await expect(withoutIds.search()).rejects.toThrow(/rows without an identifier/);
	});

	test('of nothing says where to make one; a search that finds nothing, and a list of what only the platform makes, are empty', async () => {
		await expect(open('searchAgents', { rows: [] }).search()).rejects.toMatchObject({
			message: 'The platform has no agent yet',
			description: 'Make one on the platform, or with the action Create agent of Voice Agent',
		});
		expect((await open('searchAgents', { rows: agents(3) }).search('x')).ids).toEqual([]);
		expect((await open('searchVoices', { rows: [] }).search()).ids).toEqual([]);
	});

	test.each(
		Object.values<{ displayName: string; madeBy?: readonly [string, string] }>(LISTS).flatMap(
			({ displayName, madeBy }) => (madeBy ? [[displayName, ...madeBy]] : []),
		),
	)('%s: there is an action %s of %s', (_thing, action, node) => {
		const named = Object.values(nodeTypes).filter(
			({ description }) => description.displayName === node,
		);
		expect(named).toHaveLength(1);
		const actions = (named[0]?.description.properties ?? [])
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options as INodePropertyOptions[])
			.map((option) => option.action);
		expect(actions).toContain(action);
	});

	test('of campaigns shows the newest first, in whatever order they come; those without a time are last', async () => {
		const rows = [
			{ campaign_id: 'c1', name: 'B', created_at: '2026-03-01T09:00:00Z' },
			{ campaign_id: 'c2', name: 'Old' },
			{ campaign_id: 'c3', name: 'C', created_at: '2026-03-02T09:00:00Z' },
			{ campaign_id: 'c4', name: 'Lost' },
			{ campaign_id: 'c5', name: 'A', created_at: '2026-03-01T10:00:00+01:00' },
		];
		const expected = ['c3', 'c5', 'c1', 'c4', 'c2'];
		for (const order of [rows, [...rows].reverse()]) {
			const { results, ids } = await open('searchCampaigns', { rows: order }).search();
			expect(ids).toEqual(expected);
			expect(Object.keys(results[0] ?? {})).toEqual(['name', 'value']);
		}
	});

	test('of sessions is the list of calls, each session once', async () => {
		const rows = [...calls(2), { call_id: 'c7', session_id: 's0' }, { call_id: 'c8' }];
		const { search, sent } = open('searchSessions', { rows });
		const { ids, results } = await search();
		expect(ids).toEqual(['s0', 's1']);
		expect(results[1]?.name).toBe('odd 1');
		expect(sent[0]?.options.url).toBe(`${BASE_URL}/calls`);
		const without = open('searchSessions', { rows: [{ call_id: 'c1', status: 'x' }] });
		await expect(without.search()).rejects.toThrow(/list has no session IDs/);
	});

	test('of things that belong to an agent needs the agent', async () => {
		const rows = [{ version: 3, created_at: 'today' }];
		const chosen = { agentId: { __rl: true, mode: 'list', value: 'a 1' } };
		const { search, sent } = open('searchVersions', { rows }, chosen);
		expect((await search()).results).toEqual([{ name: '3 (today)', value: '3' }]);
		expect(sent[0]?.options.url).toBe(`${BASE_URL}/agents/a%201/versions`);
		const without = open('searchVersions', { rows });
		await expect(without.search()).rejects.toBeInstanceOf(NodeOperationError);
		expect(without.sent).toEqual([]);
	});

	test('stops reading when a screen is full', async () => {
		const { search, asked } = open('searchCalls', { rows: calls(500) });
		const { ids, token } = await search('odd');
		expect([ids.length, token, asked().length]).toEqual([50, '50', 2]);
		expect((await search('odd', '200')).ids).toHaveLength(50);
		expect((await search('odd', '200')).token).toBeUndefined();
	});
});
