import type { IDataObject } from 'n8n-workflow';
import { firstOf } from '../values';

/** What the platform may call the parts of one entity's row that this package reads. */
export interface Entity {
	/** Fields that identify a row, tried in order before `OWN_ID_NAMES`. */
	ids: readonly string[];
	/** Fields with a name for drop-downs, tried in order. */
	labels: readonly string[];
	/** Fields with a second text, to tell rows with the same label apart; the first that has a value is shown. */
	hints?: readonly string[];
	/** Fields that say when a row was added, tried after `CREATED_AT`: not when it was changed or when an appointment takes place. */
	addedAt?: readonly string[];
}

/** Names of the identifier that any row may use. */
export const OWN_ID_NAMES = ['id', '_id', 'uuid'];

export const CREATED_AT = ['created_at', 'createdAt'];
const PHONE_LABELS = ['phone_number', 'number', 'name'];

/** Names of when a call was created, and of when it started, tried in order. */
const CALL_QUEUED_AT = ['initiated_at', 'queued_at'];
export const CALL_CREATED_AT = [...CREATED_AT, ...CALL_QUEUED_AT];
export const STARTED_AT = ['started_at', 'start_time', 'startedAt'];

const entities = {
	agent: { ids: ['agent_id', 'agentId'], labels: ['name', 'agent_name', 'title'] },
	booking: {
		ids: ['booking_id', 'bookingId', 'appointment_id'],
		labels: ['name'],
		addedAt: ['booked_at', 'bookedAt'],
	},
	call: {
		ids: ['call_id', 'callId'],
		labels: ['to_number', 'phone_number', 'name'],
		hints: ['created_at', 'started_at', 'status'],
		addedAt: [...CALL_QUEUED_AT, ...STARTED_AT],
	},
	callback: {
		ids: ['callback_id', 'callbackId'],
		labels: ['phone_number', 'to_number', 'name', 'first_name'],
		hints: ['scheduled_at', 'callback_at', 'created_at'],
		addedAt: ['requested_at', 'requestedAt'],
	},
	campaign: {
		ids: ['campaign_id', 'campaignId'],
		labels: ['name', 'campaign_name', 'title'],
		hints: ['status'],
	},
	customFunction: { ids: ['function_id'], labels: ['name', 'function_name', 'title'] },
	document: {
		ids: ['kb_id', 'document_id'],
		labels: ['name', 'file_name', 'filename', 'title'],
	},
	invoice: {
		ids: ['invoice_id'],
		labels: ['number', 'invoice_number', 'name'],
		hints: ['issued_at', 'created_at', 'date'],
	},
	/** An industry or a use case: an entry of a short list. */
	choice: { ids: ['value', 'key', 'slug'], labels: ['name', 'label', 'title'] },
	organization: {
		ids: ['organisation_id', 'organization_id', 'org_id'],
		labels: ['name', 'organisation_name', 'organization_name'],
	},
	phoneNumber: {
		ids: ['phone_number_id', 'number_id'],
		labels: PHONE_LABELS,
		hints: ['status'],
	},
	plan: { ids: ['plan_id'], labels: ['name', 'title'] },
	subscription: { ids: ['subscription_id'], labels: PHONE_LABELS, hints: ['status'] },
	tool: { ids: ['tool_id'], labels: ['name', 'tool_name', 'title'] },
	transaction: { ids: ['transaction_id'], labels: ['description'] },
	transfer: {
		ids: ['transfer_id', 'transferId', 'event_id'],
		labels: ['name'],
		addedAt: ['transferred_at', 'transferredAt', 'occurred_at', 'timestamp'],
	},
	user: {
		ids: ['user_id'],
		labels: ['email', 'name', 'full_name'],
		hints: ['role'],
	},
	version: {
		ids: ['version', 'version_id', 'version_number'],
		labels: ['version', 'version_number'],
		hints: ['created_at', 'changed_at', 'updated_at'],
	},
	voice: { ids: ['voice_id'], labels: ['name', 'voice_name'], hints: ['gender'] },
} satisfies Record<string, Entity>;

export type EntityName = keyof typeof entities;

/** Every entity whose rows this package identifies, names or dates. */
export const ENTITIES: Readonly<Record<EntityName, Entity>> = entities;

/** The fields that say when a row of this entity was added, in the order in which they are tried. */
export const addedAtNamesOf = (entity: EntityName): readonly string[] => [
	...CREATED_AT,
	...(ENTITIES[entity].addedAt ?? []),
];

/** The fields that identify a row of this entity, in the order in which they are tried. */
export const idNamesOf = (entity?: EntityName): readonly string[] => [
	...(entity ? ENTITIES[entity].ids : []),
	...OWN_ID_NAMES,
];

/** The row's identifier under its entity's own names or as `id`; '' if it has none. */
export function idOf(row: IDataObject, entity?: EntityName): string {
	const id = firstOf(row, idNamesOf(entity));
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** A name of the row for the user: its label, and a hint if the entity has one. */
export function labelOf(row: IDataObject, entity: EntityName): string {
	const { labels, hints = [] } = ENTITIES[entity];
	const label = String(firstOf(row, labels) ?? idOf(row, entity));
	const hint = firstOf(row, hints);
	return hint === undefined ? label : `${label} (${String(hint)})`;
}
