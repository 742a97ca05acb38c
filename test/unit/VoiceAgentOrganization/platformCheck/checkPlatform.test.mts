import fc from 'fast-check';
import { CHECKED_ENDPOINTS } from '../../../../nodes/VoiceAgentOrganization/platformCheck/checkedEndpoints';
import { runs } from '../../../scale.mts';
import { account, callRows, checked, refused, type Given } from './checked.mts';
import { phrases } from '../../../support/phrases.mts';

const AGENT = { '/agents/': { items: [{ agent_id: 'a1', name: 'A' }] } };
const newest = { items: callRows(3) };

/** What the line of an endpoint says about an account. */
const lineOf = async (endpoint: string, given: Record<string, Given>) =>
	(await checked(account(given))).lineOf(endpoint);

describe('one line for each endpoint', () => {
	test('in the order of the table, those with something to set first; each endpoint is read once', async () => {
		const { lines, asked } = await checked(
			account({
				'/voices/': { greeting: 'Hi', version: '1' },
				'/calls': newest,
				'/calls/call_1': callRows(1)[0],
			}),
		);
		expect(lines.map(({ endpoint }) => endpoint).toSorted()).toEqual(
			CHECKED_ENDPOINTS.map(({ endpoint }) => endpoint).toSorted(),
		);
		expect(lines[0]?.endpoint).toBe('GET /voices/');
		expect(lines.slice(1).map(({ what_to_set }) => what_to_set)).toEqual(
			lines.slice(1).map(() => '–'),
		);
		expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(new Set(asked.map(({ path }) => path)).size).toBe(asked.length);
	});

	test('asks for what belongs to the first row, and not for what belongs to nothing', async () => {
		const { asked, lineOf: line } = await checked(
			account({
				...AGENT,
				'/calls': newest,
				'/users/': { items: [{ user_id: 'u1', email: 'a@example.com' }] },
			}),
		);
		const paths = asked.map(({ path }) => path);
		expect(paths).toEqual(
			expect.arrayContaining(['/calls/call_1', '/agents/a1/bookings', '/login-history/u1']),
		);
		expect(paths.filter((path) => path.startsWith('/campaigns/'))).toEqual(['/campaigns/']);
		expect(line('GET /campaigns/{id}').status).toBe(
			'not asked: GET /campaigns/ has no row with an identifier',
		);
	});
});

test.each<[string, string, Record<string, Given>, object]>([
	[
		'rows, where they are, their total and order',
		'GET /calls',
		{ '/calls': { items: callRows(3), total: 7 } },
		{
			status: 'read',
			rows: 3,
			rows_at: 'items',
			total: 7,
			order: 'newest first',
			filled: expect.stringMatching(/call_id.*status|status.*call_id/),
			what_to_set: '–',
		},
	],
	[
		'oldest first, in a list without a name',
		'GET /calls',
		{ '/calls': callRows(3).toReversed() },
		{ rows: 3, rows_at: '.', total: null, order: 'oldest first' },
	],
	['an empty list', 'GET /bookings', {}, { status: 'read', rows: 0, order: null, filled: null }],
	[
		'fields of what has no columns',
		'GET /voices/',
		{ '/voices/': [{ id: 'v1', name: 'V', gender: 'female', preview_audio: null }] },
		{ rows: 1, filled: 'id, name, gender', what_to_set: '–' },
	],
	[
		'an answer without a list',
		'GET /voices/',
		{ '/voices/': { greeting: 'Hi', version: '1' } },
		{
			status: expect.stringContaining('no list'),
			rows: null,
			what_to_set: expect.stringMatching(/\{ greeting: text, version: text \}.*'Response Path'/),
		},
	],
	[
		'a user who may not read it',
		'GET /users/',
		{ '/users/': refused(403) },
		{ status: 'status 403', what_to_set: 'Log in as a user who may read this' },
	],
	[
		'a column that the nodes need',
		'GET /calls',
		{ '/calls': { items: callRows(3, { to_number: null }) } },
		{ what_to_set: expect.stringMatching(/^Not found: to_number; set 'Output' to Raw/) },
	],
	[
		'a status that is not known',
		'GET /calls',
		{ '/calls': { items: callRows(2, { status: 'wrapped' }) } },
		{
			what_to_set: "Not known as a status: wrapped. Trigger: Options → 'Statuses of Ended Calls'",
		},
	],
	[
		'a balance without a known name',
		'GET /billing/balance',
		{ '/billing/balance': { gold: 1 } },
		{ status: 'read', filled: 'gold', what_to_set: expect.stringContaining('No credit balance') },
	],
])('says %s', async (_what, endpoint, given, expected) => {
	expect(await lineOf(endpoint, given)).toMatchObject(expected);
});

describe('nothing of what the platform sends about people is in the report', () => {
	const CANARIES = phrases`
		Ada Canary | canary@example.com | +12125550187 | call_90871635 | 7f3a9c1e-55d0-4c2b-9e8f-canary000001 |
		My canary said: call me tomorrow
	`;
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
	const answer = fc.record({
		status: fc.constantFrom(200, 200, 200, 200, 403, 404, 422, 500),
		body: fc.oneof(
			{ arbitrary: body, weight: 5 },
			fc.record({ success: fc.constant(false), message: fc.constantFrom(...CANARIES) }),
		),
	});

	test('for any answers', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async (answers) => {
				let count = 0;
				const { lines } = await checked(() => {
					const next = answers[(count += 1) % answers.length]!;
					return refused(next.status, next.body);
				});
				expect(JSON.stringify(lines)).not.toMatch(/canary|2125550187|90871635|7f3a9c1e/i);
			}),
			runs('values'),
		);
	});
});
