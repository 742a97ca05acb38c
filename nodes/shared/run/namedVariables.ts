import type { IExecuteFunctions } from 'n8n-workflow';
import { paced } from '../http';
import type { CallList } from '../operation';
import { isOwnSign, objectIn } from '../platform';
import { looksLike, shownColumn } from '../values';
import type { KnownTexts } from './agentTexts';
import { callerKey, readTexts } from './agentTexts';
import type { Link, Planned } from './job';

/*
 * Which columns of the input are sent as variables, where the user has not selected them: those that a text of the agent has in braces. If the texts
 * cannot be read, or have no name in braces at all, nobody knows which ones the agent needs: all are sent, and a hint says so. A column that speaks
 * against calling somebody is always sent: Get Not Reached leaves the person out by it.
 */

const columnList = (columns: readonly string[]): string => columns.map(shownColumn).join(', ');

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

/** The variables of a list that are not sent: without a name in braces, and without a value that speaks against calling the person again. */
async function unnamedIn({ narrowed = [], rows }: CallList, names: readonly string[]) {
	const unnamed = new Set(narrowed.filter((variable) => !isNamed(variable, names)));
	for await (const { fields } of paced(unnamed.size > 0 ? rows : [])) {
		for (const [name, value] of Object.entries(objectIn(fields.variables) ?? {})) {
			if (unnamed.has(name) && isOwnSign(name, value)) unnamed.delete(name);
		}
	}
	return unnamed;
}

/** Leaves out the variables of a list that the agent does not need. @returns what the user must know of it; undefined if all are sent by name */
async function leaveOutUnnamed(list: CallList, texts: KnownTexts): Promise<string | undefined> {
	const { narrowed = [] } = list;
	const why = whyNotKnown(texts);
	if (why !== undefined)
		return `All columns are sent as variables: ${why}. To send fewer, ${SELECT}.`;
	if (!('value' in texts)) return undefined;
	const { agentId, namesInAll } = texts.value;
	const unnamed = await unnamedIn(list, namesInAll);
	if (unnamed.size === 0) return undefined;
	list.unnamed = unnamed;
	const sent = narrowed.filter((variable) => !unnamed.has(variable));
	return (
		`Sent as variables: ${columnList(sent) || 'no column'}. Not sent, because no text of agent ${agentId} has their names in braces: ` +
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
	planned: readonly Planned[],
	{ client, parallel }: Link,
	isDry: boolean,
): Promise<ReadonlyMap<string, KnownTexts>> {
	const lists = planned.flatMap((entry) => ('job' in entry && entry.list ? [entry.list] : []));
	const isNarrowed = ({ narrowed = [] }: CallList) => narrowed.length > 0;
	const texts = await readTexts(client, isDry ? lists : lists.filter(isNarrowed), parallel);
	const hints = new Set<string>();
	for (const list of lists.filter(isNarrowed)) {
		const known = texts.get(callerKey(list));
		const hint = known && (await leaveOutUnnamed(list, known));
		if (hint !== undefined) hints.add(hint);
	}
	for (const message of hints) {
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	}
	return texts;
}
