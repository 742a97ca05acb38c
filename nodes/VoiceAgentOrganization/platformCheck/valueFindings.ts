import type { IDataObject } from 'n8n-workflow';
import { outlineOf } from '../../shared/http';
import type { Table } from '../../shared/platform';
import {
	CALL,
	CAMPAIGN,
	CONTACT,
	callState,
	campaignState,
	cellOf,
	contactReach,
	objectIn,
	rowOf,
	unreadFields,
	valueOf,
} from '../../shared/platform';
import { hasZone, isFilled } from '../../shared/values';
import type { Check } from './finding';
import { counted, fails, holds, shownNames, tally, unseen } from './finding';
import type { Seen } from './readPlatform';
import { isRead, rowsOf } from './readPlatform';

/** A list whose rows have columns. */
interface Rows {
	list: string;
	table: Table;
	/** Columns without which a row says little. */
	needed: readonly string[];
	isKnown(status: string): boolean;
}

const CALLS: Rows = {
	list: 'calls',
	table: CALL,
	needed: ['call_id', 'status', 'agent_id', 'to_number'],
	isKnown: (status) => callState(status) !== 'unknown',
};
const CAMPAIGNS: Rows = {
	list: 'campaigns',
	table: CAMPAIGN,
	needed: ['campaign_id', 'name', 'status'],
	isKnown: (status) => campaignState(status) !== 'unknown',
};
const CONTACTS: Rows = {
	list: 'contacts of a campaign',
	table: CONTACT,
	needed: ['contact_number', 'status'],
	isKnown: (status) => contactReach({ status, attempts: 1 }) !== 'unknown',
};

/** The details of one call, as far as they were read. */
const detailsIn = ({ call }: Seen): IDataObject[] => (isRead(call) ? [call.row] : []);

const columnsOf =
	({ list, table, needed }: Rows): Check =>
	(seen) => {
		const rows = [...rowsOf(seen, list), ...(table === CALL ? detailsIn(seen) : [])];
		if (rows.length === 0) return unseen('There is no row');
		const cells = rows.map((row) => rowOf(table, row));
		const missing = Object.keys(cells[0] ?? {}).filter((column) =>
			cells.every((row) => row[column] === null),
		);
		// One row may have a value that means none.
		const unread = rows
			.map((row) => unreadFields(table, row))
			.reduce((all, names) => all.filter((name) => names.includes(name)));
		const found = [
			missing.length === 0
				? 'Every column has a value'
				: `Without a value in every row: ${missing.join(', ')}`,
			...(unread.length > 0 ? [`sent, but not read: ${unread.join(', ')}`] : []),
		].join('; ');
		const isBad = unread.length > 0 || missing.some((column) => needed.includes(column));
		return isBad ? fails(found) : holds(found);
	};

export const callColumns = columnsOf(CALLS);
export const campaignColumns = columnsOf(CAMPAIGNS);
export const contactColumns = columnsOf(CONTACTS);

/** A word that this package does not know is shown if it is one plain word: anything else can be a text about a person. */
const PLAIN_WORD = /^[A-Za-z][A-Za-z_-]{0,30}\d{0,3}$/;

const statusesOf =
	({ list, table, isKnown }: Rows): Check =>
	(seen) => {
		const words = rowsOf(seen, list)
			.map((row) => valueOf(table, row, 'status'))
			.filter(isFilled)
			.map(String);
		if (words.length === 0) return unseen('No row with a status');
		const shown = (word: string) => (isKnown(word) || PLAIN_WORD.test(word) ? word : '…');
		const unknown = new Set(words.filter((word) => !isKnown(word)).map(shown));
		const found = tally(words.map(shown));
		return unknown.size === 0
			? holds(found)
			: fails(`${found}. Not known: ${[...unknown].join(', ')}`);
	};

export const callStatuses = statusesOf(CALLS);
export const campaignStatuses = statusesOf(CAMPAIGNS);
export const contactStatuses = statusesOf(CONTACTS);

export const callsOver: Check = (seen) => {
	const over = rowsOf(seen, 'calls').map((call) => cellOf(CALL, call, 'is_over'));
	if (over.length === 0) return unseen('There is no call');
	const count = (state: boolean | null) => over.filter((one) => one === state).length;
	const found = `${count(true)} over, ${count(false)} not over, ${count(null)} not clear`;
	return count(null) > 0 ? fails(found) : holds(found);
};

export const times: Check = (seen) => {
	const read = [CALLS, CAMPAIGNS, CONTACTS].flatMap(({ list, table }) => {
		const columns = Object.keys(table.columns).filter(
			(column) => table.columns[column]?.kind === 'time',
		);
		return rowsOf(seen, list).flatMap((row) =>
			columns.map((column) => valueOf(table, row, column)).filter(isFilled),
		);
	});
	if (read.length === 0) return unseen('No time was read');
	const bare = read.filter((time) => !hasZone(time)).length;
	return bare === 0
		? holds('Every time says its zone, or is a number')
		: unseen(
				`${bare} of ${counted(read.length, 'time')} without a time zone: read as UTC`,
				'Compare the time of one call with the dashboard of the platform',
			);
};

/** A line of a transcript whose speaker or text was not found. */
const UNREAD_LINE = /^(Speaker:|[[{])/m;

export const transcript: Check = (seen) => {
	const [detail = {}] = detailsIn(seen);
	const text = cellOf(CALL, detail, 'transcript');
	if (typeof text !== 'string') return unseen('No call with a transcript was read');
	const lines = counted(text.split('\n').length, 'line');
	if (!UNREAD_LINE.test(text)) return holds(lines);
	const form = outlineOf(valueOf(CALL, detail, 'transcript'));
	return fails(`${lines}: a speaker or a text was not found in ${form}`);
};

const ANALYSIS = ['outcome', 'sentiment', 'summary', 'is_success'] as const;

export const analysis: Check = (seen) => {
	const [detail = {}] = detailsIn(seen);
	const found = ANALYSIS.filter((column) => cellOf(CALL, detail, column) !== null);
	if (found.length > 0) return holds(`Read: ${found.join(', ')}`);
	const names = Object.keys(objectIn(valueOf(CALL, detail, 'analysis')) ?? {});
	return names.length > 0
		? fails(`Nothing has a known name: ${shownNames(names)}`)
		: unseen('No call with an analysis was read');
};
