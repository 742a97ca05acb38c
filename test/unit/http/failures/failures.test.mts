import type { INode } from 'n8n-workflow';
import { NodeApiError, UserError } from 'n8n-workflow';
import {
	LoginError,
	RequestFailure,
	asNodeError,
	declaredFailure,
	failureOfError,
} from '../../../../nodes/shared/http';
import type { FailureDetails } from '../../../../nodes/shared/http/failures/requestFailure';
import { failureOfStatus } from '../../../../nodes/shared/http/failures/requestFailure';
import { ParameterError } from '../../../../nodes/shared/values';
import { networkError } from '../../../support/fakeCaller.mts';
import { phrases } from '../../../support/phrases.mts';

const failureOf = (error: unknown, wasSent = true) => failureOfError(error, 'Make a call', wasSent);
const within = (cause: unknown, depth: number): unknown =>
	depth === 0 ? cause : Object.assign(new Error('outer'), { cause: within(cause, depth - 1) });

describe('a thrown error', () => {
	test.each<[arrival: 'notSent' | 'unknown', codes: string[]]>([
		['notSent', phrases`ECONNREFUSED | ENOTFOUND | EAI_AGAIN | EHOSTUNREACH | ENETUNREACH`],
		['unknown', phrases`ECONNABORTED | ETIMEDOUT | ECONNRESET | EPROTO | EPIPE`],
		['unknown', phrases`ERR_SSL_WRONG_VERSION_NUMBER | ERR_TLS_HANDSHAKE_TIMEOUT`],
	])('%s: %j', (arrival, codes) => {
		for (const code of codes) expect(failureOf(networkError(code)).details).toEqual({ arrival });
	});

	test.each<[string, Array<'notSent' | 'unknown'>]>([
		['EHOSTUNREACH', ['notSent', 'unknown', 'unknown']],
		['ENETUNREACH', ['notSent', 'unknown', 'unknown']],
		['ETIMEDOUT', ['notSent', 'unknown', 'unknown']],
	])('%s when the connection was made, read or written to', (code, arrivals) => {
		const arrivalAt = (syscall: string) =>
			failureOf(networkError(code, { syscall })).details.arrival;
		expect(['connect', 'read', 'write'].map(arrivalAt)).toEqual(arrivals);
	});

	test('is found wherever n8n wraps it, and by its code alone', () => {
		const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
		expect(failureOf(within(refused, 5)).details).toEqual({ arrival: 'notSent' });
		const wrapped = (code: string, more = {}) => failureOf(within(networkError(code, more), 1));
		expect(wrapped('ETIMEDOUT', { syscall: 'connect' }).details).toEqual({ arrival: 'notSent' });
		for (const code of phrases`CERT_HAS_EXPIRED | ERR_TLS_CERT_ALTNAME_INVALID | CERT_REVOKED`) {
			const { details } = wrapped(code, { syscall: 'connect' });
			expect(details).toEqual({ arrival: 'notSent', final: true });
		}
		expect(wrapped('ETIMEDOUT').message).toMatch(/in time/);
		expect(failureOf({ message: 'outer', cause: 'text' }).message).toBe('outer');
		expect(failureOf({ isAxiosError: true }).details).toEqual({ arrival: 'unknown' });
		expect(failureOf({ isAxiosError: false, message: 'x' }).details.final).toBe(true);
	});

	test.each([400, 500])('with an answer of %i is this answer', (status) => {
		const error = Object.assign(new Error('x'), { response: { status, data: { message: 'Why' } } });
		const failure = failureOf(within(error, 2));
		expect(failure.details).toMatchObject({ status, arrival: 'answered' });
		expect(failure.message).toMatch(/: Why$/);
		expect(failure.description).toContain('Make a call');
	});

	test.each([302, 399, undefined])('with a status of %j is an answer that broke off', (status) => {
		const failure = failureOf(networkError('ECONNRESET', { response: { status } }));
		expect(failure.details).toEqual({ arrival: 'unknown' });
	});

	test.each(['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS'])('%s was never written', (code) => {
		const error = Object.assign(new TypeError('Invalid character'), { code });
		expect(failureOf(within(error, 1)).details).toEqual({ arrival: 'notSent', final: true });
	});

	test('of a login says what the login said, wherever it is', () => {
		const login = new LoginError('Wrong password', 'Enter it again', true, 7);
		const failure = failureOf(within(Object.assign(login, { response: { status: 500 } }), 3), true);
		expect(failure.message).toBe('Wrong password');
		expect(failure.description).toBe('Enter it again');
		expect(failure.details).toEqual({
			arrival: 'notSent',
			final: true,
			isLogin: true,
			retryAfterSeconds: 7,
		});
	});

	test('of n8n or the credential was never sent; its innermost text is told', () => {
		const inner = new UserError('No such thing', { description: 'Try another' });
		const failure = failureOf(within(inner, 2));
		expect(failure).toMatchObject({
			message: 'No such thing',
			description: 'Try another',
			details: { arrival: 'notSent', final: true },
		});
		const blocked = Object.assign(new Error('No'), {
			name: 'SsrfBlockedIpError',
			code: 'EBLOCKED',
		});
		expect(failureOf(within(blocked, 1)).details).toEqual({ arrival: 'notSent', final: true });
		expect(failureOf(new Error('bare')).description).toBe('');
	});

	test.each([undefined, null, 'text', {}])('may be anything: %j', (error) => {
		const failure = failureOf(error);
		expect(failure).toBeInstanceOf(RequestFailure);
		expect(failure.message).not.toBe('');
		expect(failure.details).toEqual({ arrival: 'unknown', final: true });
		expect(failureOf(error, false).details.arrival).toBe('notSent');
	});
});

