/*
 * Room `operation`: what an operation is, and how the editor's fields are made from it: types, fields, drop-downs, builders, parameters.
 *
 * The resources of every node are written with it, `execution` carries them out. An operation is data and one pure function; nothing
 * here sends a request, except what fills a drop-down (`listSearch.ts`).
 */
export { addressOfOperation } from './address';
export { list, update } from './builders';
export type { CallFilterName, RowFilterName } from './callFilters';
export { callFilterFields, hasPlaceFor, saidByRow } from './callFilters';
export type { Attempts, CallingRules, HeldBack, Person } from './callingRules';
export { callingRules, callingRulesFields, modelRules, personOf } from './callingRules';
export { isDryRun } from './dryRun';
export * from './fields';
export {
	FUNCTION_PATH,
	FUNCTION_REFUSALS,
	FUNCTION_TRIGGER,
	errorReply,
	isFunctionTrigger,
	resultFieldOf,
	resultFieldOption,
	resultReply,
	UNREADABLE_REQUEST,
} from './functionTrigger';
export { listSearch } from './listSearch';
export * from './locators';
export type {
	Answer,
	Calls,
	Check,
	Deduplication,
	FilterCheck,
	FoundOperation,
	InN8n,
	Operation,
	Read,
	ReadBody,
	ReadEndpoint,
	Reply,
	RequestParts,
	Resource,
	RowFilter,
	ShownKey,
	Skipped,
} from './operation';
export { endpointsOf, entityOf, fieldsOf, findOperation } from './operation';
export { figuresOf, isRaw, outputOf } from './output';
export type { ApiFields, ReadParameter } from './params';
export { Params } from './params';
export type { Caller, Preview, PreviewRow, Ruling, Would } from './preview';
export { credentialsOf, propertiesOf, shownFieldsOf, subtitleOf } from './properties';
export type { UnknownNumbers } from './repeatedNumbers';
export {
	deduplicationKey,
	repeatedNumbers,
	repeatedNumbersOptions,
	unknownNumbers,
} from './repeatedNumbers';
export type { Awaited, Wait } from './waiting';
export {
	endedStatusesField,
	finishedStatusesField,
	waitForTranscriptField,
	waitOf,
} from './waiting';
