/*
 * Room `run`: what happens when a node runs: all items are planned, then sent, and the answers become items. A node's
 * `execute` calls it, the same for every operation. Whom it calls, a `Gate` decides, which the room `calling` makes.
 */
export type { CallRequest, Job, Transport, Planned, JobResult } from './job';
export type { MakeGate } from './execute';
export { execute } from './execute';
export type { CallLog, ExecutionState, LoggedCall } from './execution';
export { callLogOf, executionState, refuseWithoutExecution, isTool } from './execution';
export type { Ending, Gate } from './gate';
export { OutdatedVerdict } from './gate';
export { jobsOf, pairedWith } from './job';
export type { RunParameters } from './nodeParameters';
export { isUnknown } from './job';
export { errorItem } from './runMessages';
export { readOf } from './taskAccess';
