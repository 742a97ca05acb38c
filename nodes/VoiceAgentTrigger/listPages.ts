import type { Address, FetchPage } from '../shared/http';
import { pagesFetcher, RequestFailure } from '../shared/http';
import { pairsField, responsePathOption } from '../shared/operation';
import type { EntityName } from '../shared/platform';
import type { Watch } from './watch';

/** For every event that reads a list. */
export const listOptions = [
	pairsField({
		displayName: 'Additional Query Parameters',
		name: 'additionalQuery',
		placeholder: 'Add Parameter',
		description: 'Filters of your platform that have no field here. They are sent with every list.',
	}),
	responsePathOption,
];

/** After a page that took too long, pages have so many rows less. */
const SHORTER = 4;

const tookTooLong = (error: unknown): boolean =>
	error instanceof RequestFailure &&
	error.details.reach === 'unknown' &&
	error.details.status === undefined;

/** Reads pages of a list, as long as somebody waits for the poll. What the user adds to the query wins. */
export function listPages(
	watch: Watch,
	address: Address,
	entity: EntityName,
	subject: string,
): FetchPage {
	const { client, params, pageSize } = watch;
	const added = params.pairs('advanced.additionalQuery');
	const expected = { entity, path: params.text('advanced.responsePath') };
	const fetchPage = pagesFetcher(client, { ...address, query: added, subject }, expected);
	return async (limit, offset) => {
		if (watch.isOver()) throw pollIsOver();
		const size = Math.min(limit, pageSize.max ?? limit);
		return await fetchPage(size, offset).catch((error: unknown) => {
			// A page that never comes in time would stop all polls for ever. The next poll asks for less.
			if (tookTooLong(error)) pageSize.max = Math.max(1, Math.floor(size / SHORTER));
			throw error;
		});
	};
}

const pollIsOver = () =>
	new RequestFailure('The poll has taken too long', 'The next poll begins where this one did', {
		reach: 'notSent',
	});
