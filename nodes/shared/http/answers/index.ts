/*
 * What an answer of the platform contains. The API document does not show where in an answer the content lies: the names that lead to it say it
 * (`names.ts`), and one look at what is there checks it.
 *
 * - `rows.ts` reads the rows of a list, and `aboutList.ts` what the answer says about the whole list.
 * - `thing.ts` reads an answer about one thing.
 * - `refusal.ts` finds the fields that say no; `deed.ts` judges by them whether something was done. `importCounts.ts` is what is said of contacts.
 * - `responsePath.ts` reads where the user says, and is the error for everything else, with the form of the answer (`outline.ts`).
 */
export type { Page } from './rows';
export { readPage } from './rows';
export { readResult } from './thing';
export { refusalIn } from './refusal';
export { importCounts } from './importCounts';
export type { Deed, Doubt } from './deed';
export { checkedDeed, madeIdNames } from './deed';
export type { Expected } from './responsePath';
export { unreadableAnswer, valueAtPath } from './responsePath';
export { isFieldName, outlineOf } from './outline';
