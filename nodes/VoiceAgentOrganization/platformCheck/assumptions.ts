import type { Check } from './finding';
import * as paging from './findings/paging';
import * as shapes from './findings/shapes';
import * as values from './findings/values';

/*
 * What the API document does not show, and what this package does about it. Check Platform compares it with the platform, and
 * docs/api-assumptions.md is written from here (npm run docs).
 */

/** A file or a folder, and names in the file. */
export interface CodeReference {
	path: string;
	names?: readonly string[];
}

/** One thing that the API document leaves open. */
export interface Assumption {
	/** What is not shown. */
	question: string;
	/** What this package does, and what it accepts. */
	answer: string;
	code: readonly CodeReference[];
	/** What the user can set if the platform is different; '' if nothing can be set. */
	override: string;
	/** How the platform shows it when it is read, or when it shows otherwise. */
	check: Check | string;
}

const code = (path: string, ...names: string[]): CodeReference => ({ path, names });

const NO_FILE = 'Check Platform downloads no file';
const WHEN_SENT = 'Only a request that changes something shows it';
const RESPONSE_PATH = "Set Options → 'Response Path' to where the rows or the object are";
const RAW = "Set 'Output' to Raw to get what the platform sends";
const MORE_FIELDS = "Enter the names of your platform under Options → 'Additional Fields (JSON)'";
const MORE_QUERY = "Enter the names of your platform under Options → 'Additional Query Parameters'";

const ANSWERS: readonly Assumption[] = [
	{
		question: 'Shape of a list answer',
		answer:
			'The rows are found by evidence: what they look like, what the list is called, and where it lies, up to four levels deep. Also one object for each ID, JSON:API, HAL, and rows in objects of their own. An entry is a row if it has its identifier or two of its fields, and what is beside it stays beside it. Anything else, and two lists that fit equally, are an error that shows names and types',
		code: [
			code('nodes/shared/http/answers/rows.ts', 'readPage'),
			code('nodes/shared/platform/evidence.ts', 'likenessOf'),
		],
		override: RESPONSE_PATH,
		check: shapes.listShape,
	},
	{
		question: 'Shape of an answer about one thing',
		answer:
			'The object that looks like such a thing, at any place up to four levels deep, or a list with one such object. What lies beside it in its envelope is added. Two objects that fit equally are an error',
		code: [
			code('nodes/shared/http/answers/object.ts', 'readObject'),
			code('nodes/shared/platform/answers.ts', 'CONTENT_NAMES'),
		],
		override: RESPONSE_PATH,
		check: shapes.objectShape,
	},
	{
		question: 'Answer for an empty list',
		answer:
			'A list without rows, null, no content, an empty object, or 404 with a message where the path has no ID. An answer that says something else is an error',
		code: [
			code('nodes/shared/http/answers/rows.ts', 'isEmptyList'),
			code('nodes/shared/http/lists/list.ts', 'isEmptyList'),
		],
		override: RESPONSE_PATH,
		check: shapes.emptyList,
	},
	{
		question: 'Refusal with a status that says success',
		answer:
			'`success: false` and similar flags, a status such as "rejected", or an error without any content, are a failure with the text of the platform. Nothing is remembered as done. An answer that neither confirms an action nor refuses it is shown with `not_clear`, and its number has an unknown outcome',
		code: [code('nodes/shared/http/answers/confirmation.ts', 'refusalIn', 'confirmationOf')],
		override: '',
		check: shapes.refusal,
	},
	{
		question: 'Place of the message in an error',
		answer:
			'The first text under message, detail (also a list of fields), error, errors, title and other usual names; otherwise the status',
		code: [code('nodes/shared/http/failures/serverMessage.ts', 'serverMessage')],
		override: '',
		check: shapes.errorMessage,
	},
	{
		question: 'Which role may read what',
		answer: 'Nothing is assumed. A refused request (403) is an error that says so',
		code: [code('nodes/shared/http/failures/requestFailure.ts', 'ADVICE_BY_STATUS')],
		override: '',
		check: shapes.permissions,
	},
];

