/*
 * How a list is read, page by page. From the outside in: `readRows.ts` gives the rows of a list, `listReader.ts` finds the way from its first page
 * to its end, `pageReader.ts` adapts to the page size that the platform accepts, and `pagesFetcher.ts` requests one page and reads its answer.
 * `identity.ts` tells rows apart, `endCheck.ts` compares all of them with what the platform says.
 */
export type { PageRead, Pages } from './listReader';
export { pagesOf, readRows } from './readRows';
export type { FetchPage } from './pageReader';
export { PageReader, mayBePastEnd } from './pageReader';
export type { ListRequest } from './pagesFetcher';
export { pagesFetcher } from './pagesFetcher';
export { Identity } from './identity';
export { ListChanges } from './listErrors';
