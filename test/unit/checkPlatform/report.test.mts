import fc from 'fast-check';
import {
	Client,
	Identity,
	RequestFailure,
	pagesFetcher,
	readRows,
} from '../../../nodes/shared/http';
import { CHECKED_LISTS } from '../../../nodes/VoiceAgentOrganization/platformCheck/checkedLists';
import { MOST_REQUESTS } from '../../../nodes/VoiceAgentOrganization/platformCheck/readPlatform';
import { CHECKS } from '../../../nodes/VoiceAgentOrganization/platformCheck/report';
import { manners } from '../../platform/drawing.mts';
import { oddities, usualBut, type Manner } from '../../platform/manners.mts';
import { BASE_URL, type Platform } from '../../platform/platform.mts';
import { possible } from '../../platform/possible.mts';
import { THINGS } from '../../platform/things.mts';
import { runs } from '../../scale.mts';
import { fakeCaller } from '../http/fakeCaller.mts';
import { policy } from '../http/fakeClient.mts';
import {
	account,
	callRows,
	calls,
	checked,
	pageOf,
	platformOf,
	refused,
	type Given,
} from './checked.mts';

/** What Return All makes of the calls: how many there are, or why they cannot be read. */
async function returnAll(platform: Platform): Promise<number | RequestFailure> {
	const { caller, session } = fakeCaller(async (_number, options) => await platform.send(options));
	const client = new Client(caller, BASE_URL, { ...policy, maxRetries: 0 }, session);
	const request = { method: 'GET', path: '/calls', subject: 'Calls', hasIds: false } as const;
	const rows = readRows(pagesFetcher(client, request, { entity: 'call' }), {
		identity: new Identity('call'),
	});
	return await rows.then(
		({ length }) => length,
		(error: unknown) => error as RequestFailure,
	);
}

describe('generated platforms', () => {
	// Two readings of rows that come meanwhile, or of pages that are sometimes short, are two different ones. Rows that are listed twice look like pages.
	const drawn = fc.record({
		manner: fc
			.record(
				manners({ listing: { repeats: [2, 5] }, paging: { inserts: [1, 3], shortPages: [true] } }),
			)
			.map((manner): Manner => ({ ...manner, ...possible(manner, THINGS.calls) })),
		count: fc.oneof(fc.nat(12), fc.integer({ min: 13, max: 250 }), fc.constantFrom(450, 700)),
		seed: fc.nat(1_000),
	});

	const FILTERED = { honoured: 'known', ignored: 'ignored', refused: 'status 422' };

	test('the report says what Return All makes of the list, and what its pages and filters are', async () => {
		const judged = async ({
			manner,
			count,
			seed,
		}: {
			manner: Manner;
			count: number;
			seed: number;
		}) => {
			const { paging, envelope, listing } = manner;
			const platform = platformOf(manner, count, seed);
			const { foundOf, asked } = await checked(async (options) => await platform.send(options));
			const all = await returnAll(platformOf(manner, count, seed));
			const end = foundOf('Answer behind the end of a list');
			const [rows] = /\d+(?= rows?)/.exec(end.found) ?? [];

			expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
			expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
			// If each page has another order, one of two readings can be refused.
			const isSame = listing.order !== 'reshuffled';
			if (end.result === 'holds' && (isSame || typeof all === 'number'))
				expect(all).toBe(Number(rows));
			if (end.result === 'does not hold' && isSame) expect(all).toBeInstanceOf(RequestFailure);
			if (end.result === 'cannot be seen' && typeof all === 'number')
				expect(Number(rows ?? 0)).toBeLessThanOrEqual(all);
			// Everything was read that a few pages can have.
			if (count > 0 && count < 5 && typeof all === 'number') expect(end.result).toBe('holds');

			const { found } = foundOf('What the offset counts');
			// A page of one row is a row.
			const hasPages = !end.found.includes('at most 1 row on');
			if (found.includes('counts rows') && hasPages) expect(paging.offset).toBe('rows');
			if (found.includes('counts pages')) expect(paging.offset).toMatch(/^page/);
			const namesNext =
				paging.links !== 'none' || paging.cursor !== 'none' || envelope.kind === 'django';
			if (found.includes('names the next page')) expect(namesNext).toBe(true);
			const filters = foundOf("Names of the call list's filters").found;
			if (filters !== 'There is no call')
				expect(filters).toContain(
					`Called After: ${FILTERED[listing.filters]}; Called Before: ${FILTERED[listing.filters]}`,
				);
		};
		await fc.assert(
			fc.asyncProperty(drawn, async (of) => {
				await judged(of).catch((error: Error) => {
					throw new Error(`${error.message}\nNot usual: ${JSON.stringify(oddities(of.manner))}`);
				});
			}),
			runs('sequences'),
		);
	});

	test.each([
		['rows', 12, {}, 'the offset counts rows'],
		['pages', 12, { offset: 'pageFrom1' }, 'the offset counts pages'],
		['links', 230, { links: 'absolute' }, 'the platform names the next page'],
		['no pages', 12, { limit: 'ignored', offset: 'ignored', cap: 1_000 }, 'is the whole list'],
	] as const)(
		'a list with %s is read to its end: %i calls',
		async (_name, count, paging, found) => {
			const platform = platformOf(usualBut({ paging }), count);
			const { foundOf } = await checked(async (options) => await platform.send(options));
			expect(foundOf('What the offset counts')).toMatchObject({
				result: 'holds',
				found: expect.stringContaining(found),
			});
			expect(foundOf('Answer behind the end of a list').found).toContain(
				`${count} rows, read to the end`,
			);
		},
	);
});

