/*
 * Folder `answers`: what an answer of the platform contains. Names lead to it (`answerNames.ts`), and a look checks it.
 *
 * - `rows.ts` reads the rows of a list, and what the answer says about the whole list.
 * - `thing.ts` reads an answer about one thing.
 * - `refusal.ts` finds fields that say no; `deed.ts` judges by them; `importCounts.ts` reads what is said of contacts.
 * - `responsePath.ts` reads where the user says, and makes the error for the rest, with an `outline.ts` of the answer.
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
