import type { IDataObject } from 'n8n-workflow';
import type { Upload } from '../shared/http';
import type {
	Callee,
	CallList,
	LeftOut,
	NotCallable,
	Params,
	RequestParts,
} from '../shared/operation';
import { isCallee } from '../shared/operation';
import type { RowProblem } from '../shared/values';
import { ParameterError, problemsInWords } from '../shared/values';

/** Types of contact files in the API document. */
const CONTACT_FILE_TYPES = ['csv', 'xlsx'];

/** The contact file to upload. */
export const contactFile = (params: Params): Upload => ({
	binaryField: params.required('inputDataFieldName'),
	partName: 'file',
	fileTypes: CONTACT_FILE_TYPES,
});

/** @throws ParameterError if nobody can be called, or if there is an invalid row and the user chose to stop */
function refuseBadRows(
	params: Params,
	wrong: readonly NotCallable[],
	contacts: readonly Callee[],
): void {
	const problems = wrong.flatMap(({ row, error }): RowProblem[] =>
		error ? [{ row, message: error.message, description: error.description }] : [],
	);
	const why = problemsInWords(problems);
	if (contacts.length === 0) {
		throw new ParameterError(
			'No contact has a valid phone number',
			why || 'The list is empty. Add at least one contact',
		);
	}
	if (problems.length > 0 && params.text('options.badRows') === 'stop') {
		throw new ParameterError(
			`${problems.length} of ${problems.length + contacts.length} rows cannot be sent`,
			`Nothing was sent. ${why}. Correct these rows, or set 'Invalid Rows' to Report and Continue`,
		);
	}
}

/** What the output lists of contacts that are left out, each with the reason. */
const leftRows = (
	contacts: readonly Callee[],
	left: ReadonlyMap<number, object> = new Map(),
): IDataObject[] =>
	contacts.flatMap(({ row, number }) => {
		const why = left.get(row);
		return why ? [{ row, contact_number: number, ...why }] : [];
	});

/** When the first of them may be called; null if none of them. */
const earliestOf = (held: readonly IDataObject[]): string | null =>
	held.flatMap(({ next_allowed_at: next }) => (typeof next === 'string' ? [next] : [])).sort()[0] ??
	null;

/** A list of contacts, as it is sent. Contacts that are left out are listed in the output. @param fields what is sent beside the contacts */
export function contactsRequest(
	params: Params,
	people: CallList['people'],
	{ skipped, held }: LeftOut,
	fields: IDataObject,
): RequestParts {
	const contacts = people.filter(isCallee);
	const wrong = people.filter((person): person is NotCallable => !isCallee(person));
	refuseBadRows(params, wrong, contacts);
	const sent = contacts.filter(({ row }) => !skipped.has(row) && !held?.has(row));
	const rejected = [
		...wrong.map(({ row, json, ruling }) => ({
			row,
			contact_number: json.contact_number ?? null,
			reason: ruling.reason,
		})),
		...leftRows(contacts, skipped),
	].sort((one, other) => Number(one.row) - Number(other.row));
	const heldRows = leftRows(contacts, held);
	const report: IDataObject = {
		contacts_sent: sent.length,
		rejected_rows: rejected,
		...(held && { held_back_rows: heldRows }),
	};
	if (sent.length > 0) {
		return { body: { ...fields, contacts: sent.map((one) => one.sent()) }, report };
	}
	const isHeld = heldRows.length > 0;
	const reason = isHeld
		? 'All numbers were held back or skipped, so nothing was sent'
		: 'All numbers were skipped, so nothing was sent';
	const why = isHeld
		? { held_back: true, next_allowed_at: earliestOf(heldRows) }
		: { skipped: true };
	return { skip: true, report: { ...why, reason, row: params.rowNumbers[0], ...report } };
}
