import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Read, Reply } from '../../../nodes/shared/operation';
import { ASSUMPTIONS } from '../../../nodes/VoiceAgentOrganization/platformCheck/assumptions';
import {
	CHECKED_ENDPOINTS,
	readPlatform,
} from '../../../nodes/VoiceAgentOrganization/platformCheck/readPlatform';
import {
	checkPlatform,
	reportOf,
} from '../../../nodes/VoiceAgentOrganization/platformCheck/report';
import { callRows, ok, refused, seenOf } from './seenOf.mts';
import { runs } from '../../scale.mts';

type Asked = { endpoint: string; ids?: object; query: IDataObject };

/** A platform that answers each endpoint, and what it was asked. */
function platformOf(answer: (asked: Asked) => Reply): { read: Read; asked: Asked[] } {
	const asked: Asked[] = [];
	const read: Read = async (endpoint, { ids, query = {} } = {}) => {
		const request = { endpoint, query, ...(ids && { ids }) };
		asked.push(request);
		return answer(request);
	};
	return { read, asked };
}

describe('the report', () => {
	test('has one row for each assumption, with the same four columns', () => {
		const rows = reportOf(seenOf());
		expect(rows.map(({ assumption }) => assumption).toSorted()).toEqual(
			ASSUMPTIONS.map(({ question }) => question).toSorted(),
		);
		for (const row of rows) {
			expect(Object.keys(row)).toEqual(['assumption', 'result', 'found', 'what_to_do']);
			expect(row.found).not.toBe('');
		}
	});

	test('begins with what does not hold and ends with what cannot be seen', () => {
		const lists = { calls: ok({ items: callRows(3, { status: 'state_7' }) }) };
		const results = reportOf(seenOf({ lists, balance: ok({ gold: 1 }) })).map(
			({ result }) => result,
		);
		const order = ['does not hold', 'holds', 'cannot be seen'];
		expect(new Set(results)).toEqual(new Set(order));
		expect(results).toEqual(
			results.toSorted((one, other) => order.indexOf(String(one)) - order.indexOf(String(other))),
		);
	});

	test('says what to do where something does not hold, what to set if it cannot be seen, and nothing where it holds', () => {
		const lists = { calls: ok({ items: callRows(3, { status: 'state_7' }) }) };
		const rows = new Map(
			reportOf(seenOf({ lists, missing: refused(404, '{}') })).map((row) => [row.assumption, row]),
		);
		expect(rows.get('Shape of a list answer')).toMatchObject({ result: 'holds', what_to_do: '–' });
		expect(rows.get("Words for a call's status")?.what_to_do).toMatch(/^Use the status column/);
		// What the finding says comes before what the table says.
		expect(rows.get('Place of the message in an error')?.what_to_do).toMatch(/^Nothing can be set/);
		expect(rows.get("Names of a contact's fields")).toMatchObject({
			result: 'cannot be seen',
			found: 'Only a request that changes something shows it',
			what_to_do: expect.stringMatching(/^If it is different: Set Options → 'Phone Number Field'/),
		});
		expect(rows.get('Lifetime of a token')?.what_to_do).toBe('–');
	});
});

