import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../http';
import { RequestFailure, inParallel, isWithoutLogin, readResult } from '../../http';
import type { Caller, CallList, EndpointReader } from '../../operation';
import type { Disclosure } from '../../platform';
import { CAMPAIGN, agentNameOf, disclosureIn, instructionsOf, valueOf } from '../../platform';
import { readOf } from '../../run';
import { ParameterError, withTexts } from '../../values';

/*
 * What the texts of an agent say. How a prompt marks its placeholders is not documented: `{name}` and `{{name}}` count.
 */

const ACTION = 'Get agent';
const READ = ['GET /agents/{agent_id}', 'GET /campaigns/{id}'] as const;

/** A placeholder, as `{name}`, `{{ name }}` or `{{ two words }}`. JSON and sentences in braces are no names. */
const NAME =
	/\{\{\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*(?: [\p{L}\p{M}\p{N}_.-]+)*)\s*\}\}|\{\s*([\p{L}_][\p{L}\p{M}\p{N}_.-]*)\s*\}/gu;

/** Names of placeholders in a text, each once, in the order of the text. */
export const namesInBraces = (text: string): string[] => [
	...new Set([...text.matchAll(NAME)].map(([, double, single]) => double ?? single ?? '')),
];

/** All texts of an agent, such as its greeting, each in a line. */
function allTexts(agent: IDataObject): string {
	const texts: string[] = [];
	withTexts(agent, (text) => {
		texts.push(text);
		return text;
	});
	return texts.join('\n');
}

/** What an agent says. */
export interface AgentTexts {
	agentId: string;
	/** Its name, or its ID where the platform shows no name. */
	agent: string;
	/** The names in braces in any of them: its placeholders. */
	names: readonly string[];
	/** All its texts. */
	all: string;
	disclosure: Disclosure;
}

/** What the platform says, or why it is not known. */
type ValueOrProblem<T> = { value: T } | { problem: string };

/** The texts of who calls, or why they are not known. An error: no such agent or campaign, or the login fails. */
export type KnownTexts = ValueOrProblem<AgentTexts> | Error;

class TextReader {
	private readonly read: EndpointReader;

	constructor(private readonly client: Client) {
		this.read = readOf(client, ACTION, READ);
	}

	/** The texts of who calls. @throws RequestFailure if there is no such agent or campaign, or the login fails */
	async textsFor({ agentId, campaignId = '' }: Caller): Promise<ValueOrProblem<AgentTexts>> {
		const agent = agentId === undefined ? await this.agentOf(campaignId) : { value: agentId };
		if ('problem' in agent) return agent;
		return await this.asked(`the instructions of agent ${agent.value}`, async () => {
			const body = await this.read(READ[0], { ids: { agent_id: agent.value } });
			const row = readResult(body, { entity: 'agent', subject: ACTION });
			const text = instructionsOf(row);
			if (text === undefined) return undefined;
			const all = allTexts(row);
			const names = namesInBraces(all);
			const name = agentNameOf(row);
			const shown = name === undefined ? agent.value : `"${name}"`;
			return { agentId: agent.value, agent: shown, names, all, disclosure: disclosureIn(text) };
		});
	}

	/** @throws RequestFailure if there is no such campaign, or the login fails */
	private async agentOf(campaignId: string): Promise<ValueOrProblem<string>> {
		return await this.asked(`which agent calls for campaign ${campaignId}`, async () => {
			const body = await this.read(READ[1], { ids: { id: campaignId } });
			const row = readResult(body, { entity: 'campaign', subject: ACTION });
			return String(valueOf(CAMPAIGN, row, 'agent_id') ?? '') || undefined;
		});
	}

	/** @param what as an error says it @throws RequestFailure if the platform does not have it, or the login fails */
	private async asked<T>(
		what: string,
		read: () => Promise<T | undefined>,
	): Promise<ValueOrProblem<T>> {
		const asSaid = async (): Promise<ValueOrProblem<T>> => {
			const value = await read();
			return value === undefined ? { problem: `The platform does not show ${what}` } : { value };
		};
		return await asSaid().catch((error: unknown) => {
			if (error instanceof ParameterError) return { problem: error.message };
			const isRead = error instanceof RequestFailure && !this.client.isCancelled;
			if (!isRead || isWithoutLogin(error) || error.details.status === 404) throw error;
			return { problem: `The platform did not show ${what}. ${error.message}` };
		});
	}
}

/** Who calls for a list, as a key of what `readTexts` gives. */
export const callerKey = ({ caller }: CallList): string => JSON.stringify(caller);

/**
 * The texts of those who call for these lists, each read once. Never throws.
 *
 * @param parallel how many requests may be under way at a time
 */
export async function readTexts(
	client: Client,
	lists: readonly CallList[],
	parallel: number,
): Promise<ReadonlyMap<string, KnownTexts>> {
	const callers = new Map(lists.map((callList) => [callerKey(callList), callList.caller]));
	const texts = new Map<string, KnownTexts>();
	await inParallel([...callers], parallel, async ([key, caller]) => {
		texts.set(
			key,
			await new TextReader(client).textsFor(caller).catch((error: unknown) => error as Error),
		);
	});
	return texts;
}
