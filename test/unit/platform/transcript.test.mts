import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readableTranscript, withMoreTurns } from '../../../nodes/shared/platform';
import { transcriptStart } from '../../../nodes/shared/platform/transcript';
import { runs } from '../../scale.mts';

describe('the speaker of a turn', () => {
	test.each(['role', 'speaker', 'sender', 'from', 'source', 'participant', 'author', 'name'])(
		'may be named as %s',
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
		['Ada', 'Ada'],
		[0, 'Speaker 0'],
		['', 'Speaker'],
		[undefined, 'Speaker'],
	])('%j speaks as %s', (role, speaker) => {
		expect(readableTranscript([{ role, text: 'Hello' }])).toBe(`${speaker}: Hello`);
	});

	test.each([
		[{ is_agent: true }, 'Agent'],
		[{ isAgent: false }, 'Contact'],
		[{ isBot: true }, 'Agent'],
		[{ is_agent: 1 }, 'Agent'],
		[{ is_agent: 'false' }, 'Contact'],
		[{ speaker_id: 1 }, 'Speaker 1'],
		[{ speaker_id: 1, is_agent: true }, 'Agent'],
		[{ is_agent: 'perhaps' }, 'Speaker'],
		[{ is_agent: true, role: 'user' }, 'Contact'],
		// Nothing says to whom a turn is inbound.
		[{ direction: 'inbound' }, 'inbound'],
	])('of %j is %s', (fields, speaker) => {
		expect(readableTranscript([{ ...fields, text: 'Hello' }])).toBe(`${speaker}: Hello`);
	});
});

describe('what was said', () => {
	test.each(['text', 'content', 'message', 'utterance', 'transcript', 'body', 'speech', 'words'])(
		'may be in %s, also in parts',
		(name) => {
			const said = (value: unknown) => readableTranscript([{ role: 'user', [name]: value }]);
			expect(said('Hi')).toBe('Contact: Hi');
			expect(said(['Hi', 'there'])).toBe('Contact: Hi there');
			expect(said([{ type: 'text', text: 'Hi' }])).toBe('Contact: Hi');
			expect(said([{ word: 'Hi' }, { word: 'there' }])).toBe('Contact: Hi there');
			expect(said({ text: 'Hi' })).toBe('Contact: Hi');
			expect(said('  Hi\n there ')).toBe('Contact: Hi there');
		},
	);
});

test.each([
	'transcript',
	'turns',
	'messages',
	'segments',
	'entries',
	'conversation',
	'utterances',
	'text',
	'words',
	'items',
	'data',
])('the turns may be in %s', (name) => {
	expect(readableTranscript({ [name]: ['Hello', 'Hi'] })).toBe('Hello\nHi');
	expect(readableTranscript({ [name]: [], transcript: 'Hello' })).toBe('Hello');
});

test.each([
	{ role: 'system', content: 'You are an agent' },
	{ role: 'developer', content: 'You are an agent' },
	{ role: 'tool', content: '{"slots":[]}' },
	{ role: 'function', name: 'book', content: 'done' },
	{ role: 'tool_call_result', content: 'done' },
	{ role: 'toolCallInvocation', arguments: '{}' },
	{ type: 'function_call', name: 'book', arguments: '{}' },
	{ type: 'toolCall', message: 'book' },
	{ role: 'assistant', content: null, tool_calls: [{ id: 1 }] },
	{ role: 'assistant', toolCalls: [{ id: 1 }] },
])('%j is no speech', (entry) => {
	expect(readableTranscript([{ role: 'agent', text: 'Hello' }, entry])).toBe('Agent: Hello');
	expect(readableTranscript([entry])).toBeNull();
});

