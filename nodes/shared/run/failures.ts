import { RequestFailure } from '../http';

/** A repeated DELETE that finds nothing is done. @returns what to say of it. @throws any other error */
export function whatIsGone(error: unknown): string {
	if (!(error instanceof RequestFailure) || error.details.isGone !== true) throw error;
	return `${error.message}. ${error.description}`;
}
