/*
 * Room `operation`: what an operation is, and how the editor's fields are made from it. An operation is data and one
 * pure function; `run` carries it out. Only what fills a drop-down (`listSearch.ts`) sends requests.
 */
export { list, update } from './builders';
export type { CallFilterName, SetFilter } from './callFilters';
export { CALL_FILTERS, setFilters } from './callFilters';
export * from './fields';
export {
	FUNCTION_PATH,
	FUNCTION_REFUSALS,
	FUNCTION_TRIGGER,
	errorReply,
	isFunctionTrigger,
	isRespond,
	resultFieldOf,
	resultFieldOption,
	resultReply,
	UNREADABLE_REQUEST,
} from './functionTrigger';
export { LeftOut } from './leftOut';
export { listSearch } from './listSearch';
export * from './locators';
export * from './operation';
export { figuresOf, hasAll, isBrief, isRaw, outputOf } from './output';
export type { ApiFields, Differing, ReadParameter } from './params';
export { Params, writtenAt } from './params';
export * from './request';
export {
	credentialsOf,
	operationFields,
	propertiesOf,
	resource,
	subtitleOf,
} from './nodeProperties';
export { takesPath, takesQuery } from './operation';
export { Unsaid } from './unsaid';
export type { Awaited, Wait } from './waitFields';
export {
	endedStatusesField,
	finishedStatusesField,
	waitForResultFields,
	waitForTranscriptField,
	waitOf,
} from './waitFields';