const LISTS: readonly Assumption[] = [
	{
		question: 'Number of all rows of a list',
		answer:
			"At the end, the smallest total that the platform has said is compared with the rows that were read, and also what it says about a further page. Fewer rows are an error. A total that counts the page, or none, is no problem. 'Return All' requests up to eight pages at a time while the pages are as long as requested and agree about the total",
		code: [
			code('nodes/shared/http/lists/end.ts', 'ListEnd'),
			code('nodes/shared/http/lists/rows.ts', 'RowCounting'),
			code('nodes/shared/platform/answers.ts', 'TOTAL_NAMES'),
		],
		override: '',
		check: paging.total,
	},
	{
		question: 'Address of the next page',
		answer:
			"A link or a cursor is followed if it leads to the same list on the platform's own address and to new rows. Otherwise the offset is used",
		code: [
			code('nodes/shared/http/answers/next.ts', 'aboutList'),
			code('nodes/shared/http/client.ts', 'queryOf'),
		],
		override: '',
		check: paging.nextPage,
	},
	{
		question: 'Max limit',
		answer:
			'100 is requested, and 1,000 for long lists. A refused size (400, 422) is halved and requested again. Fewer rows than requested are no problem',
		code: [code('nodes/shared/http/lists/pageReader.ts', 'PAGE_SIZE', 'LARGE_PAGE_SIZE')],
		override: '',
		check: paging.pageSize,
	},
	{
		question: 'What the offset counts',
		answer:
			'Rows or pages: the second page shows it. If the same page is returned again, the platform has no pages and returned the whole list, or it is an error',
		code: [code('nodes/shared/http/lists/pagination.ts', 'pagesOf')],
		override: "Set 'Limit' instead of 'Return All'",
		check: paging.offset,
	},
	{
		question: 'Answer behind the end of a list',
		answer:
			'An empty list, or 400, 404, 416 or 422. A row before it is requested again before such a status is taken for the end',
		code: [code('nodes/shared/http/lists/pageReader.ts', 'REFUSALS_OF_OFFSET')],
		override: "Set 'Limit' instead of 'Return All'",
		check: paging.pastEnd,
	},
	{
		question: 'Order of lists',
		answer:
			'Not needed. If it changes from page to page, the count at the end shows that rows are missing',
		code: [code('nodes/VoiceAgentTrigger/incremental/order.ts')],
		override: '',
		check: paging.order,
	},
	{
		question: "Names of the call list's filters",
		answer:
			'`call_id`, `from`, `to`. Every row is compared with them: a row outside a filter is an error that says that the platform does not use the filter',
		code: [code('nodes/VoiceAgentCall/callFilters.ts', 'callFilters', 'callFilterChecks')],
		override: MORE_QUERY,
		check: paging.callFilterNames,
	},
	{
		question: 'Further filters of any list',
		answer: 'None are sent',
		code: [code('nodes/shared/operation/builders.ts', 'list')],
		override: MORE_QUERY,
		check: 'No answer names the filters',
	},
	{
		question: 'Order and date filter of the lists that the trigger reads',
		answer:
			'Derived from the rows at every poll. An order or filter that the rows do not confirm is not used',
		code: [code('nodes/VoiceAgentTrigger/incremental/')],
		override:
			"Trigger: set Options → 'Date Filter Name', or enter a filter under Options → 'Additional Query Parameters'",
		check: paging.triggerReading,
	},
	{
		question: 'Field that says when a row was added',
		answer:
			'`created_at`, or the usual others of each list. Without any, the whole list is read at every poll',
		code: [code('nodes/shared/platform/entities.ts', 'addedAt')],
		override: '',
		check: paging.addedAt,
	},
];

