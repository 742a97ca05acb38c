import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { VoiceAgentOrganization } from '../../../../nodes/VoiceAgentOrganization/VoiceAgentOrganization.node';
import { CHECKED_ENDPOINTS } from '../../../../nodes/VoiceAgentOrganization/platformCheck/checkedEndpoints';
import { answerWith, type Answer } from '../../../platform/faults.mts';
import { BASE_URL } from '../../../platform/platform.mts';
import { runs } from '../../../scale.mts';
import { fakeContext } from '../../../support/fakeContext.mts';
import { phrases } from '../../../support/phrases.mts';

interface Line extends IDataObject {
	endpoint: string;
	status: string;
	what_to_set: string;
}
type Answering = (options: IHttpRequestOptions) => Answer;

/** What Check Platform says about a platform, in the order of its output, and what it asked for. Everything but the network is real. */
async function checked(answer: Answering) {
	const parameters = { resource: 'platform', operation: 'check', options: { maxRetries: 0 } };
	const fake = fakeContext({ parameters }, (_number, options) => answer(options));
	const output = await new VoiceAgentOrganization().execute.call(fake.context);
	const [items = []] = output as INodeExecutionData[][];
	const lines = items.map(({ json }) => json as Line);
	const paths = fake.sent.map(({ options: { url } }) => url.replace(BASE_URL, ''));
	const lineOf = (endpoint: string): Line => lines.find((line) => line.endpoint === endpoint)!;
	return { lines, paths, lineOf };
}

/** What a platform answers, by path: a body with status 200, or an answer. */
type Given = Record<string, object | undefined>;

/** An account that has nothing but what is given. */
function account(given: Given): Answering {
	const all: Given = {
		'/mfa/status': { enabled: false },
		'/billing/balance': { credits: 10 },
		...given,
	};
	return ({ url }) => {
		const path = url.replace(BASE_URL, '');
		const body = path in all ? all[path] : { items: [] };
		return body && 'statusCode' in body ? (body as Answer) : answerWith(200, body);
	};
}

/** Calls from the newest to the oldest. */
const callRows = (count: number, more: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		call_id: `call_${index + 1}`,
		status: 'completed',
		agent_id: 'agent_1',
		to_number: '+12125550101',
		created_at: new Date(Date.UTC(2026, 8, 1, 9, 60 - index)).toISOString(),
		...more,
	}));
const newest = { items: callRows(3) };

test('one line for each endpoint; those with something to set come first', async () => {
	const given = { '/voices/': { greeting: 'Hi', version: '1' } };
	const { lines } = await checked(
		account({ ...given, '/calls': newest, '/calls/call_1': callRows(1)[0] }),
	);
	expect(lines.map(({ endpoint }) => endpoint).toSorted()).toEqual(
		CHECKED_ENDPOINTS.map(({ endpoint }) => endpoint).toSorted(),
	);
	expect(lines[0]?.endpoint).toBe('GET /voices/');
	expect(new Set(lines.slice(1).map(({ what_to_set }) => what_to_set))).toEqual(new Set(['–']));
});

test('it asks for what belongs to the first row, and not for what belongs to nothing', async () => {
	const users = { items: [{ user_id: 'u1', email: 'a@example.com' }] };
	const agents = { items: [{ agent_id: 'a1', name: 'A' }] };
	const { paths, lineOf } = await checked(
		account({ '/agents/': agents, '/calls': newest, '/users/': users }),
	);
	expect(paths).toEqual(
		expect.arrayContaining(['/calls/call_1', '/agents/a1/bookings', '/login-history/u1']),
	);
	expect(paths.filter((path) => path.startsWith('/campaigns/'))).toEqual(['/campaigns/']);
	expect(lineOf('GET /campaigns/{id}').status).toBe(
		'not asked: GET /campaigns/ has no row with an identifier',
	);
});

test.each<[string, string, Given, object]>([
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
		{ '/users/': answerWith(403, { message: 'No' }) },
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
		{ what_to_set: expect.stringMatching(/^Not known as a status: wrapped\./) },
	],
	[
		'a balance without a known name',
		'GET /billing/balance',
		{ '/billing/balance': { gold: 1 } },
		{ status: 'read', filled: 'gold', what_to_set: expect.stringContaining('No credit balance') },
	],
])('says %s', async (_what, endpoint, given, expected) => {
	expect((await checked(account(given))).lineOf(endpoint)).toMatchObject(expected);
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
					return answerWith(next.status, next.body);
				});
				expect(JSON.stringify(lines)).not.toMatch(/canary|2125550187|90871635|7f3a9c1e/i);
			}),
			runs('values'),
		);
	});
});
