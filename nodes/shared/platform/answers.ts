/*
 * What the platform may call the parts of an answer around its rows. The API document shows no answer's shape. Names are compared without
 * upper case, `_` and `-`: `total_count` is also `totalCount`.
 */

/** Names of the list or object that an answer is about. */
export const CONTENT_NAMES = [
	'items',
	'data',
	'results',
	'result',
	'item',
	'rows',
	'records',
	'record',
	'list',
	'entries',
	'content',
	'elements',
	'objects',
	'object',
	'collection',
	'docs',
	'hits',
	'values',
	'value',
	'payload',
	'response',
	'body',
	'_embedded',
];

/** Names of what describes an answer. What lies in them is no row, and no part of the thing that the answer is about. */
export const METADATA_NAMES = [
	'meta',
	'_meta',
	'metadata',
	'links',
	'_links',
	'link',
	'pagination',
	'paging',
	'page',
	'page_info',
	'errors',
	'error',
	'warnings',
	'warning',
	'notices',
	'filters',
	'filter',
	'sort',
	'sorting',
	'sort_by',
	'order',
	'order_by',
	'columns',
	'headers',
	'facets',
	'aggregations',
	'included',
	'query',
	'params',
	'debug',
	'permissions',
	'jsonapi',
];

/** Names of simple values beside the content of an answer that are not part of it. */
export const COMPANION_NAMES = [
	'success',
	'ok',
	'status',
	'status_code',
	'code',
	'message',
	'msg',
	'detail',
	'timestamp',
	'time',
	'request_id',
	'trace_id',
	'version',
	'api_version',
	'took',
	'total',
	'count',
	'limit',
	'offset',
	'per_page',
	'page_size',
	'next',
	'previous',
	'prev',
	'has_more',
	'next_cursor',
];

/** Names of the number of rows that the whole list has, or that the platform says it has. */
export const TOTAL_NAMES = [
	'total',
	'total_count',
	'total_items',
	'total_results',
	'total_records',
	'total_elements',
	'total_rows',
	'records_total',
	'count',
];

/** Names of what leads to the next page: its address, its number, or a text that asks for it. */
export const NEXT_NAMES = [
	'next',
	'next_url',
	'next_link',
	'next_page_url',
	'next_page_link',
	'next_cursor',
];

/** Names of whether a page follows. */
export const HAS_MORE_NAMES = ['has_more', 'has_next', 'has_next_page', 'more'];

/** Names of whether the platform did what it was asked to. */
export const SUCCESS_NAMES = ['success', 'ok', 'succeeded', 'is_success', 'successful'];

/** Names of what became of a request, as a word or as a status of HTTP. */
export const STATUS_NAMES = ['status', 'state', 'result', 'status_code', 'code'];

/** Words that say that a request was refused. */
export const REFUSAL_WORDS = [
	'error',
	'failed',
	'failure',
	'fail',
	'rejected',
	'refused',
	'denied',
	'declined',
	'invalid',
	'forbidden',
	'unauthorized',
	'not_allowed',
	'insufficient_credits',
	'unsuccessful',
	'nok',
	'ko',
];

/** Words that say that a request was accepted or carried out. */
export const ACCEPTANCE_WORDS = [
	'success',
	'successful',
	'successfully',
	'ok',
	'accepted',
	'created',
	'queued',
	'scheduled',
	'initiated',
	'started',
	'placed',
	'sent',
	'added',
	'saved',
	'updated',
	'deleted',
	'removed',
	'cancelled',
	'canceled',
	'stopped',
	'paused',
	'resumed',
	'restarted',
	'done',
	'completed',
	'processing',
	'pending',
];

/** Words of a text that may say that something was not done. */
export const DENIALS =
	/\b(not|no|nothing|never|cannot|can't|won't|unable|fail\w*|error\w*|den(y|ied)|reject\w*|refus\w*|invalid|insufficient|exceed\w*|forbidden|already|without|too)\b/i;

/** Names of how many entries of a list that was sent were accepted, and of how many were not, or of these entries. */
export const ACCEPTED_PART_NAMES = [
	...['accepted', 'created', 'imported', 'added', 'inserted', 'succeeded', 'valid'],
	...['accepted_count', 'created_count', 'imported_count', 'added_count', 'success_count'],
];
export const REFUSED_PART_NAMES = [
	...['rejected', 'refused', 'failed', 'skipped', 'invalid', 'errors', 'failures', 'duplicates'],
	...['rejected_count', 'failed_count', 'skipped_count', 'invalid_count', 'error_count'],
];

/** Names of an error beside or instead of the content of an answer. */
export const ERROR_NAMES = [
	'error',
	'errors',
	'error_message',
	'error_code',
	'error_description',
	'fault',
	'exception',
];

/** Names of the text of an error, tried in order. */
export const MESSAGE_NAMES = [
	'message',
	'detail',
	'error_description',
	'error_message',
	'error_msg',
	'error',
	'errors',
	'title',
	'msg',
	'reason',
	'description',
	'issue',
	'err',
	'fault',
	'fault_string',
	'exception',
];

/** Names of the details of a validation error, field by field. */
export const FIELD_ERROR_NAMES = [
	...['detail', 'details', 'errors', 'field_errors', 'fields'],
	...['violations', 'issues', 'invalid_params', 'validation'],
];

/** Names of what says which field a validation error is about. */
export const FIELD_NAMES = [
	...['loc', 'field', 'path', 'param', 'parameter', 'property', 'property_path'],
	...['pointer', 'source', 'target', 'name'],
];

/** Names of what an error answer has beside its texts: nothing of it tells a person what is wrong. */
export const ERROR_ASIDE_NAMES = [
	...['status', 'status_code', 'type', 'success', 'ok', 'timestamp', 'time', 'instance'],
	...['request_id', 'trace_id', 'more_info', 'documentation_url', 'url', 'ctx', 'keys'],
	...['input', 'value', 'rejected_value', 'meta', 'links'],
];

/** Names of the credits that are left. */
export const CREDITS_LEFT_NAMES = [
	'credit_balance',
	'available_credits',
	'remaining_credits',
	'credits_remaining',
	'credits_available',
	'credits_left',
];

/** Names of the credit balance. Those behind the first ones can also be a sum of money, or `credits` those that were bought. */
export const BALANCE_NAMES = [
	...CREDITS_LEFT_NAMES,
	...['credits', 'balance', 'available', 'remaining', 'amount'],
];

/** Names of something else that has credits, beside a balance or around it. */
export const NO_BALANCE_NAMES = [
	...['plan', 'package', 'bundle', 'subscription', 'limits', 'usage', 'pricing', 'invoice'],
	...['top_up', 'last_top_up', 'auto_top_up', 'purchase', 'last_purchase'],
	...['transaction', 'last_transaction', 'transactions'],
];

/** A name as it is compared: without upper case, `_` and `-`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** A set of names that is asked with any spelling. */
export function nameSet(names: Iterable<string>): { has(name: string): boolean } {
	const plain = new Set([...names].map(plainName));
	return { has: (name) => plain.has(plainName(name)) };
}
