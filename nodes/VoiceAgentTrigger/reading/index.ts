/*
 * Room `reading`: what is new in a list of the platform, with few requests. It does not know events and items.
 *
 * 1. New is a row that is not known, and has no time or one from the floor on.
 * 2. If the rows prove that the newest come first, a reading ends behind a row older than the watermark. If they prove
 *    that the oldest come first, it begins where the last one ended. Otherwise, and every 30 minutes, it reads
 *    everything. What cannot be proven in time is an error.
 * 3. The first poll does the same, and what it meets is old.
 */
export { ChosenIdentity } from './chosenIdentity';
export { ListTooLong, otherAccount } from './errors';
export type { NewRows, WantedRows } from './newRows';
export { readNew } from './newRows';
export { listOptions, listPages, byTime, startFrom, streamOptions } from './stream';
export { latestRows } from './samples';
export type { StreamRow, RowStream } from './stream';
