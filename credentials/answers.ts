import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';

/*
 * What a platform may call the parts of an answer to a login, as data, and how they are read. The API document names `access_token` and
 * `mfa_required`; the other names are those of common login servers. `id_token` and `refresh_token` are no access tokens.
 */

/** Names of the access token. A name of the first list wins over one of the second. */
const TOKEN_NAMES = [
	['access_token', 'accessToken'],
	['token', 'jwt'],
] as const;
/** Names of objects that can hold the token. */
const TOKEN_PLACES = [
	'data',
	'result',
	'response',
	'payload',
	'auth',
	'session',
	'tokens',
	'token',
];
/** In these objects `access` is a name of the access token, too. */
const PLACES_OF_ACCESS = ['tokens', 'token'];

/** Names of the flag that says: a second factor is required. */
const MFA_FLAGS = [
	'mfa_required',
	'mfaRequired',
	'requires_mfa',
	'requiresMfa',
	'two_factor_required',
	'twoFactorRequired',
	'requires_two_factor',
	'requiresTwoFactor',
	'requires_2fa',
	'requires2fa',
];
/** Names of what can say it as a code or a text. */
const MFA_TEXTS = [
	'code',
	'error_code',
	'errorCode',
	'error',
	'type',
	'reason',
	'status',
	'challenge',
	'challengeName',
	'next_step',
	'nextStep',
	'message',
	'msg',
	'detail',
	'title',
	'description',
	'error_description',
];
/** Names of objects and lists that can hold the flag or the text. */
const MFA_PLACES = [
	'data',
	'result',
	'response',
	'payload',
	'detail',
	'details',
	'error',
	'errors',
];
/** Names of the flags that say: the user must set up a second factor first. */
const SETUP_FLAG = /setup|set_up|enrol/i;
/** Names of a token or an id that is good for the second step alone. */
const CHALLENGE_TOKEN =
	/^(mfa|otp|totp|2fa|two_?factor|challenge)_?(token|id|session|ticket|key)?$/i;
/** A text or a name that has to do with a second factor. */
const ABOUT_MFA =
	/mfa|2fa|(?<![a-z])otp(?![a-z])|totp|(two|multi|second)[\s_-]?factor|authenticator|verification code|one[\s_-]?time/i;

/** Names of the flag that says whether a request succeeded. */
const SUCCESS_FLAGS = ['success', 'ok', 'succeeded'];

const MAX_DEPTH = 3;
const MAX_ENTRIES = 10;
/** HTTP servers refuse headers that are much longer. */
const MAX_TOKEN_LENGTH = 8_192;

/** The object and the objects in it that lie under these names, outermost first, each with its own name. */
function objectsIn(
	value: unknown,
	places: readonly string[],
	name = '',
	depth = 0,
): Array<[name: string, IDataObject]> {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value) && depth > 0) {
		return value
			.slice(0, MAX_ENTRIES)
			.flatMap((entry) => (isObject(entry) ? objectsIn(entry, places, name, depth + 1) : []));
	}
	if (!isObject(value)) return [];
	const inner = places.flatMap((place) => objectsIn(value[place], places, place, depth + 1));
	return [[name, value], ...inner];
}

/** Whether a text can be an access token: it becomes part of an HTTP header. */
const isToken = (value: unknown): value is string =>
	typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) && value.length <= MAX_TOKEN_LENGTH;

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** The token, and whether its name alone says that it is the access token; undefined as for `accessTokenIn`. */
function findToken(body: unknown): { token: string; isSure: boolean } | undefined {
	const objects = objectsIn(body, TOKEN_PLACES);
	for (const [rank, names] of TOKEN_NAMES.entries()) {
		const isSure = rank === 0;
		const values = objects.flatMap(([place, object]) =>
			[...names, ...(isSure && PLACES_OF_ACCESS.includes(place) ? ['access'] : [])]
				.filter((name) => !(TOKEN_PLACES.includes(name) && isObject(object[name])))
				.map((name) => object[name]),
		);
		const candidates = [...new Set(values.filter((value) => !isAbsent(value)))];
		if (candidates.length === 0) continue;
		const [token] = candidates;
		return candidates.length === 1 && isToken(token) ? { token, isSure } : undefined;
	}
	return undefined;
}

/**
 * The access token, if the answer proves which one it is.
 *
 * @returns undefined if there is none, or if two different values could be it, or if it cannot be a token
 */
export const accessTokenIn = (body: unknown): string | undefined => findToken(body)?.token;

