import type { IDataObject } from 'n8n-workflow';
import {
	BESIDE_FLAG_NAMES,
	COUNT_WORDS,
	ERROR_NAMES,
	GOES_ON_NAMES,
	MESSAGE_NAMES,
	METADATA_NAMES,
	RUNS_NAMES,
	STOPPED_WORDS,
	SUCCESS_NAMES,
	nameSet,
} from '../../platform/answers';
import type { EntityName } from '../../platform/entities';
import { readFlag } from '../../platform/statuses';
import { isFilled, isObject } from '../../values/json';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { MAX_NAMES, meaningOf, objectsOf, onlyOf, placesIn, wordsOf } from './names';

/* Whether an answer with a status of success says no: in fields at the top, or under usual names. Texts for people are not judged. */

const successNames = nameSet(SUCCESS_NAMES);
const errorNames = nameSet(ERROR_NAMES);

/** The objects at the top of an answer and under usual names. @param entity if set, also those under its own names */
export function objectsIn(answer: unknown, entity?: EntityName, entryOf = onlyOf): IDataObject[] {
	const isSearched = (name: string) => ['own', 'usual'].includes(meaningOf(name, entity, 'one'));
	return objectsOf(placesIn(answer, isSearched, entryOf))
		.filter(({ path }) => path.length <= MAX_NAMES)
		.map(({ value }) => value);
}

/** Whether a value under the name of an error says that there is one; not `[]`, `{}`, null, false or 0. */
export function isError(value: unknown): boolean {
	if (typeof value === 'object') return Object.values(value ?? {}).some(isError);
	return isFilled(value) && readFlag(value) !== false;
}

/** `cancel` → cancelled and canceled, `delete` → deleted, `stop` → stopped; also as `is_cancelled` */
const flagsOf = (verbs: readonly string[]) =>
	nameSet(
		verbs
			.map((verb) => verb.toLowerCase())
			.flatMap((verb) => [`${verb.replace(/e$/, '')}ed`, `${verb}${verb.at(-1) ?? ''}ed`])
			.flatMap((flag) => [flag, `is_${flag}`]),
	);

/** What may say no in an object, beside its errors. */
interface Flags {
	/** Verbs of what was to be done: `cancelled: false` says that nothing was cancelled. */
	verbs?: readonly string[];
	/** True: `added: 0` is a count. An import can begin with none. */
	canBeCount?: boolean;
}

/** Whether an object says that the request did not succeed, that there was an error, or that something was not done. */
export function saysNo(
	object: IDataObject,
	{ verbs = [], canBeCount = false }: Flags = {},
): boolean {
	const flags = flagsOf(verbs);
	return Object.entries(object).some(([name, value]) => {
		if (errorNames.has(name)) return isError(value);
		const isFlag = flags.has(name) && !(canBeCount && value === 0);
		return (isFlag || successNames.has(name)) && isFilled(value) && readFlag(value) === false;
	});
}

const saysNothing = nameSet([...MESSAGE_NAMES, ...BESIDE_FLAG_NAMES, ...METADATA_NAMES, 'details']);
const goesOn = nameSet(GOES_ON_NAMES);
const runs = nameSet(RUNS_NAMES);
const ofCount = nameSet([...STOPPED_WORDS, ...COUNT_WORDS]);
const stopped = nameSet(STOPPED_WORDS);

/** Whether a name is that of a count of what stopped, and of nothing else: `cancelled_count`, not `calls_cancelled`. */
const isStoppedCount = (name: string): boolean =>
	wordsOf(name).every((word) => ofCount.has(word)) && wordsOf(name).some(stopped.has);

/** Whether a field says that nothing stopped: `deleted: false`, `cancelled_count: 0`, `data: { removed: false }`. */
function isNoStop([name, value]: [string, unknown]): boolean {
	if (goesOn.has(name)) return false;
	if (isObject(value)) return meaningOf(name, undefined, 'one') === 'usual' && saysOnlyNo(value);
	return readFlag(value) === false && (String(value) !== '0' || isStoppedCount(name));
}

/** Whether a field only says which thing an answer is about: `id`, `callback_id`, `object: "callback"`. */
const isOfRow = (name: string): boolean => /^_?(?:id|uuid|object|type)$|(?:_id|Id)$/.test(name);

/**
 * Whether an answer to what was to stop says no, and nothing else but messages: `false`, `{ deleted: false, message: "Too late" }`, also beside an
 * identifier. A row may have flags that are false: `{ id: "c1", status: "cancelled", deleted: false }`.
 *
 * @param isToGo true: the thing was to go on, so that `running: false` is a no, too
 */
export function saysOnlyNo(answer: unknown, isToGo = false): boolean {
	const said = onlyOf(answer);
	if (!isObject(said)) return readFlag(said ?? null) === false;
	const fields = Object.entries(said).filter(
		([name, value]) => isFilled(value) && !saysNothing.has(name),
	);
	const flags = fields.filter(([name]) => !isOfRow(name));
	const isOfStop = fields.length === flags.length || flags.every(([name]) => isStoppedCount(name));
	const isNo = ([name, value]: [string, unknown]) =>
		isNoStop([name, value]) || (isToGo && runs.has(name) && value === false);
	return flags.length > 0 && flags.every(isNo) && isOfStop;
}

/** The failure that shows what the platform says: where it says no, or anywhere in its answer. */
export function refusedBy(
	object: IDataObject | undefined,
	answer: unknown,
	subject: string,
	reach: 'unknown' | 'answered' = 'answered',
): RequestFailure {
	const text = serverMessage(object) || serverMessage(answer);
	return new RequestFailure(
		text ? `The platform refused the request: ${text}` : 'The platform refused the request',
		`The platform says that "${subject}" did not succeed. Check the parameters of this item, and the credit balance`,
		{ status: 200, reach, final: true, serverText: text },
	);
}

/**
 * Whether an answer says that its request did not succeed: `{ "success": false }`, `{ "errors": ["locked"] }`.
 *
 * @param isProven true: the answer has what was asked for, such as a token. Then errors beside it say nothing
 */
export const isRefusal = (answer: unknown, isProven = false): boolean =>
	objectsIn(answer).some((object) => {
		const said = Object.entries(object).filter(([name]) => !isProven || !errorNames.has(name));
		return saysNo(Object.fromEntries(said));
	});

/**
 * The failure of a read whose answer has errors: not all is there that was asked for. Figures may count: `success: 0` and `errors: 3` are none.
 * An entry of a list says nothing of its list.
 *
 * @returns undefined if the answer has no errors
 */
export function refusalIn(answer: unknown, subject: string): RequestFailure | undefined {
	const withoutCounts = (object: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value !== 'number'));
	const refusing = objectsIn(answer, undefined, (value) => value).find((object) =>
		saysNo(withoutCounts(object)),
	);
	return refusing && refusedBy(refusing, answer, subject);
}
