import type { IDataObject } from 'n8n-workflow';
import { isFilled } from '../values';
import { OWN_ID_NAMES } from './entities';

/**
 * The rows of a list without those fields that look like an identifier and have the same value in all of them: the organization's, for
 * example. A value in some of them can be the identifier of a contact that was called several times.
 */
export function withoutSharedIds(rows: IDataObject[]): IDataObject[] {
	const shared = OWN_ID_NAMES.filter((name) => {
		const values = rows.map((row) => row[name]).filter(isFilled);
		return values.length > 1 && new Set(values).size === 1;
	});
	if (shared.length === 0) return rows;
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => !shared.includes(name))),
	);
}
