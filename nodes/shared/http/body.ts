import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { isTooDeep, parseJson } from '../values';
import { outlineOfError } from './answers';
import { TextNotRead, textOf } from './boundedText';
import { RequestFailure } from './failures/requestFailure';
import { serverMessage } from './failures/serverMessage';
import { discard, peek } from './files/peek';
import type { SecretFilter } from './secrets';

const BYTES_PER_MB = 1024 * 1024;
/** An answer that is no file is read into memory. Parallel requests need it several times. */
const MAX_ANSWER_MB = 64;
/** The message of an error is in its first part. */
const MAX_ERROR_BYTES = 64 * 1024;

const contentType = (response: IN8nHttpFullResponse) =>
	String(response.headers['content-type'] ?? '').toLowerCase();

/** The message in an error answer, and what the answer looks like. Only its beginning is read. */
export async function errorText(
	response: IN8nHttpFullResponse,
): Promise<{ text: string; outline?: string }> {
	const body = asSent(response.body) as IN8nHttpFullResponse['body'];
	const { head } = await peek({ ...response, body }, MAX_ERROR_BYTES);
	discard(body);
	const text = head.toString('utf8').trim();
	return { text: serverMessage(text), outline: outlineOfError(text) };
}

/** A body that n8n has already read is put back. */
const asSent = (body: unknown): unknown =>
	typeof body === 'object' && body !== null && !(Symbol.asyncIterator in body)
		? JSON.stringify(body)
		: body;

const WEB_PAGE = /^<(?:!doctype html|html|head|body)/i;

/** What is wrong with a text that is neither JSON nor marked as plain text; undefined if nothing is. */
function problemOfText(text: string, type: string): string | undefined {
	if (type.includes('html') || WEB_PAGE.test(text))
		return "It is a web page. Check the 'Base URL' of the credential: it ends in /api/v1";
	if (/^[[{]/.test(text)) return 'It is not complete, or not valid JSON. Try again later';
	if (type === '' || type.includes('json'))
		return "It is not JSON. Check the 'Base URL' of the credential, or try again later";
	return undefined;
}

const unreadable = (problem: string, status: number) =>
	new RequestFailure('The answer of the platform cannot be read', problem, {
		status,
		reach: 'unknown',
	});

const tooLarge = (status: number) =>
	new RequestFailure(
		'The answer of the platform is too large to be read',
		`It has more than ${MAX_ANSWER_MB} MB. Ask for less: set a lower 'Limit', or use filters`,
		{ status, reach: 'unknown', final: true },
	);

/**
 * An answer whose body is what its JSON says, without secrets. Plain text stays text. The body of an empty answer is undefined.
 *
 * @throws RequestFailure if it cannot be read
 */
export async function readBody(
	response: IN8nHttpFullResponse,
	signal: AbortSignal,
	filter: SecretFilter,
): Promise<IN8nHttpFullResponse> {
	const { statusCode } = response;
	const limits = { maxBytes: MAX_ANSWER_MB * BYTES_PER_MB, signal };
	const text = await textOf(asSent(response.body), limits).catch((error: unknown) => {
		throw error instanceof TextNotRead && error.reason === 'tooLarge'
			? tooLarge(statusCode)
			: error;
	});
	const body = bodyOf(text.trim(), response, filter);
	return { ...response, body } as IN8nHttpFullResponse;
}

function bodyOf(text: string, response: IN8nHttpFullResponse, filter: SecretFilter): unknown {
	if (text === '') return undefined;
	const parsed = parseJson(text);
	if (parsed) {
		if (isTooDeep(parsed.value)) {
			throw unreadable('It is nested too deeply', response.statusCode);
		}
		return filter.data(parsed.value, text);
	}
	const problem = problemOfText(text, contentType(response));
	if (problem !== undefined) throw unreadable(problem, response.statusCode);
	return filter.text(text);
}
