import * as platform from '../../nodes/shared/platform';
import type { Table } from '../../nodes/shared/platform';
import { mainColumns, shownColumns } from '../../nodes/shared/platform';

const isTable = (value: unknown): value is Table =>
	typeof value === 'object' && value !== null && 'columns' in value && 'parts' in value;

/** They are compared with what the user chose, and no output has them. */
const NEVER_SHOWN: readonly unknown[] = [platform.OWNER];
const exported = Object.entries(platform).flatMap(([name, value]) =>
	isTable(value) && !NEVER_SHOWN.includes(value) ? [[name, value] as const] : [],
);

const CALL_TABLES = { CALL: platform.CALL, REQUESTED_CALL: platform.REQUESTED_CALL };

test.each(Object.entries(CALL_TABLES))(
	'%s: the name and the number of the contact are first, whoever called; the rest fits on a screen',
	(_name, table: Table) => {
		for (const columns of [mainColumns(table), shownColumns(table)])
			expect(columns.slice(0, 2)).toEqual(['contact_name', 'contact_number']);
		expect(mainColumns(table).length).toBeLessThanOrEqual(14);
	},
);

test('the outcome and the summary of a call come right after who, then when', () => {
	for (const columns of [mainColumns(platform.CALL), mainColumns(platform.LISTED_CALL)])
		expect(columns.slice(2, 5)).toEqual(['outcome', 'summary', 'called_at']);
});

test('Simplified shows no column in another place than All Columns does', () => {
	for (const [, table] of exported) {
		const all = shownColumns(table);
		expect(mainColumns(table)).toEqual(all.filter((name) => mainColumns(table).includes(name)));
	}
});
