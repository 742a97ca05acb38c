import type { IDataObject } from 'n8n-workflow';
import type { Address, FetchPage } from '../shared/http';
import { pagesFetcher } from '../shared/http';
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

/** Reads pages of a list. What the user adds to the query wins. */
export function listPages(
	{ client, params }: Watch,
	address: Address,
	entity: EntityName,
	subject: string,
): (query: IDataObject) => FetchPage {
	const added = params.pairs('options.additionalQuery');
	const expected = { entity, path: params.text('options.responsePath') };
	return (query) =>
		pagesFetcher(client, { ...address, query: { ...query, ...added }, subject }, expected);
}
