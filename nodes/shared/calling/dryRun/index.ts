/*
 * Room `dryRun`: what a run would do with each row. It sends nothing but requests that read. To see who was called before, it records a handful
 * of numbers at a time and removes them at once: a look that is interrupted leaves at most these possibly called.
 */
export { dryRunItems } from './dryRunItems';
export { dryRunField, isDryRun } from './dryRunField';
