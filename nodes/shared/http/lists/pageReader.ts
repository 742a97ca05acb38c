import type { Page } from '../answers';
import { RequestFailure } from '../failures/requestFailure';

/** Reads one page. `limit` and `offset` are what the API document calls them. */
export type FetchPage = (limit: number, offset: number) => Promise<Page>;

export const PAGE_SIZE = 100;
/** The page size for long lists. If the platform refuses it, smaller pages are requested. */
const LARGE_PAGE_SIZE = 1000;

/** Statuses with which platforms refuse a page that is too large, or an offset behind the end of the list. */
const REFUSALS_OF_SIZE: readonly number[] = [400, 422];
const REFUSALS_OF_OFFSET: readonly number[] = [400, 404, 416, 422];

const isStatus = (error: unknown, statuses: readonly number[]): error is RequestFailure =>
	error instanceof RequestFailure && statuses.includes(error.details.status ?? 0);

/** Whether an error may be the platform's answer to an offset behind the end of the list. */
export const mayBePastEnd = (error: unknown): error is RequestFailure =>
	isStatus(error, REFUSALS_OF_OFFSET);

/** Reads pages of one list, and adapts to the page size that the platform accepts. */
export class PageReader {
	private accepted?: number;
	private mayGrow = true;

	constructor(
		private readonly fetchPage: FetchPage,
		private size = PAGE_SIZE,
	) {}

	/** The page size to request, as far as known. */
	get pageSize(): number {
		return this.accepted ?? this.size;
	}

	/**
	 * One page. If the platform refuses the page size, the last accepted size is used, or half the refused one.
	 *
	 * @param size the page size, if it must be this one
	 * @throws RequestFailure the first refusal, if no page size is accepted; any other failure as it is
	 */
	async page(offset: number, size?: number): Promise<{ page: Page; asked: number }> {
		if (size !== undefined) return { page: await this.fetchPage(size, offset), asked: size };
		let firstRefusal: RequestFailure | undefined;
		for (;;) {
			const asked = this.size;
			const page = await this.fetchPage(asked, offset).catch((error: unknown) => {
				if (isStatus(error, REFUSALS_OF_SIZE)) return error;
				throw error;
			});
			if (!(page instanceof RequestFailure)) {
				this.accepted = asked;
				return { page, asked };
			}
			firstRefusal ??= page;
			// If the platform has accepted this page size before, it refuses something else now.
			if (asked === 1 || asked === this.accepted) throw firstRefusal;
			this.mayGrow = false;
			this.size = this.accepted ?? Math.floor(asked / 2);
		}
	}

	/** Requests large pages from now on, unless the platform has refused them. */
	grow(): void {
		if (this.mayGrow) this.size = LARGE_PAGE_SIZE;
	}
}
