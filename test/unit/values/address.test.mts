import fc from 'fast-check';
import { ParameterError, checkedIdentifier } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';

test('what is empty is refused, and the parameter is named', () => {
	for (const value of ['', '\n', undefined, null]) {
		expect(() => checkedIdentifier(value, 'Call ID')).toThrow(/Call ID.*empty/);
	}
});

test.each(['.', '..', ' .. ', 'a/b', '/', 'a\\b', 'a\u0000b', 'a\nb', 'a\u0085b'])(
	'%j would change a path',
	(value) => {
		const problem = expect(() => checkedIdentifier(value, 'Call ID'));
		problem.toThrow(ParameterError);
		problem.toThrow(/Call ID/);
		problem.not.toThrow(/empty/);
	},
);

test('whatever is accepted is one segment of a path', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			let id: string;
			try {
				id = checkedIdentifier(text, 'ID');
			} catch (error) {
				expect(error).toBeInstanceOf(ParameterError);
				return;
			}
			const { pathname } = new URL(`https://example.com/calls/${encodeURIComponent(id)}/end`);
			expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'calls', id, 'end']);
		}),
		runs('values'),
	);
});
