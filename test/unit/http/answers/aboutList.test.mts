import { readPage } from '../../../../nodes/shared/http';
import { asCall, rows } from './reading.mts';
import { phrases } from '../../../support/phrases.mts';

describe('what an answer says about its list', () => {
	test.each(phrases`
		total | total_count | totalCount | total_items | total_results | total_records | totalElements |
		total_rows | recordsTotal | count
	`)('%s is its number of rows, also in its metadata', (name) => {
		expect(readPage({ items: rows, [name]: 9 }, asCall).total).toBe(9);
		expect(readPage({ data: { items: rows }, paging: { [name]: '9' } }, asCall).total).toBe(9);
	});

	const NAMES = phrases`next | next_url | nextLink | next_page_url | next_page_link | nextCursor`;
	const FLAGS = phrases`has_more | hasMore | has_next | hasNextPage | more`;

	test.each<[string[], unknown, boolean | undefined]>([
		[NAMES, '/calls?page=2', true],
		[NAMES, null, false],
		[NAMES, '', false],
		[NAMES, false, false],
		[FLAGS, true, true],
		[FLAGS, false, false],
		[FLAGS, 'yes', undefined],
	])('%j as %j: that another page follows is %j', (names, value, hasMore) => {
		for (const name of names) {
			expect(readPage({ items: rows, [name]: value }, asCall).hasMore).toBe(hasMore);
			expect(readPage({ rows, pageInfo: { [name]: value } }, asCall).hasMore).toBe(hasMore);
		}
	});

	test.each<[unknown, object]>([
		[{ data: { rows, totalCount: '9' } }, { total: 9 }],
		[{ items: rows, total: '', total_count: 5 }, { total: 5 }],
		[
			{ total: 1, has_more: false, data: { rows, total: 9, has_more: true } },
			{ total: 9, hasMore: true },
		],
		[{ items: rows, links: { next: { href: '/calls?page=2' } } }, { hasMore: true }],
		[{ items: rows, has_more: false, next: '?page=2' }, { hasMore: false }],
	])('%j', (answer, expected) => {
		expect(readPage(answer, asCall)).toMatchObject(expected);
	});
});