test.each<[unknown, string | null]>([
	['Hello', 'Hello'],
	['Agent: Hello\nContact: Hi', 'Agent: Hello\nContact: Hi'],
	['[inaudible] Hello', '[inaudible] Hello'],
	['[{"role":"agent","text":"Hello"}]', 'Agent: Hello'],
	['{"turns":[{"role":"user","text":"Hi"}]}', 'Contact: Hi'],
	[['Hello', 7], 'Hello\n7'],
	[{ data: { turns: [{ role: 'user', text: 'Hi' }] } }, 'Contact: Hi'],
	// Nobody spoke.
	[[{ role: 'agent', text: '' }, { role: 'agent', text: null }, '', null, ' '], null],
	// What cannot be read is shown.
	[[{ role: 'agent' }], '{"role":"agent"}'],
	[[{ message: { role: 'user', content: 'Hi' } }], '{"message":{"role":"user","content":"Hi"}}'],
	[
		[{ role: 'agent', content: [{ type: 'audio', ref: 3 }] }],
		'{"role":"agent","content":[{"type":"audio","ref":3}]}',
	],
	[[{ phrase: 'Hello' }, { role: 'user', text: 'Hi' }], '{"phrase":"Hello"}\nContact: Hi'],
	[[true], 'true'],
	[{}, null],
	[{ phrase: 'Hello' }, null],
	[[], null],
	['[]', null],
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
		fc.constantFrom(
			'role',
			'speaker',
			'text',
			'content',
			'message',
			'words',
			'turn',
			'type',
			'is_agent',
		),
		fc.oneof(fc.constantFrom('agent', 'user', 'system', 'tool'), fc.jsonValue({ maxDepth: 3 })),
	);

	test('no object is written as [object Object]', () => {
		fc.assert(
			fc.property(fc.oneof(fc.array(turn), fc.jsonValue(), turn), (value) => {
				for (const sent of [value, { transcript: value }, JSON.stringify(value)]) {
					const text = readableTranscript(sent);
					expect(text === null || (typeof text === 'string' && text !== '')).toBe(true);
					expect(text ?? '').not.toContain('[object');
				}
			}),
			runs('values'),
		);
	});

	test('no word that somebody said is lost', () => {
		const known = fc.record({
			role: fc.constantFrom('agent', 'user'),
			text: fc.stringMatching(/^[a-z]{1,8}$/),
		});
		const unknown = fc.record({ phrase: fc.stringMatching(/^[a-z]{1,8}$/), who: fc.nat(9) });
		fc.assert(
			fc.property(fc.array(fc.oneof(known, unknown), { minLength: 1 }), (turns) => {
				const lines = readableTranscript(turns)?.split('\n') ?? [];
				expect(lines).toHaveLength(turns.length);
				turns.forEach((said, index) => {
					expect(lines[index]).toContain('text' in said ? said.text : said.phrase);
				});
			}),
			runs('values'),
		);
	});
});

