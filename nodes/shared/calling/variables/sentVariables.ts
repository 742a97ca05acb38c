import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { clientFor } from '../../http';
import type { CallList, Params } from '../../operation';
import { saysWhoMayBeCalled } from '../../refusals';
import {
	cellUnder,
	columnsCalled,
	isFilled,
	objectIn,
	readTimeZone,
	shownColumn,
} from '../../values';
import type { Person } from '../person';
import type { Transport } from '../../run';
import type { KnownTexts } from './agentTexts';
import { callerKey, readTexts } from './agentTexts';

/*
 * Which variables of a person are sent, and which of the agent's placeholders stay empty.
 *   Phone, Name, Topic, City, Opt-Out and "Ask {{first_name}} about {{topic}} in {{street}}." -> Topic is sent
 * The agent does not name City, a no in Opt-Out holds its row back, and a hint says that street has no value.
 */

const SELECT = "set Options → 'Columns to Send as Variables' to Selected Columns";

const columnList = (columns: Iterable<string>): string => [...columns].map(shownColumn).join(', ');

/** `={{ $json.tz }}` and `={{ $json['Time Zone'] }}` -> their column. Longer expressions are none. */
const ONE_COLUMN =
	/^=\s*\{\{\s*\$json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(["'])(.+)\2\])\s*\}\}\s*$/u;

/** The column that a parameter names, or whose cells it reads; '' if it is anything else. */
function columnOf(params: Params, name: string): string {
	if (params.isExpression(name)) {
		const [, plain, , quoted] = ONE_COLUMN.exec(params.writtenText(name)) ?? [];
		return plain ?? quoted ?? '';
	}
	const entered = params.valueOfRow(name, 0);
	return typeof entered === 'string' ? entered.trim() : '';
}

/** Says of a variable whether a rule or a sign uses its column: the number, the time zone, a consent, an opt-out. */
function columnsInUse(params: Params, { columns }: CallList): (variable: string) => boolean {
	const zone = columnOf(params, 'callingRules.timeZone');
	const named = [
		String(columns?.number ?? ''),
		params.isExpression('toNumber') ? columnOf(params, 'toNumber') : '',
		columnOf(params, 'callingRules.consent.column.name'),
		readTimeZone(zone) ? '' : zone,
	].filter((column) => column !== '');
	const ownWords = params.texts('options.alsoMeansDoNotCall');
	const isUsed = (variable: string) => {
		const row = { [variable]: true, variables: { [variable]: true } };
		return named.some((column) => columnsCalled([row], column).length > 0);
	};
	return (variable) => saysWhoMayBeCalled(variable, ownWords) || isUsed(variable);
}

/** Which variables of a request are sent. */
export class SentVariables {
	/** The variables that some of the people have. */
	private readonly names: readonly string[];
	/** Those whose columns a rule or a sign uses. */
	private readonly used: ReadonlySet<string>;
	/** Those that no text of the agent has, where only the others are wanted. */
	private unnamed: ReadonlySet<string> = new Set();

	/** @param params undefined if they cannot be read, and nothing is sent */
	constructor(
		private readonly callList: CallList,
		params?: Params,
	) {
		const namesOf = (fields: IDataObject) => Object.keys(objectIn(fields.variables) ?? {});
		this.names = [...new Set(callList.people.flatMap(({ fields }) => namesOf(fields)))];
		const isUsed = params && this.names.length > 0 && columnsInUse(params, callList);
		this.used = new Set(isUsed ? this.names.filter(isUsed) : []);
	}

	private isUsed(variable: string): boolean {
		return this.used.has(variable);
	}

	private isSent(variable: string): boolean {
		return !this.unnamed.has(variable) && !this.isUsed(variable);
	}

	/** What is sent of the fields of somebody. */
	sentOf(fields: IDataObject): IDataObject {
		const { variables, ...others } = fields;
		const all = Object.entries(objectIn(variables) ?? {});
		const sent = all.filter(([name]) => this.isSent(name));
		if (sent.length === all.length) return fields;
		return { ...others, ...(sent.length > 0 && { variables: Object.fromEntries(sent) }) };
	}

	/** The columns of the list, as the summary of a dry run shows them; undefined if it has none. */
	get columns(): IDataObject | undefined {
		const { columns } = this.callList;
		const notSent = this.names.filter((name) => !this.isSent(name));
		const variables = this.names.filter((name) => this.isSent(name));
		return columns && { ...columns, variables, ...(notSent.length > 0 && { notSent }) };
	}

	/** Whether what the agent says decides what is sent. */
	get needsTexts(): boolean {
		return this.callList.onlyNamed === true && this.names.some((name) => !this.isUsed(name));
	}

	/**
	 * Leaves out what the agent does not name, where the user wants it. @param texts the agent's; undefined if not read
	 * @returns a hint about it, and the columns in use that would be sent otherwise
	 */
	choose(texts?: KnownTexts): { hint?: string; used: string[] } {
		const used = [...this.used];
		if (!this.callList.onlyNamed) return { used };
		if (texts === undefined) return { used: [] };
		const why = whyNotKnown(texts);
		if (why !== undefined || !('value' in texts)) {
			const all = used.length > 0 ? 'All other columns' : 'All columns';
			const hint = `${all} are variables: ${why?.replace(/[.\s]+$/, '')}. To send fewer, ${SELECT}.`;
			return { hint, used };
		}
		const { agent, all } = texts.value;
		const words = inWordsOnly(all);
		const isUnnamed = (name: string) => !isNamed(name, words);
		this.unnamed = new Set(this.names.filter((name) => !this.isUsed(name) && isUnnamed(name)));
		const sent = this.names.filter((name) => this.isSent(name));
		const hint =
			`Variables: ${columnList(sent) || 'no column'}. Left out, because no text of agent ${agent} has their names: ` +
			`${columnList(this.unnamed)}. To send them too, ${SELECT}.`;
		return {
			...(this.unnamed.size > 0 && { hint }),
			used: used.filter((name) => !isUnnamed(name)),
		};
	}
}

/** The words of a text in small letters, each between spaces: `dueDate`, `due_date` and `{{Due Date}}` are the same. */
const inWordsOnly = (text: string): string =>
	` ${text
		.normalize('NFKC')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim()} `;

/** Whether a text has the name of a variable, in words and with any marks around it: `{{city}}`, `[city]`, `city`. */
const isNamed = (variable: string, words: string): boolean => {
	const name = inWordsOnly(variable);
	return name.trim() === '' || words.includes(name);
};

/** Why it is not known which variables an agent needs; undefined if it is. */
function whyNotKnown(texts: KnownTexts): string | undefined {
	if (texts instanceof Error)
		return `the instructions of the agent could not be read. ${texts.message}`;
	if ('problem' in texts) return texts.problem;
	return texts.value.names.length === 0
		? `no text of agent ${texts.value.agent} has a name in braces, such as {{company}}`
		: undefined;
}

/** The people of a request, and which variables they get. */
interface VariablesRequest {
	callList: CallList;
	variables: SentVariables;
	/** Those who are to be called, by now. */
	toCall: readonly Person[];
}

/** Decides for all requests which variables are sent. @returns what the user must know of it */
export function chooseVariables(
	requests: readonly VariablesRequest[],
	texts: ReadonlyMap<string, KnownTexts>,
): string[] {
	const hints = new Set<string>();
	const inUse = new Set<string>();
	for (const { callList, variables } of requests) {
		const { hint, used } = variables.choose(texts.get(callerKey(callList)));
		if (hint !== undefined) hints.add(hint);
		for (const name of used) inUse.add(name);
	}
	if (inUse.size === 0) return [...hints];
	const left = `Never sent as variables, because a rule or a sign uses them: ${columnList(inUse)}.`;
	return [`${left} To send one all the same, give it another name.`, ...hints];
}

/** The placeholders that get no value: `{{address.city}}` gets that of the variable address. */
export function placeholdersWithout(names: readonly string[], sent: IDataObject): string[] {
	const variables = objectIn(sent.variables) ?? {};
	return names.filter(
		(name) => !isFilled(cellUnder(sent, name)) && !isFilled(cellUnder(variables, name)),
	);
}

/** Whether a request has called people whom it knows. */
const hasCalled = ({ callList, toCall }: VariablesRequest): boolean =>
	callList.route !== 'run' && toCall.length > 0;

/**
 * The texts of all who have called. In the editor, unknown ones are read now, with one try; no call waits for them. A
 * run that nobody looks at asks for none. @param known those that were read before
 */
export async function textsAfterCalls(
	context: IExecuteFunctions,
	requests: readonly VariablesRequest[],
	known: ReadonlyMap<string, KnownTexts>,
	{ client, policy, parallel }: Transport,
): Promise<ReadonlyMap<string, KnownTexts>> {
	const unread = requests.filter((one) => hasCalled(one) && !known.has(callerKey(one.callList)));
	if (context.getMode() !== 'manual' || client.isCancelled || unread.length === 0) return known;
	const lists = unread.map(({ callList }) => callList);
	// A login that fails here must not fail what follows, such as Wait for Result. So the client is another one.
	return await clientFor(context, { ...policy, maxRetries: 0 })
		.then(async (own) => await readTexts(own, lists, parallel))
		.then((read) => new Map([...known, ...read]))
		.catch(() => known);
}

/** So many placeholders are named in a hint. */
const MOST_NAMED = 5;

/** A hint for each agent with placeholders that get no value for some of those who are called. */
export function placeholderHints(
	requests: readonly VariablesRequest[],
	texts: ReadonlyMap<string, KnownTexts>,
): string[] {
	const agents = new Map<string, { shown: string; people: number; without: Map<string, number> }>();
	for (const { callList, variables, toCall } of requests.filter(hasCalled)) {
		const known = texts.get(callerKey(callList));
		if (!known || !('value' in known)) continue;
		const { agentId, agent: shown, names } = known.value;
		const agent = agents.get(agentId) ?? { shown, people: 0, without: new Map<string, number>() };
		agents.set(agentId, agent);
		agent.people += toCall.length;
		for (const { fields } of toCall) {
			for (const name of placeholdersWithout(names, variables.sentOf(fields)))
				agent.without.set(name, (agent.without.get(name) ?? 0) + 1);
		}
	}
	return [...agents.values()].flatMap(({ shown, people, without }) => {
		if (without.size === 0) return [];
		const named = [...without].map(
			([name, count]) => `{{${name}}} for ${count} of ${people} people`,
		);
		const more = named.length > MOST_NAMED ? `, and ${named.length - MOST_NAMED} more` : '';
		return [
			`Agent ${shown} gets no value for ${named.slice(0, MOST_NAMED).join(', ')}${more}, and may read the name aloud. ` +
				"Send a value under this name, or take it out of the agent's text. What the platform fills in itself needs none.",
		];
	});
}
