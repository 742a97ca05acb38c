/*
 * Room `values`: reads and checks single values: moments, phone numbers, identifiers, JSON. Every other room uses it.
 * It is pure: it knows neither platform nor HTTP nor n8n's nodes, and does no I/O.
 */
export { checkedIdentifier, isSameAddress, plainAddress } from './address';
export { cellUnder, columnNames, columnsCalled, looksLike, shownColumn } from './columnName';
export { isBroken, isFiller, sayableName, isSingleValue, onlyText, onlyValue } from './cellValue';
export type { UsualColumn } from './inputColumn';
export { columnsInWords, columnsOf, enteredColumn, usualColumn, usualColumns } from './inputColumn';
export { headings, plainHeading, isPhoneHeading, PHONE_HEADINGS, withoutLabel } from './headings';
export {
	canonical,
	firstOf,
	isFilled,
	isObject,
	isTooDeep,
	objectIn,
	ownValue,
	parseJson,
	promptValues,
	readNumber,
	readText,
	withSortedFields,
	withTexts,
	withoutNul,
} from './json';
export { countryCodeOf, phoneOf } from './numberPlans';
export { areaOfNumber } from './numberZones';
export type { RowProblem } from './parameterError';
export { ParameterError, problemsInWords, reasonsOf, remediesOf } from './parameterError';
export type { NumberForm, WithoutPlus } from './readPhoneNumber';
export { everyPhoneNumber, plainDigits, readPhoneNumber } from './readPhoneNumber';
export {
	enteredTimestamp,
	hasZone,
	isoText,
	isoTimestamp,
	readHttpDate,
	readTimestamp,
	writtenDate,
} from './timestamp';
export type { NotCalledReason } from './reasons';
export { CURES } from './reasons';
export { TIME_ZONE_ADVICE, isTimeZone, localTime, readTimeZone } from './readTimeZone';
