import { listOf } from './names';

/*
 * What the platform may call the parts of an answer around its rows: the API document shows none of them. Names are
 * compared without upper case, `_` and `-`: `total_count` is also `totalCount`.
 */

/** Names of the list or object that an answer is about. */
export const CONTENT_NAMES =
	listOf(`data items results result item rows records record list entries content elements objects object
	collection docs hits values value payload response body _embedded`);

/** Own names of things that may also be those of a part of a thing: `{ id, function: { name, parameters } }`. */
export const PART_NAMES = listOf('function profile number phone_number event version field');

/** Names of what describes an answer, such as `meta`. Rows and things are looked for beside it. */
export const METADATA_NAMES =
	listOf(`meta _meta metadata links _links link pagination paging page page_info errors error warnings warning
	notices filters filter sort sorting sort_by order order_by columns headers facets aggregations included query params debug permissions
	jsonapi`);

/** Names of the number of rows that the whole list has, or that the platform says it has. */
export const TOTAL_NAMES = listOf(
	`total total_count total_items total_results total_records total_elements total_rows records_total count`,
);

/** Names of what leads to the next page: its address, its number, or a text that asks for it. */
export const NEXT_NAMES = listOf(
	'next next_url next_link next_page_url next_page_link next_cursor',
);

/** Names of whether a page follows. */
export const HAS_MORE_NAMES = listOf('has_more has_next has_next_page more');

/** Names of whether the platform did what it was asked to. */
export const SUCCESS_NAMES = listOf('success ok');

/** Names of an error beside or instead of the content of an answer. */
export const ERROR_NAMES = listOf('error errors');

/** Names of everything beside the content of an answer that is not part of it. */
export const DESCRIPTION_NAMES = [
	...METADATA_NAMES,
	...TOTAL_NAMES,
	...NEXT_NAMES,
	...HAS_MORE_NAMES,
	...SUCCESS_NAMES,
	...ERROR_NAMES,
	...listOf(`succeeded error_message error_code status status_code code message msg detail timestamp time request_id trace_id version api_version took limit offset per_page
		page_size previous prev`),
];

/** Words in the name of a count of what was accepted: `added`, `contacts_imported`. */
export const ACCEPTED_WORDS =
	listOf(`accepted created imported added inserted succeeded success valid queued scheduled placed called
	started saved uploaded processed`);

/** Words for what was sent and not accepted: names of counts and lists (`skipped`, `failed_contacts`), and statuses. */
export const REJECTED_WORDS = listOf(
	'rejected refused failed skipped invalid error errors failures duplicate duplicates',
);

/** Names of what an answer says beside a flag, and that does not say whether something was done. */
export const BESIDE_FLAG_NAMES = listOf(
	'code status_code timestamp time request_id trace_id api_version took acknowledged',
);

const alsoWithIs = (name: string): string[] => [name, `is_${name}`];

/** Names of flags that say whether a thing runs: `{ running: false }` after Start. */
export const RUNS_NAMES = ['active', 'enabled', 'running', 'live'].flatMap(alsoWithIs);

/** Names of flags that are false because a thing stopped: `{ active: false }` after Pause. */
export const GOES_ON_NAMES = [...RUNS_NAMES, ...['exists', 'failed'].flatMap(alsoWithIs)];

/** Names of the text of an error, tried in order. */
export const MESSAGE_NAMES =
	listOf(`message detail error_description error_message error_msg error errors title msg reason description issue
	err fault fault_string exception`);

/** Names of the details of a validation error, field by field. */
export const FIELD_ERROR_NAMES = listOf(
	'detail details errors field_errors fields violations issues invalid_params validation',
);

/** Names of what says which field a validation error is about. */
export const FIELD_NAMES = listOf(
	`loc field path param parameter property property_path pointer source target name`,
);

/** Names of what an error answer has beside its texts: nothing of it tells a person what is wrong. */
export const ERROR_ASIDE_NAMES =
	listOf(`status status_code type success ok timestamp time instance request_id trace_id more_info
	documentation_url url ctx keys input value rejected_value meta links`);

/** Names of the credits that are left. */
export const CREDITS_LEFT_NAMES = listOf(
	`credit_balance available_credits remaining_credits credits_remaining credits_available credits_left`,
);

/**
 * Names of the credit balance. All but the first can be something else: a sum of money, or credits that were bought.
 */
export const BALANCE_NAMES = [
	...CREDITS_LEFT_NAMES,
	...listOf('credits balance available remaining amount'),
];

/** Names of something else that has credits, beside a balance or around it. */
export const NO_BALANCE_NAMES =
	listOf(`plan package bundle subscription limits usage pricing invoice top_up last_top_up auto_top_up purchase
	last_purchase payment last_payment payments transaction last_transaction transactions`);

/** Names of the part of the calls that a person answered. */
export const ANSWER_RATE_NAMES = listOf(
	'answer_rate answered_rate connect_rate connected_rate connection_rate pickup_rate',
);

/** Names of the part of the calls that were a success. */
export const SUCCESS_RATE_NAMES = listOf('success_rate');

/** Names of the number of all calls of a period. */
export const CALL_COUNT_NAMES = listOf(
	'total_calls calls_total call_count calls_count total_call_count number_of_calls num_calls calls_made calls_placed call_volume',
);
