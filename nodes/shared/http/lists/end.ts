import type { Page } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import type { PageSource, Sent } from './source';

/*
 * A list is counted at its end: what the platform said about it (its total, a further page, a link or a cursor) is compared with what was read. A
 * difference is an error, never a short list that looks whole.
 */

/** Whether the platform says that a page follows; undefined if it says nothing. */
export const saysMore = ({ hasMore, nextLink, nextCursor }: Page): boolean | undefined =>
	hasMore ?? (nextLink !== undefined || nextCursor !== undefined ? true : undefined);

const REMEDY =
	"If rows were removed in the meantime, run it again. Otherwise make the list shorter with a filter, such as one by date, or turn off 'Return All' and " +
	"set 'Limit' to the rows that can be read";

/** Fewer rows were read than the platform says that there are. */
export class IncompleteList extends RequestFailure {
	constructor(message: string, reason: string) {
		super(message, `${reason}. ${REMEDY}`, { reach: 'answered', final: true });
	}
}

/** Compares one reading of a list with what the platform said. */
export class ListEnd {
	/** Rows without an identifier came again: the same ones, or others that are equal. */
	private isRepeated = false;
	private lastKey?: string;

	constructor(private readonly source: PageSource) {}

	/** Notes a page, before its rows count as read. */
	note({ keys, page }: Sent): void {
		const { seen, identity } = this.source;
		// The last row of a page may be the first of the next one on purpose.
		const isKnown = (key: string, index: number) =>
			seen.has(key) && !(index === 0 && key === this.lastKey);
		const hasNoId = (index: number) => !identity.hasId(page.rows[index] ?? {});
		this.isRepeated ||= keys.some((key, index) => isKnown(key, index) && hasNoId(index));
		this.lastKey = keys.at(-1);
	}

	/**
	 * @param last what the platform said last
	 * @param read number of rows that were given to the caller
	 */
	check(last: Page, read: number): void {
		const { isRepeated } = this;
		const { least, most } = this.source;
		if (read < least && least < Number.POSITIVE_INFINITY) {
			throw new IncompleteList(
				`Only ${read} of ${least} rows could be read`,
				'The platform says that the list is longer. It may give only a part of its rows, change their order from page to page, or have several that are equal',
			);
		}
		if (saysMore(last) === true) {
			throw new IncompleteList(
				`Only ${read} rows could be read, and the platform says that more follow`,
				'It gave nothing behind them',
			);
		}
		if (isRepeated && (read < least || read > most)) {
			throw new IncompleteList(
				`It is not certain that all rows were read: ${read} of them`,
				'Some came on several pages, and have no identifier: they can be the same rows, or others that are equal. The platform does not say how many there are',
			);
		}
	}
}
