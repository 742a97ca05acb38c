import { RequestFailure } from '../http';

/** Whether there is no login: it was refused, or the platform does not accept it. */
export const isWithoutLogin = ({ details: { isLogin, status } }: RequestFailure): boolean =>
	isLogin === true || status === 401;

/** Whether every other request would fail now as this one did: there is no login, no connection, or the platform is busy. */
export const isAboutAll = (failure: RequestFailure): boolean =>
	isWithoutLogin(failure) || failure.details.reach === 'notSent' || failure.details.status === 429;

/** A repeated DELETE that finds nothing has reached what it was for. @returns what to say of it. @throws any other error */
export function whatIsGone(error: unknown): string {
	if (!(error instanceof RequestFailure) || error.details.isGone !== true) throw error;
	return `${error.message}. ${error.description}`;
}