describe('reading', () => {
	const rowsOf: Record<string, IDataObject[]> = {
		'GET /calls': callRows(5).map((row, index) =>
			index < 2 ? { ...row, status: 'ringing' } : row,
		),
		'GET /agents/': [{ agent_id: 'a1', name: 'A' }],
		'GET /users/': [{ user_id: 'u1', email: 'a@example.com' }],
	};

	test('asks for what belongs to the first agent and user, and not for what belongs to nothing', async () => {
		const { read, asked } = platformOf(({ endpoint }) => ok({ items: rowsOf[endpoint] ?? [] }));
		const { lists } = await readPlatform(read);
		const idsFor = (endpoint: string) => asked.find((one) => one.endpoint === endpoint)?.ids;
		expect(idsFor('GET /agents/{agent_id}/bookings')).toEqual({ agent_id: 'a1' });
		expect(idsFor('GET /login-history/{user_id}')).toEqual({ user_id: 'u1' });
		expect(asked.map(({ endpoint }) => endpoint)).not.toContain('GET /campaigns/{id}/numbers');
		expect(lists.find(({ name }) => name === 'contacts of a campaign')?.reply).toBeUndefined();
		expect(lists).toHaveLength(31);
	});

	test('reads small pages, the details of a call that is over, and filters that prove something', async () => {
		const { read, asked } = platformOf(({ endpoint }) => ok({ items: rowsOf[endpoint] ?? [] }));
		await readPlatform(read);
		const calls = asked.filter(({ endpoint }) => endpoint === 'GET /calls');
		expect(calls.map(({ query }) => query)).toEqual([
			{ limit: 5, offset: 0 },
			{ limit: 2, offset: 0 },
			{ limit: 2, offset: 1 },
			{ limit: 2, offset: 2 },
			{ limit: 1000, offset: 0 },
			{ limit: 2, offset: 10_000_000 },
			{ limit: 5, offset: 0, from: '2100-01-01T00:00:00.000Z' },
			{ limit: 5, offset: 0, to: '1971-01-01T00:00:00.000Z' },
			{ limit: 5, offset: 0, call_id: 'call_5' },
		]);
		const details = asked.filter(({ endpoint }) => endpoint === 'GET /calls/{call_id}');
		expect(details.map(({ ids }) => ids)).toEqual([
			{ call_id: 'does-not-exist' },
			{ call_id: 'call_3' },
		]);
		expect(asked.length).toBeLessThanOrEqual(45);
		expect(
			asked.filter(({ endpoint }) => !(CHECKED_ENDPOINTS as string[]).includes(endpoint)),
		).toEqual([]);
	});

	test('pages another list if there are few calls; reads no call if there is none', async () => {
		const transactions = [1, 2, 3].map((n) => ({ transaction_id: `t${n}`, credits: n }));
		const { read, asked } = platformOf(({ endpoint }) =>
			ok({ items: endpoint === 'GET /billing/transactions' ? transactions : [] }),
		);
		const seen = await readPlatform(read);
		expect(seen.paging?.list.name).toBe('transactions');
		expect(asked.filter(({ endpoint }) => endpoint === 'GET /billing/transactions')).toHaveLength(
			6,
		);
		expect(seen.call).toBeUndefined();
		expect(seen.filters).toBeUndefined();
		expect(asked.filter(({ endpoint }) => endpoint === 'GET /calls')).toHaveLength(1);
	});

	test('an account that may read nothing gets a report', async () => {
		const { read } = platformOf(() => refused(403));
		const rows = await checkPlatform(read);
		expect(rows).toHaveLength(ASSUMPTIONS.length);
		expect(rows.filter(({ result }) => result === 'does not hold')).toEqual([]);
		expect(rows.find(({ assumption }) => assumption === 'Which role may read what')).toMatchObject({
			result: 'cannot be seen',
			found: 'status 403: 23 lists; 8 lists of things that do not exist',
		});
	});
});

describe('nothing of what the platform sends about people is in the report', () => {
	const CANARIES = [
		'Ada Canary',
		'canary@example.com',
		'+12125550187',
		'call_90871635',
		'7f3a9c1e-55d0-4c2b-9e8f-canary000001',
		'My canary said: call me tomorrow',
	];
	const value = fc.oneof(
		{ arbitrary: fc.constantFrom<unknown>(...CANARIES), weight: 6 },
		fc.constantFrom<unknown>(null, true, false, 2125550187, '2026-09-01T09:00:00Z', 65, ''),
	);
	/** Names of fields that this package knows, and keys that are values. */
	const name = fc.constantFrom(
		...['call_id', 'id', 'agent_id', 'user_id', 'campaign_id', 'status', 'created_at', 'ended_at'],
		...['to_number', 'first_name', 'name', 'email', 'transcript', 'analysis', 'summary', 'outcome'],
		...['duration', 'credits', 'balance', 'success', 'message', 'error', 'detail', 'total', 'next'],
		...['items', 'data', 'calls', 'rows', 'next_cursor', 'role', 'text', 'variables', 'attributes'],
		...CANARIES.slice(0, 5),
	);
	const { body } = fc.letrec<{ body: unknown; object: unknown; list: unknown }>((tie) => ({
		body: fc.oneof({ maxDepth: 5, withCrossShrink: true }, value, tie('object'), tie('list')),
		object: fc.dictionary(name, tie('body'), { maxKeys: 7, noNullPrototype: true }),
		list: fc.oneof(
			fc.array(tie('body'), { maxLength: 4 }),
			fc.array(fc.dictionary(name, value, { maxKeys: 7, noNullPrototype: true }), {
				minLength: 1,
				maxLength: 4,
			}),
		),
	}));
	const reply = fc.oneof(
		{ arbitrary: body.map((one): Reply => ok(one)), weight: 5 },
		fc.constantFrom<Reply>(refused(403), refused(404), refused(422), refused(500)),
	);

	test('for any answers', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 12 }), async (replies) => {
				let count = 0;
				const { read } = platformOf(() => replies[(count += 1) % replies.length] as Reply);
				const text = JSON.stringify(await checkPlatform(read));
				expect(text).not.toMatch(/canary|2125550187|90871635|7f3a9c1e/i);
			}),
			runs('values'),
		);
	}, 60_000);
});
