/*
 * Room `dryRun`: what a run would do with each row. It sends nothing but requests that read.
 * A look that is interrupted can leave a handful of numbers as possibly called: the store is only read by recording.
 */
export { dryRunItems } from './dryRunItems';
export { dryRunField, isDryRun } from './dryRunField';
