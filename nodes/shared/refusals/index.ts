/*
 * Room `refusals`: the one judge of every "no". It knows the names of fields and the words that say that somebody must not be called, in ten
 * languages, and reads no sentences. Whoever asks whether a row, a call or a contact says no asks `refusalIn`.
 */
export type { RefusalSign, RefusalScope } from './refusals';
export { refusalIn, saysWhoAgreed, saysWhoNotToCall } from './refusals';
