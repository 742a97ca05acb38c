import type { IDataObject } from 'n8n-workflow';
import type { Address, Endpoint } from '../../http';
import { addressOf } from '../../http';
import type { Awaited } from '../../operation';
import type { Table } from '../../platform';
import {
	CALL,
	CAMPAIGN,
	callIsOver,
	campaignProgress,
	cellOf,
	hasAllResults,
	idOf,
	mergedCall,
	mergedRow,
} from '../../platform';
import { ParameterError, readPhoneNumber } from '../../values';

/** How one kind of thing is asked for, and what its answers mean. `words` as of `Wait`. */
export interface AwaitedKind {
	entity: Awaited;
	table: Table;
	/** The column with the ID of the thing, and the one that says whether the thing is over. */
	idColumn: string;
	overColumn: string;
	list: Address;
	/** The session by which an answer may name the thing, if not by its ID; '' if there is none. */
	sessionOf(row: IDataObject): string;
	/** The addresses at which the thing can be asked for; none for an ID that cannot be part of an address. */
	addressesOf(id: string, sessionId: string): Address[];
	/** Whether the thing is over; null if the row does not say it. */
	isOver(row: IDataObject, words: readonly string[]): boolean | null;
	/** Whether no more results are to come of a thing that is over. */
	hasAll(row: IDataObject): boolean;
	/** Whether a row is about another thing than these rows: an ID in an answer may be that of the request. */
	isOther(row: IDataObject, rows: readonly IDataObject[]): boolean;
	/** A row of the list together with the thing itself. */
	merged(row: IDataObject, detail: IDataObject, words: readonly string[]): IDataObject;
	/** The verb of the action for texts, in the past. */
	begun: string;
	begin: string;
	trigger: string;
	statusesOption: string;
}

const calledNumberIn = (row: IDataObject): string => {
	const number = readPhoneNumber(cellOf(CALL, row, 'to_number') ?? '');
	return number instanceof ParameterError ? '' : number;
};

const sessionIn = (row: IDataObject): string => String(cellOf(CALL, row, 'session_id') ?? '');

/** Whether two rows are about different calls: by the number, and if one lacks it, by the session. */
function areOtherCalls(one: IDataObject, other: IDataObject): boolean {
	for (const read of [calledNumberIn, sessionIn]) {
		const [first, second] = [read(one), read(other)];
		if (first !== '' && second !== '') return first !== second;
	}
	return false;
}

function addressBy(endpoint: Endpoint, placeholder: string, value: string): Address[] {
	try {
		return [addressOf(endpoint, { [placeholder]: value })];
	} catch {
		return [];
	}
}

const call: AwaitedKind = {
	entity: 'call',
	table: CALL,
	idColumn: 'call_id',
	overColumn: 'is_over',
	list: addressOf('GET /calls'),
	sessionOf: sessionIn,
	addressesOf: (id, sessionId) => [
		...addressBy('GET /calls/{call_id}', 'call_id', id),
		...addressBy('GET /calls/session/{session_id}', 'session_id', sessionId),
	],
	isOver: callIsOver,
	hasAll: hasAllResults,
	isOther: (row, rows) => rows.some((one) => areOtherCalls(row, one)),
	merged: mergedCall,
	begun: 'placed',
	begin: 'make',
	trigger: 'Call Ended',
	statusesOption: 'Statuses of Ended Calls',
};

const campaign: AwaitedKind = {
	entity: 'campaign',
	table: CAMPAIGN,
	idColumn: 'campaign_id',
	overColumn: 'is_finished',
	list: addressOf('GET /campaigns/'),
	sessionOf: () => '',
	addressesOf: (id) => addressBy('GET /campaigns/{id}', 'id', id),
	isOver(row, words) {
		const state = campaignProgress(row, words);
		return state === 'unknown' ? null : state !== 'open';
	},
	hasAll: () => true,
	// Only the parameters name a campaign, and no answer does.
	isOther: () => false,
	merged: (row, detail) => mergedRow(CAMPAIGN, 'campaign', row, detail),
	begun: 'started',
	begin: 'start',
	trigger: 'Campaign Finished',
	statusesOption: 'Finished Statuses',
};

export const KINDS: Readonly<Record<Awaited, AwaitedKind>> = { call, campaign };

/** A thing's names, its ID first; empty if it has neither ID nor session. No two things of a kind share a name. */
export const identitiesOf = (id: string, sessionId: string): string[] =>
	[
		['id', id],
		['session', sessionId],
	].flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]));

/** The names in a row, or in an answer about the thing. */
export const identitiesIn = ({ entity, sessionOf }: AwaitedKind, row: IDataObject): string[] =>
	identitiesOf(idOf(row, entity), sessionOf(row));