/** Whether a flag is set: true, 1, "true" and "1"; undefined if it says something else. */
function flag(value: unknown): boolean | undefined {
	const text = isAbsent(value) ? 'false' : String(value).trim().toLowerCase();
	if (['true', '1'].includes(text)) return true;
	return ['false', '0'].includes(text) ? false : undefined;
}

const FACTOR = '(?:mfa|2fa|totp|(?:two|2|multi) factor(?: auth(?:entication)?)?|second factor)';
const FILLERS =
	/\b(a|an|the|your|please|is|for|this|to|user|account|log in|login|sign in|error|app)\b/g;
const ASKS = new RegExp(
	[
		`^${FACTOR} (?:code |token |verification )?(?:required|needed|challenge)$`,
		`^(?:requires?|needs?) ${FACTOR}(?: code)?$`,
		`^(?:enter|provide) (?:${FACTOR}|authenticator) code$`,
	].join('|'),
);

/** Whether a whole text asks for a code and says nothing else: `MFA_REQUIRED`, "An MFA code is required". */
function asksForCode(text: string): boolean {
	const words = text
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, ' ')
		.replace(FILLERS, ' ')
		.replace(/ +/g, ' ');
	return ASKS.test(words.trim());
}

/**
 * What an answer says of the second factor: `required` if it asks for a code, `unclear` if it speaks of one in a way that may mean something
 * else (for example that MFA must be set up first).
 */
export function secondFactorIn(body: unknown): 'required' | 'unclear' | 'none' {
	const objects = objectsIn(body, MFA_PLACES).map(([, object]) => object);
	const flags = objects.flatMap((object) =>
		MFA_FLAGS.filter((name) => !isAbsent(object[name])).map((name) => flag(object[name])),
	);
	const texts = [
		body,
		...objects.flatMap((object) => MFA_TEXTS.map((name) => object[name])),
		...objects.flatMap((object) => MFA_PLACES.flatMap((name) => object[name])),
	].filter((value) => typeof value === 'string');
	const entries = objects.flatMap((object) => Object.entries(object));

	const mustBeSetUp = entries.some(
		([name, value]) =>
			(SETUP_FLAG.test(name) && flag(value) === true) ||
			(/^mfa_?enabled$/i.test(name) && flag(value) === false),
	);
	const isAsked = flags.includes(true);
	const isAskedInText = texts.some(asksForCode);
	const isDenied = flags.includes(false);
	if (isAsked) return isDenied || mustBeSetUp ? 'unclear' : 'required';

	const found = findToken(body);
	if (isAskedInText) return isDenied || mustBeSetUp || found ? 'unclear' : 'required';
	const hasChallengeToken = entries.some(
		([name, value]) => CHALLENGE_TOKEN.test(name) && typeof value === 'string' && value !== '',
	);
	if (found && (found.isSure || !hasChallengeToken)) return 'none';
	if (isDenied) return 'none';
	const speaksOfIt =
		flags.includes(undefined) ||
		hasChallengeToken ||
		texts.some((text) => ABOUT_MFA.test(text)) ||
		entries.some(([name, value]) => ABOUT_MFA.test(name) && flag(value) === true);
	return speaksOfIt ? 'unclear' : 'none';
}

/** Whether an answer says that the request failed, in spite of its status. */
export function saysFailure(body: unknown): boolean {
	return (
		isObject(body) &&
		(SUCCESS_FLAGS.some((name) => !isAbsent(body[name]) && flag(body[name]) === false) ||
			/^(error|fail|failed|failure)$/i.test(String(body.status)))
	);
}

/** Texts with which a web server or a framework says that it has no such address. */
const NO_SUCH_ADDRESS =
	/^(error:? ?)?(404:? ?)?((the )?(requested )?(page|resource|endpoint|route|url|path|api) )?(was |could )?not (be )?found[.!]?$|cannot post|no route|\broute\b|\burl\b|\bpath\b|endpoint/i;
/** Texts that say that there is no such user. */
const NO_SUCH_USER = /\b(user|account|e-?mail|member|login)\b/i;

/** What is missing when the status is 404. */
export function missingIn(serverText: string): 'address' | 'user' | 'other' {
	if (serverText === '' || NO_SUCH_ADDRESS.test(serverText)) return 'address';
	return NO_SUCH_USER.test(serverText) ? 'user' : 'other';
}

/** Whether a text says that the account is locked for now. */
export const saysLocked = (serverText: string): boolean =>
	/\block(ed|out)\b|\block(ed)?[\s_]out\b|too many (failed )?(login |log-?in |sign-?in )?attempts/i.test(
		serverText,
	);
