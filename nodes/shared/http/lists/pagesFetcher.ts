import type { Expected } from '../answers';
import { readPage, refusalIn } from '../answers';
import type { Client, HttpRequest } from '../client';
import type { FetchPage } from './pageReader';

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
