import type { PageSource, Sent } from './pageSource';

/** In smaller pages, the one row that comes twice would cost too much. */
const MIN_SIZE = 10;
/** After a page that was not as expected, so many must be, one after the other, before pages are requested ahead again. */
const CALM_PAGES = 4;
const MAX_STEPS_BACK = 20;

/** What its caller wants of a list whose rows it keeps. */
export interface Keeping {
	/** Max number of rows. */
	wanted: number;
	/** Max number of requests at a time. */
	parallel: number;
}

const endOf = ({ at, keys }: Sent): number => at.offset + keys.length;

/** The last row of one page is the first of the next one, and was not changed in between. */
const isJoined = (last: Sent, sent: Sent): boolean =>
	sent.keys[0] === last.keys.at(-1) &&
	JSON.stringify(sent.page.rows[0]) === JSON.stringify(last.page.rows.at(-1));

/**
 * The pages behind the second one, of a list whose `offset` counts rows and whose total is proven.
 *
 * Each page is requested so that it begins with the last row of the page before. A page with a known row in it leaves out no row that was
 * there all the time: what lies between the two was read. So it does not matter which rows were added or removed in the meantime, or in
 * which order the platform answered, and pages can be requested before their turn. A page that came early is used only if it is exactly
 * what was expected. Otherwise all that were requested ahead are dropped, and it is requested again in its turn.
 */
export class PageChain {
	/** Pages under way or not yet used, by their offset; undefined for one that failed. Never more than `parallel`. */
	private readonly ahead = new Map<number, Promise<Sent | undefined>>();
	private calmPages = CALM_PAGES;
	private stepsBack = 0;
	private isParallelRefused = false;
	private isOver = false;

	private constructor(
		private readonly source: PageSource,
		private readonly seen: ReadonlySet<string>,
		private readonly size: number,
		private readonly parallel: number,
	) {}

	/**
	 * @param seen what tells apart the rows that were read, at any time
	 * @returns undefined if the first two pages do not prove what the offset counts, and the total: both are as long as they were asked to be
	 * and name the same total, more rows must follow, every row has an identifier, and only the last row of the first page comes twice
	 */
	static after(
		first: Sent,
		second: Sent,
		source: PageSource,
		seen: ReadonlySet<string>,
		parallel: number,
	): PageChain | undefined {
		const size = first.at.limit;
		const chain = new PageChain(source, seen, size, parallel);
		const isProven =
			size >= MIN_SIZE &&
			first.keys.length === size &&
			second.keys.length === size &&
			second.at.limit === size &&
			new Set([...first.keys, ...second.keys]).size === 2 * size - 1 &&
			isJoined(first, second) &&
			first.page.total === second.page.total &&
			(second.page.total ?? 0) > endOf(second) &&
			chain.mayGoOn(first) &&
			chain.mayGoOn(second);
		return isProven ? chain : undefined;
	}

	/** Whether the next page is to be asked for here. */
	get goesOn(): boolean {
		return !this.isOver;
	}

	/**
	 * The page after the last one. It can also lie before its end, if rows were removed.
	 *
	 * @param missing number of rows that are still wanted
	 * @returns undefined if it is not known how the list goes on
	 * @throws RequestFailure
	 */
	async next(last: Sent, missing: number): Promise<Sent | undefined> {
		const early = await this.early(last, missing);
		if (early) return early;
		await this.drop();
		const sent = await this.source.pageIfAny(endOf(last) - 1);
		const isExpected = sent !== undefined && this.isExpected(sent, last);
		this.calmPages = isExpected ? this.calmPages + 1 : 0;
		if (isExpected) return sent;
		if (sent && !this.isKnown(sent)) return await this.stepBack(endOf(last));
		this.isOver = sent === undefined || sent.keys.length < this.size;
		return sent && { ...sent, isOverlap: this.isOver };
	}

	/** Forgets what was requested ahead, when nothing of it is under way any more. */
	async drop(): Promise<void> {
		await Promise.all(this.ahead.values());
		this.ahead.clear();
	}

	/** The page after the last one, if it was requested before its turn and is as expected. */
	private async early(last: Sent, missing: number): Promise<Sent | undefined> {
		const offset = endOf(last) - 1;
		this.requestAhead(offset, Math.min(last.page.total ?? 0, endOf(last) + missing));
		const requested = this.ahead.get(offset);
		if (!requested) return undefined;
		const sent = await requested;
		this.ahead.delete(offset);
		if (sent && this.isExpected(sent, last)) return sent;
		this.calmPages = 0;
		return undefined;
	}

	/** @param end where the rows end that exist and are wanted */
	private requestAhead(offset: number, end: number): void {
		const isCalm = this.calmPages >= CALM_PAGES && !this.isParallelRefused;
		if (!isCalm || this.parallel < 2) return;
		for (let number = 0; number < this.parallel; number += 1) {
			const at = offset + number * (this.size - 1);
			// The first row is there already.
			if (at + 1 >= end) return;
			if (this.ahead.has(at)) continue;
			const page = this.source.page(at, undefined, this.size).catch(() => {
				// The other requests may be the reason.
				this.isParallelRefused = true;
				return undefined;
			});
			this.ahead.set(at, page);
		}
	}

	private isExpected(sent: Sent, last: Sent): boolean {
		const { keys, page, at } = sent;
		const { total } = last.page;
		return (
			total !== undefined &&
			page.total === total &&
			at.limit === this.size &&
			keys.length === Math.min(this.size, total - at.offset) &&
			isJoined(last, sent) &&
			new Set(keys).size === keys.length &&
			keys.slice(1).every((key) => !this.seen.has(key)) &&
			this.mayGoOn(sent)
		);
	}

	/** Every row has an identifier, and the platform does not say that the list ends before its total. */
	private mayGoOn(sent: Sent): boolean {
		const { rows, total, hasMore } = sent.page;
		const { identity } = this.source;
		return rows.every((row) => identity.hasId(row)) && (hasMore !== false || endOf(sent) === total);
	}

	private isKnown({ keys }: Sent): boolean {
		return keys.some((key) => this.seen.has(key));
	}

	/** No known row is where the last one was: rows before it were removed, or it was removed itself. @param offset of the next row until then */
	private async stepBack(offset: number): Promise<Sent | undefined> {
		for (let back = this.size; this.stepsBack < MAX_STEPS_BACK; back *= 2) {
			this.stepsBack += 1;
			const at = Math.max(0, offset - back);
			const sent = await this.source.pageIfAny(at);
			if (sent && (at === 0 || this.isKnown(sent))) {
				this.isOver = sent.keys.length < this.size;
				return { ...sent, isOverlap: true };
			}
		}
		this.isOver = true;
		return undefined;
	}
}
