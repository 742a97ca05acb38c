import type { IDataObject } from 'n8n-workflow';
import type { Address, FetchPage } from '../shared/http';
import { readPage } from '../shared/http';
import { pairsField } from '../shared/operation';
import type { Watch } from './watch';

/** For every event that reads a list. */
export const additionalQueryField = pairsField({
	displayName: 'Additional Query Parameters',
	name: 'additionalQuery',
	placeholder: 'Add Parameter',
	description: 'Filters of your platform that have no field here. They are sent with every list.',
});

/** Reads pages of a list. What the user adds to the query wins. */
export function listPages(
	{ client, params }: Watch,
	address: Address,
	subject: string,
): (query: IDataObject) => FetchPage {
	const added = params.pairs('options.additionalQuery');
	return (query) => async (limit, offset) =>
		await client.send(
			{ ...address, query: { ...query, ...added, limit, offset }, subject },
			({ body }) => readPage(body),
		);
}
