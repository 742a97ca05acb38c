import type { Counting, PageSource, Sent } from './source';
import { changesTooOften, endOf } from './source';

/** In smaller pages, the one row that comes twice would cost too much. */
export const MIN_SIZE = 10;
/** After a page that was not as expected, so many must be, one after the other, before pages are requested ahead again. */
const CALM_PAGES = 4;
const MAX_STEPS_BACK = 20;
/** After so many short pages, what still comes is new: the list grows as fast as it is read. */
const MAX_SHORT_PAGES = 20;
/** Max number of pages of one list that are requested at a time. */
const MAX_PARALLEL = 8;

/** What its caller wants of a list whose rows it keeps. */
export interface Keeping {
	/** Max number of rows. */
	wanted: number;
	/** Max number of requests at a time. */
	parallel: number;
}

/** The last row of one page is the first of the next one, and was not changed in between. */
const areJoined = (last: Sent, sent: Sent): boolean =>
	sent.keys[0] === last.keys.at(-1) &&
	JSON.stringify(sent.page.rows[0]) === JSON.stringify(last.page.rows.at(-1));

const areDifferent = ({ keys }: Sent): boolean => new Set(keys).size === keys.length;

/**
 * A platform whose offset counts rows.
 *
 * Each page is requested so that it begins with the last row of the page before. A page with a known row in it leaves out no row that was
 * there all the time: what lies between the two was read. So it does not matter which rows were added or removed in the meantime, or in
 * which order the platform answered, and pages can be requested before their turn. A page that came early is used only if it is exactly
 * what was expected. Otherwise all that were requested ahead are dropped, and it is requested again in its turn.
 */
export class RowCounting implements Counting {
	offset: number;
	/** Pages under way or not yet used, by their offset; undefined for one that failed. Never more than `parallel`. */
	private readonly ahead = new Map<number, Promise<Sent | undefined>>();
	private readonly parallel: number;
	private calmPages = 0;
	private stepsBack = 0;
	private shortPages = 0;
	private longest = 0;
	private size = 0;

	/** @param isJoined false: pages cannot begin with the last row of the one before, because only multiples of the limit are accepted */
	constructor(
		private readonly source: PageSource,
		first: Sent,
		private readonly keeping?: Keeping,
		private isJoined = true,
	) {
		this.parallel = Math.min(keeping?.parallel ?? 1, MAX_PARALLEL);
		this.offset = endOf(first);
		this.longest = first.keys.length;
	}

	/** Takes the second page, after which pages are requested ahead if both are as they should be. @returns the page */
	second(first: Sent, second: Sent): Sent {
		this.size = first.limit;
		const isProven =
			first.keys.length === this.size &&
			areDifferent(first) &&
			this.mayGoOn(first) &&
			this.isExpected(second, first);
		this.calmPages = isProven ? CALM_PAGES : 0;
		return this.taken(second);
	}

	async next(last: Sent, missing: number): Promise<Sent | undefined> {
		const early = await this.early(last, missing);
		if (early) return this.taken(early);
		await this.drop();
		if (this.keeping && this.shortPages > MAX_SHORT_PAGES) return undefined;
		const given = await this.inTurn(last);
		const sent = given ?? (await this.beforeRefusal());
		if (!sent || sent.keys.length === 0) return sent;
		if (this.source.hasNew(sent)) return this.taken(sent);
		const isOnlyLast = sent.offset === this.offset - 1 && sent.keys.length === 1;
		if (!given || isOnlyLast || sent.page.total === endOf(sent)) return sent;
		if (await this.source.isEndAgain(sent)) return sent;
		this.offset = Math.max(this.offset, endOf(sent));
		return this.source.stale(sent);
	}

	/** Forgets what was requested ahead, when nothing of it is under way any more. */
	async drop(): Promise<void> {
		await Promise.all(this.ahead.values());
		this.ahead.clear();
	}

