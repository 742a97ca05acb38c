import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnsPage } from '../../../scripts/generators/columnsPage.mts';
import * as platform from '../../../nodes/shared/platform';
import type { Source, Table } from '../../../nodes/shared/platform/row';
import { camelCase } from '../../../nodes/shared/platform/names';

const { CALL, CAMPAIGN, CONTACT, LISTED_CONTACT, OWNER } = platform;

test('a user finds on docs/columns.md what is read, name by name and word by word', () => {
	const page = readFileSync(join(process.cwd(), 'docs', 'columns.md'), 'utf8');
	expect(columnsPage(platform).split('\n')).toEqual(page.split('\n'));
});

/** One of them can be read in any column. */
const VALUES = [
	...['+12125550123', 'https://files.example.com/1', 'inbound', '2026-03-02T12:00:00Z'],
	...[7, 'minutes', true, 'Agent: Hello'],
];

const spellings = (name: string) => [name, camelCase(name)];

/** The rows in which only this name of a column has a value. */
const rowsWith = ({ parts }: Table, part: string | undefined, own: object): object[] =>
	part === undefined
		? [own]
		: (parts[part] ?? []).flatMap(spellings).map((name) => ({ [name]: own }));

test.each<[string, Table]>([
	['call', CALL],
	['campaign', CAMPAIGN],
	['contact of a campaign', LISTED_CONTACT],
	['contact of a campaign, read alone', CONTACT],
	['agent and campaign', OWNER],
])('each name of a %s is read, in each spelling and wherever it may be', (_what, table) => {
	const isRead = (column: string, row: object) =>
		platform.valueOf(table, row as never, column) !== undefined;
	const unread: string[] = [];
	for (const [column, { sources }] of Object.entries(table.columns)) {
		const named = sources.filter(
			(source): source is Exclude<Source, { whole: true }> => 'names' in source,
		);
		for (const { part, names } of named) {
			for (const name of names.flatMap(spellings)) {
				const rows = VALUES.map((value) => rowsWith(table, part, { [name]: value }));
				const [places = []] = rows;
				const missing = places.filter(
					(_row, place) => !rows.some((each) => isRead(column, each[place] ?? {})),
				);
				unread.push(...missing.map((row) => `${column}: ${JSON.stringify(row)}`));
			}
		}
	}
	expect(unread).toEqual([]);
});
