/*
 * Room `http`: one request and its answer: address, login, timeout, retries, pages, files, and what a failure means.
 *
 * `operation`, `execution`, the trigger and the credential call it. It knows what the platform may call things (`platform`), but no
 * operation, no parameter and no item of n8n.
 */
export type { Expected, Page } from './answers';
export {
	isFieldName,
	outlineOf,
	placeOfObject,
	placeOfRows,
	readObject,
	readPage,
	refusalIn,
} from './answers';
export { checkedBaseUrl } from './baseUrl';
export type { Caller, HttpRequest } from './client';
export { Client, clientFor, publicClient } from './client';
export type { Address, Endpoint } from './endpoint';
export { addressOf, placeholdersOf } from './endpoint';
export { LoginError } from './failures/loginError';
export type { NetworkCause } from './failures/networkFailure';
export { failureOfError, networkCauseOf } from './failures/networkFailure';
export { asNodeError } from './failures/nodeError';
export { RequestFailure } from './failures/requestFailure';
export { serverMessage } from './failures/serverMessage';
export type { ReceivedFile, WantedFile } from './files';
export { FileDownload, readFileAnswer, storedFile } from './files';
export { discard } from './peek';
export { Identity } from './identity';
export type { ListRequest } from './list';
export { pagesFetcher } from './list';
export type { FetchPage } from './pageReader';
export { PageReader, REFUSALS_OF_OFFSET, REFUSALS_OF_SIZE } from './pageReader';
export type { PageRead } from './pagination';
export { pagesOf, readRows } from './pagination';
export type { Policy } from './retry';
export { retryAfterSeconds } from './retry';
export { within } from './timeLimit';
export type { Upload } from './upload';
export { checkedUpload, formWithFile } from './upload';
