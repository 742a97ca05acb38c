import type { IDataObject } from 'n8n-workflow';
import { Identity } from './identity';
import { IncompleteList } from './listErrors';
import type { Pages, ReadingSettings } from './listReader';
import { ListReader } from './listReader';
import type { FetchPage } from './pageReader';
import { PAGE_SIZE, PageReader } from './pageReader';

/**
 * The pages of a list, one after the other. A row that has moved to a second page is given once.
 * @throws RequestFailure if the rest cannot be read; for who keeps all rows, also if some are missing at the end
 */
export const pagesOf = (reader: PageReader, identity: Identity, reading?: ReadingSettings): Pages =>
	new ListReader(reader, identity, reading).pages();

export interface ListSettings {
	/** Max number of rows. */
	wanted?: number;
	/** Whether a row is wanted; undefined if all are. */
	keeps?: (row: IDataObject) => boolean;
	/** What tells the rows apart. */
	identity?: Identity;
	/** Max requests at a time. More than one is used only where the first two pages prove how the list continues. */
	parallel?: number;
}

/**
 * The rows of a list, without duplicates.
 *
 * @throws RequestFailure if the rest of the list cannot be read, or if rows are missing at the end
 */
export async function readRows(
	fetchPage: FetchPage,
	settings: ListSettings = {},
): Promise<IDataObject[]> {
	const { wanted = Infinity, keeps, identity = new Identity(), parallel = Infinity } = settings;
	// How many rows must be read until enough are kept is open, so all are read if needed.
	const toRead = keeps ? Infinity : wanted;
	const reader = new PageReader(fetchPage, Math.min(PAGE_SIZE, toRead));
	const read = async (): Promise<IDataObject[]> => {
		const rows: IDataObject[] = [];
		const keeping = { wanted: toRead, parallel };
		for await (const page of pagesOf(reader, identity, { keeping })) {
			for (const row of page.rows) if (!keeps || keeps(row)) rows.push(row);
			if (rows.length >= wanted) return rows.slice(0, wanted);
		}
		return rows;
	};
	return await read().catch(async (error: unknown) => {
		// Rows that were removed while the list was read look like missing ones.
		if (error instanceof IncompleteList) return await read();
		throw error;
	});
}
