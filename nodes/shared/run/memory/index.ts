/*
 * Room `calledNumbers`: whom a run must not call, because this run, or an execution before it, did or may have.
 *
 * The run claims the keys of its requests before it sends them, and hears of each whether it is free, called or unknown; afterwards it says
 * how each request ended (`ClaimAhead`). What is remembered lies in n8n's de-duplication store (`CalledNumbers`), which all executions of a
 * workflow change one after the other (`WorkflowLock`). The room knows keys and nothing of requests, answers or items.
 */
export type { Claim } from './calledNumbers';
export { CalledNumbers } from './calledNumbers';
export type { Ending } from './claimAhead';
export { ClaimAhead } from './claimAhead';
export { executionMemory, refuseWithoutExecution } from './storeRow';
export type { UnknownNumbers } from './duplicateNumbers';
export {
	notTheSame,
	rememberedPeople,
	repeatedNumbers,
	repeatedNumbersOptions,
	unknownNumbers,
} from './duplicateNumbers';
export { InputDuplicates, showHint, skippedKeys } from './skipped';
