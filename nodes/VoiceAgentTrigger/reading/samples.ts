import type { IDataObject } from 'n8n-workflow';
import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import { listTooLong } from './errors';
import { ChosenIdentity } from './identity';
import { listEnd } from './listEnd';
import { Order } from './order';
import type { StreamRow, RowStream } from './stream';
import { addedAt, byTime, slackOf, streamPages } from './stream';

const PAGE = 100;

/**
 * The latest rows of a stream, the oldest of them first, whether they were emitted or not. Of a long list that is not sorted only the first
 * rows are looked through.
 */
export async function latestRows(
	watch: Watch,
	stream: RowStream,
	count: number,
	matches: (row: IDataObject) => boolean,
): Promise<StreamRow[]> {
	const { entity } = stream;
	const identity = new ChosenIdentity(entity);
	const fetchPage = streamPages(watch, stream);
	const order = new Order(slackOf(watch.params));
	const rows = new Map<string, StreamRow>();
	let offset = 0;

	const read = async (start: number, isEnough: (pages: number) => boolean): Promise<void> => {
		let pages = 0;
		for await (const page of pagesOf(new PageReader(fetchPage, PAGE), identity, { start })) {
			for (const row of page.rows) {
				const key = identity.keyOf(row);
				const time = addedAt(row, entity);
				order.add(time);
				if (matches(row)) rows.set(key, { key, time, row });
			}
			offset = page.next;
			pages += 1;
			if (isEnough(pages) || watch.readingLeft() <= 0) return;
		}
	};

	await read(0, (pages) => {
		const isMuch = pages >= bounds.samplePages && offset >= PAGE;
		return (order.isNewestFirst && rows.size >= count) || order.isOldestFirst || isMuch;
	});
	if (order.isOldestFirst) {
		const end = await listEnd(fetchPage, offset, () => {
			if (watch.readingLeft() <= 0) throw listTooLong(stream.rows);
		});
		const found = rows.size;
		for (let wanted = PAGE; wanted <= bounds.samplePages * PAGE; wanted *= 2) {
			await read(Math.max(offset - 1, end - wanted), () => false);
			if (rows.size >= found + count) break;
		}
	}
	return [...rows.values()].sort(byTime).slice(-count);
}
