/*
 * Room `variables`: which variables of a person are sent, by what the texts of the agent name.
 */
export type { KnownTexts } from './agentTexts';
export { callerKey } from './agentTexts';
export { textsOfAgents } from './namedVariables';
