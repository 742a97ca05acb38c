/*
 * What the trigger remembers from poll to poll. Nobody else reads or writes what is saved: the events, the reading of lists and the poll say
 * what happened, and ask.
 *
 * A row is in one of these states: unknown; known (emitted, or not wanted); deferred (a call that is not ready); lost (a crash may have lost
 * it, so it is emitted again). All times are milliseconds since 1970 unless said otherwise.
 */
export { DeferredCalls, MAX_DEFERRED } from './deferredCalls';
export type { Deferred } from './deferredCalls';
export type { SavedState } from './savedState';
export { TriggerState } from './triggerState';
export type { ReadingSummary, RowRef } from './triggerState';
