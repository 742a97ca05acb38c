import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Address, FetchPage, Endpoint } from '../../shared/http';
import { pagesFetcher, RequestFailure, addressOf } from '../../shared/http';
import type { Params } from '../../shared/operation';
import { pairsField, responsePathOption } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';
import { CREATED_AT, addedAtNamesOf } from '../../shared/platform';
import {
	ParameterError,
	enteredTimestamp,
	hasZone,
	isFilled,
	readTimestamp,
} from '../../shared/values';
import type { Watch } from '../watch';

/** The entries of Options for every event that reads a list. */
export const listOptions = [
	pairsField({
		displayName: 'Additional Query Parameters',
		name: 'additionalQuery',
		placeholder: 'Add Parameter',
		description: 'Filters of your platform that have no field here. They are sent with every list.',
	}),
	responsePathOption,
];

const pollIsOver = () =>
	new RequestFailure('The poll has taken too long', 'The next poll begins where this one did', {
		arrival: 'notSent',
	});

/** Reads pages of a list, as long as somebody waits for the poll. What the user adds to the query wins. */
export function listPages(
	{ client, params, isPollOver }: Watch,
	address: Address,
	entity: EntityName,
	subject: string,
): FetchPage {
	const added = params.pairs('options.additionalQuery');
	const expected = { entity, path: params.text('options.responsePath') };
	const fetchPage = pagesFetcher(client, { ...address, query: added, subject }, expected);
	return async (limit, offset) => {
		if (isPollOver()) throw pollIsOver();
		return await fetchPage(limit, offset);
	};
}

const MINUTE = 60_000;
/** Rows may come some minutes later than Max Delay of Rows allows. */
const MARGIN_MS = 10 * MINUTE;

/** A list of the platform to which rows are added. */
export interface RowStream {
	/** What the rows of the list are called: "calls". */
	rows: string;
	endpoint: Endpoint;
	/** The endpoint of the list for one agent, if the platform has it. */
	agentEndpoint?: Endpoint;
	/** What the rows are. */
	entity: EntityName;
}

/** A row of a list, with what tells it apart. */
export interface StreamRow {
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	row: IDataObject;
}

/** Orders rows by their time, the oldest first; rows without a time come before all others. */
export const byTime = (one: Pick<StreamRow, 'time'>, other: Pick<StreamRow, 'time'>): number =>
	(one.time ?? 0) - (other.time ?? 0);

/** No platform of this kind was there before: an earlier time, such as 0, stands for none. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

function timesUnder(row: IDataObject, names: readonly string[]): number[] {
	return names.flatMap((name) => {
		const time = readTimestamp(row[name]);
		return time !== undefined && time >= FIRST_TIME ? [time] : [];
	});
}

/** Whether the time of a row that has one may be that of another zone than it is read in. */
export const lacksZone = (row: IDataObject, entity: EntityName): boolean =>
	addedAtNamesOf(entity).some((name) => isFilled(row[name]) && !hasZone(row[name]));

/**
 * When a row was added, in ms since 1970; undefined if unknown. Without a time of creation, the earliest one counts:
 * later ones are filled in afterwards.
 */
export function addedAt(row: IDataObject, entity: EntityName): number | undefined {
	const [created] = timesUnder(row, CREATED_AT);
	if (created !== undefined) return created;
	const times = timesUnder(row, addedAtNamesOf(entity));
	return times.length > 0 ? Math.min(...times) : undefined;
}

/** Reads pages of a stream. */
export function streamPages(watch: Watch, stream: RowStream): FetchPage {
	const { endpoint, agentEndpoint, entity, rows } = stream;
	const agentId = agentEndpoint ? watch.params.text('filters.agentId') : '';
	const address =
		agentEndpoint && agentId !== ''
			? addressOf(agentEndpoint, { agent_id: agentId })
			: addressOf(endpoint);
	return listPages(watch, address, entity, `Read the ${rows}`);
}

/** Entries of Options for every event that reads a stream. */
export const streamOptions: readonly INodeProperties[] = [
	...listOptions,
	{
		displayName: 'Max Delay of Rows (Minutes)',
		name: 'maxDelayMinutes',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100_000 },
		default: 60,
		description:
			'How late a row may appear on the platform, counted from its own time. Every poll reads this time span again.',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'Also emit what was added since this time, when the workflow is activated for the first time. If empty, only what is added later is emitted.',
	},
];

/** How much earlier than the latest row a new one may be, in ms: a sorted list may be out of order by so much. */
export const slackOf = (params: Params): number =>
	params.number('options.maxDelayMinutes', 60) * MINUTE + MARGIN_MS;

/**
 * The time that was entered under Start From, in milliseconds since 1970; undefined when nothing was entered.
 *
 * @throws ParameterError if it is no date, or a time to come
 */
export function startFrom(params: Params): number | undefined {
	const entered = params.timestamp('options.startFrom');
	if (entered === '') return undefined;
	const time = enteredTimestamp(entered, 'Start From');
	if (time <= Date.now()) return Math.max(time, FIRST_TIME);
	throw new ParameterError(
		`'Start From' "${entered}" is a time to come`,
		'Enter a time in the past, or leave it empty: then what is added from now on is emitted',
	);
}
