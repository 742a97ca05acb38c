import type { IDataObject } from 'n8n-workflow';
import { firstOf, isFilled } from '../values/json';
import { camelCase, listOf } from './names';

/** What the platform may call the parts of one entity's row that this package reads. */
export interface Entity {
	/** Fields that identify a row, tried in order before `OWN_ID_NAMES`. */
	ids: readonly string[];
	/** True: the API document gives such rows no identifier. A row without one is told apart by its content. */
	mayLackId?: boolean;
	/** Fields with a name for drop-downs, tried in order. */
	labels: readonly string[];
	/** Fields with a second text, to tell rows with the same label apart; the first that has a value is shown. */
	hints: readonly string[];
	/** What an answer calls a list of such rows, and one of them. */
	called: { many: readonly string[]; one: readonly string[] };
	/** Further fields that such rows usually have, and few others. They help to find the rows in an answer. */
	fields: readonly string[];
	/** True: a row may be a plain text instead of an object. */
	mayBeText?: boolean;
	/** Fields that say when a row was added, tried after `CREATED_AT`: no times of changes or of appointments. */
	addedAt: readonly string[];
}

/** An entity as this file writes it: the words of a text are its names. */
interface EntityTexts {
	ids?: string;
	mayLackId?: boolean;
	labels: string;
	hints?: string;
	many?: string;
	one: string;
	fields?: string;
	mayBeText?: boolean;
	addedAt?: string;
}

/** Names of the identifier that any row may use. */
export const OWN_ID_NAMES = ['id', '_id', 'uuid'];

export const CREATED_AT = ['created_at', 'createdAt'];

/** Names of when a call was created, and of when it started, tried in order. */
const CALL_QUEUED_AT = 'initiated_at queued_at';
export const CALL_CREATED_AT = `${CREATED_AT.join(' ')} ${CALL_QUEUED_AT}`;
export const STARTED_AT = 'started_at start_time startedAt startTime';

const texts = {
	agent: {
		ids: 'agent_id',
		labels: 'name agent_name title',
		many: 'agents assistants',
		one: 'agent assistant',
		fields: 'instructions prompt industry use_case voice_id configuration language',
	},
	balance: {
		labels: 'credits',
		one: 'balance credit_balance wallet',
		fields: 'credit_balance available_credits available currency updated_at',
	},
	booking: {
		ids: 'booking_id appointment_id',
		mayLackId: true,
		labels: 'name',
		many: 'bookings appointments',
		one: 'booking appointment',
		fields:
			'starts_at scheduled_at appointment_at start_time call_id agent_id attendee ends_at end_time date campaign_id status customer_name',
		addedAt: 'booked_at bookedAt',
	},
	call: {
		ids: 'call_id',
		labels: 'to_number phone_number name',
		hints: 'created_at started_at status',
		many: 'calls call_history call_list',
		one: 'call',
		fields: 'session_id from_number direction duration ended_at recording analysis',
		addedAt: `${CALL_QUEUED_AT} ${STARTED_AT}`,
	},
	callback: {
		ids: 'callback_id',
		labels: 'phone_number to_number name first_name',
		hints: 'scheduled_at callback_at created_at',
		many: 'callbacks',
		one: 'callback',
		fields: 'agent_id notes status requested_at',
		addedAt: 'requested_at requestedAt',
	},
	campaign: {
		ids: 'campaign_id',
		labels: 'name campaign_name title',
		hints: 'status',
		many: 'campaigns',
		one: 'campaign',
		fields: 'agent_id progress contacts started_at finished_at',
	},
	/** An industry or a use case: an entry of a short list. */
	choice: {
		ids: 'value key slug',
		labels: 'name label title',
		many: 'industries use_cases choices options',
		one: 'industry use_case choice option',
		mayBeText: true,
	},
	contact: {
		ids: 'contact_id number_id',
		mayLackId: true,
		labels: 'phone_number number name',
		many: 'contacts numbers recipients',
		one: 'contact',
		fields: 'phone first_name last_name attempts call calls status variables',
	},
	customField: {
		ids: 'key field_key',
		mayLackId: true,
		labels: 'name label key',
		many: 'keys fields custom_fields',
		one: 'field',
		fields: 'type count occurrences',
		mayBeText: true,
	},
	customFunction: {
		ids: 'function_id custom_function_id',
		labels: 'name function_name title',
		many: 'functions custom_functions',
		one: 'function custom_function',
		fields: 'url method parameters headers description',
	},
	document: {
		ids: 'kb_id document_id',
		labels: 'name file_name filename title',
		many: 'documents knowledge_base knowledge_bases kbs',
		one: 'document knowledge_base_document kb',
		fields: 'size file_size mime_type content_type uploaded_at status',
	},
	invoice: {
		ids: 'invoice_id',
		labels: 'number invoice_number name',
		hints: 'issued_at created_at date',
		many: 'invoices',
		one: 'invoice',
		fields: 'amount currency status total pdf_url',
	},
	organization: {
		ids: 'organisation_id organization_id org_id',
		labels: 'name organisation_name organization_name',
		many: 'organisations organizations orgs',
		one: 'organisation organization org',
		fields: 'website country vat_number billing profile',
	},
	phoneNumber: {
		ids: 'phone_number_id number_id',
		labels: 'phone_number number name',
		hints: 'status',
		many: 'phone_numbers numbers',
		one: 'phone_number number',
		fields: 'country agent_id assigned_agent phone_number capabilities',
	},
	plan: {
		ids: 'plan_id',
		mayLackId: true,
		labels: 'name title',
		many: 'plans bundles',
		one: 'plan bundle',
		fields: 'credits price currency country amount',
	},
	price: {
		labels: 'country currency',
		many: 'prices pricing countries currencies',
		one: 'price',
		fields: 'country currency price credits monthly_credits price_per_credit',
	},
	/** One entry of a user's login history. */
	signIn: {
		ids: 'login_id sign_in_id event_id',
		mayLackId: true,
		labels: 'created_at',
		many: 'logins login_history history sign_ins',
		one: 'login',
		fields:
			'user_id ip ip_address user_agent device location logged_in_at status success timestamp',
	},
	subscription: {
		ids: 'subscription_id',
		labels: 'phone_number number name',
		hints: 'status',
		many: 'subscriptions',
		one: 'subscription',
		fields: 'phone_number_id renews_at cancelled_at monthly_credits price',
	},
	tool: {
		ids: 'tool_id',
		labels: 'name tool_name title',
		many: 'tools builtin_tools built_in_tools',
		one: 'tool',
		fields: 'enabled configuration config description state',
	},
	transaction: {
		ids: 'transaction_id',
		mayLackId: true,
		labels: 'description',
		many: 'transactions ledger',
		one: 'transaction',
		fields: 'credits amount balance balance_after type created_at kind reason reference',
	},
	transcript: {
		labels: 'session_id',
		one: 'transcript call',
		fields: 'transcript turns messages utterances',
	},
	transfer: {
		ids: 'transfer_id event_id',
		mayLackId: true,
		labels: 'name',
		many: 'transfers transfer_events',
		one: 'transfer event',
		fields: 'call_id agent_id to_number reason status destination campaign_id from_number',
		addedAt: 'transferred_at transferredAt occurred_at timestamp',
	},
	user: {
		ids: 'user_id',
		labels: 'email name full_name',
		hints: 'role',
		many: 'users members',
		one: 'user member profile',
		fields: 'role status first_name last_name email_verified mfa_enabled',
	},
	version: {
		ids: 'version version_id version_number',
		labels: 'version version_number',
		hints: 'created_at changed_at updated_at',
		many: 'versions history change_history',
		one: 'version',
		fields: 'agent_id instructions configuration snapshot changes changed_by',
	},
	voice: {
		ids: 'voice_id',
		labels: 'name voice_name',
		hints: 'gender',
		many: 'voices',
		one: 'voice',
		fields: 'gender preview_audio preview_url language accent',
	},
} satisfies Record<string, EntityTexts>;