describe('the order of the turns', () => {
	const texts = ['Good morning', 'Hello', 'How are you?', 'Fine', 'Goodbye'];
	const inOrder = texts.join('\n').replaceAll(/^/gm, 'Agent: ');
	const kinds: ReadonlyArray<(index: number) => IDataObject> = [
		(index) => ({ start: index * 1.5 }),
		(index) => ({ timestamp: `2026-03-02T10:00:0${index}Z` }),
		(index) => ({ timestamp: `2026-03-02 10:00:0${index}` }),
		(index) => ({ time: `2026-10-25T0${index < 3 ? '2:59' : '3:00'}:0${index}+02:00` }),
		// A clock beside a number.
		(index) => ({ time: index < 3 ? '23:59' : '00:00', position: index }),
		(index) => ({ start_ms: String(index * 900) }),
		(index) => ({ created_at: 1772452800 + index }),
		(index) => ({ turn_index: index + 1 }),
		(index) => ({ seq: index }),
		// The index may be that of the list, which is the last turn first.
		(index) => ({ start: index, index: 9 - index }),
	];

	test('is that of their times or numbers, however they are listed', () => {
		const setting = fc.record({
			kind: fc.constantFrom(...kinds),
			order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
			isText: fc.boolean(),
		});
		fc.assert(
			fc.property(setting, ({ kind, order, isText }) => {
				const turns = order.map((at) => ({ role: 'agent', text: texts[at], ...kind(at) }));
				const instructions = { role: 'system', text: 'Be kind' };
				const sent = { turns: [instructions, ...turns] };
				expect(readableTranscript(isText ? JSON.stringify(sent) : sent)).toBe(inOrder);
			}),
			runs('values'),
		);
	});

	const said = (...times: unknown[]) =>
		times.map((time, index) => ({ role: 'agent', text: String(index), time }));
	const order = (turns: unknown) => String(readableTranscript(turns)).replaceAll(/Agent: |\n/g, '');

	test.each<[string, string[]]>([
		['past midnight, minutes', ['23:59', '00:00']],
		['past midnight, seconds', ['23:59:58', '00:00:03', '00:00:09']],
		['past midnight, with parts of a second', ['23:59:58.500', '00:00:03.120']],
		['past midnight, digits alone', ['235958', '000003', '000009']],
		['a clock of twelve hours', ['12:59:58', '01:00:03']],
		['noon', ['11:59:58 AM', '12:00:03 PM', '01:00:00 PM']],
		['past the hour', ['59:58', '1:00:03']],
		['minutes and seconds of a clock', ['59:58', '00:03', '00:09']],
		['a clock, the last first', ['0:09', '0:05', '0:01']],
		['the end of summer time', ['2026-10-25T02:59:58', '2026-10-25T02:00:03']],
		[
			'the end of summer time, then on',
			['2026-10-25 02:59:58', '2026-10-25 02:00:03', '2026-10-25 02:00:09'],
		],
		['the end of summer time, half an hour', ['2026-04-05T01:59:58', '2026-04-05T01:30:03']],
		[
			'the beginning of summer time, the last first',
			['2026-03-29T03:00:03', '2026-03-29T01:59:58'],
		],
		['dates alone', ['2026-03-02', '2026-03-01']],
		['some with a zone, some without', ['2026-03-02T10:00:05Z', '2026-03-02T10:00:01']],
		['some times, some numbers', ['2026-03-02T10:00:05Z', '1']],
	])('is that of the list where times prove no other: %s', (_name, times) => {
		expect(order(said(...times))).toBe([...times.keys()].join(''));
	});

	test.each<[string, unknown[], string]>([
		['seconds, the last first', [9, 5, 1], '210'],
		['seconds as texts', ['9.5', '5.25', '1'], '210'],
		[
			'the end of summer time with zones',
			['2026-10-25T02:00:03+01:00', '2026-10-25T02:59:58+02:00'],
			'10',
		],
		[
			'local times, the last first',
			['2026-03-02T10:00:09', '2026-03-02T10:00:05', '2026-03-02T10:00:01'],
			'210',
		],
		[
			'local times past midnight, the last first',
			['2026-03-03T00:00:03', '2026-03-02T23:59:58'],
			'10',
		],
		['moments hours apart', ['2026-03-02T12:00:00Z', '2026-03-02T10:00:00Z'], '10'],
		['milliseconds since 1970', [1_772_452_809_000, 1_772_452_801_000], '10'],
	])('is that of their times: %s', (_name, times, expected) => {
		expect(order(said(...times))).toBe(expected);
	});

	test('is that of the list where not each has a time, and turns of one second stay beside each other', () => {
		expect(order(said(3, 2, undefined))).toBe('012');
		expect(order(said(1, 1, 1))).toBe('012');
		expect(order(said(1, 1, 2, 2))).toBe('0123');
		expect(order(said(2, 2, 1, 1))).toBe('3210');
		expect(order(['0', { role: 'agent', text: '1', time: 0 }])).toBe('01');
	});

	test.each([
		['index', [0, 1, 2, 0, 1], '01234'],
		['turn', [1, 2, 3, 1], '0123'],
		['sequence', [2, 1, 2, 1], '0123'],
		['index', [2, 1, 0], '210'],
		['turn_number', [0, 0, 1, 1], '0123'],
		['position', [2, 0, 1], '120'],
		['start', [0, 5, 10, 0, 7], '03142'],
	])('numbers that begin again are no order of all turns: %s %j', (name, numbers, expected) => {
		const turns = numbers.map((number, index) => ({
			role: 'agent',
			text: String(index),
			[name]: number,
		}));
		expect(order(turns)).toBe(expected);
	});
});

describe('a transcript of which the platform sent only a part says so', () => {
	const turns = [
		{ role: 'agent', text: 'Hello' },
		{ role: 'user', text: 'Hi' },
	];
	const PART = '[The platform sent only the first part of this transcript]';

	test.each<IDataObject>([
		{ turns, has_more: true },
		{ items: turns, total: 5 },
		{ turns, totalTurns: 5 },
		{ results: turns, next: 'https://api.example.com/t?page=2' },
		{ data: turns, pagination: { page: 1, total_pages: 3 } },
		{ transcript: { turns, next_cursor: 'abc' } },
		{ messages: turns, truncated: true },
		{ data: { turns }, meta: { hasNext: true } },
		{ data: { turns }, total: 3 },
	])('%j', (sent) => {
		expect(readableTranscript(sent)).toBe(`Agent: Hello\nContact: Hi\n${PART}`);
		expect(withMoreTurns({ turns }, sent)).toEqual({ turns, has_more: true });
	});

	test.each<unknown>([
		{ turns, has_more: false, next: null, total: 2 },
		{ turns: [{ role: 'system', text: 'Be kind' }, ...turns], total: 3 },
		{ data: turns, pagination: { page: 3, pages: 3 } },
		{ text: 'Agent: Hello\nContact: Hi', total: 40, next: '' },
		turns,
	])('whole: %j', (sent) => {
		expect(readableTranscript(sent)).toBe('Agent: Hello\nContact: Hi');
		expect(withMoreTurns({ turns }, sent)).toEqual({ turns });
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
