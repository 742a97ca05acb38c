import type { Counting, PagePlace, PageSource, Sent } from './source';

/** A platform that takes the offset for the number of a page. All its pages are requested with the same limit. */
export class PageCounting implements Counting {
	readonly by = 'pages';

	constructor(
		private readonly source: PageSource,
		private place: PagePlace,
		public offset: number,
	) {
		source.reader.keepSize(place.size);
	}

	get nextPage(): PagePlace {
		return { ...this.place, size: this.source.reader.pageSize };
	}

	async next(): Promise<Sent | undefined> {
		const sent = await this.source.pageIfAny(this.place.number);
		this.place = { ...this.place, number: this.place.number + 1 };
		if (!sent || sent.keys.length === 0) return sent;
		this.offset += sent.keys.length;
		const { source } = this;
		if (source.hasNew(sent) || (await source.isEndAgain(sent))) return sent;
		// Rows that came in the meantime can push a whole page back once more.
		return source.stale(sent);
	}
}

/** A platform that names the next page itself, by a link or a cursor. An empty page that names another one is not the end. */
export class LinkCounting implements Counting {
	readonly by = 'link';
	/** @param offset how many rows of the list lie before the next page */
	constructor(
		private readonly source: PageSource,
		public offset: number,
	) {}

	async next(last: Sent): Promise<Sent | undefined> {
		const { next, hasMore } = last.page;
		if (!next || hasMore === false) return { ...last, isStale: false };
		const sent = await this.source.pageIfAny(this.offset, undefined, next);
		if (!sent) return undefined;
		this.offset += sent.keys.length;
		return this.source.hasNew(sent) ? sent : this.source.stale(sent);
	}
}
