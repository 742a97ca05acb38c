import type { IDataObject } from 'n8n-workflow';
import { RequestFailure, outlineOf, readObject } from '../../../shared/http';
import type { Table } from '../../../shared/platform';
import {
	BALANCE_NAMES,
	CALL,
	CAMPAIGN,
	CONTACT,
	callState,
	campaignState,
	cellOf,
	contactReach,
	rowOf,
	valueOf,
} from '../../../shared/platform';
import { firstOf, isFilled, isObject, readNumber, readTimestamp } from '../../../shared/values';
import type { Check, Finding } from '../finding';
import { counted, fails, holds, shownName, tally, unseen } from '../finding';
import type { Seen } from '../seen';
import { attempted, rowsOf } from '../seen';

/** Field names of moments. Only their form is looked at. */
const TIME_NAME = /(_at|At|_timestamp|Timestamp|^timestamp)$/;
const CALL_TIMES = ['created_at', 'started_at', 'ended_at'] as const;
/** No time of a platform is outside these years. */
const FIRST_MOMENT = Date.UTC(1970, 0, 2);
const LAST_MOMENT = Date.UTC(2200, 0, 1);

const UNITS: ReadonlyArray<readonly [below: number, unit: string]> = [
	[1e11, 'seconds'],
	[1e14, 'milliseconds'],
	[1e17, 'microseconds'],
	[Number.POSITIVE_INFINITY, 'nanoseconds'],
];
const NOT_READ = 'not read as a time';
const NO_ZONE = 'ISO 8601 without a time zone';

/** How a moment is written. */
function formOfTime(value: unknown): string {
	const moment = readTimestamp(value);
	if (moment === undefined || moment < FIRST_MOMENT || moment > LAST_MOMENT) return NOT_READ;
	const text = String(value).trim();
	if (/^\d+(\.\d+)?$/.test(text) && text.length > 8) {
		const [, unit = ''] = UNITS.find(([below]) => Number(text) < below) ?? [];
		return typeof value === 'string' ? `${unit} as text` : unit;
	}
	if (/^\d{4}-?\d{2}-?\d{2}$/.test(text)) return 'a date without a time';
	if (!/^\d{4}-?\d{2}-?\d{2}[T ]/i.test(text)) return 'another text';
	if (/z$/i.test(text)) return 'ISO 8601 in UTC';
	return /[+-]\d{2}(:?\d{2})?$/.test(text) ? 'ISO 8601 with an offset' : NO_ZONE;
}

function timesIn(row: IDataObject): unknown[] {
	return Object.entries(row).flatMap(([name, value]) =>
		TIME_NAME.test(name) && isFilled(value) && typeof value !== 'object' ? [value] : [],
	);
}

/** The details of one call, as far as they can be read. */
function callDetail({ call }: Seen): IDataObject[] {
	if (!call?.isOk) return [];
	const { body } = call;
	const detail = attempted(() => readObject(body, { entity: 'call' }, true));
	return detail instanceof RequestFailure ? [] : [detail];
}

export const times: Check = (seen) => {
	const calls = rowsOf(seen, 'calls');
	const named = seen.lists.flatMap(({ name }) => rowsOf(seen, name).flatMap(timesIn));
	const ofCalls = calls.flatMap((call) =>
		CALL_TIMES.map((column) => valueOf(CALL, call, column)).filter(isFilled),
	);
	const forms = [...new Set([...named, ...ofCalls])].map(formOfTime);
	if (forms.length === 0) return unseen('No row has a time');
	const found = [...new Set(forms)].sort().join('; ');
	if (forms.includes(NOT_READ))
		return fails(found, "Set 'Output' to Raw to get the time as it is sent");
	if (!forms.includes(NO_ZONE)) return holds(found);
	return unseen(
		`${found}: read as UTC`,
		'Compare the time of one call with the dashboard of the platform',
	);
};

/** A word that this package does not know is shown if it is one plain word: anything else can be a text about a person. */
const PLAIN_WORD = /^[A-Za-z][A-Za-z_-]{0,30}\d{0,3}$/;