const ROWS: readonly Assumption[] = [
	{
		question: 'Name of an identifier',
		answer:
			'Its own (`call_id`, `campaign_id`), or `id`, `_id`, `uuid`. A field that has the same value in two different rows of a page identifies nothing and is not used',
		code: [
			code('nodes/shared/platform/entities.ts', 'OWN_ID_NAMES'),
			code('nodes/shared/http/lists/identity.ts', 'Identity'),
		],
		override: `${RAW}. Choose By ID and enter the ID`,
		check: shapes.identifiers,
	},
	{
		question: 'Fields of a call',
		answer: 'The usual names of each column. A column without a value is null',
		code: [code('nodes/shared/platform/columns.ts', 'CALL')],
		override: RAW,
		check: values.callColumns,
	},
	{
		question: 'Fields of a campaign',
		answer: 'The usual names of each column. A column without a value is null',
		code: [code('nodes/shared/platform/columns.ts', 'CAMPAIGN')],
		override: RAW,
		check: values.campaignColumns,
	},
	{
		question: 'Fields of a contact of a campaign',
		answer: 'The usual names of each column. A column without a value is null',
		code: [code('nodes/shared/platform/columns.ts', 'CONTACT')],
		override: RAW,
		check: values.contactColumns,
	},
	{
		question: 'Form of an analysis',
		answer: 'The usual names, in an object, in JSON text or in the call itself',
		code: [code('nodes/shared/platform/columns.ts', 'ANALYSIS')],
		override: RAW,
		check: values.analysis,
	},
	{
		question: 'Form of a transcript',
		answer:
			'Turns with a speaker and a text under any usual name, or text, also as JSON text. A turn that cannot be read is shown as JSON',
		code: [code('nodes/shared/platform/transcript.ts', 'readableTranscript')],
		override: RAW,
		check: values.transcript,
	},
	{
		question: 'Duration of a call',
		answer:
			'Under its usual names, as a number of the unit in the name or written with its unit, or computed from the times of the call',
		code: [code('nodes/shared/platform/derived.ts', 'callDuration')],
		override: RAW,
		check: values.durations,
	},
	{
		question: "Words for a call's status",
		answer:
			'Assigned to families in any case: ended, not reached, failed, in progress. Any other word is unknown',
		code: [code('nodes/shared/platform/statuses.ts', 'CALL_STATUSES')],
		override:
			"Use the status column, which is returned unchanged. Trigger: set Options → 'Ended Statuses'",
		check: values.callStatuses,
	},
	{
		question: 'When a call has ended and its analysis is complete',
		answer:
			'The status family; if the word is unknown, the end time, or duration, transcript and analysis together. Null if nothing proves it. Transcript and analysis are not empty if somebody spoke',
		code: [
			code('nodes/shared/platform/derived.ts', 'isCallOver'),
			code('nodes/VoiceAgentTrigger/events/'),
		],
		override: "Trigger: set Options → 'Ended Statuses' and 'Wait for Transcript (Minutes)'",
		check: values.callsOver,
	},
	{
		question: 'Words for a finished or cancelled campaign',
		answer:
			'finished, completed, complete, done, ended; cancelled, canceled, stopped. Any other word is not taken for one of them',
		code: [
			code('nodes/shared/platform/statuses.ts', 'CAMPAIGN_STATUSES'),
			code('nodes/VoiceAgentTrigger/events/campaignFinished.ts'),
		],
		override: "Use the status column. Trigger: set Options → 'Finished Statuses'",
		check: values.campaignStatuses,
	},
	{
		question: 'Words for a contact that was not reached',
		answer:
			'Those of calls that were not reached or failed, in the status of the contact or of its last call; not reached also in the outcome. Words such as invalid number or do not call are left out. Any other word is unknown',
		code: [
			code('nodes/shared/platform/contactReach.ts', 'contactReach'),
			code('nodes/shared/platform/statuses.ts', 'CONTACT_STATUSES'),
		],
		override: "Get Not Reached: set Options → 'Not Reached Statuses'",
		check: values.contactStatuses,
	},
	{
		question: 'Words for a campaign that is calling',
		answer: 'active, running, in progress, started and others. Any other word is not taken for one',
		code: [code('nodes/shared/platform/statuses.ts', 'CAMPAIGN_STATUSES')],
		override: "Pause When: set Options → 'Running Statuses'",
		check: 'Only a campaign that is calling shows its word',
	},
	{
		question: 'Names of the credits, successes and failures of a campaign',
		answer:
			'Usual names in the campaign or its analytics. A count that may mean something else is not read, and then a condition on it is an error',
		code: [code('nodes/shared/platform/columns.ts', 'CAMPAIGN_FIGURES')],
		override: "Pause When: set Options → 'Success Outcomes', or remove the condition",
		check: 'Only a campaign with many calls shows them',
	},
	{
		question: 'Heat map of the best time to call',
		answer:
			'A list of rows with an hour (0 to 23), the calls in it and how many were answered. Hours with fewer than 5 calls are left out. The time zone is unknown if the answer does not say it. A platform that does not filter by campaign_id gives the hour of all calls',
		code: [
			code('nodes/shared/platform/bestHour.ts', 'bestHour'),
			code('nodes/shared/platform/columns.ts', 'HEAT_MAP_CELL'),
		],
		override: "Get Not Reached: remove Options → 'Best Hour'",
		check: 'Only analytics of many calls show it',
	},
	{
		question: 'Name of the instructions of an agent',
		answer:
			'instructions, prompt or system_prompt, in the agent or its configuration. Names in braces in this text are variables, with one pair of braces or two',
		code: [code('nodes/shared/platform/instructions.ts', 'instructionsOf')],
		override:
			"Options → 'Dry Run': without them, missing_variables is empty, and the summary says it",
		check: 'The check does not read the instructions of agents: they are texts of yours',
	},
	{
		question: 'Form of times',
		answer:
			'ISO 8601 in any form, HTTP dates, seconds to nanoseconds (from 2001 on), decimal numbers. A time without a time zone is UTC. Anything else, and anything outside 1970 to 2200, is null',
		code: [code('nodes/shared/values/timestamp.ts', 'readTimestamp')],
		override: RAW,
		check: values.times,
	},
	{
		question: 'Form of numbers',
		answer:
			'Numbers, and numbers as text. Whole numbers of 2^53 and more are read as text with all digits; null in a column of numbers',
		code: [code('nodes/shared/values/json.ts', 'readNumber')],
		override: RAW,
		check: values.numbers,
	},
	{
		question: 'Name of the credit balance',
		answer:
			'The first of `credits`, `balance`, `credit_balance` and other usual names that is a number',
		code: [code('nodes/shared/platform/answers.ts', 'BALANCE_NAMES')],
		override: '',
		check: values.balanceName,
	},
	{
		question: 'Form of industries and use cases',
		answer: 'Texts, or objects with an identifier and a name',
		code: [
			code('nodes/shared/platform/entities.ts', 'choice'),
			code('nodes/VoiceAgent/dynamicOptions.ts'),
		],
		override: 'Enter the value with an expression',
		check: shapes.choices,
	},
	{
		question: "Form of a recording, an invoice's PDF and an export",
		answer:
			'The file itself, a redirect to it, JSON with a link to it, or base64 in JSON. What the first bytes prove is believed. A web page, a text, an empty or incomplete body is an error',
		code: [code('nodes/shared/http/files/fileAnswer.ts', 'readFileAnswer')],
		override: "Turn off 'Download File' to see the answer",
		check: NO_FILE,
	},
	{
		question: 'Name of the link to a file, or of its base64',
		answer:
			'The best of the usual names, such as `pdf_url`, `recording_url`, `download_url`, `url`, also inside `data`, `invoice`, `file` or `links`. Two different links under equally good names are an error',
		code: [code('nodes/shared/platform/files.ts', 'linkRankOf')],
		override: "Turn off 'Download File' to see the answer",
		check: NO_FILE,
	},
	{
		question: 'Where a link to a file can lead',
		answer:
			"Without a host: to the 'Base URL', or from its root if it starts with `/`. Otherwise to any https address that is not in a private network. The token is sent to the platform's own address only",
		code: [code('nodes/shared/http/files/links.ts', 'linkTarget')],
		override: '',
		check: NO_FILE,
	},
	{
		question: 'Name and type of a file',
		answer:
			'Content-Disposition and Content-Type, checked against the first bytes. Otherwise a name from the ID, such as `recording-session_0001.wav`',
		code: [
			code('nodes/shared/http/files/fileName.ts'),
			code('nodes/shared/http/files/fileType.ts', 'fileTypeOf'),
		],
		override: '',
		check: NO_FILE,
	},
];