describe('the report', () => {
	const strange = account({
		...calls(callRows(3, { status: 'state_7' })),
		'/billing/balance': { gold: 1 },
		'/calls/does-not-exist': refused(404, {}),
	});

	test('has one line for each assumption, first what does not hold, last what cannot be seen', async () => {
		const { lines } = await checked(strange);
		expect(lines.map(({ assumption }) => assumption).toSorted()).toEqual(
			CHECKS.map(([assumption]) => assumption).toSorted(),
		);
		for (const line of lines) {
			expect(Object.keys(line)).toEqual(['assumption', 'result', 'found', 'what_to_do']);
			expect(line.found).not.toBe('');
		}
		const order = ['does not hold', 'holds', 'cannot be seen'];
		const places = lines.map(({ result }) => order.indexOf(result));
		expect(new Set(places)).toEqual(new Set([0, 1, 2]));
		expect(places).toEqual(places.toSorted());
	});

	test('says what to do where something does not hold, what to set if it cannot be seen, and nothing where it holds', async () => {
		const { foundOf } = await checked(strange);
		const adviceOf = (assumption: string) => foundOf(assumption).what_to_do;
		expect(adviceOf('Shape of a list answer')).toBe('–');
		expect(adviceOf("Words for a call's status")).toMatch(/^Use the status column/);
		expect(adviceOf('Place of the message in an error')).toMatch(/^Nothing can be set/);
		expect(adviceOf('Fields of a campaign')).toMatch(/^If it is different: Set 'Output'/);
	});
});

