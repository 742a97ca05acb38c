import type { Counting, PagePlace, PageSource, Sent } from './source';

/** A platform that takes the offset for the number of a page. All its pages are requested with the same limit. */
export class PageCounting implements Counting {
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
		const isShort = (sent.page.total ?? 0) > source.seen.size;
		if (source.hasNew(sent) || (source.isStuck && !isShort)) return sent;
		if (await source.isEndAgain(sent)) return sent;
		// Rows that came in the meantime can push a whole page back once more.
		return source.stale(sent);
	}
}
