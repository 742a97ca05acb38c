/* Room `state`: what is remembered from poll to poll (`state.ts`). No other room reads or writes what is saved. */
export { MAX_DEFERRED } from './deferredCalls';
export type { RowRef } from './knownRows';
export { keyOf } from './knownRows';
export type { SavedState } from './state';
export { TriggerState } from './state';
