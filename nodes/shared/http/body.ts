import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { isTooDeep, parseJson } from '../values';
import { outlineOf } from './answers';
import { RequestFailure } from './failures/requestFailure';
import { WEB_PAGE, formOfText, serverMessage } from './failures/serverMessage';
import type { SecretFilter } from './secrets';
import { TextTooLong, discard, peek, bodyText } from './stream/bodyStream';

const BYTES_PER_MB = 1024 * 1024;
/** An answer that is no file is read into memory. Parallel requests need it several times. */
const MAX_ANSWER_MB = 64;
/** The message of an error is in its first part. */
const MAX_ERROR_BYTES = 64 * 1024;

/** `audio/wav; charset=x` → `audio/wav`; '' if the platform says no type. */
export const mediaTypeOf = ({ headers }: Pick<IN8nHttpFullResponse, 'headers'>): string =>
	(String(headers['content-type'] ?? '').split(';')[0] ?? '').trim().toLowerCase();

const charsetOf = ({ headers }: IN8nHttpFullResponse): string | undefined =>
	/charset="?([\w-]+)/i.exec(String(headers['content-type']))?.[1];

/** The message in an error answer, without secrets, and what the answer looks like. Only its beginning is read. */
export async function errorText(
	response: IN8nHttpFullResponse,
	filter: SecretFilter,
): Promise<{ text: string; outline: string }> {
	const { body } = response;
	const { head } = await peek(body, MAX_ERROR_BYTES);
	discard(body);
	const limits = { maxBytes: MAX_ERROR_BYTES, charset: charsetOf(response) };
	const text = (await bodyText(head, limits)).trim();
	const parsed = parseJson(text);
	// Secrets are hidden before the message is cut to its length: half a secret would not be found.
	const shown = filter.texts(parsed ? parsed.value : text);
	const form = parsed || text === '' ? outlineOf(shown) : formOfText(text, mediaTypeOf(response));
	return { text: filter.text(serverMessage(shown, true)), outline: form };
}

/** Whether an answer is a page for people, by its type or by its beginning. */
export const isWebPage = (text: string, type: string): boolean =>
	formOfText(text, type) === WEB_PAGE;

/** What is wrong with a text that is neither JSON nor marked as plain text; undefined if nothing is. */
function problemOfText(text: string, type: string): string | undefined {
	if (isWebPage(text, type))
		return "It is a web page. Check the 'Base URL' of the credential: it ends in /api/v1";
	const form = formOfText(text, type);
	if (form.startsWith('several JSON')) return `It is ${form}. This package reads one JSON value`;
	if (/^[[{]/.test(text)) return 'It is not complete, or not valid JSON. Try again later';
	if (type === '' || type.includes('json'))
		return "It is not JSON. Check the 'Base URL' of the credential, or try again later";
	return undefined;
}

const unreadableBody = (problem: string, status: number, outline?: string) =>
	new RequestFailure('The answer of the platform cannot be read', problem, {
		status,
		arrival: 'unknown',
		outline,
	});

const tooLarge = (status: number) =>
	new RequestFailure(
		'The answer of the platform is too large to be read',
		`It has more than ${MAX_ANSWER_MB} MB. Ask for less where you can: fewer rows, or a shorter time`,
		{ status, arrival: 'unknown', final: true },
	);

/**
 * What an answer's JSON says, without secrets. Plain text stays text; an empty body is undefined.
 * @param body a stream, or what is in memory
 * @throws RequestFailure if it cannot be read
 */
export async function readBody(
	response: IN8nHttpFullResponse,
	body: unknown,
	filter: SecretFilter,
): Promise<unknown> {
	const { statusCode } = response;
	const limits = { maxBytes: MAX_ANSWER_MB * BYTES_PER_MB, charset: charsetOf(response) };
	const whole = await bodyText(body, limits).catch((error: unknown) => {
		throw error instanceof TextTooLong ? tooLarge(statusCode) : error;
	});
	const text = whole.trim();
	if (text === '') return undefined;
	const parsed = parseJson(text);
	if (parsed && isTooDeep(parsed.value))
		throw unreadableBody('It is nested too deeply', statusCode);
	if (parsed) return filter.data(parsed.value, text);
	const type = mediaTypeOf(response);
	const problem = problemOfText(text, type);
	if (problem !== undefined) throw unreadableBody(problem, statusCode, formOfText(text, type));
	const plain = text.replaceAll('\0', '');
	return filter.data(plain, plain);
}
