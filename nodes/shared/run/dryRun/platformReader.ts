import type { Client } from '../../http';
import { RequestFailure, isWithoutLogin, readResult } from '../../http';
import type { Caller, EndpointReader } from '../../operation';
import type { Disclosure } from '../../platform';
import { CAMPAIGN, disclosureIn, instructionsOf, valueOf } from '../../platform';
import { ParameterError } from '../../values';
import { readOf } from '../taskAccess';

const ACTION = 'Dry run';
const READ = ['GET /agents/{agent_id}', 'GET /campaigns/{id}'] as const;

/** A placeholder, as `{name}` or `{{ name }}`. JSON and sentences in braces are no names. */
const NAME = /\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}|\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}/gu;

/** Names of placeholders in a text, each once, in the order of the text. */
export const namesInBraces = (text: string): string[] => [
	...new Set([...text.matchAll(NAME)].map(([, double, single]) => double ?? single ?? '')),
];

/** What a dry run shows of the instructions of an agent. */
export interface AgentInstructions {
	agentId: string;
	/** The names that they have in braces. */
	names: readonly string[];
	disclosure: Disclosure;
}

/** What the platform says, or why it is not known. */
export type ValueOrProblem<T> = { value: T } | { problem: string };

/** Reads what a dry run shows beside the rows. */
export class PlatformReader {
	private readonly read: EndpointReader;

	constructor(private readonly client: Client) {
		this.read = readOf(client, ACTION, READ);
	}

	/** The instructions of who calls. @throws RequestFailure if there is no such agent or campaign, or the login fails */
	async instructionsFor({
		agentId,
		campaignId = '',
	}: Caller): Promise<ValueOrProblem<AgentInstructions>> {
		const agent = agentId === undefined ? await this.agentOf(campaignId) : { value: agentId };
		if ('problem' in agent) return agent;
		return await this.asked(`the instructions of agent ${agent.value}`, async () => {
			const body = await this.read(READ[0], { ids: { agent_id: agent.value } });
			const row = readResult(body, { entity: 'agent', subject: ACTION });
			const text = instructionsOf(row);
			if (text === undefined) return undefined;
			return { agentId: agent.value, names: namesInBraces(text), disclosure: disclosureIn(text) };
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
