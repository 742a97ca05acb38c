import fc from 'fast-check';
import { readableTranscript } from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

test.each([
	...phrases`agent | Assistant | bot | AI | voiceAgent`.map((role) => [role, 'Agent']),
	...phrases`
		user | Customer | contact | human | client | End User
	`.map((role) => [role, 'Contact']),
	// Either of the two may be the caller.
	...phrases`caller | callee | system`.map((role) => [role, role]),
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
	...[{}, [], '', ' ', true, 7, null, undefined].map((one): [unknown, null] => [one, null]),
])('of %j is %j', (value, expected) => {
	expect(readableTranscript(value)).toBe(expected);
});

test('whatever is sent, it has a line for each turn, or is none', () => {
	const word = fc.stringMatching(/^[a-z]{1,8}$/);
	const known = fc.record({ role: fc.constantFrom('agent', 'user'), text: word });
	const unknown = fc.record({ phrase: word, who: fc.nat(9) });
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
