import type { Page } from '../answers';
import type { Identity } from './identity';
import { IncompleteList } from './listErrors';
import type { Sent } from './sentPage';

/** Compares one reading of a list with what the platform says about it: a short list must not look whole. */
export class EndCheck {
	/** The smallest and the largest total that the platform has said. Rows may come and go while a list is read. */
	private least = Number.POSITIVE_INFINITY;
	private most = 0;
	/** Every total was the number of rows on its page: it says nothing about the list. */
	private isOfPage = true;
	/** Rows came on other places than before, or several are equal and have no identifier. */
	private isUncertain = false;

	/** @param places of the rows that were read */
	constructor(
		private readonly identity: Identity,
		private readonly places: ReadonlyMap<string, number>,
	) {}

	noteTotal({ total, rows }: Page): void {
		if (total === undefined) return;
		this.isOfPage &&= total === rows.length;
		this.least = Math.min(this.least, total);
		this.most = Math.max(this.most, total);
	}

	/** Notes a page before its rows count as read: whether its known rows are as they were, one behind the other, up to the last one of all. */
	noteOrder({ keys, page, offset }: Sent): void {
		const last = this.places.size - 1;
		const places = keys.map((key) => this.places.get(key) ?? Number.POSITIVE_INFINITY);
		const isNext = (place: number, before = place) =>
			place === before || place === before + 1 || place > last;
		const isInOrder = places.every((place, index) => isNext(place, places[index - 1]));
		const lastKnown = places.filter((place) => place <= last).at(-1) ?? last;
		const follows = isInOrder && lastKnown === last;
		// A page begins with the last row of the page before on purpose. Any other row that was read before may be one that is equal.
		const isEqual = (place: number, index: number) =>
			place <= last &&
			!(index === 0 && place === last) &&
			!this.identity.hasId(page.rows[index] ?? {});
		this.isUncertain ||= (offset > 0 && !follows) || places.some(isEqual);
	}

	/**
	 * @param count rows that were read
	 * @param said what the platform said last
	 * @throws RequestFailure if it says that the list has more rows, or if it is not certain that these are all
	 */
	atEnd(count: number, said?: Page): void {
		const { least, most, isOfPage, isUncertain } = this;
		if (count < least && least < Number.POSITIVE_INFINITY) {
			throw new IncompleteList(
				`Only ${count} of ${least} rows could be read`,
				'The platform says that the list is longer. It may give only a part of its rows, change their order from page to page, or have several that are equal',
			);
		}
		if (said?.hasMore === true) {
			throw new IncompleteList(
				`Only ${count} rows could be read, and the platform says that more follow`,
				'It gave nothing behind them. Pages by number, link or cursor are not read',
			);
		}
		if (isUncertain && (isOfPage || count < least || count > most)) {
			throw new IncompleteList(
				`It is not certain that all rows were read: ${count} of them`,
				'Some came on several pages, or in another order than before, and the platform does not say how many there are',
			);
		}
	}
}
