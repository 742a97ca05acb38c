import fc from 'fast-check';
import {
	STATUS_FAMILIES,
	callIsOver,
	callState,
	campaignActivity,
	campaignProgress,
	campaignState,
	cellOf,
	judgedContact,
	isOneOf,
	CALL,
	CAMPAIGN,
} from '../../../nodes/shared/platform';
import { readFlag } from '../../../nodes/shared/platform/statuses';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

const wordsOf = (families: Record<string, readonly string[]>) =>
	Object.entries(families).flatMap(([family, words]) =>
		words.map((word) => [word, family] as const),
	);
const callWords = wordsOf(STATUS_FAMILIES.Call);
const campaignWords = wordsOf(STATUS_FAMILIES.Campaign);

describe('a status word', () => {
	test('is read in any case, however its parts are joined, also after "call"', () => {
		const spelling = fc.record({
			word: fc.constantFrom(...callWords),
			isUpper: fc.boolean(),
			between: fc.constantFrom('_', ' ', '-', ' - ', '--', '', '.'),
			around: fc.constantFrom('', ' ', '\n'),
			before: fc.constantFrom('', 'call_', 'Call'),
		});
		fc.assert(
			fc.property(spelling, ({ word: [word, family], isUpper, between, around, before }) => {
				const spelled = around + (before + word).replaceAll('_', between) + around;
				expect(callState(isUpper ? spelled.toUpperCase() : spelled)).toBe(family);
				const camel = word.replace(/(?:^|_)(\w)/g, (_all, letter) => letter.toUpperCase());
				expect(callState(camel)).toBe(family);
			}),
			runs('values'),
		);
	});

	test('is read as the member of an enum, as Python writes it', () => {
		const written = fc.record({
			of: fc.constantFrom('CallStatus', 'CampaignStatus', 'ContactOutcome', 'Status', 'CallPhase'),
			isUpper: fc.boolean(),
		});
		const member = (of: string, isUpper: boolean, word: string) =>
			`${of}.${isUpper ? word.toUpperCase() : word}`;
		fc.assert(
			fc.property(
				...([written, fc.constantFrom(...callWords), fc.constantFrom(...campaignWords)] as const),
				({ of, isUpper }, [word, family], [other, activity]) => {
					expect(callState(member(of, isUpper, word))).toBe(family);
					expect(isOneOf(member(of, isUpper, word), [word])).toBe(true);
					expect(campaignActivity(member(of, isUpper, other))).toBe(activity);
				},
			),
			runs('values'),
		);
		const outcomeOf = (status: string) => judgedContact({ status, attempts: 1 }).outcome;
		expect(outcomeOf('ContactStatus.NO_ANSWER')).toBe('missed');
		expect(outcomeOf('ContactStatus.DO_NOT_CALL')).toBe('not_to_call');
		expect(campaignProgress({ status: 'CampaignStatus.SENT' }, ['sent'])).toBe('finished');
		expect(callIsOver({ status: 'CallStatus.OVER' }, ['over'])).toBe(true);
		expect(
			cellOf(CALL, { direction: 'CallDirection.INBOUND', from: '+12125550123' }, 'contact_number'),
		).toBe('+12125550123');
	});

	const others = [undefined, null, '', 7, {}, ['completed'], { name: 'ended' }];
	test.each([...others, 'zzz', 'completed!', 'ring'])('%j is unknown', (word) => {
		expect([callState(word), campaignState(word)]).toEqual(['unknown', 'unknown']);
	});

	test.each(phrases`answered | connected | transferred | success | processing | ok`)(
		'%s may mean either, and is unknown',
		(word) => expect(callState(word)).toBe('unknown'),
	);
});

const END = '2026-03-02T12:00:00Z';

describe('whether a call is over', () => {
	test.each(callWords)('%s: %s', (status, family) => {
		const isOpen = family === 'in_progress';
		expect(cellOf(CALL, { status }, 'is_over')).toBe(!isOpen);
		expect(cellOf(CALL, { status, ended_at: 'now' }, 'is_over')).toBe(!isOpen);
		// A call in progress that has an end contradicts itself.
		expect(cellOf(CALL, { status, ended_at: END }, 'is_over')).toBe(isOpen ? null : true);
	});

	const results = { duration: 65, transcript: 'Hello', analysis: { summary: 'A talk' } };

	test.each(['zzz', 'Conversa terminada', undefined, '', 3, { name: 'ended' }])(
		'a status of %j leaves it to the end, or to the results',
		(status) => {
			const isOver = (more: object) => cellOf(CALL, { status, ...more }, 'is_over');
			const proofs = [{ ended_at: END }, { endTime: 1772452800 }, results];
			for (const more of [...proofs, { ...results, analysis: { outcome: 'interested' } }]) {
				expect(isOver(more)).toBe(true);
			}
			const lacking = [{ duration: 0 }, { duration: -3 }, { transcript: [] }];
			for (const more of [
				...[{}, { ended_at: '0001-01-01T00:00:00Z' }, { ended_at: 0 }],
				...lacking.map((one) => ({ ...results, ...one })),
				{ ...results, analysis: { status: 'pending' } },
			]) {
				expect(isOver(more)).toBeNull();
			}
		},
	);
});

test.each([
	...campaignWords.map(
		([word, family]) => [word, ['finished', 'cancelled'].includes(family)] as const,
	),
	['zzz', null],
	[3, null],
	[{ name: 'finished' }, null],
	[undefined, null],
] as const)('a campaign that is %j is finished: %p', (status, expected) => {
	const isFinished = (more: object) =>
		cellOf(CAMPAIGN, { status, ...more } as never, 'is_finished');
	expect(isFinished({})).toBe(expected);
	expect(isFinished({ finished_at: END })).toBe(expected === false ? null : true);
});

const YES = [true, 1, ' Yes ', ...phrases`true | YES | 1 | success | successful`];
const NO = [false, 0, ...phrases`false | No | 0 | failure | failed | unsuccessful`];
const NEITHER = ['maybe', ['true'], 2, '', null, undefined, {}];

test.each([
	...YES.map((value) => [value, true]),
	...NO.map((value) => [value, false]),
	...NEITHER.map((value) => [value, null]),
])('%j as yes or no is %p', (value, expected) => {
	expect(readFlag(value)).toBe(expected);
});
