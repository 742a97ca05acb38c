import {
	BESIDE_FLAG_NAMES,
	GOES_ON_NAMES,
	MESSAGE_NAMES,
	METADATA_NAMES,
	RUNS_NAMES,
	idNamesOf,
	nameSet,
} from '../../platform';
import type { EntityName } from '../../platform';
import { isFilled, isObject } from '../../values';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { mayHaveAdded } from './importCounts';
import { meaningOf } from './answerNames';
import { objectsIn, refusedBy, refusingObject } from './refusal';
import { oneAtPath } from './responsePath';
import { twoWaysIn } from './thing';

/*
 * Whether a request with a status of success was carried out. It was, unless the answer says no. After Make Call:
 *
 *   { call_id: "c1" }                              -> done
 *   { success: false, message: "No credit" }       -> refused, and the number stays free
 *   { success: false, call_id: "c1" }              -> done, with a hint: nobody is called again because of a doubt
 *   { message: "See the log" }                     -> possibly called, with a hint: it names nothing that was made
 *   { deleted: false } after Delete                -> refused: in doubt, it is still there
 */

/** What a request was to do. */
export interface Deed {
	/** How an error names the request. */
	subject: string;
	/** What the request is about, or what it makes. */
	entity?: EntityName;
	/** True: the request makes a thing that has an identifier. */
	makes?: boolean;
	/** True: the request leads to calls. */
	leadsToCalls?: boolean;
	/** True: contacts were sent. */
	hasContacts?: boolean;
	/** What the thing is that the request names, when it is carried out. `stopped`: it may also be gone. */
	becomes?: 'stopped' | 'running';
	/** The identifiers that the request names: they are of things that existed before. */
	existing?: readonly string[];
	/** Where the thing lies in the answer, if the user says it; undefined where the user cannot say it. */
	path?: string;
}

/** What an answer leaves in doubt. */
export interface Doubt {
	/** A text for the user: what is in doubt, and what the platform says. */
	text: string;
	/** True: the answer names nothing that was made, so that it is not known whether it was. */
	isUnknown: boolean;
	/** True: the answer has two identifiers, and either could be meant. Nothing may be started or waited for. */
	isUnclear: boolean;
}

/** The names of the identifier of what was made; for a call that of its session too. */
export const madeIdNames = (entity: EntityName | undefined): string[] => [
	...idNamesOf(entity),
	...(entity === 'call' ? ['session_id', 'sessionId'] : []),
];

/** Whether an answer has the identifier of something that was made, and did not exist before. */
function namesMade(answer: unknown, { entity, existing = [], path = '' }: Deed): boolean {
	const objects = objectsIn(path === '' ? answer : oneAtPath(answer, path), entity);
	const ids = objects
		.flatMap((object) => objectsIn(object, entity))
		.flatMap((object) => madeIdNames(entity).map((name) => object[name]));
	return ids.some((id) => isFilled(id) && !existing.includes(String(id)));
}

const besideFlags = nameSet([...MESSAGE_NAMES, ...BESIDE_FLAG_NAMES, ...METADATA_NAMES, 'details']);
const goesOn = nameSet(GOES_ON_NAMES);
const runs = nameSet(RUNS_NAMES);

/** The fields of an answer that have a value and are no messages, and that say more than what the request is about. */
const saidBeside = (answer: unknown, existing: readonly string[] = []): Array<[string, unknown]> =>
	objectsIn(answer)
		.flatMap((object) => Object.entries(object))
		.filter(([name, value]) => isFilled(value) && !besideFlags.has(name))
		// What is around the thing, such as `data`, is no value.
		.filter(([name, value]) => !(isObject(value) && meaningOf(name, undefined, 'one') === 'usual'))
		.filter(([, value]) => !existing.includes(String(value)));

/**
 * Whether an answer has nothing but false flags: `{ deleted: false, message: "Too late" }`. After Pause, `{ active:
 * false }` says that the campaign is paused.
 */
function saysOnlyNo(answer: unknown, { becomes, existing }: Deed): boolean {
	const said = saidBeside(answer, existing);
	const isGood = (name: string) => goesOn.has(name) && (becomes === 'stopped' || !runs.has(name));
	return said.length > 0 && said.every(([name, value]) => value === false && !isGood(name));
}

const MAX_SAID = 300;

/** What the platform says, for a hint. */
function saidIn(answer: unknown): string {
	const text = serverMessage(answer) || (isFilled(answer) ? JSON.stringify(answer) : 'nothing');
	return text.slice(0, MAX_SAID);
}

const isPage = (answer: unknown) =>
	typeof answer === 'string' && answer.trimStart().startsWith('<');

function unknownAfterPage(answer: unknown, subject: string): RequestFailure {
	const why = `the answer of the platform is no JSON. The platform says: ${saidIn(answer)}`;
	return new RequestFailure(
		'It is unknown whether this was carried out: the answer of the platform is no JSON',
		`"${subject}" was sent, and not sent again. Check the result on the platform before you repeat it. The platform says: ${saidIn(answer)}`,
		{ status: 200, arrival: 'unknown', final: true, why },
	);
}

/**
 * What is in doubt after an answer that says no, although something was made; undefined if it does not say no.
 * @throws RequestFailure if nothing was made
 */
function doubtOfNo(answer: unknown, deed: Deed): string | undefined {
	const { subject, makes, leadsToCalls, hasContacts, becomes } = deed;
	const refusing = refusingObject(answer);
	if (answer !== false && !refusing) {
		// What was to run may run all the same: nobody is called twice because of a doubt.
		if (becomes && saysOnlyNo(answer, deed))
			throw refusedBy(undefined, answer, subject, becomes === 'running' ? 'unknown' : 'answered');
		return undefined;
	}
	const isMade = (makes && namesMade(answer, deed)) || (hasContacts && mayHaveAdded(answer));
	if (!leadsToCalls || !isMade) throw refusedBy(refusing, answer, subject);
	return `"${subject}" counts as done, but the platform may not have accepted all of it. It says: ${saidIn(answer)}`;
}

/**
 * Judges the answer to a request that does something. `{ "message": "Callback rescheduled" }` is done: texts for people
 * are not judged. @returns what is in doubt, although it counts as done; undefined if nothing is
 * @throws RequestFailure if it says no; with an unknown outcome for a web page or XML
 */
export function checkedDeed(answer: unknown, deed: Deed): Doubt | undefined {
	const { subject, makes, path } = deed;
	if (isPage(answer)) throw unknownAfterPage(answer, subject);
	const doubt = doubtOfNo(answer, deed);
	if (makes && !namesMade(answer, deed)) {
		const text = `It is not known whether "${subject}" was carried out: the answer names nothing that was made. The platform says: ${saidIn(answer)}`;
		return { text, isUnknown: true, isUnclear: false };
	}
	const twoWays = twoWaysIn(answer, deed);
	if (twoWays === undefined && doubt === undefined) return undefined;
	const unclear =
		twoWays &&
		`"${subject}" counts as done. ${twoWays}, so the item takes none from it. Look on the platform` +
			(path === undefined
				? ''
				: ". For the next time, set Options → 'Response Path' to where the result is");
	const text = [doubt, unclear].filter(Boolean).join('. ');
	return { text, isUnknown: false, isUnclear: unclear !== undefined };
}
