import fc from 'fast-check';
import { readableTranscript } from '../../../nodes/shared/platform';
import { startInRow } from '../../../nodes/shared/platform/longTexts';
import { runs } from '../../scale.mts';

test.each([
	['agent', 'Agent'],
	['Assistant', 'Agent'],
	['bot', 'Agent'],
	['AI', 'Agent'],
	['voiceAgent', 'Agent'],
	['user', 'Contact'],
	['Customer', 'Contact'],
	['contact', 'Contact'],
	['human', 'Contact'],
	['client', 'Contact'],
	['End User', 'Contact'],
	// Either of the two may be the caller.
	['caller', 'caller'],
	['callee', 'callee'],
	['system', 'system'],
	[' Ada ', 'Ada'],
])('%j speaks as %s', (role, speaker) => {
	expect(readableTranscript([{ role, text: 'Hello' }])).toBe(`${speaker}: Hello`);
});

const HELLO = { role: 'agent', text: 'Hello' };

test.each<[unknown, string | null]>([
	['Hello', 'Hello'],
	[' Agent: Hello\nContact: Hi ', 'Agent: Hello\nContact: Hi'],
	[[HELLO, { speaker: 'Ada', content: 'Hi' }], 'Agent: Hello\nAda: Hi'],
	// In the order of the platform, whatever their times are.
	[
		[
			{ ...HELLO, timestamp: 9 },
			{ role: 'user', text: 'Hi', timestamp: 1 },
		],
		'Agent: Hello\nContact: Hi',
	],
	// Nothing was said.
	[[HELLO, { role: 'agent', text: '' }, { role: 'agent', content: null }], 'Agent: Hello'],
	[[{ role: 'agent', text: ' ' }], null],
	[{ text: '', turns: [HELLO] }, 'Agent: Hello'],
	[{ text: null, content: 'x' }, null],
	// What is not read.
	[[HELLO, { role: 'agent' }], null],
	[[HELLO, { text: 'Hi' }], null],
	[[HELLO, { speaker: 1, text: 'Hi' }], null],
	[[HELLO, { role: 'user', content: [{ type: 'text', text: 'Hi' }] }], null],
	[[HELLO, { role: 'user', text: 7 }], null],
	[[HELLO, 'Contact: Hi'], null],
	[[[HELLO]], null],
	[{ data: { turns: [HELLO] } }, null],
	[{ phrase: 'Hello' }, null],
	[{}, null],
	[[], null],
	['', null],
	[' ', null],
	[true, null],
	[7, null],
	[null, null],
	[undefined, null],
])('of %j is %j', (value, expected) => {
	expect(readableTranscript(value)).toBe(expected);
});

describe('whatever is sent', () => {
	test('it has a line for each turn, or is none', () => {
		const known = fc.record({
			role: fc.constantFrom('agent', 'user'),
			text: fc.stringMatching(/^[a-z]{1,8}$/),
		});
		const unknown = fc.record({ phrase: fc.stringMatching(/^[a-z]{1,8}$/), who: fc.nat(9) });
		const any = fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: unknown });
		fc.assert(
			fc.property(fc.array(any, { minLength: 1 }), (turns) => {
				const lines = readableTranscript(turns)?.split('\n');
				if (turns.some((said) => 'phrase' in said)) expect(lines).toBeUndefined();
				else {
					const texts = turns.map((said) => ('text' in said ? said.text : ''));
					expect(lines?.map((line) => line.split(': ')[1])).toEqual(texts);
				}
			}),
			runs('values'),
		);
	});
});

describe('the start of a transcript', () => {
	test.each([
		['Japanese', 'お電話ありがとうございます。'.repeat(30)],
		['Thai', 'สวัสดีค่ะยินดีต้อนรับ'.repeat(30)],
		['emoji', '👩‍👩‍👧‍👦😀'.repeat(60)],
		['one word', 'a'.repeat(400)],
	])('has much of a long turn without spaces, and ends between two letters: %s', (_what, text) => {
		const transcript = `Agent: ${text}`;
		const start = String(startInRow(transcript));
		expect(start.length).toBeGreaterThan(43);
		expect(start.length).toBeLessThanOrEqual(60);
		expect(start.endsWith(' …')).toBe(true);
		const shown = start.slice(0, -2);
		expect(transcript.startsWith(shown)).toBe(true);
		const ends = [...new Intl.Segmenter().segment(transcript)].map(({ index }) => index);
		expect(ends).toContain(shown.length);
		expect(start.isWellFormed()).toBe(true);
	});
});
