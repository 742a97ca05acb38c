import type { IDataObject } from 'n8n-workflow';
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

/** The address of the next page in a Link header (RFC 8288); undefined if there is none. */
const linkInHeader = (header: unknown): string | undefined =>
	/<([^>]*)>\s*;[^,<]*\brel="?next\b/i.exec(String(header ?? ''))?.[1];

/** The number of all rows in a Content-Range header (RFC 9110), such as `items 0-99/237`; undefined if there is none. */
function totalInHeader(header: unknown): number | undefined {
	const [, total] = /\/(\d+)\s*$/.exec(String(header ?? '')) ?? [];
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
		const { nextLink = linkInHeader(headers.link), nextCursor } = page;
		const { total = totalInHeader(headers['content-range']) } = page;
		const linked = nextLink === undefined ? undefined : client.queryOf(nextLink, request.path);
		const { hasMore = nextLink === undefined ? undefined : true } = page;
		return { ...page, total, nextLink, hasMore, next: linked ?? nextCursor };
	};
	return async (limit, offset, next) => {
		const position: IDataObject = next ? { limit, ...next } : { limit, offset };
		const query = next ? { ...request.query, ...position } : { ...position, ...request.query };
		return await client
			.send({ ...request, query }, ({ body, headers }) => read(body, headers))
			.catch((error: unknown): Page => {
				const { details } = error as Partial<RequestFailure>;
				const { status, serverText = '', outline = '' } = details ?? {};
				// Some platforms answer a list that has no rows so, but no page or text. A list of one agent is different: the agent may not exist.
				const isSaid = serverText !== '' && outline.startsWith('{');
				if (status === 404 && isSaid && !request.hasIds && offset === 0) return { rows: [] };
				throw error;
			});
	};
}
