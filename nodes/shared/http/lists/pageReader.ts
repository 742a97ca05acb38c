import type { Page, Expected } from '../answers';
import { readPage, refusalIn } from '../answers';
import type { Client, HttpRequest } from '../client';
import { RequestFailure } from '../failures/requestFailure';

/** Reads one page. `limit` and `offset` are what the API document calls them. */
export type FetchPage = (limit: number, offset: number) => Promise<Page>;

export const PAGE_SIZE = 100;
/** The page size for long lists. If the platform refuses it, smaller pages are requested. */
const LARGE_PAGE_SIZE = 1000;
/** No smaller page is requested because a size was refused: then the platform refuses something else. */
const SMALLEST_PAGE_SIZE = 10;

/** Statuses with which platforms refuse a page that is too large. */
const REFUSALS_OF_SIZE: readonly number[] = [400, 422];

const statusOf = (error: unknown): number =>
	(error instanceof RequestFailure && error.details.status) || 0;

/** Reads pages of one list, and adapts to the page size that the platform accepts: 100, refused with 422; then 50. */
export class PageReader {
	private accepted?: number;
	private mayGrow = true;

	constructor(
		private readonly fetchPage: FetchPage,
		private size = PAGE_SIZE,
	) {}

	/**
	 * One page. If the platform refuses the size: the last accepted size, or half the refused one.
	 * @param size the page size, if it must be this one
	 * @throws RequestFailure the refusal of the smallest page size, or any other failure
	 */
	async page(offset: number, size?: number): Promise<{ page: Page; asked: number }> {
		const asked = size ?? this.size;
		const smaller = this.accepted ?? Math.max(Math.floor(asked / 2), SMALLEST_PAGE_SIZE);
		const mayRefuseSize = size === undefined && asked > smaller;
		const page = await this.fetchPage(asked, offset).catch((error: unknown) => {
			if (mayRefuseSize && REFUSALS_OF_SIZE.includes(statusOf(error))) return undefined;
			throw error;
		});
		if (page) {
			if (size === undefined) this.accepted = asked;
			return { page, asked };
		}
		this.mayGrow = false;
		this.size = smaller;
		return await this.page(offset);
	}

	/** Requests large pages from now on, unless the platform has refused them. */
	grow(): void {
		if (this.mayGrow) this.size = LARGE_PAGE_SIZE;
	}
}

/**
 * Reads pages of a list.
 * @param request the query in it overrides `limit` and `offset`
 * @param expected what the rows are, and where they lie in the answer if the user says it
 * @param onAnswer is told the headers of each answer
 */
export function pagesFetcher(
	client: Client,
	request: HttpRequest,
	expected: Expected = {},
	onAnswer?: (headers: { date?: unknown }) => void,
): FetchPage {
	return async (limit, offset) => {
		// One row is asked for: the user's own limit must not replace it.
		const query = { limit, offset, ...request.query, ...(limit === 1 && { limit }) };
		return await client.send({ ...request, query }, ({ body, headers }) => {
			onAnswer?.(headers);
			const refusal = refusalIn(body, request.subject);
			if (refusal) throw refusal;
			return readPage(body, expected);
		});
	};
}
