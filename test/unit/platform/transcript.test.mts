import fc from 'fast-check';
import { readableTranscript } from '../../../nodes/shared/platform';
import { transcriptStart } from '../../../nodes/shared/platform/longTexts';
import { runs } from '../../scale.mts';

test.each(['role', 'speaker', 'sender', 'from', 'source', 'participant', 'author', 'name'])(
	'the speaker of a turn may be named as %s',
	(name) => {
		expect(readableTranscript([{ [name]: 'agent', text: 'Hello' }])).toBe('Agent: Hello');
	},
);

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

test.each(['text', 'content', 'message', 'utterance', 'transcript', 'body', 'speech'])(
	'what was said may be in %s',
	(name) => {
		const said = (value: unknown) => readableTranscript([{ role: 'user', [name]: value }]);
		expect(said('Hi')).toBe('Contact: Hi');
		expect(said('  Hi\n there ')).toBe('Contact: Hi there');
	},
);

test.each([
	'transcript',
	'decrypted_transcript',
	'decryptedTranscript',
	'turns',
	'messages',
	'segments',
	'entries',
	'conversation',
	'utterances',
	'items',
	'data',
])('the turns may be in %s', (name) => {
	expect(readableTranscript({ [name]: [{ role: 'user', text: 'Hi' }] })).toBe('Contact: Hi');
	expect(readableTranscript({ [name]: [], transcript_text: 'Hello' })).toBe('Hello');
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
	const turn = fc.dictionary(
		fc.constantFrom('role', 'speaker', 'text', 'content', 'message', 'turn', 'type'),
		fc.oneof(fc.constantFrom('agent', 'user', 'system'), fc.jsonValue({ maxDepth: 3 })),
	);

	test('no object is written as [object Object]', () => {
		fc.assert(
			fc.property(fc.oneof(fc.array(turn), fc.jsonValue(), turn), (value) => {
				for (const sent of [value, { transcript: value }]) {
					const text = readableTranscript(sent);
					expect(text === null || (typeof text === 'string' && text !== '')).toBe(true);
					expect(text ?? '').not.toContain('[object');
				}
			}),
			runs('values'),
		);
	});

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
		const start = String(transcriptStart(transcript));
		expect(start.length).toBeGreaterThan(45);
		expect(start.length).toBeLessThanOrEqual(62);
		expect(start.endsWith(' …')).toBe(true);
		const shown = start.slice(0, -2);
		expect(transcript.startsWith(shown)).toBe(true);
		const ends = [...new Intl.Segmenter().segment(transcript)].map(({ index }) => index);
		expect(ends).toContain(shown.length);
		expect(start.isWellFormed()).toBe(true);
	});

	test('of any text is its beginning, and whole letters', () => {
		const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
		fc.assert(
			fc.property(text, (transcript) => {
				const start = String(transcriptStart(transcript));
				expect(start.length).toBeLessThanOrEqual(62);
				const shown = start === transcript ? start : start.slice(0, -2);
				expect(transcript.startsWith(shown)).toBe(true);
				expect(start.isWellFormed()).toBe(true);
			}),
			runs('values'),
		);
	});
});
