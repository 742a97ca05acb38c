import fc from 'fast-check';
import { readableTranscript } from '../../../nodes/shared/platform';
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
