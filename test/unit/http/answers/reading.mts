import { RequestFailure, readPage, readResult } from '../../../../nodes/shared/http';
import type { Expected } from '../../../../nodes/shared/http';

/*
 * Two calls, and what is read of an answer that has them.
 */

export const row = { call_id: 'c1', status: 'completed', to_number: '+12125550123' };
export const other = { call_id: 'c2', status: 'busy', to_number: '+12125550124' };
export const rows = [row, other];
export const agents = [{ agent_id: 'a1', name: 'Ada' }];
export const asCall: Expected = { entity: 'call' };

export const readObject = (answer: unknown, expected: Expected = {}) =>
	readResult(answer, { subject: 'Get', ...expected });
export const rowsIn = (answer: unknown, expected: Expected = asCall) =>
	readPage(answer, expected).rows;

export const failureOf = (read: () => unknown): RequestFailure => {
	try {
		read();
	} catch (error) {
		if (error instanceof RequestFailure) return error;
		throw error;
	}
	throw new Error('There is no failure');
};
