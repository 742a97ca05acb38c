export { callingRulesFields } from './fields';
export { modelRules } from './modelParameters';
export type { CallingRules, HeldBack, Person } from './rules';
export { callingRules, personOf } from './rules';
export type { Attempts } from './entered';
