/*
 * Room `refusals`: the one judge of every "no". It decides whether a row, a call or a contact says that somebody must not be called.
 * It compares names of fields and short texts with tables of words in ten languages, and reads no sentences.
 */
export type { RefusalSign, RefusalScope } from './refusals';
export { refusalIn, saysWhoAgreed, saysWhoMayBeCalled, saysWhoNotToCall } from './refusals';