const sent = (
	question: string,
	answer: string,
	references: readonly CodeReference[],
	override: string = MORE_FIELDS,
): Assumption => ({ question, answer, code: references, override, check: WHEN_SENT });

const REQUESTS: readonly Assumption[] = [
	sent(
		'Further fields of any body',
		'None are sent',
		[code('nodes/shared/operation/builders.ts', 'update')],
		`${MORE_FIELDS}, which every create and update has`,
	),
	sent(
		"Names of a contact's fields",
		'`phone_number`, `first_name`, `last_name`, `variables`',
		[code('nodes/VoiceAgentCampaign/contacts.ts')],
		"Set Options → 'Phone Number Field', or 'Contacts From' to JSON, which is sent unchanged",
	),
	sent("Names of a new campaign's fields", '`name`, `agent_id`, `contacts`', [
		code('nodes/VoiceAgentCampaign/resources/campaign.ts'),
	]),
	sent(
		"Names of an agent's fields",
		'`name`, `instructions`, `industry`, `use_case`, `voice_id`, `language`',
		[code('nodes/VoiceAgent/resources/agent.ts')],
	),
	sent('Names when documents are attached', '`kb_ids`, a list', [
		code('nodes/VoiceAgent/resources/knowledgeBaseDocument.ts'),
	]),
	sent("Names of a tool's fields", '`enabled`, `configuration`', [
		code('nodes/VoiceAgent/resources/builtInTool.ts'),
	]),
	sent(
		'Names of the post-call analysis',
		'`prompt`, `outcomes`, `success_outcomes`, `notification_emails`',
		[code('nodes/VoiceAgent/resources/postCallAnalysis.ts')],
	),
	sent(
		"Names of a callback's fields",
		'`agent_id`, `phone_number`, `scheduled_at`, `first_name`, `last_name`, `notes`',
		[code('nodes/VoiceAgentCall/resources/callback.ts')],
	),
	sent('Names when a number is bought', '`country`, `agent_id`, `area_code`, `phone_number`', [
		code('nodes/VoiceAgentPhoneNumber/resources/phoneNumber.ts'),
	]),
	sent(
		'Names of a top-up and of the billing profile',
		'`provider`, `plan_id` or `amount`; `country`, `vat_number`',
		[
			code('nodes/VoiceAgentBilling/resources/topUp.ts'),
			code('nodes/VoiceAgentBilling/resources/account.ts'),
		],
	),
	sent(
		'Names of users, organizations and accounts',
		'`email`, `role`, `status`, `first_name`, `last_name`; `name`, `website`; `organization_name`, `password`, `token`, `new_password`',
		[code('nodes/VoiceAgentOrganization/resources/')],
		`${MORE_FIELDS}. For the token of Verify Email nothing can be set`,
	),
	{
		question: 'Name of the custom field in its distribution',
		answer: '`key`',
		code: [code('nodes/VoiceAgentAnalytics/resources/customField.ts')],
		override: MORE_QUERY,
		check: 'Only a request with the name of a custom field shows it',
	},
	sent(
		'Form of a file upload',
		'multipart, the file in `file`, other fields as text',
		[
			code('nodes/shared/http/files/upload.ts', 'formWithFile'),
			code('nodes/VoiceAgentCampaign/contactFields.ts', 'contactFile'),
		],
		'',
	),
	sent(
		'Time zone of filters',
		'A time that you enter without a time zone is in the time zone of the workflow. It is sent in UTC. One that clocks show never or twice, when they change, is refused',
		[code('nodes/shared/operation/params.ts', 'timestamp')],
		'Enter a time zone',
	),
];

