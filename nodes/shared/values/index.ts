/*
 * Room `values`: reads and checks single values: moments, phone numbers, identifiers, JSON.
 *
 * Every other room uses it. It is pure: it depends on neither the platform, HTTP nor n8n's nodes, and does no I/O.
 */
export { enteredTimestamp } from './enteredTimestamp';
export { readTimeZone, timeZoneAdvice } from './enteredTimeZone';
export { checkedIdentifier } from './identifier';
export {
	cellUnder,
	firstOf,
	isFilled,
	isObject,
	isTooDeep,
	ownValue,
	parseJson,
	readNumber,
	readText,
} from './json';
export { namesInBraces } from './namesInBraces';
export { countryCodeOf } from './numberPlans';
export { areaOfNumber } from './numberZones';
export { ParameterError } from './parameterError';
export { plainDigits, readPhoneNumber } from './phoneNumber';
export type { RowProblem } from './rowProblems';
export { reasonsOf, remediesOf } from './rowProblems';
export { hasZone, isoTimestamp, readTimestamp } from './timestamp';
export { isTimeZone } from './timeZone';
export { isSameAddress, plainAddress } from './webAddress';
export { writtenDate } from './writtenTime';
export { ZoneClock, clockOf } from './zoneClock';
