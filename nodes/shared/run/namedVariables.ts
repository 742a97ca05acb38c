import type { IExecuteFunctions } from 'n8n-workflow';
import type { CallList } from '../operation';
import { looksLike, shownColumn } from '../values';
import type { KnownTexts } from './agentTexts';
import { callerKey, readTexts } from './agentTexts';
import type { Link, Planned } from './job';

/*
 * Which columns of the input are sent as variables, where the user has not selected them: those that a text of the agent has in braces. If the texts
 * cannot be read, or have no name in braces at all, nobody knows which ones the agent needs: all are sent, and a hint says so.
 */

const inWords = (columns: readonly string[]): string => columns.map(shownColumn).join(', ');

const SELECT = "set 'Columns to Send as Variables' to Selected Columns";

/** Whether a text of the agent has this variable in braces, as `{{ city }}`, or with a part of it, as `{{ address.city }}`. */
const isNamed = (variable: string, names: readonly string[]): boolean =>
	names.some((name) => [name, name.split('.')[0] ?? ''].some((one) => looksLike(variable, one)));

/** Why it is not known which variables an agent needs; undefined if it is. */
function whyNotKnown(texts: KnownTexts): string | undefined {
	if (texts instanceof Error)
		return `the instructions of the agent could not be read. ${texts.message}`;
	if ('problem' in texts) return texts.problem;
	return texts.value.namesInAll.length === 0
		? `no text of agent ${texts.value.agentId} has a name in braces, such as {{company}}`
		: undefined;
}

/** Leaves out the variables of a list that no text of the agent names. @returns what the user must know of it; undefined if all are named */
function leaveOutUnnamed(list: CallList, texts: KnownTexts): string | undefined {
	const { narrowed = [] } = list;
	const why = whyNotKnown(texts);
	if (why !== undefined)
		return `All columns are sent as variables: ${why}. To send fewer, ${SELECT}.`;
	if (!('value' in texts)) return undefined;
	const { agentId, namesInAll } = texts.value;
	const unnamed = narrowed.filter((variable) => !isNamed(variable, namesInAll));
	if (unnamed.length === 0) return undefined;
	list.unnamed = new Set(unnamed);
	const sent = narrowed.filter((variable) => !list.unnamed?.has(variable));
	return (
		`Sent as variables: ${inWords(sent) || 'no column'}. Not sent, because no text of agent ${agentId} has their names in braces: ` +
		`${inWords(unnamed)}. To send them too, ${SELECT}.`
	);
}

/**
 * Reads the texts of the agents that call, and leaves out the variables that they do not name. Never throws: no call waits for what a text says.
 *
 * @param isDry whether the texts of all agents are shown. Otherwise they are read only where they decide what is sent
 */
export async function textsOfAgents(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	{ client, parallel }: Link,
	isDry: boolean,
): Promise<ReadonlyMap<string, KnownTexts>> {
	const lists = planned.flatMap((entry) => ('job' in entry && entry.list ? [entry.list] : []));
	const isNarrowed = ({ narrowed = [] }: CallList) => narrowed.length > 0;
	const texts = await readTexts(client, isDry ? lists : lists.filter(isNarrowed), parallel);
	const hints = lists.filter(isNarrowed).flatMap((list) => {
		const known = texts.get(callerKey(list));
		return (known && leaveOutUnnamed(list, known)) ?? [];
	});
	for (const message of new Set(hints)) {
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
	return texts;
}
