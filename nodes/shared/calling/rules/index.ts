/*
 * Room `rules`: whom a node must not call, and when: its fields, what was entered in them, and what they say of a person at a moment.
 *
 * The judge asks them last, before a request is sent, and before each further attempt. The room knows people, and nothing of requests and items.
 */
export { earlierCalls } from './callHistory';
export { addedConsent, consentReader } from './consent';
export { refuseRulesOfModels } from './modelParameters';
export { everyNumberIn, everyReading } from './numberLists';
export { REMEDY, callsDespiteNo, refusalInWords, refusalReader } from './rowSaysNo';
export { callingRulesFields, campaignRulesFields, rowSaysNoOptions } from './ruleFields';
export type { CallTimes, Credits } from './ruleGate';
export { RuleGate } from './ruleGate';
export type { CallingRules } from './rules';
export { callingRules } from './rules';