const WHEN_USED = 'Only an agent that uses a function during a call shows it';

/** Voice Agent Function Trigger. */
const FUNCTIONS: readonly Assumption[] = [
	sent(
		'How a custom function is registered',
		'With `name`, `description`, `url`, `method`, `parameters` (a JSON schema) and `headers`. No two functions of an agent have the same name. The function is found again by its ID, its name and its address',
		[
			code('nodes/VoiceAgentFunctionTrigger/functionBody.ts', 'functionBody'),
			code('nodes/VoiceAgentFunctionTrigger/registration.ts', 'FunctionRegistration'),
			code('nodes/shared/platform/functions.ts'),
		],
		"Enter the names of your platform under Options → 'Additional Fields (JSON)' of the trigger: {url} and {secret} are replaced",
	),
	{
		question: 'Whether the platform sends the headers that a function has',
		answer:
			'Nothing depends on it: the secret is part of the address. A request without the secret is refused',
		code: [code('nodes/VoiceAgentFunctionTrigger/settings.ts', 'secretPlaceOf')],
		override: "Set Options → 'Send Secret In' to HTTP Header if the platform sends them",
		check: WHEN_USED,
	},
	{
		question: 'Where the values are when an agent uses a function',
		answer:
			'Under `arguments`, `args`, `parameters`, `params`, `input` or `inputs`, or the body itself; as an object or as JSON text; also inside `call`, `message`, `function`, `tool_call` and the like. Those that fit the parameters are meant. Two that fit and differ are refused with a sentence',
		code: [
			code('nodes/VoiceAgentFunctionTrigger/functionRequest.ts', 'argumentsIn'),
			code('nodes/shared/platform/functions.ts', 'ARGUMENT_NAMES', 'REQUEST_PARTS'),
		],
		override: "Set Options → 'Arguments Path' of the trigger to where the values are",
		check: WHEN_USED,
	},
	{
		question: 'Which call a request of a function belongs to',
		answer:
			'`call_id`, `session_id`, `agent_id`, also inside `call`, `session` and `message`. The number of the caller only if the direction of the call proves it. Otherwise the field is empty',
		code: [code('nodes/VoiceAgentFunctionTrigger/functionRequest.ts', 'callFactsIn')],
		override: 'Read it from `body` in the item',
		check: WHEN_USED,
	},
	{
		question: 'Where the platform reads the answer of a function',
		answer:
			'Under `result` of a JSON body, with status 200: the answer, or a sentence that says what went wrong. A platform that reads the whole body reads it, too',
		code: [
			code(
				'nodes/shared/operation/functionTrigger.ts',
				'resultFieldOf',
				'resultReply',
				'errorReply',
			),
		],
		override:
			"Set Options → 'Result Field Name' of the trigger. If it is empty, the fields of the answer are sent as they are",
		check: WHEN_USED,
	},
	{
		question: 'How long the platform waits for the answer of a function',
		answer: 'As long as the workflow takes',
		code: [code('nodes/VoiceAgentFunctionTrigger/webhook.ts', 'webhook')],
		override: "Set 'Respond' of the trigger to Immediately, and bring the result with a callback",
		check: WHEN_USED,
	},
];

