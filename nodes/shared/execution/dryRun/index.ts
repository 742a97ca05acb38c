/** Part `dryRun` of the room `execution`: what a run would do with each row. Sends nothing that does something. */
export { dryRunItems } from './dryRun';
