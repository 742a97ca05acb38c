import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';
import { instant } from '../common/times.mts';
import type { Database, Row } from '../data/database.mts';

/** One row for each contact in the order they were added, with its latest call; variables become columns of their own. */
export function exportRows(database: Database, campaignId: string): Row[] {
	const rows = database.all(
		`SELECT contacts.*, calls.started_at, calls.ended_at FROM contacts LEFT JOIN calls ON calls.call_id = contacts.call_id
		WHERE contacts.campaign_id = ? ORDER BY contacts.seq`,
		campaignId,
	);
	return rows.map((row) => ({
		...JSON.parse(row.variables),
		phone_number: row.phone_number,
		first_name: row.first_name,
		last_name: row.last_name,
		status: row.status,
		attempts: row.attempts,
		outcome: row.outcome,
		duration_seconds: row.duration_seconds,
		call_id: row.call_id,
		session_id: row.session_id,
		started_at: instant(row.started_at),
		ended_at: instant(row.ended_at),
	}));
}

/** The rows as a CSV file with a header row. A spreadsheet that opens it calculates nothing. */
export function toCsv(rows: Row[]): string {
	return stringify(toTable(rows), { cast: { string: withoutFormula } });
}

/** Puts an apostrophe before what a spreadsheet would take for a formula. A number, such as that of a phone, stays as it is. */
function withoutFormula(cell: string): string {
	const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) && !/^[+-]?[\d ().]+$/.test(cell);
	return isFormula ? `'${cell}` : cell;
}

/** The rows as an XLSX file with a header row. */
export async function toXlsx(rows: Row[]): Promise<Buffer> {
	return await writeExcelFile(toTable(rows)).toBuffer();
}

function toTable(rows: Row[]): Array<Array<string | number | null>> {
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cell = (value: unknown) =>
		typeof value === 'number'
			? value
			: value === null || value === undefined
				? null
				: textOf(value);
	return [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
