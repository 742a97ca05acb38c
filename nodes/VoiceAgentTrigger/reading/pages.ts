import type { Address, FetchPage } from '../../shared/http';
import { pagesFetcher, RequestFailure } from '../../shared/http';
import { pairsField, responsePathOption } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';
import type { Watch } from '../watch';

/** The Options entry of every event that reads a list. */
export const listOptions = [
	pairsField({
		displayName: 'Additional Query Parameters',
		name: 'additionalQuery',
		placeholder: 'Add Parameter',
		description: 'Filters of your platform that have no field here. They are sent with every list.',
	}),
	responsePathOption,
];

const pollIsOver = () =>
	new RequestFailure('The poll has taken too long', 'The next poll begins where this one did', {
		arrival: 'notSent',
	});

/** Reads pages of a list, as long as somebody waits for the poll. What the user adds to the query wins. */
export function listPages(
	{ client, params, isPollOver }: Watch,
	address: Address,
	entity: EntityName,
	subject: string,
): FetchPage {
	const added = params.pairs('options.additionalQuery');
	const expected = { entity, path: params.text('options.responsePath') };
	const fetchPage = pagesFetcher(client, { ...address, query: added, subject }, expected);
	return async (limit, offset) => {
		if (isPollOver()) throw pollIsOver();
		return await fetchPage(limit, offset);
	};
}
