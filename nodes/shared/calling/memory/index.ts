/*
 * Room `memory`: whom a run must not call, because this run, or an execution before it, did or may have.
 *
 * n8n's Data Table would be the natural store, but n8n gives it to its own nodes only. What is left is its store for
 * Remove Duplicates: one set of hashes for each node, which n8n reads, changes and writes back as a whole.
 *
 *   worker 1 reads {a}, worker 2 reads {a}, 1 writes {a, b}, 2 writes {a, c}  -> b is forgotten, and called twice
 *       so one execution at a time changes the set                              workflowLock.ts
 *   10,000 numbers in the set, 1,000 calls: 1,000 times the whole set is written
 *       so a slice of the calls is claimed in one write, ahead of them          claimAhead.ts
 *   "has it b?" is answered only by "add b": it was new, or not
 *       so a dry run adds a handful, and removes what was new                   calledNumbers.ts
 *
 * A number is claimed (`begun`), sent, and settled: `done` if it was called, removed if it certainly was not.
 *
 *   a crash between claim and send   `begun` is left: the next runs skip the number as possibly called. On the next
 *                                    day it is free; with Once Ever, only another text in its option frees it
 *   a crash with the lock            the next execution takes it over after half a minute (workflowLock.ts)
 *   two workers, one number          the second finds `begun`: possibly called
 *   midnight                         a call belongs to the day on which it is sent. What was claimed before and is sent
 *                                    after is claimed again, also what the platform has refused before. The first
 *                                    claim of a day empties the set, if nothing in it is of Once Ever
 *   two clocks                       if a clock that is ahead has begun tomorrow, the others claim for tomorrow, too,
 *                                    and what was called today is free
 *   the store refuses an ending      it is tried again each second, and three times at the end of the run
 *   the store refuses a removal      as after a crash. A later removal could free a claim of somebody else
 */
export { CalledNumbers } from './calledNumbers';
export type { CallMemory } from './claimAhead';
export { ClaimAhead, MemoryOfDryRun } from './claimAhead';
export type { Within, Remembering } from './duplicateNumbers';
export {
	listed,
	notTheSame,
	rememberPeople,
	repeatedNumbers,
	repeatedNumbersOptions,
	showHint,
} from './duplicateNumbers';
