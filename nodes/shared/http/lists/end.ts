import type { Page } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import type { PageSource, Sent } from './source';

/*
 * A list is counted at its end: what the platform said about it (its total, a further page, a link or a cursor) is compared with what was read. A
 * difference is an error, never a short list that looks whole.
 */

/** Some lists are read for a drop-down or a trigger: nothing is named that only Get Many has. */
const REMEDY =
	'If rows were removed in the meantime, run it again. Otherwise make the list shorter with a filter, such as one by date, or read fewer rows';

/** Fewer rows were read than the platform says that there are. */
export class IncompleteList extends RequestFailure {
	constructor(message: string, reason: string) {
		super(message, `${reason}. ${REMEDY}`, { reach: 'answered', final: true });
	}
}

/** Compares one reading of a list with what the platform said. */
export class ListEnd {
	/** A page was not what follows the pages before it. */
	private isUncertain = false;

	constructor(private readonly source: PageSource) {}

	/** Notes a page, before its rows count as read. */
	note({ keys, page, offset }: Sent): void {
		const { seen, identity } = this.source;
		const last = seen.size - 1;
		const places = keys.map((key) => seen.get(key) ?? Number.POSITIVE_INFINITY);
		const known = places.filter((place) => place <= last);
		// Rows that were read come first, one after the other as they were, and end with the last one: others that came in the meantime push them there.
		const isNext = (place: number, before = place) =>
			place === before || place === before + 1 || place > last;
		const isInOrder = places.every((place, index) => isNext(place, places[index - 1]));
		const follows = isInOrder && (known.at(-1) ?? last) === last;
		// The last row of a page may be the first of the next one on purpose. Others can be the same ones, or others that are equal.
		const isEqual = (place: number, index: number) =>
			place <= last && !(index === 0 && place === last) && !identity.hasId(page.rows[index] ?? {});
		this.isUncertain ||= (offset > 0 && !follows) || places.some(isEqual);
	}

	/**
	 * @param last what the platform said last
	 * @param read number of rows that were given to the caller
	 */
	check(last: Page, read: number): void {
		const { least, most } = this.source;
		if (read < least && least < Number.POSITIVE_INFINITY) {
			throw new IncompleteList(
				`Only ${read} of ${least} rows could be read`,
				'The platform says that the list is longer. It may give only a part of its rows, change their order from page to page, or have several that are equal',
			);
		}
		if (last.hasMore === true) {
			throw new IncompleteList(
				`Only ${read} rows could be read, and the platform says that more follow`,
				'It gave nothing behind them',
			);
		}
		if (this.isUncertain && (read < least || read > most)) {
			throw new IncompleteList(
				`It is not certain that all rows were read: ${read} of them`,
				'Some came on several pages, or in another order than before, and the platform does not say how many there are',
			);
		}
	}
}
