import type { IDataObject } from 'n8n-workflow';

/** What a run would do with a row. `not_sent`: nothing, because of another row. `not_known`: the row is not read here. */
export type Would = 'call' | 'duplicate' | 'held_back' | 'not_valid' | 'not_sent' | 'not_known';

/** Why a row is not called, as far as the row and its list alone say it. */
export interface Ruling {
	would: Exclude<Would, 'call' | 'held_back'>;
	reason: string;
}

/** One row of a request, as a dry run shows it. */
export interface PreviewRow {
	/** Position in the input or in the list, from 1. */
	row: number;
	/** The input item it is from, if not the first of the request. */
	itemIndex?: number;
	/** What the output shows of it. */
	json: IDataObject;
	/** In E.164 format; undefined if it is not valid. */
	number?: string;
	/** The key under which its call is recorded. */
	key?: string;
	ruling?: Ruling;
	/** What is sent for it, as far as it can be read. */
	sent?(): IDataObject;
}

/** Whose instructions a call follows: the agent, or the one of the campaign. */
export interface Caller {
	agentId?: string;
	campaignId?: string;
}

/** What a dry run shows of a request. */
export interface Preview {
	/** In the order of the input, also those that cannot be sent. */
	rows: readonly PreviewRow[];
	caller: Caller;
}
