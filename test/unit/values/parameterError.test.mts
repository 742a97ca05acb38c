import { problemsInWords, reasonsOf, remediesOf } from '../../../nodes/shared/values';

const problem = (row: number, message: string, description = '') => ({ row, message, description });

test.each([
	[[2, 4, 7], 'Rows 2, 4 and 7: a'],
	[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'Rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11: a'],
	[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'Rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more: a'],
])('rows %j that share a reason', (rows, expected) => {
	expect(reasonsOf(rows.map((row) => problem(row, 'a')))).toBe(expected);
});

test('at most ten reasons are named; a remedy that all rows share is told once', () => {
	const problems = Array.from({ length: 13 }, (_, index) =>
		problem(index + 1, `"${index}" has no country code`, 'Set Default Country Code'),
	);
	const reasons = reasonsOf(problems).split('; ');
	expect(reasons).toHaveLength(11);
	expect(reasons.at(-1)).toBe('… and 3 more');
	expect(remediesOf(problems)).toBe(
		'Rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more: Set Default Country Code',
	);
});

test('reasons and remedies in one text name each row once', () => {
	const problems = [
		problem(1, 'a', 'x'),
		problem(2, 'b'),
		problem(3, 'c', 'y'),
		problem(4, 'd', 'x'),
	];
	expect(problemsInWords(problems)).toBe('Row 1: a; Row 4: d. x. Row 2: b. Row 3: c. y');
	expect(problemsInWords([])).toBe('');
});
