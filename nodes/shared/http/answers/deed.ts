import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import { ENTITIES, OWN_ID_NAMES, camelCase, campaignActivity, idNamesOf } from '../../platform';
import { isFilled } from '../../values';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { acceptanceIn } from './acceptance';
import { onlyOf } from './names';
import { objectsIn, refusedBy, saysNo, saysOnlyNo } from './refusal';
import { valueAtPath } from './responsePath';
import { twoWaysIn } from './thing';

/*
 * Whether a request that was answered with a status of success was carried out. It was, unless a field of the answer says no. Then the safe side
 * decides: nobody is called again because of a doubt, and nobody believes because of a doubt that something stopped.
 */

/** What a request was to do. */
export interface Deed {
	/** How an error names the request. */
	subject: string;
	/** What the request is about, or what it makes. */
	entity?: EntityName;
	/** The verbs of the request, such as `cancel`: a flag `cancelled` in the answer says whether it was carried out. */
	verbs: readonly string[];
	/** What the request makes, if that has an identifier: a thing, or a copy of the thing that the path names. */
	makes?: 'thing' | 'copy';
	/** True: the request leads to calls. */
	leadsToCalls?: boolean;
	/** How many contacts were sent; undefined if nobody has counted them, as in a file. */
	sent?: number;
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
	/** True: the answer has two identifiers, and nothing says which one is meant. Nothing may be started or waited for. */
	isUnclear: boolean;
}

/** The names of the identifier of what was made: its own, for a call that of its session too, and for a copy `new_<id>`. */
export function madeIdNames(entity: EntityName | undefined, makes: Deed['makes']): string[] {
	const ids = [...(entity ? ENTITIES[entity].ids : []), ...OWN_ID_NAMES];
	const copies = ids.map((name) => `new_${name}`).flatMap((name) => [name, camelCase(name)]);
	const sessions = entity === 'call' ? ['session_id', 'sessionId'] : [];
	return [...(makes === 'copy' ? copies : []), ...idNamesOf(entity), ...sessions];
}

/** Whether an answer has the identifier of something that was made, and did not exist before. */
function namesMade(answer: unknown, { entity, makes, existing = [], path = '' }: Deed): boolean {
	const names = madeIdNames(entity, makes);
	const ids = objectsIn(path === '' ? answer : valueAtPath(answer, path), entity).flatMap(
		(object) => names.map((name) => object[name]),
	);
	return ids.some((id) => isFilled(id) && !existing.includes(String(id)));
}

const MAX_SAID = 300;

/** What the platform says, for a hint. */
function saidIn(answer: unknown): string {
	const text = serverMessage(answer) || (isFilled(answer) ? JSON.stringify(answer) : 'nothing');
	return text.slice(0, MAX_SAID);
}

/**
 * What is in doubt after a deed that leads to calls: whether the platform has accepted all of it.
 *
 * @throws RequestFailure if nothing was made or accepted, and the platform says no or rejects all that was sent
 */
function doubtOfCalls(answer: unknown, deed: Deed): string | undefined {
	const { subject, verbs, sent } = deed;
	const objects = objectsIn(answer);
	const refusing = objects.find((object) => saysNo(object, { verbs, canBeCount: true }));
	const { isSome, isNone, rejected } = acceptanceIn(objects);
	const isAllRejected = sent !== undefined && rejected >= sent;
	if ((refusing || isAllRejected) && !isSome && !namesMade(answer, deed))
		throw refusedBy(refusing, answer, subject);
	const isInDoubt = refusing !== undefined || rejected > 0 || (isNone && sent !== undefined);
	return isInDoubt
		? `"${subject}" counts as done, but the platform may not have accepted all of it. It says: ${saidIn(answer)}`
		: undefined;
}

/** What a thing says about its state, if that is a known word for a thing that goes on: `active` after Cancel. */
function activeState(objects: readonly IDataObject[]): string | undefined {
	return objects
		.flatMap((object) => Object.entries(object))
		.filter(([name]) => /(?:status|state)$/i.test(name))
		.map(([, value]) => String(value))
		.find((word) => ['not_started', 'running'].includes(campaignActivity(word)));
}

/** Verbs of what was to stop, or to be gone. */
const STOPS = ['cancel', 'pause', 'delete', 'remove', 'erase'];

/** Verbs of what was to go on. */
const GOES = ['start', 'resume'];

const isOneOfVerbs = (verbs: readonly string[], some: readonly string[]): boolean =>
	verbs.some((verb) => some.includes(verb.toLowerCase()));

/** What is in doubt after a deed that leads to no calls: whether something stopped. @throws RequestFailure if the platform says no */
function doubtOfOther(answer: unknown, deed: Deed): string | undefined {
	const { subject, verbs, entity } = deed;
	const refusing = objectsIn(answer).find((object) => saysNo(object, { verbs }));
	if (refusing || (isOneOfVerbs(verbs, STOPS) && saysOnlyNo(answer)))
		throw refusedBy(refusing, answer, subject, namesMade(answer, deed) ? 'unknown' : 'answered');
	const stops = verbs.includes('cancel') || verbs.includes('pause');
	const active = stops ? activeState(objectsIn(answer, entity)) : undefined;
	return active === undefined
		? undefined
		: `After "${subject}" the platform still says "${active}". Check it on the platform`;
}

/**
 * Judges the answer to a request that was to do something. `{ "message": "Callback rescheduled" }` is done: texts for people are not judged.
 *
 * @returns what is in doubt, although it counts as done; undefined if nothing is
 * @throws RequestFailure if the platform says that it was not done, or, with an unknown outcome, if the answer is a page or XML
 */
export function checkedDeed(answer: unknown, deed: Deed): Doubt | undefined {
	const { subject, makes, leadsToCalls = false } = deed;
	if (typeof answer === 'string' && answer.trimStart().startsWith('<')) {
		throw new RequestFailure(
			'It is unknown whether this was carried out: the answer of the platform is no JSON',
			`"${subject}" was sent, and not sent again. Check the result on the platform before you repeat it. The platform says: ${saidIn(answer)}`,
			{
				status: 200,
				reach: 'unknown',
				final: true,
				why: `the answer of the platform is no JSON. The platform says: ${saidIn(answer)}`,
			},
		);
	}
	if (onlyOf(answer) === false) throw refusedBy(undefined, answer, subject);
	const doubt = leadsToCalls ? doubtOfCalls(answer, deed) : doubtOfOther(answer, deed);
	// Nobody is called twice because of a doubt: it may have begun.
	if (isOneOfVerbs(deed.verbs, GOES) && saysOnlyNo(answer, true))
		throw refusedBy(undefined, answer, subject, 'unknown');
	if (makes !== undefined && !namesMade(answer, deed)) {
		const text = `It is not known whether "${subject}" was carried out: the answer names nothing that was made. The platform says: ${saidIn(answer)}`;
		return { text, isUnknown: true, isUnclear: false };
	}
	const twoWays = twoWaysIn(answer, deed);
	if (twoWays === undefined && doubt === undefined) return undefined;
	const unclear = twoWays && unclearText(subject, twoWays, deed.path !== undefined);
	const text = [doubt, unclear].filter(Boolean).join('. ');
	return { text, isUnknown: false, isUnclear: unclear !== undefined };
}

const unclearText = (subject: string, twoWays: string, takesPath: boolean): string =>
	`"${subject}" counts as done. ${twoWays}, so the item has none. Look on the platform` +
	(takesPath ? ". For the next time, set Advanced → 'Response Path' to where the result is" : '');