function statusFinding(
	words: readonly string[],
	isKnown: (word: string) => boolean,
	noun: string,
): Finding {
	if (words.length === 0) return unseen(`No ${noun} with a status`);
	const shown = (word: string) => (isKnown(word) || PLAIN_WORD.test(word) ? word : '…');
	const unknown = words.filter((word) => !isKnown(word));
	const found = tally(words.map(shown));
	if (unknown.length === 0) return holds(found);
	const distinct = [...new Set(unknown.map(shown))];
	return fails(`${found}. Not known: ${distinct.join(', ')}`);
}

const textsOf = (rows: readonly IDataObject[], valueIn: (row: IDataObject) => unknown): string[] =>
	rows
		.map(valueIn)
		.filter((value) => isFilled(value) && typeof value !== 'object')
		.map(String);

export const callStatuses: Check = (seen) =>
	statusFinding(
		textsOf(rowsOf(seen, 'calls'), (row) => valueOf(CALL, row, 'status')),
		(word) => callState(word) !== 'unknown',
		'call',
	);

export const campaignStatuses: Check = (seen) =>
	statusFinding(
		textsOf(rowsOf(seen, 'campaigns'), (row) => valueOf(CAMPAIGN, row, 'status')),
		(word) => campaignState(word) !== 'unknown',
		'campaign',
	);

export const contactStatuses: Check = (seen) =>
	statusFinding(
		textsOf(rowsOf(seen, 'contacts of a campaign'), (row) => valueOf(CONTACT, row, 'status')),
		(status) => contactReach({ status, attempts: 1 }) !== 'unknown',
		'contact',
	);

const isOver = (call: IDataObject): boolean => cellOf(CALL, call, 'is_over') === true;

export const callsOver: Check = (seen) => {
	const calls = rowsOf(seen, 'calls');
	if (calls.length === 0) return unseen('There is no call');
	const count = (over: boolean | null) =>
		calls.filter((call) => cellOf(CALL, call, 'is_over') === over).length;
	const found = `${count(true)} over, ${count(false)} not over, ${count(null)} not clear`;
	return count(null) > 0 ? fails(found) : holds(found);
};

const DURATION_NAME = /duration|talk_?time|call_?length/i;

/** How a duration is written. */
function formOfDuration(value: unknown): string {
	if (typeof value === 'number') return 'a number';
	if (typeof value !== 'string') return 'no number and no text';
	const text = value.trim();
	if (readNumber(text) !== null) return 'a number as text';
	if (/^\d+(:\d+)+/.test(text)) return 'as on a clock';
	return /^P/i.test(text) ? 'ISO 8601' : 'a text';
}

export const durations: Check = (seen) => {
	const ended = rowsOf(seen, 'calls').filter(isOver);
	if (ended.length === 0) return unseen('No call is over');
	const forms = new Set<string>();
	let unread = 0;
	for (const call of ended) {
		const fields = Object.entries(call).filter(
			([name, value]) => DURATION_NAME.test(name) && isFilled(value),
		);
		for (const [name, value] of fields) forms.add(`${shownName(name)}: ${formOfDuration(value)}`);
		if (fields.length > 0 && cellOf(CALL, call, 'duration_seconds') === null) unread += 1;
	}
	const known = ended.filter((call) => cellOf(CALL, call, 'duration_seconds') !== null).length;
	const names = forms.size > 0 ? [...forms].sort().join('; ') : 'no field, computed from times';
	const found = `${names}. Read in ${known} of ${counted(ended.length, 'ended call')}`;
	if (unread > 0) return fails(found, "Set 'Output' to Raw to get the duration as it is sent");
	return known > 0 ? holds(found) : unseen(found);
};

/** Whether the columns that matter most have a value in some row. */
function columnsFinding(
	table: Table,
	rows: readonly IDataObject[],
	needed: readonly string[],
	noun: string,
): Finding {
	if (rows.length === 0) return unseen(`There is no ${noun}`);
	const cells = rows.map((row) => rowOf(table, row));
	const missing = Object.keys(cells[0] ?? {}).filter((column) =>
		cells.every((row) => row[column] === null),
	);
	const found =
		missing.length === 0
			? 'Every column has a value'
			: `Without a value in every row: ${missing.join(', ')}`;
	return missing.some((column) => needed.includes(column)) ? fails(found) : holds(found);
}