	private get overlap(): number {
		return this.longest >= MIN_SIZE && this.isJoined ? 1 : 0;
	}

	private taken(sent: Sent): Sent {
		this.offset = endOf(sent);
		this.shortPages = 2 * sent.keys.length < this.longest ? this.shortPages + 1 : 0;
		this.longest = Math.max(this.longest, sent.keys.length);
		return sent;
	}

	/** The page behind the last one. It can also lie before its end, if rows were removed. */
	private async inTurn(last: Sent): Promise<Sent | undefined> {
		const sent = await this.source.pageIfAny(this.offset - this.overlap);
		const isExpected = sent !== undefined && this.isExpected(sent, last);
		this.calmPages = isExpected ? this.calmPages + 1 : 0;
		if (this.overlap === 0 || this.hasKnown(sent)) return sent;
		const back = await this.stepBack();
		// The list is shorter than it was.
		if (back && !sent?.keys.length) this.offset = endOf(back);
		return back;
	}

	private hasKnown(sent: Sent | undefined): boolean {
		return sent?.keys.some((key) => this.source.seen.has(key)) ?? false;
	}

	/**
	 * The platform refuses this offset: nothing is left, if a row before it is there.
	 *
	 * @throws RequestFailure the refusal, if only multiples of the limit are accepted
	 */
	private async beforeRefusal(): Promise<Sent | undefined> {
		const before = await this.source.pageIfAny(this.offset - 1);
		if (before) return before;
		return this.isJoined ? await this.stepBack() : await this.source.page(this.offset);
	}

	/** No known row is where the last one was: rows before it were removed, or it was removed itself. */
	private async stepBack(): Promise<Sent | undefined> {
		for (let back = this.longest; this.stepsBack < MAX_STEPS_BACK; back *= 2) {
			this.stepsBack += 1;
			const offset = Math.max(0, this.offset - back);
			const sent = await this.source.pageIfAny(offset);
			if (this.hasKnown(sent) || offset === 0) return sent;
		}
		// Who keeps no rows goes on without knowing what lies between the two pages.
		if (this.keeping) throw changesTooOften();
		this.isJoined = false;
		return await this.source.pageIfAny(this.offset);
	}

	/** The page after the last one, if it was requested before its turn and is as expected. */
	private async early(last: Sent, missing: number): Promise<Sent | undefined> {
		const offset = this.offset - 1;
		this.requestAhead(offset, Math.min(last.page.total ?? 0, this.offset + missing));
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
		if (this.calmPages < CALM_PAGES || this.parallel < 2 || this.overlap === 0) return;
		for (let number = 0; number < this.parallel; number += 1) {
			const at = offset + number * (this.size - 1);
			// The first row is there already.
			if (at + 1 >= end) return;
			if (this.ahead.has(at)) continue;
			const page = this.source.page(at, undefined, this.size).catch(() => {
				// The other requests may be the reason.
				this.calmPages = Number.NEGATIVE_INFINITY;
				return undefined;
			});
			this.ahead.set(at, page);
		}
	}

	/** The pages before have proven what this one must be. */
	private isExpected(sent: Sent, last: Sent): boolean {
		const { keys, page, offset, limit } = sent;
		const { total } = last.page;
		return (
			total !== undefined &&
			page.total === total &&
			limit === this.size &&
			keys.length === Math.min(this.size, total - offset) &&
			areJoined(last, sent) &&
			areDifferent(sent) &&
			keys.slice(1).every((key) => !this.source.seen.has(key)) &&
			this.mayGoOn(sent)
		);
	}

	/** Every row has an identifier, and the platform does not say that the list ends before its total. */
	private mayGoOn(sent: Sent): boolean {
		const { rows, total, hasMore } = sent.page;
		const { identity } = this.source;
		return rows.every((row) => identity.hasId(row)) && (hasMore !== false || endOf(sent) === total);
	}
}
