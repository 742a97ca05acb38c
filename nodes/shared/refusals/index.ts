/*
 * Room `refusals`: the one judge of every "no": does a row, a call or a contact say that somebody must not be called?
 * It compares field names and short texts with tables of words in ten languages, and reads no sentences.
 */
export type { RefusalSign, RefusalScope } from './refusals';
export { refusalIn, saysWhoAgreed, saysWhoMayBeCalled, saysWhoNotToCall } from './refusals';
