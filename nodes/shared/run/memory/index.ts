/*
 * Room `memory`: whom a run must not call, because this run, or an execution before it, did or may have.
 *
 * Before each request, the run asks the memory about its rows: who was called gets a verdict, the others are claimed; afterwards it says how the
 * request ended (`ClaimAhead`). What is remembered lies in n8n's de-duplication store (`CalledNumbers`), which all executions of a workflow
 * change one after the other (`WorkflowLock`). The room knows rows and keys, and nothing of requests, answers or items.
 */
export { CalledNumbers } from './calledNumbers';
export type { Ending, CallMemory } from './claimAhead';
export { ClaimAhead, MemoryLook } from './claimAhead';
export { executionMemory, refuseWithoutExecution } from './storeRow';
export type { Within } from './duplicateNumbers';
export {
	notTheSame,
	rememberRows,
	repeatedNumbers,
	repeatedNumbersOptions,
} from './duplicateNumbers';
export type { Remembering } from './verdicts';
export { DuplicateCheck, showHint } from './verdicts';
