/*
 * Room `run`: what happens when a node runs: all items are planned, then sent, and the answers become items.
 *
 * Only the `execute` of a node calls it. It works the same for every operation and depends on none of them. Whom a run calls it does not know: a
 * `Gate`, which the room `calling` makes, decides it.
 */
export type { CallRequest } from './callRequest';
export type { MakeGate } from './execute';
export { execute } from './execute';
export type { CallLog, ExecutionMemory, LoggedCall } from './executionMemory';
export { callLogOf, executionMemory, refuseWithoutExecution } from './executionMemory';
export type { Ending, Gate } from './gate';
export { NoLongerAllowed } from './gate';
export type { Job, Link, Planned } from './job';
export { jobsOf, pairedWith } from './job';
export type { RunParameters } from './nodeParameters';
export type { Done } from './outcomes';
export { errorItem } from './runErrors';
export { readOf } from './taskAccess';
export { isTool } from './tool';
