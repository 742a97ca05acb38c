import type { IDataObject } from 'n8n-workflow';
import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { ChosenIdentity } from './chosenIdentity';
import { Order } from './order';
import type { StreamRow, RowStream } from './stream';
import { addedAt, byTime, slackOf, streamPages } from './stream';

/**
 * The latest rows of a stream, the oldest first, whether they were emitted or not. If the oldest come first, the list
 * is read while there is time; of any other, the first rows are looked through.
 */
export async function latestRows(
	watch: Watch,
	stream: RowStream,
	count: number,
	matches: (row: IDataObject) => boolean,
): Promise<StreamRow[]> {
	const { entity } = stream;
	const identity = new ChosenIdentity(entity);
	const reader = new PageReader(streamPages(watch, stream), bounds.firstPage);
	const order = new Order(slackOf(watch.params));
	let latest = new Map<string, StreamRow>();
	for await (const page of pagesOf(reader, identity)) {
		for (const row of page.rows) {
			const key = identity.keyOf(row);
			const time = addedAt(row, entity);
			order.add(time);
			if (matches(row)) latest.set(key, { key, time, row });
		}
		const rows = [...latest.values()].sort(byTime).slice(-count);
		latest = new Map(rows.map((row) => [row.key, row]));
		if (watch.readingLeft() <= 0 || (order.isNewestFirst && rows.length >= count)) break;
		if (order.isOldestFirst) reader.grow();
		else if (page.next >= bounds.sampleRows) break;
	}
	return [...latest.values()];
}
