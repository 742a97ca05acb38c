/*
 * Every field of this room that resources show.
 */
export { dryRunField } from './dryRun';
export { repeatedNumbers, repeatedNumbersOptions } from './memory';
export { callingRulesFields, campaignRulesFields, rowSaysNoOptions } from './rules';
