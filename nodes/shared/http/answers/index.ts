/* What an answer of the platform contains. Its shape is not shown in the API document, so it is found by evidence. */
export type { Action, Confirmation } from './confirmation';
export { confirmationOf, refusalIn } from './confirmation';
export type { PartlyAccepted } from './partial';
export { partlyAcceptedIn } from './partial';
export { placeOfObject, readResult } from './object';
export { isFieldName, outlineOf } from './outline';
export type { Expected } from './places';
export { readPage } from './rows';
export type { Page } from './rows';
