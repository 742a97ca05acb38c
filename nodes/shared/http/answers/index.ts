/*
 * What an answer of the platform contains. The API document does not show where in an answer the content lies: the names that lead to it say it
 * (`names.ts`), and one look at what is there checks it. `rows.ts` reads lists, `thing.ts` one thing, `deed.ts` judges whether something was done.
 */
export type { Deed, Doubt } from './deed';
export { checkedDeed, isRefusal, madeIdNames, refusalIn, rejectionsIn } from './deed';
export { isFieldName, outlineOf } from './outline';
export type { Expected } from './responsePath';
export { unreadable, valueAtPath } from './responsePath';
export { readPage } from './rows';
export type { Page } from './rows';
export { readResult } from './thing';
