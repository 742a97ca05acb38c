import fc from 'fast-check';
import {
	STATUS_FAMILIES,
	callState,
	campaignState,
	cellOf,
	CALL,
	CAMPAIGN,
} from '../../../nodes/shared/platform';
import { readFlag } from '../../../nodes/shared/platform/statuses';

const wordsOf = (families: Record<string, readonly string[]>) =>
	Object.entries(families).flatMap(([family, words]) =>
		words.map((word) => [word, family] as const),
	);
const callWords = wordsOf(STATUS_FAMILIES.Call);
const campaignWords = wordsOf(STATUS_FAMILIES.Campaign);

describe('a status word', () => {
	test('stands in one family only, as the families write it', () => {
		for (const words of [callWords, campaignWords].map((list) => list.map(([word]) => word))) {
			expect(new Set(words).size).toBe(words.length);
			for (const word of words) expect(word).toMatch(/^[a-z]+(_[a-z]+)*$/);
		}
	});

	test('is read in any case, with spaces or dashes, whatever is around it', () => {
		const spelling = fc.record({
			word: fc.constantFrom(...callWords),
			isUpper: fc.boolean(),
			between: fc.constantFrom('_', ' ', '-', ' - ', '--'),
			around: fc.constantFrom('', ' ', '\n'),
		});
		fc.assert(
			fc.property(spelling, ({ word: [word, family], isUpper, between, around }) => {
				const spelled = around + word.replaceAll('_', between) + around;
				expect(callState(isUpper ? spelled.toUpperCase() : spelled)).toBe(family);
			}),
			{ seed: 1 },
		);
	});

	test('means what people mean by it', () => {
		const calls = {
			ended: ['completed', 'hangup', 'answered'],
			not_reached: ['no_answer', 'busy', 'voicemail', 'missed'],
			failed: ['failed', 'canceled', 'cancelled', 'rejected'],
			in_progress: ['queued', 'ringing', 'in_progress', 'scheduled'],
		};
		for (const [family, words] of Object.entries(calls)) {
			expect(words.map(callState)).toEqual(words.map(() => family));
		}
		expect(['finished', 'Completed', 'cancelled', 'stopped'].map(campaignState)).toEqual([
			'finished',
			'finished',
			'cancelled',
			'cancelled',
		]);
	});

	test.each([undefined, null, '', 'zzz', 7, {}, 'completed!', 'ring'])('%j is unknown', (word) => {
		expect([callState(word), campaignState(word)]).toEqual(['unknown', 'unknown']);
	});
});

describe('whether a call is over', () => {
	test.each(callWords)('%s: %s', (status, family) => {
		expect(cellOf(CALL, { status }, 'is_over')).toBe(family !== 'in_progress');
		// What the platform says in words counts for more than an end.
		expect(cellOf(CALL, { status, ended_at: 'now' }, 'is_over')).toBe(family !== 'in_progress');
	});

	test.each(['zzz', undefined, ''])('a status of %j leaves it to the end', (status) => {
		expect(cellOf(CALL, { status }, 'is_over')).toBe(false);
		expect(cellOf(CALL, { status, ended_at: '2026-03-02T12:00:00Z' }, 'is_over')).toBe(true);
		expect(cellOf(CALL, { status, end_time: 1772452800 }, 'is_over')).toBe(true);
	});
});

test.each([
	...campaignWords.map(([word]) => [word, true] as const),
	['running', false],
	['paused', false],
	[undefined, false],
] as const)('a campaign that is %j is finished: %p', (status, expected) => {
	expect(cellOf(CAMPAIGN, { status }, 'is_finished')).toBe(expected);
});

test.each([
	[true, true],
	[false, false],
	['true', true],
	['YES', true],
	['1', true],
	[1, true],
	['success', true],
	['successful', true],
	['false', false],
	['No', false],
	['0', false],
	[0, false],
	['failure', false],
	['failed', false],
	['unsuccessful', false],
	['maybe', null],
	['', null],
	[null, null],
	[undefined, null],
	[{}, null],
])('%j as yes or no is %p', (value, expected) => {
	expect(readFlag(value)).toBe(expected);
});
