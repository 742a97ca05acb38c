import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { loadOptions } from '../../../nodes/VoiceAgentCampaign/notReached';
import { resources } from '../../../nodes/VoiceAgentCampaign/resources';
import { findOperation } from '../../../nodes/shared/operation';
import { json, operationOf, run } from '../../support/fakeContext.mts';
import { fakeCaller } from '../../support/fakeCaller.mts';
import { phrases } from '../../support/phrases.mts';
import { runs } from '../../scale.mts';

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
	(rows) => ({ items: rows }),
	(rows) => ({ data: rows }),
	(rows) => ({ success: true, data: { contacts: rows, total: rows.length } }),
	(rows) => ({ numbers: rows, has_more: false }),
	(rows) => ({ result: { rows } }),
];

const platformOf =
	(rows: Row[], envelope: (rows: Row[]) => unknown = ENVELOPES[1]!) =>
	(_number: number, { qs }: IHttpRequestOptions) => {
		const { limit = 100, offset = 0 } = qs as { limit?: number; offset?: number };
		return json(200, envelope(rows.slice(offset, offset + limit)));
	};

/** The items of a run, and its hints. */
async function listed(rows: Row[], asked = operation) {
	const { items, hints, error } = await run(asked, { parameters }, platformOf(rows));
	expect(error).toBeUndefined();
	return { items: items.map((item) => item.json), hints: hints.map(({ message }) => message) };
}

