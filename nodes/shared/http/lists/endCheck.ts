import type { Page } from '../answers';
import type { Identity } from './identity';
import { IncompleteList } from './listErrors';
import type { OffsetPage } from './offsetPage';

/** Compares one reading of a list with what the platform says about it: a short list must not look whole. */
export class EndCheck {
	/** The smallest and the largest total that the platform has said. Rows may come and go while a list is read. */
	private least = Number.POSITIVE_INFINITY;
	private most = 0;
	/** True while every total was the number of rows on its page: such a total says nothing about the list. */
	private isOfPage = true;
	/** True if rows came in another order than before, or if several are equal and have no identifier. */
	private isUncertain = false;

	/** @param positions of the rows that were read, by their keys */
	constructor(
		private readonly identity: Identity,
		private readonly positions: ReadonlyMap<string, number>,
	) {}

	noteTotal({ total, rows }: Page): void {
		if (total === undefined) return;
		this.isOfPage &&= total === rows.length;
		this.least = Math.min(this.least, total);
		this.most = Math.max(this.most, total);
	}

	/** Notes a page before its rows count as read: whether its known rows are in the order of before, up to the last one that was read. */
	noteOrder({ keys, rows, offset }: OffsetPage): void {
		const last = this.positions.size - 1;
		const positions = keys.map((key) => this.positions.get(key) ?? Number.POSITIVE_INFINITY);
		const isNext = (position: number, before = position) =>
			position === before || position === before + 1 || position > last;
		const isInOrder = positions.every((position, row) => isNext(position, positions[row - 1]));
		const lastKnown = positions.findLast((position) => position <= last) ?? last;
		const follows = isInOrder && lastKnown === last;
		// A page begins with the last row of the page before on purpose. Another row that was read before may be a second one that is equal.
		const mayBeSecond = (position: number, row: number) =>
			position <= last &&
			!(row === 0 && position === last) &&
			!this.identity.hasId(rows[row] ?? {});
		this.isUncertain ||= (offset > 0 && !follows) || positions.some(mayBeSecond);
	}

	/**
	 * @param count rows that were read
	 * @param lastPage what the platform said last
	 * @throws RequestFailure if it says that the list has more rows, or if it is not certain that these are all
	 */
	check(count: number, lastPage?: Page): void {
		const { least, most, isOfPage, isUncertain } = this;
		if (count < least && least < Number.POSITIVE_INFINITY) {
			throw new IncompleteList(
				`Only ${count} of ${least} rows could be read`,
				'The platform says that the list is longer. It may give only a part of its rows, change their order from page to page, or have several that are equal',
			);
		}
		if (lastPage?.hasMore === true) {
			throw new IncompleteList(
				`Only ${count} rows could be read, and the platform says that more follow`,
				'It gave nothing behind them. Pages by number, link or cursor are not read',
			);
		}
		if (isUncertain && (isOfPage || count > most)) {
			throw new IncompleteList(
				`It is not certain that all rows were read: ${count} of them`,
				'Some came on several pages, or in another order than before, and the platform does not say how many there are',
			);
		}
	}
}
