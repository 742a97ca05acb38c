import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** One row of workflows/contacts.csv. */
export interface ListedContact {
	phone: string;
	first_name: string;
	last_name: string;
	company: string;
	city: string;
	note: string;
}

export const contactRows: ListedContact[] = parse(
	readFileSync(join(process.cwd(), 'workflows', 'contacts.csv')),
	{ columns: true },
);

/** The number a person would dial, written down without the package's own reader: ten digits, perhaps after a 1 or a 001. */
export function dialledNumber({ phone }: ListedContact): string | undefined {
	const digits = phone.replace(/[^\da-zA-Z/]/g, '').replace(/^tel/, '');
	const [, national] = /^(?:001|1)?(\d{10})$/.exec(digits) ?? [];
	return national && `+1${national}`;
}

export interface Expected {
	row: number;
	contact: ListedContact;
	number?: string;
}

const all = contactRows.map((contact, index): Expected => ({
	row: index + 1,
	contact,
	number: dialledNumber(contact),
}));

const isFirst = ({ row, number }: Expected) =>
	number !== undefined && all.find((other) => other.number === number)?.row === row;

/** Rows to be called, in the order of the file. */
export const callable = all.filter(isFirst);
/** Rows without a valid number. */
export const unusable = all.filter(({ number }) => number === undefined);
/** Rows whose number also occurs in an earlier row. */
export const duplicates = all.filter((row) => row.number !== undefined && !isFirst(row));
/** Rows that are not called, in the order of the file. */
export const notCalled = [...unusable, ...duplicates].sort((a, b) => a.row - b.row);

/** The columns of a row that become variables of the call, besides number and name; empty cells are not sent. */
export function variablesOf({ company, city, note }: ListedContact): Record<string, string> {
	const entries = Object.entries({ company, city, note });
	return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
