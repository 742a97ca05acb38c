/*
 * Room `incremental`: reads what is new in a list of the platform, with as few requests as the platform allows.
 *
 * The events call it, through `listEvent`. `readStream` compares what a scan read with the state; a scan (`scan.ts`) finds out how the
 * list is sorted and reads it the cheapest way that is safe. Nothing here may know which event is watched or what an item looks like,
 * and a scan knows neither the state nor the poll.
 */
export { latestRows } from './latestRows';
export type { Defer, Row } from './list';
export { byTime } from './list';
export { startFrom, streamOptions } from './options';
export type { NewRows } from './readStream';
export { readStream, sayOtherList } from './readStream';
export { RowIdentity } from './rowIdentity';
export type { Stream } from './stream';
export { addedAtOf } from './stream';
