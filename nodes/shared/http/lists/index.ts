/*
 * Folder `lists`: how a list is read, page by page. From the outside in:
 *
 * - `readRows.ts` gives the rows of a list.
 * - `listReader.ts` finds the way from the first page to the end, by three rules.
 * - `pagesAhead.ts` requests pages together; `pageReader.ts` adapts to the page size that the platform accepts.
 * - `pagesFetcher.ts` requests one page and reads its answer; `identity.ts` tells rows apart.
 */
export type { PageRead, Pages } from './listReader';
export { pagesOf, readRows } from './readRows';
export type { FetchPage } from './pageReader';
export { PageReader } from './pageReader';
export { pagesFetcher } from './pagesFetcher';
export { Identity } from './identity';
export { ListChanges } from './listErrors';
