/*
 * Room `variables`: which variables of a person are sent, and which placeholders of the agent get no value.
 */
export type { AgentTexts, KnownTexts } from './agentTexts';
export { callerKey, readTexts } from './agentTexts';
export {
	SentVariables,
	chooseVariables,
	placeholderHints,
	placeholdersWithout,
	textsAfterCalls,
} from './sentVariables';