async function notReached(rows: Row[], more: IDataObject = {}, envelope?: (typeof ENVELOPES)[0]) {
	const setting = { parameters: { ...parameters, ...more } };
	const { items, error } = await run(operation, setting, platformOf(rows, envelope));
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
	const MISSED = ['no_answer', 'busy', 'voicemail', 'failed'];
	const OTHERS = phrases`completed | pending | in_progress | invalid_number | a word of its own`;
	const status = fc.constantFrom(...MISSED, ...OTHERS);
	await fc.assert(
		fc.asyncProperty(
			fc.array(status, { minLength: 1, maxLength: 260 }),
			fc.constantFrom(...ENVELOPES),
			async (statuses, envelope) => {
				const all = [...statuses, 'completed'];
				const rows = all.map((word, index) => person(index, { status: word }));
				const wanted = rows.filter((row) => MISSED.includes(String(row.status)));
				const found = await notReached(rows, {}, envelope);
				expect(found.map((row) => row.contact_id)).toEqual(wanted.map(({ id }) => id));
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
		person(6, { status: 'no_answer', outcome: 'sold' }),
	];
	const { items, hints } = await listed(rows);
	expect(items.map((row) => row.contact_id)).toEqual(['contact_1']);
	expect(hints).toEqual([
		'Left out: 1 × has a call in which somebody spoke (talk_time), 1 × must not be called (do_not_call), 1 × is called again by the campaign (next_attempt_at), 1 × has a word that is not known (outcome: sold).',
	]);
	const getMany = operationOf({ ...findOperation(resources, 'contact', 'getAll'), value: 'do' });
	const all = await listed(rows, getMany);
	expect(all.items.map((row) => row.left_out_because)).toEqual([
		undefined,
		'has a call in which somebody spoke (talk_time)',
		'must not be called (do_not_call: true)',
		'is called again by the campaign (next_attempt_at)',
		undefined,
		'has a word that is not known (outcome: sold)',
	]);
});

test('a sign against all of them is no unknown word: the list is empty, and a hint says why', async () => {
	const { items, hints } = await listed([person(1, { status: 'no_answer', consent: false })]);
	expect(items.filter((row) => row.contact_id !== undefined)).toEqual([]);
	expect(hints).toEqual(['Left out: 1 × must not be called (consent).']);
	const talk = [person(1, { status: 'no_answer', talk_time: 30 })];
	expect(await notReached(talk)).toEqual([]);
});

test.each<[string, IDataObject[]]>([
	["All contacts were reached, by the platform's words.", [{ status: 'completed' }]],
	['The campaign has no contacts.', []],
	[
		'Nobody is to be called again: each contact was reached, or is still called by the campaign.',
		[{ status: 'completed' }, { status: 'pending' }],
	],
])('without rows, a hint says: %s', async (sentence, contacts) => {
	const rows = contacts.map((contact, index) => person(index, contact));
	expect((await listed(rows)).hints).toEqual([sentence]);
});

test('the words of the user are kept beside those of the package', async () => {
	const rows = [
		person(1, { status: 'completed', answered_by: 'machine_start', duration: 12 }),
		person(2, { status: 'no_answer', notes: 'Bitte nicht mehr anrufen' }),
		person(3, { status: 'no_answer', tags: ['Altkunde'] }),
	];
	const found = await notReached(rows, { options: { alsoMeansDoNotCall: 'Altkunde, other' } });
	expect(found.map((row) => row.contact_id)).toEqual(['contact_1']);
	expect(await notReached(rows)).toHaveLength(2);
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
});

describe('words that are not known', () => {
	const rows = [person(1, { status: 'phase 2' }), person(2, { status: 'pending', attempts: 0 })];

	test('are an error if no contact that was called says more, not an empty list', async () => {
		await expect(notReached(rows)).rejects.toThrow(/words do not say which contacts/);
		await expect(notReached(rows)).rejects.toMatchObject({
			description: expect.stringContaining("'Counts as Not Reached'"),
		});
	});

	test.each([[['other', 'Phase 2']], ['other, Phase 2']])('can be chosen: %j', async (chosen) => {
		const all = [...rows, person(3, { status: 'no_answer' })];
		const found = await notReached(all, { options: { countsAsNotReached: chosen } });
		expect(found.map((row) => row.status)).toEqual(['phase 2']);
	});

	test('are no error where nobody was called yet, or there is nobody', async () => {
		expect(await notReached([person(2, { status: 'pending', attempts: 0 })])).toEqual([]);
		expect(await notReached([])).toEqual([]);
	});
});

describe('Counts as Not Reached', () => {
	const choices = async (rows: Row[]) => {
		const { caller } = fakeCaller(platformOf(rows), { getCurrentNodeParameter: () => 'c1' });
		return await loadOptions.getContactWords.call(caller as unknown as ILoadOptionsFunctions);
	};
	const field = getNotReached.options?.find(({ name }) => name === 'countsAsNotReached');

	test('shows the usual words and those of the campaign, with the number of contacts that have each', async () => {
		const found = await choices([
			person(1, { status: 'no_answer' }),
			person(2, { status: 'NoAnswer' }),
			person(3, { status: 'completed', in_voicemail: true }),
			person(4, { status: 'phase 2', outcome: 'sold' }),
			person(5, { status: 'phase 2' }),
		]);
		expect(found).toEqual([
			{ name: 'no_answer, NoAnswer (2)', value: 'no_answer' },
			{ name: 'busy (0)', value: 'busy' },
			{ name: 'voicemail (1)', value: 'voicemail' },
			{ name: 'not_reached (0)', value: 'not_reached' },
			{ name: 'not_connected (0)', value: 'not_connected' },
			{ name: 'failed (0)', value: 'failed' },
			{ name: 'phase 2 (2)', value: 'phase 2' },
			{ name: 'completed (1)', value: 'completed' },
			{ name: 'sold (1)', value: 'sold' },
		]);
		expect(field?.default).toEqual(found.slice(0, 6).map(({ value }) => value));
	});

	test('what is shown as chosen is what counts without a choice', async () => {
		const statuses = ['no_answer', 'LineBusy', 'machine_start', 'dial_failed', 'failed', 'sold'];
		const rows = statuses.map((status, index) => person(index, { status }));
		const chosen = { options: { countsAsNotReached: field?.default } } as IDataObject;
		const found = await notReached(rows, chosen);
		expect(found).toEqual(await notReached(rows));
		expect(found).toHaveLength(5);
		expect(await notReached(rows, { options: { countsAsNotReached: ['busy'] } })).toHaveLength(1);
	});
});

describe('Max Attempts', () => {
	const rows = [1, 2, 3, 4].map((attempts) => person(attempts, { status: 'busy', attempts }));

	test('leaves out who was called so often', async () => {
		const found = await notReached(rows, { options: { maxAttempts: 3 } });
		expect(found.map((row) => row.attempts)).toEqual([1, 2]);
	});

	test('leaves out the other rows of that person, too', async () => {
		const other = person(5, { status: 'busy', phone_number: '+1 (212) 555-1004' });
		const found = await notReached([other, ...rows], { options: { maxAttempts: 3 } });
		expect(found.map((row) => row.contact_id)).toEqual(['contact_1', 'contact_2']);
	});

	test('is an error where the platform does not count, though others do not need it', async () => {
		const unsaid = rows.map((row) => ({ ...row, attempts: null }));
		const reached = person(9, { status: 'completed', attempts: 1 });
		await expect(notReached([...unsaid, reached], { options: { maxAttempts: 3 } })).rejects.toThrow(
			'The platform does not say how often contacts were called',
		);
		expect(await notReached(unsaid)).toHaveLength(4);
	});
});
