import type { Counting, PageSource, Sent } from './source';
import { offsetIgnored } from './source';

/** A platform that names the next page itself, by a link or a cursor. An empty page that names another one is not the end. */
export class LinkCounting implements Counting {
	private readonly followed = new Set<string>();

	/** @param offset how many rows of the list lie before the next page */
	constructor(
		private readonly source: PageSource,
		public offset: number,
	) {}

	async next(last: Sent): Promise<Sent | undefined> {
		const { next, hasMore } = last.page;
		if (!next || hasMore === false) return { ...last, isStale: false };
		const query = JSON.stringify(next);
		if (this.followed.has(query)) throw offsetIgnored();
		this.followed.add(query);
		const sent = await this.source.pageIfAny(this.offset, undefined, next);
		if (!sent) return undefined;
		this.offset += sent.keys.length;
		return this.source.hasNew(sent) ? sent : this.source.stale(sent);
	}
}