export type EntityName = keyof typeof texts;

const entityOf = ({ mayBeText, mayLackId, ...names }: EntityTexts): Entity => ({
	ids: listOf(names.ids ?? ''),
	labels: listOf(names.labels),
	hints: listOf(names.hints ?? ''),
	called: { many: listOf(names.many ?? ''), one: listOf(names.one) },
	fields: listOf(names.fields ?? ''),
	addedAt: listOf(names.addedAt ?? ''),
	mayBeText,
	mayLackId,
});

/** Every entity whose rows this package identifies, names or dates. */
export const ENTITIES = Object.fromEntries(
	Object.entries(texts).map(([name, entity]) => [name, entityOf(entity)]),
) as Readonly<Record<EntityName, Entity>>;

/** The fields that say when a row of this entity was added, in the order in which they are tried. */
export const addedAtNamesOf = (entity: EntityName): readonly string[] => [
	...CREATED_AT,
	...ENTITIES[entity].addedAt,
];

/** The fields that identify a row of this entity, in the order in which they are tried. */
export function idNamesOf(entity?: EntityName): readonly string[] {
	const own = entity ? ENTITIES[entity].ids : [];
	return [...new Set([...own.flatMap((name) => [name, camelCase(name)]), ...OWN_ID_NAMES])];
}

/** The row's identifier under its entity's own names or as `id`; '' if it has none. */
export function idOf(row: IDataObject, entity?: EntityName): string {
	const id = firstOf(row, idNamesOf(entity));
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** A name of the row for the user: its label, and a hint if the entity has one. */
export function labelOf(row: IDataObject, entity: EntityName): string {
	const { labels, hints } = ENTITIES[entity];
	// An object is no name: `{ en: "Anna" }`.
	const textUnder = (names: readonly string[]) =>
		names.map((name) => row[name]).find((value) => isFilled(value) && typeof value !== 'object');
	const label = String(textUnder(labels) ?? idOf(row, entity));
	const hint = textUnder(hints);
	return hint === undefined ? label : `${label} (${String(hint)})`;
}
