import { camelName, type Json, type JsonObject, renamed, without } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';
import type { Thing } from './things.mts';

/** Objects whose names are not the platform's: those that a user chose for the values of a call. */
const USER_NAMED = ['variables', 'fields', 'custom_fields'];
const CONTACT_OF_CALL = {
	first_name: 'first_name',
	last_name: 'last_name',
	to_number: 'phone_number',
};
const LAST_CALL = ['call_id', 'session_id', 'outcome', 'called_at'];

/** The same data with every name in camel case, at any depth. */
export function withCamelNames(node: Json): Json {
	if (Array.isArray(node)) return node.map(withCamelNames);
	if (typeof node !== 'object' || node === null) return node;
	return Object.fromEntries(
		Object.entries(node).map(([name, value]) => [
			camelName(name),
			USER_NAMED.includes(name) ? value : withCamelNames(value),
		]),
	);
}

/** A row whose id is where the quirk says. */
export function withIdName(
	row: JsonObject,
	{ idField, noun }: Thing,
	idName: Quirks['idName'],
	organizationId: string,
): JsonObject {
	if (idField === undefined || row[idField] === undefined) return row;
	if (idName === 'id') return renamed(row, { [idField]: 'id' });
	if (idName === 'camel') return renamed(row, { [idField]: camelName(idField) });
	const own = renamed(row, { id: `${noun}_id` });
	return { id: organizationId, ...own };
}

/** A row in which what belongs together is one object. */
export function nested(
	row: JsonObject,
	{ idField, noun }: Thing,
	recordingLink: (sessionId: string) => string,
): JsonObject {
	let result = row;
	if (row.agent_id !== undefined && idField !== 'agent_id') {
		const name = row.agent_name === undefined ? {} : { name: row.agent_name };
		const agent = row.agent_id === null ? null : { agent_id: row.agent_id, ...name };
		result = { ...without(result, 'agent_id', 'agent_name'), agent };
	}
	if (row.campaign_id !== undefined && idField !== 'campaign_id') {
		const campaign = row.campaign_id === null ? null : { campaign_id: row.campaign_id };
		result = { ...without(result, 'campaign_id'), campaign };
	}
	if (noun === 'call' && row.to_number !== undefined) {
		const contact = renamed(picked(row, Object.keys(CONTACT_OF_CALL)), CONTACT_OF_CALL);
		const recording = row.recording_available ? { url: recordingLink(row.session_id) } : null;
		const names = [...Object.keys(CONTACT_OF_CALL), 'recording_available'];
		result = { ...without(result, ...names), contact, recording };
	}
	if (noun === 'contact') {
		const names = Object.keys(row).filter(
			(name) => LAST_CALL.includes(name) || name.startsWith('duration'),
		);
		result = { ...without(result, ...names), last_call: picked(row, names) };
	}
	return result;
}

function picked(row: JsonObject, names: string[]): JsonObject {
	return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));
}
