/*
 * Room `rules`: whom a node must not call, and when. Each rule has a file of its own.
 *
 *   rule.ts          what a rule is: an object with its fields, their reading, and its check
 *   ruleList.ts      all rules, in the order in which they are asked; the fields of the editor follow from it
 *   callingRules.ts  the rules of a request: what was entered, and the first that holds somebody back. Asks them about the
 *                    people of a run, and logs the calls that they let through
 *
 * The judge asks them last, before a request is sent, and before each further attempt. The room knows people, and
 * nothing of requests and items.
 */
export type { CallHistory } from './callHistory';
export { calledIn, earlierCalls } from './callHistory';
export type { CallingRules, Credits } from './callingRules';
export { NO_RULES_ADDED, callingRules, RulesOfRun } from './callingRules';
export { addedConsent, consentReader, stricterConsent } from './consent';
export { refuseRulesOfModels } from './modelParameters';
export { everyNumberIn, everyReading } from './enteredValues';
export { callsDespiteNo, rowRefusal, rowSaysNoOptions } from './rowSaysNo';
export { READ_PER_PERSON, callingRulesFields, campaignRulesFields } from './ruleList';
export { NO_ZONES, bothZones, zonesOfPerson } from './timeZone';
