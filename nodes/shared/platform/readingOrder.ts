import type { IDataObject } from 'n8n-workflow';

const isLast = (name: string): boolean => name.endsWith('_id') || name === 'transcript';

/** A row of columns with what is reported beside it. Identifiers and the transcript stay behind all else. */
export function withReport(row: IDataObject, report: IDataObject): IDataObject {
	if (Object.keys(report).length === 0) return row;
	const last = Object.entries(row).filter(([name]) => isLast(name));
	const others = Object.entries(row).filter(([name]) => !isLast(name));
	return { ...Object.fromEntries(others), ...report, ...Object.fromEntries(last) };
}

/** The row, with what is known from elsewhere in these columns where it has no value. */
export function filledIn(
	row: IDataObject,
	known: IDataObject,
	columns: readonly string[],
): IDataObject {
	const filled = { ...row };
	for (const name of columns) if (filled[name] === null) filled[name] = known[name] ?? null;
	return filled;
}