describe('an error status', () => {
	test.each([
		[401, /login/, /credential/],
		[402, /balance/, /top up/i],
		[404, /not found/i, /ID/],
		[422, /field/, /field/],
		[429, /too many/, /parallel/i],
		[418, /refused/, /parameters/],
		[499, /refused/, /parameters/],
		[500, /a problem of its own/, /later/],
	])('%i says what it means and what to do', (status, message, advice) => {
		const failure = failureOfStatus(status, 'Because', 'Make a call');
		expect(failure.message).toMatch(message);
		expect(failure.message).toMatch(/: Because$/);
		expect(failure.description).toMatch(advice);
		expect(failure.description).toContain(`(Make a call, status ${status})`);
		expect(failure.details).toEqual({ status, arrival: 'answered', serverText: 'Because' });
	});

	test('422 without a text says that nobody knows the field', () => {
		expect(failureOfStatus(422, '', 'x').description).toMatch(/does not say which field it is/);
	});
});

describe('what n8n is told of a failure', () => {
	test.each<[FailureDetails, string]>([
		[{ arrival: 'answered', status: 401 }, 'credential-invalid'],
		[{ arrival: 'notSent', isLogin: true, final: true }, 'credential-invalid'],
		// The platform could not log in: the credential may be right.
		[{ arrival: 'notSent', isLogin: true, final: false }, 'temporarily-unavailable'],
		[{ arrival: 'notSent', final: true }, 'temporarily-unavailable'],
		[{ arrival: 'answered', status: 404 }, 'configuration-invalid'],
		[{ arrival: 'answered', status: 500 }, 'temporarily-unavailable'],
	])('of %j: %s', (details, cause) => {
		expect(declaredFailure(new RequestFailure('No', '', details))).toEqual({ cause });
	});
});

describe('the error of an item', () => {
	const node = { id: '1', name: 'Call', type: 'call', typeVersion: 1, position: [0, 0] } as INode &
		Record<string, unknown>;

	test('of a failed request has its status and its wait, for n8n and for error workflows', () => {
		const failure = new RequestFailure('Too many', 'Later', {
			arrival: 'answered',
			status: 429,
			retryAfterSeconds: 5,
		});
		const error = asNodeError(node, failure, 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Too many',
			description: 'Later',
			httpCode: '429',
			context: { itemIndex: 3 },
		});
		expect((error as NodeApiError).errorResponse).toEqual({
			message: 'Too many',
			headers: { 'retry-after': '5' },
		});
	});

	test.each([[{}], [{ message: '' }], [{ message: 7 }]])('%j still says something', (given) => {
		expect(asNodeError(node, given).message).toMatch(/unexpected/);
	});

	test('says how far the run came', () => {
		const given = new ParameterError('Empty', 'Fill it in');
		expect(asNodeError(node, given, 0, '3 of 9 done').description).toBe('Fill it in. 3 of 9 done');
		expect(asNodeError(node, new Error('x'), 0, '3 of 9 done').description).toBe('3 of 9 done');
	});
});

test('a login error says both in its message, and holds no status that n8n would act on', () => {
	const error = new LoginError('Wrong', 'Again', false, 3);
	expect(error).toBeInstanceOf(Error);
	expect(error.message).toBe('Wrong. Again');
	expect({ ...error, name: error.name }).toEqual({
		name: 'LoginError',
		summary: 'Wrong',
		description: 'Again',
		refused: false,
		retryAfterSeconds: 3,
	});
});
