import fc from 'fast-check';
import { outlineOf } from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';

test.each<[unknown, string]>([
	[
		{ id: 'secret', n: 7, ok: true, none: null, blank: '', list: ['secret'], no: [] },
		'{ id: text, n: number, ok: true/false, none: null, blank: empty text, list: [1 × text], no: [] }',
	],
	[{ a: { b: { c: { d: { e: 1 } } } } }, '{ a: { b: { c: { d: { … } } } } }'],
	['<a>secret</a>', 'XML'],
	['<!-- x --><html><p>secret', 'a web page'],
	['id,name\n1,secret', 'a table (CSV)'],
	['{"a":1}\n{"a":2}', 'several JSON values, one in each line'],
	[undefined, 'null'],
	[[{ a: 1 }, { b: 2 }], '[2 × { a: number }]'],
	[{ '+12125550123': 1, 'ada@example.com': 2, c_0001: 3 }, '{ …: number, …: number, …: number }'],
	[
		{ _embedded: 1, '@odata.count': 2, $ref: 3 },
		'{ _embedded: number, @odata.count: number, $ref: number }',
	],
])('of %j', (answer, expected) => {
	expect(outlineOf(answer)).toBe(expected);
});

test('is short', () => {
	const wide = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index}`, 1]));
	expect(outlineOf(wide)).toMatch(/f11: number, and 13 more }$/);
	expect(outlineOf({ ...wide, f1: wide, f2: wide, f3: wide, f4: wide })).toHaveLength(601);
	expect(outlineOf([[[[[[wide]]]]]])).toBe('[1 × [1 × [1 × [1 × [1 × …]]]]]');
});

test('shows no text of any answer', () => {
	fc.assert(
		fc.property(
			fc.jsonValue({ maxDepth: 6 }),
			fc.constantFrom('canary 7f3', '+12125550199'),
			(value, canary) => {
				const answer = { data: value, name: canary, [canary]: [canary, { inner: canary }] };
				const outline = outlineOf(answer);
				expect(outline).not.toContain(canary);
				expect(outline.length).toBeLessThanOrEqual(601);
			},
		),
		runs('values'),
	);
});
