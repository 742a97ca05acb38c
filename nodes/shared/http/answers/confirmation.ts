import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	ACCEPTANCE_WORDS,
	COMPANION_NAMES,
	DENIALS,
	ERROR_NAMES,
	Likeness,
	METADATA_NAMES,
	SUCCESS_NAMES,
	campaignActivity,
	isIdentifier,
	isOneOf,
	likenessOf,
	nameSet,
	readFlag,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { acceptsSome, flagsOf, hasRefusal, statusNames, valuesOf } from './partial';
import { isCalled, isUsualName, objectsOf, onlyOf, placesIn } from './places';

/*
 * An action is reported as far as its answer confirms it. A status that says success is not enough: an answer with it can say that nothing was
 * done. What neither confirms nor refuses is not clear, and shown in the platform's own words.
 */

/** What an answer says about an action. `failure`: the platform refused it. `said`: it is not clear, and this is what the platform says. */
export type Confirmation =
	| { is: 'confirmed' }
	| { is: 'refused'; failure: RequestFailure }
	| { is: 'notClear'; said: string };

/** What was asked for. */
export interface Action {
	/** How an error names the request. */
	subject: string;
	/** What the answer is about, if its fields are known. */
	entity?: EntityName;
	/** What the thing must be afterwards, such as `cancelled`: a flag of this name, or its status, can say so. */
	becomes?: string;
}

const errorNames = nameSet(ERROR_NAMES);
const aside = nameSet([
	...COMPANION_NAMES,
	...METADATA_NAMES,
	...SUCCESS_NAMES,
	...ERROR_NAMES,
	...['reason', 'title', 'description'],
]);
const MAX_SAID = 500;
const XML_ERROR = /<(?:\w+:)?(?:error|errors|fault|exception)\b/i;

/** Whether an answer has anything beside what describes it. */
const hasContent = (answer: IDataObject): boolean =>
	Object.entries(answer).some(([name, value]) => {
		const isStatus = statusNames.has(name) && typeof value !== 'object';
		return !aside.has(name) && !isStatus && isFilled(value);
	});

const errorsIn = (object: IDataObject): unknown[] =>
	valuesOf(object, errorNames).filter((value) => isFilled(value) && value !== false && value !== 0);

/** Whether something went wrong, whatever else it says. A list of errors is about parts of it. */
const saysProblem = (object: IDataObject, entity?: EntityName): boolean =>
	flagsOf(object, entity).includes(false) ||
	hasRefusal(object) ||
	!errorsIn(object).every(Array.isArray);

function saysFailure(answer: IDataObject): boolean {
	const flags = flagsOf(answer);
	if (flags.includes(false)) return true;
	if (flags.includes(true) || hasContent(answer)) return false;
	return errorsIn(answer).length > 0 || hasRefusal(answer);
}

/** The values by which an object identifies something that exists. */
const identifiersIn = (object: IDataObject, entity?: EntityName): unknown[] =>
	valuesOf(object, { has: (name) => isIdentifier(name, entity) }).filter(isFilled);

/** The answer, and each object in which it may have its content. */
const contentIn = (answer: unknown, entity?: EntityName): IDataObject[] =>
	placesIn(answer)
		.filter(({ path }) => path.every((name) => isUsualName(name) || isCalled(name, entity, 'one')))
		.flatMap(({ value }) => (isObject(value) ? [value] : []));

/**
 * Some platforms answer a request that they refuse with status 200 and `success: false`.
 *
 * @param isAction whether the request was to do something. If it was not, an object that looks like a row is one, with a `success` of its own
 * @returns the failure with the platform's text; undefined if the answer does not say that it is one
 */
export function refusalIn(
	answer: unknown,
	subject: string,
	isAction: boolean,
	entity?: EntityName,
): RequestFailure | undefined {
	if (!isObject(answer)) return undefined;
	const refusing = contentIn(answer, entity).find(saysFailure);
	if (!refusing) return undefined;
	const isRow = entity !== undefined && likenessOf(refusing, entity) >= Likeness.FieldsAndId;
	if (isRow && !isAction) return undefined;
	const text = serverMessage(refusing) || serverMessage(answer);
	// A call has a `success` of its own, but no text that says why.
	if (text === '' && (isRow || (!isAction && hasContent(refusing)))) return undefined;
	// Something that has an identifier exists: whether it does what it should is not known.
	const isSome =
		acceptsSome(answer) ||
		objectsOf(answer).some((object) => identifiersIn(object, entity).length > 0);
	return refused(text, subject, isSome ? 'unknown' : 'answered');
}

const refused = (text: string, subject: string, reach: 'unknown' | 'answered') =>
	new RequestFailure(
		text ? `The platform refused the request: ${text}` : 'The platform refused the request',
		`The platform says that "${subject}" did not succeed. Check the parameters of this item, and the credit balance`,
		{ status: 200, reach, final: true, serverText: text },
	);

/** Whether a text for people says that something was done, and nothing that may be the opposite. */
const textConfirms = (text: string): boolean =>
	!DENIALS.test(text) && text.split(/[^a-z]+/i).some((word) => isOneOf(word, ACCEPTANCE_WORDS));

/** What the thing says of itself after it was to become something else; undefined if nothing. */
function stateConfirms(level: IDataObject, becomes: string): boolean | undefined {
	const flag = Object.entries(level).find(([name]) => isOneOf(name, [becomes, `is_${becomes}`]));
	if (flag) return readFlag(flag[1]) ?? undefined;
	const states = valuesOf(level, { has: (name) => /(?:status|state)$/i.test(name) })
		.map(campaignActivity)
		.filter((state) => state !== 'unknown');
	if (becomes !== 'cancelled' || states.length === 0) return undefined;
	return states.every((state) => ['cancelled', 'finished'].includes(state));
}

function levelConfirms(level: IDataObject, { entity, becomes }: Action): boolean | undefined {
	const state = becomes === undefined ? undefined : stateConfirms(level, becomes);
	if (state !== undefined) return state;
	const isNamed = identifiersIn(level, entity).some((value) => typeof value !== 'object');
	const words = valuesOf(level, statusNames);
	const isAccepted = words.some((word) => isOneOf(word, ACCEPTANCE_WORDS));
	const isContent = entity === undefined && hasContent(level);
	return isNamed || isAccepted || isContent || flagsOf(level).includes(true) || undefined;
}

/** What the answer to an action confirms. No content at all confirms what its status says. */
export function confirmationOf(answer: unknown, action: Action): Confirmation {
	const { subject, entity } = action;
	if (!isFilled(answer)) return { is: 'confirmed' };
	const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
	const notClear: Confirmation = { is: 'notClear', said: text.slice(0, MAX_SAID) };
	if (typeof answer === 'string') {
		// An element of this name does not prove that nothing was done: a list of errors can be empty.
		if (XML_ERROR.test(answer))
			return { is: 'refused', failure: refused(answer.slice(0, MAX_SAID), subject, 'unknown') };
		const isConfirmed = !answer.startsWith('<') && textConfirms(answer);
		return isConfirmed ? { is: 'confirmed' } : notClear;
	}
	const failure = refusalIn(answer, subject, true, entity);
	if (failure) return { is: 'refused', failure };
	const objects = placesIn(answer)
		.flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value]))
		.filter(isObject);
	const said = objects.map((object) => levelConfirms(object, action));
	const content = contentIn(onlyOf(answer), entity);
	const isDenied = said.includes(false) || content.some((one) => saysProblem(one, entity));
	const isSaid = said.includes(true) || textConfirms(serverMessage(answer));
	return isSaid && !isDenied ? { is: 'confirmed' } : notClear;
}
