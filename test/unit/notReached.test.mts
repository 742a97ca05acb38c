import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../nodes/VoiceAgentCampaign/resources';
import { findOperation } from '../../nodes/shared/operation';
import { json, operationOf, run } from './execution/fakeContext.mts';
import { runs } from '../scale.mts';

/*
 * Get Not Reached, and what Create makes of its output.
 */

const getNotReached = findOperation(resources, 'contact', 'getNotReached');
const operation = operationOf({ ...getNotReached, value: 'do' });
const parameters = { campaignId: 'c1', returnAll: true };

type Row = IDataObject & { id: string };

/** How platforms wrap a list, as the other lists are read. */
const ENVELOPES: ReadonlyArray<(rows: Row[]) => unknown> = [
	(rows) => rows,
	(rows) => ({ items: rows, total: rows.length }),
	(rows) => ({ data: rows }),
	(rows) => ({ success: true, data: { contacts: rows, total: rows.length } }),
	(rows) => ({ numbers: rows, has_more: false }),
	(rows) => ({ result: { rows } }),
];

async function notReached(
	rows: Row[],
	more: IDataObject = {},
	envelope: (rows: Row[]) => unknown = (all) => ({ items: all, total: all.length }),
) {
	const { items, error } = await run(
		operation,
		{ parameters: { ...parameters, ...more } },
		(_number, { qs }) => {
			const { limit = 100, offset = 0 } = qs as { limit?: number; offset?: number };
			return json(200, envelope(rows.slice(offset, offset + limit)));
		},
	);
	if (error) throw error;
	return items.map((item) => item.json);
}

const person = (id: number, more: IDataObject): Row => ({
	id: `contact_${id}`,
	phone_number: `+1212555${String(1000 + id)}`,
	first_name: 'Ada',
	last_name: null,
	variables: { topic: 'renewal' },
	attempts: 1,
	called_at: '2026-03-02T10:00:00Z',
	outcome: null,
	...more,
});

test('has what a further call needs, always in the same columns', async () => {
	const [row] = await notReached([person(1, { status: 'no_answer', attempts: 2 })]);
	expect(row).toEqual({
		contact_name: 'Ada',
		contact_number: '+12125551001',
		called_at: '2026-03-02T10:00:00Z',
		status: 'no_answer',
		outcome: null,
		attempts: 2,
		first_name: 'Ada',
		last_name: null,
		variables: '{"topic":"renewal"}',
		contact_id: 'contact_1',
	});
});

test('gives exactly those who were called and not reached, in any envelope and over pages', async () => {
	const status = fc.constantFrom(
		['no_answer', true],
		['busy', true],
		['voicemail', true],
		['failed', true],
		['completed', false],
		['pending', false],
		['in_progress', false],
		['invalid_number', false],
		['a word of its own', false],
	) as fc.Arbitrary<[string, boolean]>;
	await fc.assert(
		fc.asyncProperty(
			fc.array(status, { minLength: 1, maxLength: 260 }),
			fc.constantFrom(...ENVELOPES),
			async (statuses, envelope) => {
				const all: Array<[string, boolean]> = [...statuses, ['completed', false]];
				const rows = all.map(([word], index) => person(index, { status: word }));
				const wanted = rows.filter((_row, index) => all[index]?.[1]).map(({ id }) => id);
				const found = await notReached(rows, {}, envelope);
				expect(found.map((row) => row.contact_id)).toEqual(wanted);
			},
		),
		runs('sequences'),
	);
});

test('who is left out against the status is named by a hint, and by Get Many with the reason', async () => {
	const rows = [
		person(1, { status: 'no_answer' }),
		person(2, { status: 'no_answer', talk_time: 12 }),
		person(3, { status: 'no_answer', do_not_call: true }),
		person(4, { status: 'no_answer', next_attempt_at: '2026-03-03T10:00:00Z' }),
		person(5, { status: 'completed' }),
	];
	const answer = () => json(200, { items: rows, total: rows.length });
	const { items, hints } = await run(operation, { parameters }, answer);
	expect(items.map(({ json: row }) => row.contact_id)).toEqual(['contact_1']);
	expect(hints.map(({ message }) => message)).toEqual([
		'Left out, although the status says otherwise: 1 × has a call in which somebody spoke (talk_time), 1 × must not be called (do_not_call), 1 × is to be called again anyway (next_attempt_at).',
	]);
	const getMany = operationOf({ ...findOperation(resources, 'contact', 'getAll'), value: 'do' });
	const all = await run(getMany, { parameters }, answer);
	expect(all.items.map(({ json: row }) => row.left_out_because)).toEqual([
		undefined,
		'has a call in which somebody spoke (talk_time)',
		'must not be called (do_not_call)',
		'is to be called again anyway (next_attempt_at)',
		undefined,
	]);
});

