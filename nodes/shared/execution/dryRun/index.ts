/* Room `dryRun`: what a run would do with each row. It sends nothing but requests that read, and records nothing. */
export { dryRunItems } from './dryRunItems';
export { dryRunField, isDryRun } from './dryRunField';
