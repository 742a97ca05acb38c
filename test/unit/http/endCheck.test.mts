import type { IDataObject } from 'n8n-workflow';
import { EndCheck } from '../../../nodes/shared/http/lists/endCheck';
import { Identity } from '../../../nodes/shared/http/lists/identity';

/* Whether the pages that were read are the whole list. Each letter is a row. */

interface Read {
	rows: string;
	offset?: number;
	/** What the platform says about the number of rows. */
	total?: number;
}

function check(pages: readonly Read[], rowOf: (key: string) => IDataObject): number {
	const positions = new Map<string, number>();
	const endCheck = new EndCheck(new Identity(), positions);
	for (const { rows, offset = 0, total } of pages) {
		const keys = [...rows];
		const page = { keys, rows: keys.map(rowOf), offset, limit: 10, total };
		endCheck.noteTotal(page);
		endCheck.noteOrder(page);
		for (const key of keys) if (!positions.has(key)) positions.set(key, positions.size);
	}
	endCheck.check(positions.size);
	return positions.size;
}

const withId = (key: string) => ({ id: key });
const withoutId = (key: string) => ({ name: key });

test.each<[string, number, Read[]]>([
	['the second page follows', 6, [{ rows: 'abc' }, { rows: 'def', offset: 3 }]],
	['it begins with the last row', 5, [{ rows: 'abc' }, { rows: 'cde', offset: 2 }]],
	['it begins with the last two rows', 4, [{ rows: 'abc' }, { rows: 'bcd', offset: 1 }]],
	['it ends with them', 3, [{ rows: 'abc' }, { rows: 'bc', offset: 1 }]],
	[
		'the order changes, and the platform counts the rows',
		4,
		[
			{ rows: 'abc', total: 4 },
			{ rows: 'acd', offset: 2, total: 4 },
		],
	],
	[
		'the order changes, rows go, and one total was that of the list',
		4,
		[
			{ rows: 'abc', total: 5 },
			{ rows: 'acd', offset: 2, total: 3 },
		],
	],
])('whole: %s', (_name, count, pages) => {
	expect(check(pages, withId)).toBe(count);
});

test.each<[string, Read[]]>([
	['a row is left out in the middle', [{ rows: 'abc' }, { rows: 'acd', offset: 2 }]],
	['the last row is left out', [{ rows: 'abc' }, { rows: 'abd', offset: 2 }]],
	['rows come in another order', [{ rows: 'abc' }, { rows: 'bac', offset: 2 }]],
	[
		'each total is that of its page',
		[
			{ rows: 'abcd', total: 4 },
			{ rows: 'ac', offset: 3, total: 2 },
		],
	],
	[
		'there are more than the platform counts',
		[
			{ rows: 'abc', total: 2 },
			{ rows: 'acd', offset: 2, total: 1 },
		],
	],
])('not certain: %s', (_name, pages) => {
	expect(() => check(pages, withId)).toThrow('It is not certain that all rows were read');
});

test('a row that comes again behind another one may be a second one that is equal, unless it has an identifier', () => {
	const pages = [{ rows: 'ab' }, { rows: 'cb' }];
	expect(() => check(pages, withoutId)).toThrow('It is not certain');
	expect(check(pages, withId)).toBe(3);
	expect(check([{ rows: 'ab' }, { rows: 'bc', offset: 1 }], withoutId)).toBe(3);
});

test('fewer rows than each total: the list is longer', () => {
	const pages = [
		{ rows: 'ab', total: 5 },
		{ rows: 'bc', offset: 1, total: 4 },
	];
	expect(() => check(pages, withId)).toThrow('Only 3 of 4 rows could be read');
});
