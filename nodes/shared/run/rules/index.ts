/*
 * Room `rules`: whom a node must not call, and when: its fields, what was entered in them, and the gate that holds people back.
 *
 * The run asks the gate last, before it sends a request, and before each further attempt: it puts its verdict on the rows. The room knows people, and
 * nothing of requests and items.
 */
export { earlierCalls } from './callHistory';
export { callingRulesFields, rowSaysNoOptions } from './ruleFields';
export { refuseRulesOfModels } from './modelParameters';
export type { RuledPeople, RuledRow } from './people';
export { joinRowsOfNumbers, peopleNotSent, ruledPeople } from './people';
export type { CallTimes, Credits } from './ruleGate';
export { NoLongerAllowed, RuleGate } from './ruleGate';
