/*
 * Every field of this room that resources show.
 */
export { dryRunField } from './dryRun';
export { repeatedNumbers, repeatedNumbersOptions } from './memory';
export { callingRulesFields, rowSaysNoOptions } from './rules';
