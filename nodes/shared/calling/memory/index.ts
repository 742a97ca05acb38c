/*
 * Room `memory`: whom a run must not call, because this run, or an execution before it, did or may have.
 *
 * Before each request, the judge asks the memory about its people: it says who was called, and claims the others; afterwards it is told how the
 * request ended (`ClaimAhead`). What is remembered lies in n8n's de-duplication store (`CalledNumbers`), which all executions of a workflow
 * change one after the other (`WorkflowLock`). n8n's Data Table would be the natural store, but n8n gives it to its own nodes only.
 */
export { CalledNumbers } from './calledNumbers';
export type { CallMemory } from './claimAhead';
export { ClaimAhead, MemoryLook } from './claimAhead';
export type { Within } from './duplicateNumbers';
export {
	notTheSame,
	rememberPeople,
	repeatedNumbers,
	repeatedNumbersOptions,
} from './duplicateNumbers';
export type { Remembering } from './findings';
export { showHint } from './findings';
