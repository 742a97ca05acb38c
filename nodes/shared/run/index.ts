/*
 * Room `run`: what happens when a node runs: all items are planned, then sent, and the answers become items. A node's
 * `execute` calls it, the same for every operation. Whom it calls, a `Gate` decides, which the room `calling` makes.
 */
export type { CallRequest } from './callRequest';
export type { MakeGate } from './execute';
export { execute } from './execute';
export type { CallLog, ExecutionState, LoggedCall } from './executionState';
export { callLogOf, executionState, refuseWithoutExecution } from './executionState';
export type { Ending, Gate } from './gate';
export { OutdatedVerdict } from './gate';
export type { Job, Transport, Planned } from './job';
export { jobsOf, pairedWith } from './job';
export type { RunParameters } from './nodeParameters';
export type { JobResult } from './outcomes';
export { isUnknown } from './outcomes';
export { errorItem } from './runErrors';
export { readOf } from './taskAccess';
export { isTool } from './tool';
