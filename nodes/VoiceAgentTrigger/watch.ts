import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Address, Client, FetchPage } from '../shared/http';
import { readPage } from '../shared/http';
import type { Params } from '../shared/operation';
import type { FilterName } from './properties';
import type { TriggerState } from './state';

/** One poll: what an event needs to find out what is new. */
export interface Watch {
	context: IPollFunctions;
	client: Client;
	params: Params;
	/** A draft: it counts only if the poll comes to its end. */
	state: TriggerState;
	/** When the poll began, in milliseconds since 1970. */
	now: number;
	/** The most items of one poll. */
	batchSize: number;
	/** For reading lists; what was read must still be worked on. */
	hasTimeToRead(): boolean;
	/** For anything. */
	hasTimeLeft(): boolean;
}

/** One thing to give out. */
export interface Found {
	/** What tells it apart: it is given out once. */
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	item: INodeExecutionData;
}

/** What one poll found. */
export interface Findings {
	found: Found[];
	/** Nothing is left for the next poll. */
	isDrained: boolean;
}

/** Something that can start a workflow: what the screen shows, and how it is noticed, in one object. */
export interface TriggerEvent {
	name: string;
	value: string;
	description: string;
	filters: readonly FilterName[];
	/** The parameters whose change makes it another thing to watch, which begins anew. */
	scope?: readonly string[];
	/** What is new since the last poll. Changes only the draft of the state, and leaves marking what was found to its caller. */
	check(watch: Watch): Promise<Findings>;
	/** The latest ones there are, new or not, for trying out a workflow. The last is the latest. */
	latest(watch: Watch, count: number): Promise<Found[]>;
}

/** Reads pages of a list. What the user adds to the query wins. */
export function listPages(
	{ client, params }: Watch,
	address: Address,
	subject: string,
): (query: IDataObject) => FetchPage {
	const added = params.pairs('options.additionalQuery');
	return (query) => async (limit, offset) =>
		await client.send(
			{ ...address, query: { ...query, ...added, limit, offset }, subject },
			({ body }) => readPage(body),
		);
}
