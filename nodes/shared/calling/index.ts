/*
 * Room `calling`: whom a run calls.
 *
 *   person.ts       one person, with at most one verdict
 *   readPeople.ts   list -> people: what each row says of its person, such as a no, for the rules to find
 *   memory/         whom this run, or one before it, has called, or may have called
 *   rules/          whom nobody may call now
 *   judge.ts        sets the verdicts, and nobody else does. Its first comment says whose finding comes first
 *   people.ts       the people of one request, and its body
 *   callingGate.ts  what a run asks of all this, in the order of a run
 *   variables/      which columns the agent needs
 *   dryRun.ts       the same run, with nothing sent
 *
 * It lies above `run`, which knows no people: the `execute` of a node joins the two.
 * What a no looks like is known by the room `refusals`.
 */
export { callingGate } from './callingGate';
export { dryRunField } from './dryRun';
export { repeatedNumbers, repeatedNumbersOptions } from './memory';
export { callingRulesFields, campaignRulesFields, rowSaysNoOptions } from './rules';