const SESSIONS: readonly Assumption[] = [
	{
		question: 'Answer to a login, and how a second factor is asked for',
		answer:
			'A token under `access_token`, `accessToken`, `token` or `jwt`, also in `data`, `result` or `tokens`. MFA by a flag or a text, with any status. Two different tokens or no token are an error, and no code is sent on a guess',
		code: [code('credentials/answers.ts', 'TOKEN_NAMES', 'MFA_FLAGS')],
		override: '',
		check: () => ({ result: 'holds', found: 'This credential has logged in' }),
	},
	{
		question: 'Lifetime of a token',
		answer: 'Used until the platform answers 401',
		code: [code('credentials/session.ts')],
		override: '',
		check: 'Only time shows it',
	},
	{
		question: 'Status for an empty credit balance',
		answer: "402 is explained as such. Any other status is shown with the platform's own message",
		code: [code('nodes/shared/http/failures/requestFailure.ts', 'ADVICE_BY_STATUS')],
		override: '',
		check: WHEN_SENT,
	},
	{
		question: 'Rate limits',
		answer:
			'After 429 the request is repeated: after the time in Retry-After, otherwise after growing pauses',
		code: [code('nodes/shared/http/retry.ts', 'retryDelay')],
		override: "Set Options → 'Parallel Requests', 'Max Retries' and 'Max Retry Time (Seconds)'",
		check: 'Only many requests show it',
	},
	{
		question: 'Idempotency keys',
		answer: 'None are documented, so a POST or PATCH that may have worked is never repeated',
		code: [code('nodes/shared/http/retry.ts', 'mayRepeat')],
		override: '',
		check: WHEN_SENT,
	},
];

/** In the order of the output and of the page. */
export const ASSUMPTIONS: readonly Assumption[] = [
	...ANSWERS,
	...LISTS,
	...ROWS,
	...REQUESTS,
	...FUNCTIONS,
	...SESSIONS,
];
