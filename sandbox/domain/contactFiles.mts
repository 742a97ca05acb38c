import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import type { NewContact } from './campaigns.mts';
import { invalid } from '../common/errors.mts';

const E164 = /^\+[1-9][0-9]{6,14}$/;
const PHONE_COLUMNS = ['phone_number', 'phone', 'number', 'mobile'];
const HEADER_ROW = 1;

/** A contact file, read: what can be dialled, and which rows cannot. */
export interface ContactFile {
	columns: string[];
	totalRows: number;
	contacts: NewContact[];
	rejected: Array<{ row: number; phone_number: string; reason: string }>;
}

/** Reads a CSV or XLSX file with a header row; a file that is neither is refused with a 422. */
export async function readContactFile(content: Buffer): Promise<ContactFile> {
	const [header, ...rows] = await readRows(content);
	if (!header) throw invalid(['body', 'file'], 'The file is empty');
	const columns = header.map((name) => name.trim());
	const keys = columns.map((name) => name.toLowerCase());
	const phoneIndex = keys.findIndex((name) => PHONE_COLUMNS.includes(name));
	if (phoneIndex < 0)
		throw invalid(['body', 'file'], `The header row has no column ${PHONE_COLUMNS.join(', ')}`);

	const report: ContactFile = { columns, totalRows: 0, contacts: [], rejected: [] };
	for (const [index, cells] of rows.entries()) {
		if (cells.every((cell) => cell.trim() === '')) continue;
		report.totalRows++;
		const phoneNumber = (cells[phoneIndex] ?? '').trim();
		if (E164.test(phoneNumber)) {
			report.contacts.push(toContact(phoneNumber, columns, keys, phoneIndex, cells));
		} else {
			const reason =
				phoneNumber === ''
					? 'No phone number'
					: 'Not a phone number in international format with a leading +';
			report.rejected.push({ row: HEADER_ROW + 1 + index, phone_number: phoneNumber, reason });
		}
	}
	return report;
}

/** The part of every answer that says what became of the rows. */
export function fileReport(file: ContactFile): {
	accepted: number;
	rejected: ContactFile['rejected'];
} {
	return { accepted: file.contacts.length, rejected: file.rejected };
}

function toContact(
	phoneNumber: string,
	columns: string[],
	keys: string[],
	phoneIndex: number,
	cells: string[],
): NewContact {
	const value = (key: string) => cells[keys.indexOf(key)]?.trim() || null;
	const others = columns
		.map((name, index) => [name, cells[index]?.trim() ?? '', index] as const)
		.filter(
			([name, cell, index]) =>
				name && cell && index !== phoneIndex && !['first_name', 'last_name'].includes(keys[index]),
		);
	return {
		phone_number: phoneNumber,
		first_name: value('first_name'),
		last_name: value('last_name'),
		variables: Object.fromEntries(others.map(([name, cell]) => [name, cell])),
	};
}

async function readRows(content: Buffer): Promise<string[][]> {
	try {
		return isZip(content) ? await readXlsx(content) : readCsv(content);
	} catch (error) {
		throw invalid(['body', 'file'], `Not a readable CSV or XLSX file: ${(error as Error).message}`);
	}
}

function isZip(content: Buffer): boolean {
	return content.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
}

async function readXlsx(content: Buffer): Promise<string[][]> {
	const rows = await readSheet(content);
	return rows.map((cells) =>
		cells.map((cell) => (cell instanceof Date ? cell.toISOString() : String(cell ?? ''))),
	);
}

function readCsv(content: Buffer): string[][] {
	const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
	const [firstLine] = text.split('\n', 1);
	// Spreadsheets save with semicolons where the comma is the decimal sign.
	const delimiter = firstLine.split(';').length > firstLine.split(',').length ? ';' : ',';
	return parse(text, { delimiter, relax_column_count: true });
}
