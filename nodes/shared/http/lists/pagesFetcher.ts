import type { Expected, Page } from '../answers';
import { readPage, refusalIn } from '../answers';
import type { Client, HttpRequest } from '../client';
import { RequestFailure } from '../failures/requestFailure';
import type { FetchPage } from './pageReader';

/** A request for a list. */
export interface ListRequest extends HttpRequest {
	hasIds: boolean;
}

type Headers = Readonly<Record<string, unknown>>;

/** Whether a Link header (RFC 8288) names a next page; undefined if it does not. */
const hasMoreIn = ({ link }: Headers): true | undefined =>
	/<[^>]*>\s*;[^,<]*\brel="?next\b/i.test(String(link ?? '')) || undefined;

/** The number of all rows in a header: X-Total-Count, or Content-Range (RFC 9110), such as `items 0-99/237`; undefined if there is none. */
function totalIn(headers: Headers): number | undefined {
	const said = [headers['x-total-count'], headers['content-range']];
	const [total] = said.flatMap(
		(value) => /^(?:.*\/)?\s*(\d+)\s*$/.exec(String(value ?? ''))?.[1] ?? [],
	);
	return total === undefined ? undefined : Number(total);
}

/**
 * Reads pages of a list.
 *
 * @param request the query in it overrides `limit` and `offset`
 * @param expected what the rows are, and where they lie in the answer if the user says it
 */
export function pagesFetcher(
	client: Client,
	request: ListRequest,
	expected: Expected = {},
): FetchPage {
	const read = (body: unknown, headers: Headers): Page => {
		const refusal = refusalIn(body, request.subject);
		if (refusal) throw refusal;
		const page = readPage(body, expected);
		const { total = totalIn(headers), hasMore = hasMoreIn(headers) } = page;
		return { ...page, total, hasMore };
	};
	return async (limit, offset) => {
		// A limit of 1 asks what the limit does, so the user's query must not replace it.
		const query = { limit, offset, ...request.query, ...(limit === 1 && { limit }) };
		return await client
			.send({ ...request, query }, ({ body, headers }) => read(body, headers))
			.catch((error: unknown): Page => {
				const { details } = error as Partial<RequestFailure>;
				const { status, serverText = '', outline = '' } = details ?? {};
				// Some platforms answer 404 with JSON for a list without rows. For a list of one agent, 404 may mean that the agent does not exist.
				const isSaid = serverText !== '' && outline.startsWith('{');
				if (status === 404 && isSaid && !request.hasIds && offset === 0) return { rows: [] };
				throw error;
			});
	};
}
