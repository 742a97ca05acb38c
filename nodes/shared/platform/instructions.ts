import type { IDataObject } from 'n8n-workflow';
import { objectIn } from './row';

/** Names of the text that tells an agent what to do, and of what it can be in. */
const NAMES = ['instructions', 'prompt', 'system_prompt', 'systemPrompt'];
const PARTS = ['configuration', 'config'];

/** What an agent is told to do; undefined if the platform does not show it. */
export function instructionsOf(agent: IDataObject): string | undefined {
	const parts = [agent, ...PARTS.map((part) => objectIn(agent[part]) ?? {})];
	const texts = parts.flatMap((part) => NAMES.map((name) => part[name]));
	return texts.find((text): text is string => typeof text === 'string');
}