test('a sign against all of them is no unknown word: the list is empty, and a hint says why', async () => {
	const rows = [person(1, { status: 'no_answer', consent: false })];
	const answer = () => json(200, { items: rows, total: rows.length });
	const { items, hints, error } = await run(operation, { parameters }, answer);
	expect(error).toBeUndefined();
	expect(items.filter(({ json: row }) => row.contact_id !== undefined)).toEqual([]);
	expect(hints.map(({ message }) => message)).toEqual([
		'Left out, although the status says otherwise: 1 × must not be called (consent).',
	]);
	const talk = [person(1, { status: 'no_answer', talk_time: 30 })];
	expect(await notReached(talk)).toEqual([]);
});

test('Limit counts those that are left', async () => {
	const rows = Array.from({ length: 250 }, (_, index) =>
		person(index, { status: index % 10 === 9 ? 'busy' : 'completed' }),
	);
	const found = await notReached(rows, { returnAll: false, limit: 15 });
	expect(found.map((row) => row.contact_id)).toEqual(
		Array.from({ length: 15 }, (_, index) => `contact_${index * 10 + 9}`),
	);
});

describe('several rows of one person', () => {
	const missed = person(1, { status: 'no_answer' });

	test.each([
		['reached', { status: 'completed' }],
		['called again by the campaign', { status: 'pending' }],
		['not to be called', { status: 'do_not_call' }],
		['in an unknown state', { status: 'a word of its own' }],
	])('of which one is %s: nobody is given, also if it comes after Limit', async (_what, more) => {
		const others = Array.from({ length: 120 }, (_, index) =>
			person(index + 10, { status: 'busy' }),
		);
		const number = '1 (212) 555-1001';
		const other = { ...person(2, more), phone_number: `+${number}` };
		for (const rows of [
			[other, missed],
			[missed, ...others, other],
		]) {
			const found = await notReached(rows, { returnAll: false, limit: 50 });
			expect(found.map((row) => row.contact_number)).not.toContain('+12125551001');
			expect(found).toHaveLength(Math.min(50, rows.length - 2));
		}
	});

	test('all of them not reached: they are given', async () => {
		expect(await notReached([missed, { ...missed, id: 'contact_2' }])).toHaveLength(2);
	});
});

describe('words that are not known', () => {
	const rows = [person(1, { status: 'phase 2' }), person(2, { status: 'pending', attempts: 0 })];

	test('are an error if no contact that was called says more, not an empty list', async () => {
		await expect(notReached(rows)).rejects.toThrow(/words do not say which contacts/);
		await expect(notReached(rows)).rejects.toMatchObject({
			description: expect.stringContaining("'Not Reached Statuses'"),
		});
	});

	test('can be named', async () => {
		const found = await notReached(rows, { advanced: { notReachedStatuses: 'other, Phase 2' } });
		expect(found.map((row) => row.status)).toEqual(['phase 2']);
	});

	test('are no error where nobody was called yet, or there is nobody', async () => {
		expect(await notReached([person(2, { status: 'pending', attempts: 0 })])).toEqual([]);
		expect(await notReached([])).toEqual([]);
	});
});

describe('Max Attempts', () => {
	const rows = [1, 2, 3, 4].map((attempts) => person(attempts, { status: 'busy', attempts }));

	test('leaves out who was called so often', async () => {
		const found = await notReached(rows, { options: { maxAttempts: 3 } });
		expect(found.map((row) => row.attempts)).toEqual([1, 2]);
	});

	test('is an error where the platform does not count, though others do not need it', async () => {
		const unsaid = rows.map((row) => ({ ...row, attempts: null }));
		const reached = person(9, { status: 'completed', attempts: 1 });
		await expect(notReached([...unsaid, reached], { options: { maxAttempts: 3 } })).rejects.toThrow(
			'The platform does not say how often contacts were called',
		);
		expect(await notReached(unsaid)).toHaveLength(4);
	});

	test.each(['', 'many', 0])('%j is an error', async (maxAttempts) => {
		await expect(notReached(rows, { options: { maxAttempts } })).rejects.toThrow(/Max Attempts/);
	});
});

test('Create sends the contacts with their own variables', async () => {
	const items = (await notReached([person(1, { status: 'busy' })])).map((row) => ({ json: row }));
	const create = findOperation(resources, 'campaign', 'create');
	const { bodies, error } = await run(
		operationOf({ ...create, value: 'do' }),
		{
			items,
			parameters: {
				campaignName: 'Second try',
				agentId: 'a1',
				variableColumns: 'selected',
				selectedColumns: 'variables',
			},
		},
		() => json(201, { id: 'c2' }),
	);
	expect(error).toBeUndefined();
	expect(bodies).toEqual([
		expect.objectContaining({
			contacts: [
				{ phone_number: '+12125551001', first_name: 'Ada', variables: { topic: 'renewal' } },
			],
		}),
	]);
});
