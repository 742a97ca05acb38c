import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { cellUnder, columnsCalled } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';

/** As n8n's editor writes the path of a value that is dragged into a field for the name of a column. */
function dragged(path: ReadonlyArray<string | number>, isMultiple = false): string {
	const special = [...'- .\'"`[]{}():,?'];
	const written = path.reduce<string>((before, part) => {
		if (typeof part === 'number') return `${before}[${part}]`;
		if (!special.some((sign) => part.includes(sign))) return `${before}.${part}`;
		return `${before}['${part.replace(/'/g, "\\'")}']`;
	}, '$json');
	const rest = written.replace(/^\$json\.?/, '');
	const isSingle = rest.startsWith('[') && !rest.slice(1).includes('[');
	return isSingle && !isMultiple ? rest.slice(2, -2).replace(/\\'/g, "'") : rest;
}

test.each<[IDataObject, string, unknown]>([
	[{ 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
	[{ a: { b: 2 } }, 'a.b', 2],
	[{ fields: { 'Phone Number': 1 } }, 'fields["Phone Number"]', 1],
	[{ 'contact[phone]': 1 }, 'contact[phone]', 1],
	[{ a: 1 }, 'b', undefined],
	[{ a: 1 }, '', undefined],
	[{ a: [] }, 'a[0]', undefined],
	[{ a: 1 }, "['a", undefined],
])('of %j, %s is %j', (row, column, value) => {
	expect(cellUnder(row, column)).toBe(value);
	expect(columnsCalled([row], column)).toHaveLength(value === undefined ? 0 : 1);
});

test('any dragged column is found', () => {
	const name = fc
		.oneof(
			fc.string({ minLength: 1 }),
			fc.constantFrom('Phone Number', 'contact[phone]', "It's", 'a, b', 'Größe (cm)?', 'x.y', 'ｆ'),
		)
		// n8n does not escape a backslash, and no column of a table is called like that.
		.filter((text) => !text.includes('\\') && text.trim() === text);
	const step = fc.oneof({ arbitrary: name, weight: 4 }, { arbitrary: fc.nat(2), weight: 1 });
	fc.assert(
		fc.property(
			name,
			fc.array(step, { maxLength: 3 }),
			fc.boolean(),
			(first, others, isMultiple) => {
				const path = [first, ...others];
				// n8n writes such a path without its last letter: nobody can read it.
				const isCut = /^\['[^[]*'\]\./.test(dragged(path, true)) && !isMultiple;
				fc.pre(!isCut);
				const inner = others.reduceRight<unknown>(
					(value, part) =>
						typeof part === 'number'
							? Array.from({ length: part + 1 }, () => value)
							: { [part]: value },
					'value',
				);
				const row = JSON.parse(JSON.stringify({ [first]: inner })) as IDataObject;
				fc.pre(Object.hasOwn(row, first));
				const column = dragged(path, isMultiple);
				expect(cellUnder(row, column)).toBe('value');
				const [found = '', ...more] = columnsCalled([{}, row], column);
				expect(more).toEqual([]);
				expect(cellUnder(row, found)).toBe('value');
				if (others.length === 0) expect(found).toBe(first);
			},
		),
		runs('values'),
	);
});

test.each([
	['Phone ', 'Phone'],
	['\uFEFFPhone', 'Phone'],
	['\u00A0Phone\u00A0', 'Phone'],
	['Phone\u00A0Number', 'Phone Number'],
	['Phone  Number', 'phone number'],
	['PHONE', 'phone'],
	['Pho\u200Bne\u00AD', 'Phone'],
	['Te\u0301l', 'T\u00E9l'],
	['Ｐｈｏｎｅ', 'Phone'],
])('the column %j is found by %j, if no other column fits', (column, written) => {
	expect(columnsCalled([{ other: 1 }, { [column]: 1 }], written)).toEqual([column]);
	const nested = { data: { [column]: 1 } };
	const [found = ''] = columnsCalled([nested], `Data['${written}']`);
	expect(cellUnder(nested, found)).toBe(1);
	expect(columnsCalled([{ [column]: 1 }, { [written]: 2 }], written)).toEqual([written]);
	expect(columnsCalled([{ [column]: 1 }, { [`${column} `]: 2 }], written)).toHaveLength(2);
});
