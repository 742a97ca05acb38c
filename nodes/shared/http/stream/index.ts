/*
 * Room `stream`: what reads a body as it comes: its first bytes, or all of it as a text, with a limit to its size. It knows nothing of
 * requests, answers and failures.
 */
export type { FileContent } from './stream';
export { TextTooLong, discard, peek, textOf } from './stream';
