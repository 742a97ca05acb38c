import { deduplicationKey, repeatedNumbers } from '../../../nodes/shared/execution/onceEver';
import { Params } from '../../../nodes/shared/operation';

test.each([
	['always', 'always'],
	['ever', 'ever'],
	['execution', 'execution'],
	['', 'execution'],
	['sometimes', 'execution'],
])('Duplicate Numbers %j is %s', (choice, expected) => {
	expect(repeatedNumbers(Params.of({ options: { repeatedNumbers: choice } }))).toBe(expected);
});

test('a number has another key in each round', () => {
	const key = (round: string, ...parts: unknown[]) =>
		deduplicationKey(Params.of({ options: { round } }), parts);
	expect(key('1', 'a', 2)).toBe('["1","a",2]');
	expect(new Set([key('1', 'a'), key('2', 'a'), key('1', 'b'), key('', 'a')]).size).toBe(4);
});
