import type { Counting, PageSource, Sent } from './source';
import { changesTooOften, endOf } from './source';

/** Pages of fewer rows are small. */
const MIN_SIZE = 10;
const MAX_STEPS_BACK = 20;
/** After so many short pages, the list may grow as fast as it is read. */
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

/** Whether a page begins with the last row of the page before. */
const isNext = (last: Sent, { keys }: Sent): boolean =>
	keys.length > 1 && keys[0] === last.keys.at(-1);

/**
 * A platform whose offset counts rows.
 *
 * Each page is requested so that it begins with the last row of the page before. A page with a known row in it leaves out no row that was
 * there all the time: what lies between the two was read. So it does not matter which rows were added or removed in the meantime, or in
 * which order the platform answered, and pages can be requested before their turn. After the first page that does not begin so, all that
 * were requested early are dropped, and the rest is requested one page after the other.
 */
export class RowCounting implements Counting {
	offset: number;
	/** The next pages, if they were requested before their turn; undefined for one that failed. */
	private ahead: Array<Sent | undefined> = [];
	private readonly parallel: number;
	/** Every page until now began with the last row of the page before. */
	private isCalm: boolean;
	private stepsBack = 0;
	private shortPages = 0;
	private longest: number;

	constructor(
		private readonly source: PageSource,
		first: Sent,
		second: Sent | undefined,
		private readonly keeping?: Keeping,
	) {
		this.parallel = Math.min(keeping?.parallel ?? 1, MAX_PARALLEL);
		this.longest = first.keys.length;
		this.offset = endOf(first);
		this.isCalm = !second || isNext(first, second);
		if (second) this.taken(second);
	}

	get by() {
		return this.isCalm ? 'rows' : undefined;
	}

	async next(last: Sent, missing: number): Promise<Sent | undefined> {
		const early = await this.early(last, missing);
		if (early) return this.taken(early);
		if (this.keeping && this.shortPages > MAX_SHORT_PAGES && (await this.isGrowing()))
			return undefined;
		const sent = await this.inTurn();
		this.isCalm &&= sent !== undefined && isNext(last, sent);
		if (!sent || sent.keys.length === 0) return sent;
		if (this.source.hasNew(sent)) return this.taken(sent);
		const isOnlyLast = sent.offset === this.offset - 1 && sent.keys.length === 1;
		if (isOnlyLast) return await this.behindLast(sent);
		// A total that counts rows once which are listed twice shows no end.
		if (await this.source.isEndAgain(sent)) return sent;
		this.offset = Math.max(this.offset, endOf(sent));
		return this.source.stale(sent);
	}

	/** A page with nothing but the last row is the end. Of small pages, one may have a single row: then what lies behind it shows the end. */
	async behindLast(sent: Sent): Promise<Sent> {
		if (this.longest >= MIN_SIZE) return sent;
		const behind = await this.source.pageIfAny(this.offset);
		if (!behind || behind.keys.length === 0) return sent;
		if (this.source.hasNew(behind)) return this.taken(behind);
		// Rows that came in the meantime have moved known ones there.
		return (await this.source.isEndAgain(behind)) ? sent : this.source.stale(this.taken(behind));
	}

	private taken(sent: Sent): Sent {
		this.offset = endOf(sent);
		this.shortPages = 2 * sent.keys.length < this.longest ? this.shortPages + 1 : 0;
		this.longest = Math.max(this.longest, sent.keys.length);
		return sent;
	}

	/** The page behind the last one. It can also lie before its end, if rows were removed, or if the platform refuses what lies behind it. */
	private async inTurn(): Promise<Sent | undefined> {
		const isJoined = this.longest > 1;
		const sent = await this.source.pageIfAny(this.offset - Number(isJoined));
		if (sent && (!isJoined || this.hasKnown(sent))) return sent;
		const back = await this.stepBack();
		// The list is shorter than it was, and what follows that page may be new.
		if (back) this.offset = endOf(back);
		return back;
	}

	/** Whether nothing is a page further on: what still comes is new, and there is no end of it. */
	private async isGrowing(): Promise<boolean> {
		this.shortPages = 0;
		const beyond = await this.source.pageIfAny(this.offset + this.longest);
		return !beyond || !this.source.hasNew(beyond);
	}

	private hasKnown(sent: Sent | undefined): boolean {
		return sent?.keys.some((key) => this.source.seen.has(key)) ?? false;
	}

	/** No known row is where the last one was: rows before it were removed, or it was removed itself. */
	private async stepBack(): Promise<Sent | undefined> {
		for (let back = this.longest; this.stepsBack < MAX_STEPS_BACK; back *= 2) {
			this.stepsBack += 1;
			const offset = Math.max(0, this.offset - back);
			const sent = await this.source.pageIfAny(offset);
			if (this.hasKnown(sent) || offset === 0) return sent;
		}
		throw changesTooOften();
	}

	/** The next page, requested together with those behind it; undefined if it must be requested in its turn. */
	private async early(last: Sent, missing: number): Promise<Sent | undefined> {
		const { source, parallel, offset } = this;
		if (this.ahead.length === 0) {
			// The first row of each page is there already.
			const step = this.longest - 1;
			const end = Math.min(last.page.total ?? 0, offset + missing);
			const count = Math.min(parallel, Math.ceil((end - offset) / step));
			if (!this.isCalm || step < 1 || count < 2) return undefined;
			const requests = Array.from(
				{ length: count },
				async (_, number) => await source.page(offset - 1 + number * step).catch(() => undefined),
			);
			this.ahead = await Promise.all(requests);
		}
		const sent = this.ahead.shift();
		if (sent && isNext(last, sent) && source.hasNew(sent)) return sent;
		this.isCalm = false;
		this.ahead = [];
		return undefined;
	}
}
