import type { IDataObject } from 'n8n-workflow';
import { objectIn } from './row';

/** Names of the text that tells an agent what to do, and of what it can be in. */
export const INSTRUCTION_NAMES: readonly string[] = [
	'instructions',
	'prompt',
	'system_prompt',
	'systemPrompt',
];
export const INSTRUCTION_PARTS: readonly string[] = ['configuration', 'config'];

/** What an agent is told to do; undefined if the platform does not show it. */
export function instructionsOf(agent: IDataObject): string | undefined {
	const parts = [agent, ...INSTRUCTION_PARTS.map((part) => objectIn(agent[part]) ?? {})];
	const texts = parts.flatMap((part) => INSTRUCTION_NAMES.map((name) => part[name]));
	return texts.find((text): text is string => typeof text === 'string');
}
