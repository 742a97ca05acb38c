/*
 * Room `platform`: what the platform may call things, as data. Every name of the platform is written here. `http` finds
 * rows with it; `operation` and the trigger read them with it. It sends nothing, and knows neither requests nor nodes.
 */
export * from './agentFields';
export * from './answers';
export type { Balance } from './balances';
export { balancesIn, creditsLeftIn } from './balances';
export type { BestHour } from './bestHour';
export { bestHour } from './bestHour';
export type { CallColumn } from './columns';
export {
	CALL,
	CAMPAIGN,
	CONTACT,
	CREATED_CAMPAIGN,
	LISTED_CALL,
	NOT_REACHED,
	OWNER,
	REQUESTED_CALL,
	TRANSCRIPT,
} from './columns';
export { CONTACT_NUMBER_NAMES, isContactNumberName, sentNumbers } from './contactNumbers';
export type { Disclosure } from './disclosure';
export { disclosureIn } from './disclosure';
export {
	CREATED_AT,
	ENTITIES,
	OWN_ID_NAMES,
	addedAtNamesOf,
	idNamesOf,
	idOf,
	labelOf,
} from './entities';
export type { Entity, EntityName } from './entities';
export { hasColumns, hasKnownField, hasOwnId } from './knownFields';
export * from './files';
export * from './functions';
export {
	callIsOver,
	callStatus,
	campaignProgress,
	hasAllResults,
	hasTalk,
	mergedCall,
} from './progress';
export type { ContactOutcome, JudgedContact, OutcomeScope } from './contactOutcome';
export { LISTED_CONTACT, judgedContact, wordsOfContact } from './contactOutcome';
export { wholeCount } from './duration';
export { mergedRow, saysSomething } from './merge';
export { camelCase, nameSet, plainName, snakeCase } from './names';
export { filledIn, inReadingOrder, withReport } from './readingOrder';
export type { FoundFigure } from './figures';
export { figureRows, figureUnder, isOfNoCalls, withRoundedFigures } from './figures';
export {
	cellOf,
	hasField,
	isNothing,
	mainColumns,
	mainRowOf,
	placesOf,
	rowOf,
	shownColumns,
	valueOf,
} from './row';
export type { CellKind, Column, Source, Table } from './row';
export { readableTranscript, startInRow } from './longTexts';
export type { CallDirection, CampaignActivity, CampaignState, Miss } from './statuses';
export {
	MISSES,
	STATUS_FAMILIES,
	callDirection,
	callState,
	campaignActivity,
	campaignState,
	isOneOf,
	missOf,
	readFlag,
} from './statuses';
