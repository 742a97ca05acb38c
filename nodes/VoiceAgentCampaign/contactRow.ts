import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject, readNumber, readText } from '../shared/http/response';

/** One contact of a campaign, with the result of its call, as one flat row with stable column names. */
export function contactRow(contact: IDataObject): IDataObject {
	const call = isObject(contact.call) ? contact.call : {};
	const from = (...names: string[]) => readText(firstOf(contact, names) ?? firstOf(call, names));
	return {
		contact_id: readText(firstOf(contact, ['contact_id', 'id', 'number_id', 'uuid'])),
		phone_number: from('phone_number', 'phone', 'number', 'to_number', 'mobile'),
		first_name: from('first_name', 'firstName'),
		last_name: from('last_name', 'lastName'),
		status: readText(firstOf(contact, ['status', 'state', 'call_status'])),
		attempts: readNumber(firstOf(contact, ['attempts', 'attempt_count', 'tries'])),
		outcome: from('outcome', 'disposition', 'result'),
		duration_seconds: readNumber(
			firstOf(contact, ['duration_seconds', 'duration']) ??
				firstOf(call, ['duration_seconds', 'duration']),
		),
		call_id: readText(
			firstOf(contact, ['call_id', 'last_call_id']) ?? firstOf(call, ['call_id', 'id']),
		),
		session_id: from('session_id'),
		variables: readText(firstOf(contact, ['variables', 'custom_fields', 'metadata'])),
	};
}
