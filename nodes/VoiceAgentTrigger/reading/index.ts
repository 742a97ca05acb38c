/*
 * Room `reading`: what is new in a list of the platform, with as few requests as its rows allow.
 *
 * 1. New is a row that is not known, and has no time or one that is not before the floor.
 * 2. A reading begins where the rows prove that the newest ones are, and ends when nothing new can follow. Otherwise, and every 30 minutes, it
 *    reads everything.
 * 3. The first poll learns everything; of a long list that is sorted, the latest rows.
 * 4. What cannot be proven in the time of a poll is an error.
 *
 * It may not know which event is watched or what an item looks like.
 */
export { ChosenIdentity } from './identity';
export { ListTooLong, otherAccount } from './errors';
export type { NewRows, WantedRows } from './newRows';
export { readNew } from './newRows';
export { listOptions, listPages } from './pages';
export { latestRows } from './samples';
export type { StreamRow, RowStream } from './stream';
export { byTime, startFrom, streamOptions } from './stream';
