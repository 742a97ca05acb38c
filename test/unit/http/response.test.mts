import { readObject, readPage } from '../../../nodes/shared/http';

describe('readPage', () => {
	const rows = [{ id: 'a' }, { id: 'b' }];
	test.each<[unknown, unknown]>([
		[rows, { rows }],
		[
			{ items: rows, total: 9 },
			{ rows, total: 9 },
		],
		[
			{ calls: rows, count: 2 },
			{ rows, total: undefined },
		],
		[{ data: { rows } }, { rows, total: undefined }],
		[
			{ data: { rows }, total: 9 },
			{ rows, total: 9 },
		],
		[{ data: { rows, totalCount: '9' } }, { rows, total: 9 }],
		[
			{ data: rows, warnings: [] },
			{ rows, total: undefined },
		],
		[
			{ items: null, total: 0 },
			{ rows: [], total: 0 },
		],
		[['a', 'b'], { rows: [{ value: 'a' }, { value: 'b' }], total: undefined }],
		[[], { rows: [] }],
		[
			{ a: rows, items: [], total: 0 },
			{ rows: [], total: 0 },
		],
		[
			{ items: rows, total: '', total_count: 5 },
			{ rows, total: 5 },
		],
	])('%j', (body, expected) => {
		expect(readPage(body)).toEqual(expected);
	});

	test.each([null, true, -1, 1.5, '', 'x', [9]])('%j is no total', (total) => {
		expect(readPage({ items: rows, total })).toEqual({ rows, total: undefined });
	});

	test.each([[{}], ['text'], [null], [{ a: [], b: [] }], [{ message: 'hello' }]])(
		'%j is not a list',
		(body) => {
			expect(() => readPage(body)).toThrow(/not a list/);
			expect(() => readPage(body)).toThrow(
				expect.objectContaining({ details: { reach: 'answered', final: true } }),
			);
		},
	);
});

describe('readObject', () => {
	test.each([
		[{ id: 1 }, { id: 1 }],
		[{ data: { id: 1 } }, { id: 1 }],
		[{ data: { id: 1 }, status: 'ok' }, { id: 1 }],
		[{ call: { call_id: 1 } }, { call_id: 1 }],
		[{ call: { name: 'x', call_id: 1 } }, { name: 'x', call_id: 1 }],
		[{ thing: { id: 1, name: 'x' } }, { id: 1, name: 'x' }],
		[undefined, {}],
		[
			{ data: { id: 1 }, meta: {} },
			{ data: { id: 1 }, meta: {} },
		],
		[{ progress: { total: 1 } }, { progress: { total: 1 } }],
		[{ status: 'ok' }, { status: 'ok' }],
		['', {}],
		[null, {}],
		['accepted', { message: 'accepted' }],
		[[1], { items: [1] }],
	])('%j', (body, expected) => {
		expect(readObject(body)).toEqual(expected);
	});
});
