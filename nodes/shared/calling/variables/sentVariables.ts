import type { IExecuteFunctions } from 'n8n-workflow';
import type { Link } from '../../run';
import { shownColumn } from '../../values';
import type { PeopleRequest } from '../people';
import type { KnownTexts } from './agentTexts';
import { callerKey, namesInBraces, readTexts } from './agentTexts';

/*
 * Which columns of the input are sent as variables, where the user has not selected them: those whose names are in a text of the agent. How a prompt
 * marks its placeholders is not documented, so a name counts with any marks around it and without any. If the texts cannot be read, or have no name
 * in braces at all, nobody knows which ones the agent needs: all are sent, and a hint says so.
 */

const columnList = (columns: readonly string[]): string => columns.map(shownColumn).join(', ');

const SELECT = "set 'Columns to Send as Variables' to Selected Columns";

/** The words of a text in small letters, each between spaces: `dueDate`, `due_date` and `{{Due Date}}` are the same. */
const inWordsOnly = (text: string): string =>
	` ${text
		.normalize('NFKC')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim()} `;

/** Whether a text has the name of a variable, in words. A name without letters and digits is in every text. */
const isNamed = (variable: string, words: string): boolean => {
	const name = inWordsOnly(variable);
	return name.trim() === '' || words.includes(name);
};

/** Why it is not known which variables an agent needs; undefined if it is. */
function whyNotKnown(texts: KnownTexts): string | undefined {
	if (texts instanceof Error)
		return `the instructions of the agent could not be read. ${texts.message}`;
	if ('problem' in texts) return texts.problem;
	return namesInBraces(texts.value.all).length === 0
		? `no text of agent ${texts.value.agentId} has a name in braces, such as {{company}}`
		: undefined;
}

/** Leaves out the variables of a request that the agent does not need. @returns what the user must know of it; undefined if all are sent by name */
function leaveOutUnnamed(request: PeopleRequest, texts: KnownTexts): string | undefined {
	const { narrowed = [] } = request.list;
	const why = whyNotKnown(texts);
	if (why !== undefined)
		return `All columns are variables: ${why.replace(/[.\s]+$/, '')}. To send fewer, ${SELECT}.`;
	if (!('value' in texts)) return undefined;
	const { agentId, all } = texts.value;
	const words = inWordsOnly(all);
	const unnamed = new Set(narrowed.filter((variable) => !isNamed(variable, words)));
	if (unnamed.size === 0) return undefined;
	request.unnamed = unnamed;
	const sent = narrowed.filter((variable) => !unnamed.has(variable));
	return (
		`Variables: ${columnList(sent) || 'no column'}. Left out, because no text of agent ${agentId} has their names: ` +
		`${columnList([...unnamed])}. To send them too, ${SELECT}.`
	);
}

/**
 * Reads the texts of the agents that call, and leaves out the variables that they do not name. Never throws: no call waits for what a text says.
 *
 * @param isDry whether the texts of all agents are shown. Otherwise they are read only where they decide what is sent
 */
export async function textsOfAgents(
	context: IExecuteFunctions,
	requests: readonly PeopleRequest[],
	{ client, parallel }: Link,
	isDry: boolean,
): Promise<ReadonlyMap<string, KnownTexts>> {
	const isNarrowed = ({ list: { narrowed = [] } }: PeopleRequest) => narrowed.length > 0;
	const asked = isDry ? requests : requests.filter(isNarrowed);
	const lists = asked.map(({ list }) => list);
	const texts = await readTexts(client, lists, parallel);
	const hints = new Set<string>();
	for (const request of requests.filter(isNarrowed)) {
		const known = texts.get(callerKey(request.list));
		const hint = known && leaveOutUnnamed(request, known);
		if (hint !== undefined) hints.add(hint);
	}
	for (const message of hints) {
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
	return texts;
}
