import fc from 'fast-check';
import { textStart } from '../../../nodes/shared/platform/longTexts';
import { runs } from '../../scale.mts';

const lengths = fc.constantFrom(60, 120);

test('a longer one is its beginning with …, never cut inside a letter or an emoji', () => {
	const letters = fc.string({ unit: 'grapheme', minLength: 121, maxLength: 300 });
	fc.assert(
		fc.property(letters, lengths, (text, length) => {
			const start = textStart(text, length);
			const shown = start.slice(0, -2);
			expect(start.endsWith(' …')).toBe(true);
			expect(start.length).toBeLessThanOrEqual(length);
			expect(text.startsWith(shown)).toBe(true);
			expect(start.isWellFormed()).toBe(true);
		}),
		runs('values'),
	);
});

test.each([
	['Japanese', 'お電話ありがとうございます。'.repeat(30)],
	['Thai', 'สวัสดีค่ะยินดีต้อนรับ'.repeat(30)],
	['emoji', '👩‍👩‍👧‍👦😀'.repeat(60)],
	['one word', 'a'.repeat(400)],
])('has much of a long turn without spaces, and ends between two letters: %s', (_what, said) => {
	const text = `Agent: ${said}`;
	const shown = textStart(text, 60).slice(0, -2);
	expect(shown.length).toBeGreaterThan(41);
	const ends = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
	expect(ends).toContain(shown.length);
});

test.each([
	['before a space', `${'a'.repeat(50)} ${'b'.repeat(50)}`, `${'a'.repeat(50)} …`],
	['not before a space far in front', `a ${'b'.repeat(98)}`, `a ${'b'.repeat(56)} …`],
])('ends %s', (_where, text, start) => {
	expect(textStart(text, 60)).toBe(start);
});
