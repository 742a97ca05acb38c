import type { Address } from '../../shared/http';
import { addressOf, RequestFailure } from '../../shared/http';
import type { ParameterError } from '../../shared/values';

/** The address of something that belongs to one call. An ID that would lead to another address is refused. */
export function callAddress(...where: Parameters<typeof addressOf>): Address | RequestFailure {
	try {
		return addressOf(...where);
	} catch (error) {
		const { message, description } = error as ParameterError;
		return new RequestFailure(message, String(description), { reach: 'answered', final: true });
	}
}