export const callColumns: Check = (seen) =>
	columnsFinding(
		CALL,
		[...callDetail(seen), ...rowsOf(seen, 'calls')],
		['call_id', 'status', 'agent_id', 'to_number'],
		'call',
	);

export const campaignColumns: Check = (seen) =>
	columnsFinding(
		CAMPAIGN,
		rowsOf(seen, 'campaigns'),
		['campaign_id', 'name', 'status'],
		'campaign',
	);

export const contactColumns: Check = (seen) =>
	columnsFinding(
		CONTACT,
		rowsOf(seen, 'contacts of a campaign'),
		['phone_number', 'status'],
		'contact',
	);

/** Names and types of a value. */
function formOf(value: unknown): string {
	if (isObject(value)) return `{ ${Object.entries(value).map(fieldOf).join(', ')} }`;
	return typeof value === 'string' && /^\s*[[{]/.test(value) ? 'JSON as text' : outlineOf(value);
}

/** What is inside it may have names that a user chose. */
function fieldOf([name, value]: [string, unknown]): string {
	if (Array.isArray(value)) return `${shownName(name)}: list`;
	return `${shownName(name)}: ${isObject(value) ? 'object' : outlineOf(value)}`;
}

/** A line of a transcript whose speaker or text was not found. */
const UNREAD_LINE = /^(Speaker:|[[{])/m;

export const transcript: Check = (seen) => {
	const [detail] = callDetail(seen);
	const value = detail && valueOf(CALL, detail, 'transcript');
	if (!detail || !isFilled(value)) return unseen('No call with a transcript was read');
	const text = cellOf(CALL, detail, 'transcript');
	const isRead = typeof text === 'string' && !UNREAD_LINE.test(text);
	return isRead
		? holds(formOf(value))
		: fails(`${formOf(value)}: a speaker or a text was not found`);
};

const ANALYSIS = ['outcome', 'sentiment', 'summary', 'is_success'] as const;

export const analysis: Check = (seen) => {
	const [detail] = callDetail(seen);
	if (!detail) return unseen('There is no call');
	const value = valueOf(CALL, detail, 'analysis');
	const found = ANALYSIS.filter((column) => cellOf(CALL, detail, column) !== null);
	const form = isFilled(value) ? formOf(value) : 'in the call itself';
	if (found.length > 0) return holds(`${form}. Read: ${found.join(', ')}`);
	return isFilled(value)
		? fails(`${form}: nothing in it has a known name`)
		: unseen('No call with an analysis was read');
};

/** The columns of a table that hold numbers. */
const numbersIn = (table: Table, rows: readonly IDataObject[]): unknown[] =>
	Object.entries(table.columns)
		.filter(([, { kind }]) => kind === 'number')
		.flatMap(([column]) => rows.map((row) => valueOf(table, row, column)))
		.filter(isFilled);

export const numbers: Check = (seen) => {
	const values = [
		...numbersIn(CALL, rowsOf(seen, 'calls')),
		...numbersIn(CAMPAIGN, rowsOf(seen, 'campaigns')),
		...numbersIn(CONTACT, rowsOf(seen, 'contacts of a campaign')),
	].filter((value) => readNumber(value) !== null);
	if (values.length === 0) return unseen('No row has a number');
	const texts = values.filter((value) => typeof value === 'string').length;
	if (texts === 0) return holds('Numbers');
	return holds(texts === values.length ? 'Numbers as text' : 'Numbers, and numbers as text');
};

export const balanceName: Check = ({ balance }) => {
	if (!balance.isOk) return unseen(balance.problem);
	const answer = readObject(balance.body);
	const levels = [answer, ...Object.values(answer).filter(isObject)];
	const level = levels.find((object) => readNumber(firstOf(object, BALANCE_NAMES)) !== null);
	const name = level && BALANCE_NAMES.find((candidate) => isFilled(level[candidate]));
	return name === undefined
		? fails(`No number under a known name: ${outlineOf(answer)}`)
		: holds(`${name}, a ${typeof level?.[name] === 'string' ? 'number as text' : 'number'}`);
};
