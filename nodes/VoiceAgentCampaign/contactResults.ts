import type { IDataObject } from 'n8n-workflow';
import { RequestFailure, inParallel, isAboutAll, readResult } from '../shared/http';
import type { ComposedRow, EndpointReader, ListAccess, Params } from '../shared/operation';
import { isBrief, jsonField, switchField, textField } from '../shared/operation';
import { CALL, CONTACT, cellOf, startInRow } from '../shared/platform';
import {
	ParameterError,
	cellUnder,
	countryCodeOf,
	isObject,
	onlyValue,
	readPhoneNumber,
} from '../shared/values';
import { numberColumnOf } from './contactColumns';

/* What contacts have beside their list: what was said in each one's call, and the row of the sheet it is from. */

export const includeResultsField = switchField(
	'Include Summary and Transcript',
	'includeResults',
	"Whether to also get the summary and the transcript of each contact's last call. This takes one request for each contact that was called. Simplified has at most 60 characters of both; All Columns has all.",
);

export const sheetRowsOption = jsonField(
	'Rows of the Sheet',
	'sheetRows',
	'The rows that the campaign was created from. The contacts then have their order, and the number of their row, by the phone number.',
	{ default: '', placeholder: "e.g. {{ $('Google Sheets').all() }}" },
);

export const sheetNumberColumnOption = textField(
	'Phone Number Column',
	'phoneNumberColumn',
	'Name of the column of Rows of the Sheet with the phone number. Leave empty to find it by a usual heading, such as Mobile. If it is not found, or two columns may have it, no contact has a row.',
	{ placeholder: 'e.g. Mobile' },
);

const SUBJECT = 'Get call of contact';
/** How the call of a contact is read. */
export const CALL_READS = ['GET /calls/{call_id}', 'GET /calls/session/{session_id}'] as const;

/** A number in E.164 format; '' if it cannot be read. */
function e164In(value: unknown, countryCode = ''): string {
	const number = readPhoneNumber(value, countryCode);
	return number instanceof ParameterError ? '' : number;
}

const numberOfContact = (contact: IDataObject): string =>
	e164In(cellOf(CONTACT, contact, 'contact_number'));

/** The last call of a contact, as the platform sends it; undefined if the list names none. */
type CallOf = (contact: IDataObject) => Promise<IDataObject | RequestFailure> | undefined;

/** Reads each call once. */
function callReader(read: EndpointReader): CallOf {
	const known = new Map<string, Promise<IDataObject | RequestFailure>>();
	return (contact) => {
		const id = String(cellOf(CONTACT, contact, 'call_id') ?? '');
		const session = String(cellOf(CONTACT, contact, 'session_id') ?? '');
		if (id === '' && session === '') return undefined;
		const key = JSON.stringify([id, session]);
		const asked =
			id === ''
				? async () => await read(CALL_READS[1], { ids: { session_id: session } })
				: async () => await read(CALL_READS[0], { ids: { call_id: id } });
		const call =
			known.get(key) ??
			asked()
				.then((body) => readResult(body, { entity: 'call', subject: SUBJECT }))
				.catch((error: unknown) => callNotRead(error));
		known.set(key, call);
		return call;
	};
}

/** Why a call could not be read. @throws RequestFailure if no other can be read either */
function callNotRead(error: unknown): RequestFailure {
	if (error instanceof RequestFailure && !isAboutAll(error)) return error;
	if (!(error instanceof ParameterError)) throw error;
	return new RequestFailure(error.message, error.description, { arrival: 'notSent' });
}

/** What a row has room for: `{ summary, transcript }` -> `{ summary, transcript_start }`, the beginning of both. */
const resultInRow = ({ summary, transcript, ...rest }: IDataObject): IDataObject => ({
	...rest,
	summary: startInRow(summary),
	transcript_start: startInRow(transcript),
});

/** What a contact has of its call: what the call says, else what the list says of it. */
function callResult(
	contact: IDataObject,
	call: IDataObject | RequestFailure | undefined,
): IDataObject {
	const listed = {
		summary: cellOf(CALL, contact, 'summary'),
		transcript: cellOf(CALL, contact, 'transcript'),
	};
	if (call === undefined) return listed;
	if (call instanceof RequestFailure)
		return { ...listed, message: `The call could not be read: ${call.message}` };
	const number = cellOf(CALL, call, 'contact_number') ?? cellOf(CALL, call, 'to_number');
	const [called, own] = [e164In(number), numberOfContact(contact)];
	if (called !== '' && own !== '' && called !== own) {
		return { ...listed, message: `The platform sent a call with another number: ${called}` };
	}
	const outcome = cellOf(CALL, call, 'outcome');
	return {
		...(cellOf(CONTACT, contact, 'outcome') === null && outcome !== null && { outcome }),
		summary: cellOf(CALL, call, 'summary') ?? listed.summary,
		transcript: cellOf(CALL, call, 'transcript') ?? listed.transcript,
	};
}

/** The sheet that the user names, and its column with the phone number; '' if it is not certain which one that is. */
interface Sheet {
	rows: readonly IDataObject[];
	numberColumn: string;
}

/** The sheet that the user names; undefined without one. @throws ParameterError if it is no list, or lacks a column */
function sheetOf(params: Params): Sheet | undefined {
	const value = params.addedValue('options.sheetRows');
	if (value === undefined || value === '') return undefined;
	const items = params.jsonList('options.sheetRows');
	const rows = items.map((item) => (isObject(item.json) ? item.json : item));
	return { rows, numberColumn: numberColumnOf(rows, params.text('options.phoneNumberColumn')) };
}

/**
 * The first row of the sheet, from 1, with each contact's number. Only the column with phone numbers counts: other
 * cells can have a spouse's. A cell that can be the number of two contacts is skipped.
 */
function sheetPlaces(
	{ rows, numberColumn }: Sheet,
	contacts: readonly IDataObject[],
): Map<string, number> {
	const numbers = new Set(contacts.map(numberOfContact).filter((number) => number !== ''));
	const countryCodes = [...new Set([...numbers].map(countryCodeOf))];
	const places = new Map<string, number>();
	rows.forEach((row, index) => {
		const cell = onlyValue(cellUnder(row, numberColumn), numberColumn);
		const read = new Set(countryCodes.map((code) => e164In(cell, code)));
		const [number, ...others] = [...read].filter((one) => numbers.has(one));
		if (number !== undefined && others.length === 0 && !places.has(number))
			places.set(number, index + 1);
	});
	return places;
}

const placeOf = ({ before = {} }: ComposedRow) => Number(before.row ?? Number.MAX_SAFE_INTEGER);

/** The contacts, with what the user wants beside their list. */
export async function contactRows(
	{ limit, rows, read, parallel }: ListAccess,
	params: Params,
): Promise<ComposedRow[]> {
	const sheet = sheetOf(params);
	const contacts = await rows({ wanted: limit });
	const places = sheet && sheetPlaces(sheet, contacts);
	const callOf = params.flag('includeResults') ? callReader(read) : undefined;
	let failure: { error: unknown } | undefined;
	const composed = await inParallel(contacts, parallel, async (row): Promise<ComposedRow> => {
		const before = places && { row: places.get(numberOfContact(row)) ?? null };
		if (!callOf || failure) return { row, before };
		const call = await callOf(row)?.catch((error: unknown) => {
			failure = { error };
			return undefined;
		});
		const result = callResult(row, call);
		return { row, before, beside: isBrief(params) ? resultInRow(result) : result };
	});
	if (failure) throw failure.error;
	return places ? composed.sort((one, other) => placeOf(one) - placeOf(other)) : composed;
}
