/*
 * What the platform may call the parts of an answer around its rows. The API document shows no answer's shape.
 */

/** Names of the array that holds the rows of a list. */
export const ROWS_NAMES = ['items', 'data', 'results', 'rows', 'records', 'list'];

/** Names of the number of rows that the whole list has. */
export const TOTAL_NAMES = [
	'total',
	'total_count',
	'totalCount',
	'total_items',
	'totalItems',
	'total_results',
	'totalResults',
];

/** Names of the object that holds the one thing an answer is about. */
export const OBJECT_NAMES = ['data', 'result', 'item'];

/** Names of fields next to that object which are not part of it. */
export const COMPANION_NAMES = ['success', 'ok', 'status', 'code', 'message'];

/** Names of the text of an error. */
export const MESSAGE_NAMES = [
	'message',
	'detail',
	'error',
	'errors',
	'title',
	'msg',
	'reason',
	'description',
];

/** Names of the details of a validation error, field by field. */
export const FIELD_ERROR_NAMES = ['detail', 'errors'];

/** Names of what says which field a validation error is about. */
export const FIELD_NAMES = ['loc', 'field', 'path', 'param'];

/** Names of the link to a file. */
export const LINK_NAMES = ['url', 'pdf_url', 'link', 'download_url', 'href', 'pdf'];

/** Names of the credit balance. */
export const BALANCE_NAMES = [
	'credits',
	'balance',
	'credit_balance',
	'creditBalance',
	'available_credits',
	'available',
	'amount',
];
