import * as platform from '../../nodes/shared/platform';
import type { Table } from '../../nodes/shared/platform';
import { mainColumns, shownColumns } from '../../nodes/shared/platform';
import { resourcesByNode } from '../support/nodeTypes.mts';

/*
 * The editor shows three to six columns of a result at first. They say who, the outcome, and when; identifiers are last, and a transcript, which
 * is the longest, stands behind them.
 */

/** What a column says, by its name, in the order in which people read it. */
const FIRST = [
	// Which of the two numbers of a call is the person's depends on its direction: neither says who.
	{ part: 'who', names: /^(?!(to|from)_)(.*_)?(name|number|email)$/ },
	// Three columns fit beside the parameters on the screen of a small laptop. The outcome of a call is the third.
	{ part: 'outcome', names: /^(outcome|summary)$/ },
	{ part: 'when', names: /_at$/ },
	{ part: 'how it ended', names: /^(status|is_\w+|contacts_\w+|attempts)$/ },
];
/** Of a call, the summary is among them: how the call ended, in words. */
const SEEN_AT_FIRST = 6;

const isId = (name: string) => /(^|_)id$/.test(name);
const partOf = (name: string) => FIRST.findIndex(({ names }) => names.test(name));
const rising = (numbers: number[]) => [...numbers].sort((one, other) => one - other);

const isTable = (value: unknown): value is Table =>
	typeof value === 'object' && value !== null && 'columns' in value && 'parts' in value;

/** They are compared with what the user chose, and no output has them. */
const NEVER_SHOWN: readonly unknown[] = [platform.OWNER];
const ofOperations = Object.values(resourcesByNode)
	.flat()
	.flatMap(({ operations }) => operations)
	.flatMap((operation) => ('columns' in operation ? (operation.columns ?? []) : []));
const exported = Object.entries(platform).flatMap(([name, value]) =>
	isTable(value) && !NEVER_SHOWN.includes(value) ? [[name, value] as const] : [],
);

test('every table of columns that an operation has is looked at here', () => {
	const tables = exported.map(([, table]) => table);
	expect(ofOperations.filter((table) => !tables.includes(table))).toEqual([]);
	expect(exported.map(([name]) => name)).toEqual(
		expect.arrayContaining(['CALL', 'CAMPAIGN', 'CONTACT', 'TRANSCRIPT']),
	);
});

const outputs = exported.flatMap(([name, table]) => [
	[name, 'Simplified', mainColumns(table)] as const,
	[name, 'All Columns', shownColumns(table)] as const,
]);

/** Tables that begin with an identifier. */
const FIRST_IDS = new Map([['CREATED_CAMPAIGN', 'campaign_id']]);

describe.each(outputs)('%s, %s', (name, _output, columns) => {
	const isTranscript = (column: string) => column.startsWith('transcript');
	const others = columns.filter((column) => !isId(column) && !isTranscript(column));

	test('identifiers are behind all else, a transcript behind them', () => {
		// What was created is there for the next node, which needs its ID.
		const first = columns.filter((column) => FIRST_IDS.get(name) === column);
		const ids = columns.filter((column) => isId(column) && !first.includes(column));
		expect(columns).toEqual([...first, ...others, ...ids, ...columns.filter(isTranscript)]);
	});

	test('the first columns say who, the outcome, when and how it ended, in this order', () => {
		const first = others.slice(0, SEEN_AT_FIRST).map(partOf);
		const known = first.filter((part) => part !== -1);
		expect(known).toEqual(rising(known));
		// The row of a transcript has nothing else.
		if (others.length > 0) expect(first[0]).toBe(0);
		// Whatever of it the row has is seen at first.
		const has = new Set(others.map(partOf).filter((part) => part !== -1));
		expect(new Set(known)).toEqual(has);
		const seen = Math.min(others.length, SEEN_AT_FIRST);
		expect({ columns: others.slice(0, seen), known: known.length }).toMatchObject({
			known: Math.min(seen, others.filter((name) => partOf(name) !== -1).length),
		});
	});
});

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