describe('reading', () => {
	test('asks for what belongs to the first agent and user, and not for what belongs to nothing', async () => {
		const { asked, foundOf } = await checked(
			account({
				...calls(callRows(4)),
				'/agents/': { items: [{ agent_id: 'a1', name: 'A' }] },
				'/users/': { items: [{ user_id: 'u1', email: 'a@example.com' }] },
			}),
		);
		const paths = asked.map(({ path }) => path);
		expect(paths).toEqual(expect.arrayContaining(['/agents/a1/bookings', '/login-history/u1']));
		expect(paths.filter((path) => path.startsWith('/campaigns/'))).toEqual(['/campaigns/']);
		expect(foundOf('Which role may read what').found).toBe(
			`This user may read all of ${CHECKED_LISTS.length - 1} lists; 1 list of things that do not exist`,
		);
	});

	test('reads the details of a call that is over', async () => {
		const [first, ...others] = callRows(5);
		const rows = [{ ...first, status: 'ringing' }, ...others];
		const { asked } = await checked(account(calls(rows)));
		expect(asked.filter(({ path }) => /^\/calls\/./.test(path)).map(({ path }) => path)).toEqual([
			'/calls/does-not-exist',
			'/calls/call_2',
		]);
	});

	test('an account that may read nothing gets a report', async () => {
		const { lines, foundOf } = await checked(() => refused(403));
		expect(lines.filter(({ result }) => result === 'does not hold')).toEqual([]);
		expect(foundOf('Which role may read what')).toMatchObject({
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

const seen = async (given: Record<string, Given>, assumption: string) => {
	const { foundOf } = await checked(account(given));
	const { result, found } = foundOf(assumption);
	return { result, found };
};

const AGENT = { '/agents/': { items: [{ agent_id: 'a1', name: 'A' }] } };
const CAMPAIGN = {
	'/campaigns/': { items: [{ campaign_id: 'c1', name: 'C', status: 'finished' }] },
};
const [CALL] = callRows(1);
const withDetail = (more: object): Record<string, Given> => ({
	...calls(callRows(2)),
	'/calls/call_1': { ...CALL, ...more },
});
const withCalls = (more: object) => calls(callRows(3, { ...more }));
const bookings = (...rows: object[]) => ({ '/bookings': { bookings: rows } });

/** What each assumption says about an account: [assumption, account, result, text]. */
const FINDINGS: ReadonlyArray<[string, Record<string, Given>, string, string | RegExp]> = [
	[
		'Shape of a list answer',
		{
			'/calls': { data: { items: callRows(2) } },
			'/agents/': { data: { items: [{ agent_id: 'a1', name: 'A' }] } },
			'/voices/': [{ voice_id: 'v1', name: 'V', gender: 'female' }],
			'/users/': refused(403),
		},
		'holds',
		/^Rows at data\.items: calls, agents; The answer is the list: voices; \d+ lists without rows$/,
	],
	[
		'Shape of a list answer',
		{
			'/calls': { _embedded: { calls: callRows(2) } },
			'/voices/': { greeting: 'Hi', version: '1' },
		},
		'does not hold',
		'voices: The answer of the platform has no list that can be read: { greeting: text, version: text }; Rows at _embedded.(name of the rows): calls',
	],
	['Shape of a list answer', {}, 'cannot be seen', '23 lists without rows'],
	[
		'Shape of an answer about one thing',
		{ ...calls(callRows(1)), '/calls/call_1': { data: { call: CALL } } },
		'holds',
		'The answer itself: balance, MFA status; data.call: call',
	],
	[
		'Shape of an answer about one thing',
		{ ...calls(callRows(1)), '/calls/call_1': { greeting: 'Hi' } },
		'does not hold',
		'call: The answer of the platform cannot be read: it has no identifier of the call: { greeting: text }',
	],
	[
		'Shape of an answer about one thing',
		{ '/billing/balance': refused(403), '/mfa/status': refused(403) },
		'cannot be seen',
		'Nothing was answered',
	],
	[
		'Answer for an empty list',
		{ '/calls': undefined, '/users/': refused(404) },
		'holds',
		'23 lists',
	],
	[
		'Answer for an empty list',
		{ ...AGENT, '/agents/a1/versions': refused(404) },
		'does not hold',
		'status 404, although what the list belongs to exists: versions of an agent',
	],
	['Place of the message in an error', {}, 'holds', 'status 404, { message: text }'],
	[
		'Place of the message in an error',
		{ '/calls/does-not-exist': { success: false, message: 'No' } },
		'holds',
		'A call that does not exist: refused with status 200',
	],
	[
		'Place of the message in an error',
		{ '/calls/does-not-exist': refused(404, { code: 7 }) },
		'does not hold',
		'No message was found',
	],
	[
		'Place of the message in an error',
		{ '/calls/does-not-exist': { call_id: 'does-not-exist' } },
		'does not hold',
		'was answered: { call_id: text }',
	],
	['Which role may read what', { '/users/': refused(403) }, 'cannot be seen', 'status 403: users'],
	[
		'Which role may read what',
		{ '/users/': refused(403), '/voices/': { success: false, message: 'Ada' } },
		'does not hold',
		'status 403: users; refused with status 200: voices',
	],
	[
		'What the offset counts',
		{ '/calls': ({ query }) => ({ items: callRows(60).slice(0, Number(query.limit)) }) },
		'does not hold',
		'calls: The platform returns the same page again and again',
	],
	[
		'What the offset counts',
		calls(callRows(1)),
		'cannot be seen',
		'do not show what the offset counts',
	],
	[
		'Answer behind the end of a list',
		{ '/calls': ({ query }) => (Number(query.limit) > 5 ? refused(500) : { items: callRows(5) }) },
		'does not hold',
		'calls: status 500',
	],
	[
		'Answer behind the end of a list',
		{ '/calls': (asked) => ({ items: pageOf(callRows(120), asked), total: 7 }) },
		'holds',
		'120 rows, read to the end; limit 100, at most 100 rows on a page; its total is not that of the rows',
	],
	["Names of the call list's filters", {}, 'cannot be seen', 'There is no call'],
	[
		"Names of the call list's filters",
		calls(callRows(3)),
		'does not hold',
		'Called After: ignored; Called Before: ignored; Call ID: ignored',
	],
	[
		'Field that says when a row was added',
		{
			...calls(callRows(4).toReversed()),
			...bookings({ booking_id: 'b1', booked_at: '2026-09-01' }),
		},
		'holds',
		'created_at, oldest first: calls; booked_at, no order to be seen: bookings',
	],
	[
		'Field that says when a row was added',
		withCalls({ created_at: 'yesterday' }),
		'does not hold',
		'none in every row: calls',
	],
	['Field that says when a row was added', {}, 'cannot be seen', 'have no rows'],
	[
		'Name of an identifier',
		{ ...calls(callRows(3)), '/agents/meta/industries': ['health', 'travel'] },
		'holds',
		'call_id: calls; the text itself: industries',
	],
	[
		'Name of an identifier',
		bookings({ booking_id: 'b1', agent_id: 'a1' }, { booking_id: 'b1', agent_id: 'a2' }),
		'does not hold',
		'none (booking_id is the same in different rows): bookings',
	],
	['Name of an identifier', {}, 'cannot be seen', 'No list has rows'],
	['Fields of a call', withCalls({}), 'holds', /^Without a value in every row: .*session_id/],
	['Fields of a call', withCalls({ to_number: null }), 'does not hold', 'to_number'],
	[
		'Fields of a call',
		withCalls({ duration: 'very long', created_at: 'yesterday' }),
		'does not hold',
		/sent, but not read: duration, created_at$/,
	],
	['Fields of a call', {}, 'cannot be seen', 'There is no row'],
	['Fields of a campaign', CAMPAIGN, 'holds', 'Without a value'],
	[
		'Fields of a contact of a campaign',
		{ ...CAMPAIGN, '/campaigns/c1/numbers': { contacts: [{ contact_id: 'k1', first_name: 'A' }] } },
		'does not hold',
		'contact_number',
	],
	['Form of an analysis', withDetail({ summary: 'Hello' }), 'holds', 'Read: summary'],
	['Form of an analysis', withDetail({ analysis: { xyz: 1 } }), 'does not hold', 'known name: xyz'],
	['Form of an analysis', {}, 'cannot be seen', 'No call with an analysis was read'],
	['Form of a transcript', withDetail({ transcript: 'Agent: Hello' }), 'holds', '1 line'],
	[
		'Form of a transcript',
		withDetail({ transcript: [{ x: 'agent', text: 'Hello' }] }),
		'does not hold',
		'a speaker or a text was not found in [1 × { x: text, text: text }]',
	],
	['Form of a transcript', withDetail({}), 'cannot be seen', 'No call with a transcript was read'],
	["Words for a call's status", withCalls({ status: 'NO ANSWER' }), 'holds', 'NO ANSWER (3)'],
	[
		"Words for a call's status",
		withCalls({ status: 'state_7' }),
		'does not hold',
		'Not known: state_7',
	],
	[
		"Words for a call's status",
		withCalls({ status: 'Ada Sample' }),
		'does not hold',
		'… (3). Not known: …',
	],
	["Words for a call's status", {}, 'cannot be seen', 'No row with a status'],
	[
		'When a call has ended and its analysis is complete',
		{ ...calls([...callRows(2), { ...CALL, call_id: 'x', status: 'ringing' }]) },
		'holds',
		'2 over, 1 not over, 0 not clear',
	],
	[
		'When a call has ended and its analysis is complete',
		withCalls({ status: 'state_7' }),
		'does not hold',
		'3 not clear',
	],
	['Words for a finished or cancelled campaign', CAMPAIGN, 'holds', 'finished (1)'],
	[
		'Words for a contact that was not reached',
		{ ...CAMPAIGN, '/campaigns/c1/numbers': { contacts: [{ contact_id: 'k1', status: 'xyz' }] } },
		'does not hold',
		'Not known: xyz',
	],
	['Form of times', withCalls({ created_at: 1788255000 }), 'holds', 'Every time'],
	[
		'Form of times',
		withCalls({ created_at: '2026-09-01T09:30:00' }),
		'cannot be seen',
		'3 of 3 times without a time zone: read as UTC',
	],
	['Form of times', {}, 'cannot be seen', 'No time was read'],
	[
		'Name of the credit balance',
		{ '/billing/balance': { data: { balance: '10' } } },
		'holds',
		'1 balance',
	],
	[
		'Name of the credit balance',
		{ '/billing/balance': { gold: 10 } },
		'does not hold',
		'No number under a known name: { gold: number }',
	],
	[
		'Name of the credit balance',
		{ '/billing/balance': refused(403) },
		'cannot be seen',
		'status 403',
	],
];

test.each(FINDINGS.map((finding, index) => [finding[0], finding[2], index] as const))(
	'%s: %s (%i)',
	async (_assumption, _result, index) => {
		const [assumption, given, result, found] = FINDINGS[index]!;
		expect(await seen(given, assumption)).toEqual({
			result,
			found:
				typeof found === 'string' ? expect.stringContaining(found) : expect.stringMatching(found),
		});
	},
);
