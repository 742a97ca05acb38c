/*
 * Folder `lists`: how a list is read, page by page. From the outside in:
 *
 * - `listReader.ts` gives the rows of a list, or its pages. It finds the way from the first page to the end, by three rules.
 * - `offsetPages.ts` says how pages follow each other, and requests the next ones together.
 * - `pageReader.ts` requests a page, as large as the platform accepts; `identity.ts` tells rows apart.
 */
export type { PageRead, Pages } from './listReader';
export { pagesOf, readRows } from './listReader';
export type { FetchPage } from './pageReader';
export { PageReader, pagesFetcher } from './pageReader';
export { Identity } from './identity';
export { ListChanges } from './listErrors';
