import type { PageRead, PageReader } from '../../shared/http';
import { pagesOf } from '../../shared/http';
import type { Order } from './order';
import { offsetToResume } from './resume';
import type { End, ScanRun } from './scanRun';

/**
 * Reads a list from its front: until its rows are old if it is sorted from new to old, and as a whole if it is not sorted.
 *
 * @param pages those that follow the first
 * @param front how many rows the first page had
 */
export async function fromTheFront(
	run: ScanRun,
	reader: PageReader,
	pages: AsyncGenerator<PageRead>,
	front: number,
	order: Order,
): Promise<End> {
	const offset = await offsetToResume(run, 'front', reader);
	reader.grow();
	const goesOn = offset !== undefined && offset > front;
	return await run.read(
		'front',
		reader,
		goesOn ? pagesOf(reader, run.identity, offset) : pages,
		order,
	);
}
