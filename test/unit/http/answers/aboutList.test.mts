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

	test.each(['next', 'next_url', 'nextLink', 'next_page_url', 'next_page_link', 'nextCursor'])(
		'%s says if one follows',
		(name) => {
			expect(readPage({ items: rows, [name]: '/calls?page=2' }, asCall).hasMore).toBe(true);
			expect(readPage({ items: rows, [name]: null }, asCall).hasMore).toBe(false);
			expect(readPage({ items: rows, [name]: '' }, asCall).hasMore).toBe(false);
		},
	);

	test.each(['has_more', 'hasMore', 'has_next', 'hasNextPage', 'more'])(
		'%s says if one follows',
		(name) => {
			expect(readPage({ items: rows, [name]: true }, asCall).hasMore).toBe(true);
			expect(readPage({ items: rows, pageInfo: { [name]: false } }, asCall).hasMore).toBe(false);
			expect(readPage({ items: rows, [name]: 'yes' }, asCall).hasMore).toBeUndefined();
		},
	);

	test.each<[unknown, object]>([
		[{ items: rows, total: 9 }, { total: 9 }],
		[{ data: { rows, totalCount: '9' } }, { total: 9 }],
		[{ data: rows, meta: { total: 9 } }, { total: 9 }],
		[{ items: rows, total: '', total_count: 5 }, { total: 5 }],
		[{ items: rows, links: { next: { href: '/calls?page=2' } } }, { hasMore: true }],
		[{ items: rows, meta: { next_cursor: 'abc' } }, { hasMore: true }],
		[{ items: rows, has_more: true }, { hasMore: true }],
		[{ items: rows, next: null }, { hasMore: false }],
		[{ items: rows, pagination: { hasMore: false } }, { hasMore: false }],
	])('%j', (answer, expected) => {
		expect(readPage(answer, asCall)).toMatchObject(expected);
	});
});
