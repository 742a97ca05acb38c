import type { Address, Endpoint } from '../http';
import { addressOf, placeholdersOf } from '../http';
import type { Operation } from './operation';
import { endpointsOf, idsOf } from './operation';
import type { Params } from './params';

/**
 * Method and path of one request of an operation.
 *
 * @param endpoint which one, if the operation has several; by default the first
 * @throws ParameterError for an identifier that is empty or would change the path
 */
export function addressOfOperation(
	operation: Pick<Operation, 'kind' | 'action'>,
	params: Params,
	endpoint: Endpoint | undefined = endpointsOf(operation)[0],
): Address {
	if (!endpoint) throw new Error(`"${operation.action}" sends no request`);
	const ids = placeholdersOf(endpoint).map((name) => {
		const field = idsOf(operation)[name];
		if (!field) throw new Error(`No field fills {${name}} of ${endpoint}`);
		return [name, params.id(field.name)];
	});
	return addressOf(endpoint, Object.fromEntries(ids));
}
