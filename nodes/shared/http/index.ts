/*
 * Room `http`: one request and its answer: address, login, timeout, retries, pages, files, and what a failure means.
 * `operation`, `run` and the triggers use it; the credential imports the files that a login needs. It knows names of
 * the platform, and nothing of operations, parameters and items.
 */
export type { Deed, Doubt, Expected, Page } from './answers';
export {
	checkedDeed,
	importCounts,
	isFieldName,
	madeIdNames,
	outlineOf,
	readPage,
	readResult,
	refusalIn,
	unreadableAnswer,
	valueAtPath,
} from './answers';
export { checkedBaseUrl, isLoopback } from './baseUrl';
export type { HttpRequest } from './client';
export { Client, clientFor, publicClient } from './client';
export type { Address, Endpoint } from './exchange';
export { addressOf, placeholdersOf } from './exchange';
export { failureOfError } from './failures/networkFailure';
export {
	LoginError,
	RequestFailure,
	asNodeError,
	callMayBePlaced,
	isAboutAll,
	isWithoutLogin,
} from './failures/requestFailure';
export { declaredFailure } from './failures/declaredFailure';
export { serverMessage } from './failures/serverMessage';
export type { WantedFile } from './files/fileAnswer';
export { FileDownload } from './files/fileAnswer';
export type { FetchPage, PageRead, Pages } from './lists';
export { Identity, ListChanges, PageReader, pagesFetcher, pagesOf, readRows } from './lists';
export { within, inParallel, paced } from './limits';
export type { Policy } from './retry';
export { defaultPolicy } from './retry';
export { SecretFilter } from './secrets';
export type { N8nContext, CredentialUse } from './session';
export { useOf } from './session';
export { TextTooLong, bodyText } from './stream/bodyStream';
export type { Upload } from './files/upload';
export { checkedUpload, formWithFile } from './files/upload';
