import type { IDataObject } from 'n8n-workflow';
import { PageReader, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import type { Row } from './list';
import { byTime } from './list';
import type { Stream } from './stream';
import { readingOf } from './stream';
import type { Head } from './ways';
import { fromTheBack, headOf } from './ways';

const FIRST_PAGE = 100;

/**
 * The latest rows of a stream, the oldest of them first, whether they were emitted or not. Of a long list that is not sorted only the first
 * rows are looked through.
 */
export async function latestRows(
	watch: Watch,
	stream: Stream,
	count: number,
	matches: (row: IDataObject) => boolean,
): Promise<Row[]> {
	const rows = new Map<string, Row>();
	const reading = readingOf(watch, stream, undefined, (page) => {
		for (const row of page) if (matches(row.row)) rows.set(row.key, row);
		return false;
	});
	const front = reading.stretch();
	const reader = new PageReader(reading.list.pages, FIRST_PAGE);
	const pages = pagesOf(reader, reading.list.identity);
	let head: Head | undefined;
	const end = await reading.read(pages, reader, front, (page) => {
		head ??= headOf(reading.list, page);
		const { order } = front;
		const isEnough = order.isNewestFirst && rows.size >= count;
		const isMuch = front.pages >= bounds.samplePages && front.offset >= FIRST_PAGE;
		const isLate = !reading.list.hasTimeLeft();
		return isEnough || order.isOldestFirst || isMuch || isLate ? 'paused' : undefined;
	});
	if (end === 'paused' && head && front.order.isOldestFirst) {
		const back = { head, wanted: FIRST_PAGE, pageSize: FIRST_PAGE };
		await fromTheBack(reading, { ...back, isEnough: () => rows.size >= count });
	}
	return [...rows.values()].sort(byTime).slice(-count);
}
