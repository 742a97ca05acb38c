import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../http';
import { Identity, RequestFailure, addressOf, pagesFetcher, readRows } from '../../http';
import { CALL, callDirection, cellOf, idOf } from '../../platform';
import type { CallLog } from '../../run';
import { ParameterError, isFilled, phoneOf, readPhoneNumber, readTimestamp } from '../../values';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const isoOf = (moment: number) => new Date(moment).toISOString();
/** Calls of a page that shows whether the platform's filter leaves any out. */
const SAMPLE = 100;

/** When each phone was called, in milliseconds since 1970, by `phoneOf`. */
type CallTimes = Map<string, number[]>;

/** The calls that the platform knew of when it was asked. */
export interface CallHistory {
	times: ReadonlyMap<string, readonly number[]>;
	/** Calls before this moment are not in it. */
	since: number;
	/** The moment before it was asked. */
	readAt: number;
}

const ADVICE =
	"Look at the answer of Get Many (Call) with Output set to Raw: 'Max Calls per Person' needs the number and the time of each call";
const NOT_COUNTED =
	"The rule 'Max Calls per Person' reads the call history. Nothing was sent. Remove the rule to call without it";

const uncountable = (problem: string) =>
	new RequestFailure(`The calls for 'Max Calls per Person' cannot be counted: ${problem}`, ADVICE, {
		arrival: 'answered',
		final: true,
	});

/** When a call was placed; undefined if the platform does not say it. */
const callTimeOf = (call: IDataObject): number | undefined =>
	readTimestamp(cellOf(CALL, call, 'created_at')) ??
	readTimestamp(cellOf(CALL, call, 'started_at'));

/** Whether a text may be a number that is not written in full, or not with its country code. */
const mayBeNumber = (text: string) => /\d[\d\s().*x-]{3,}|[*•]{2,}|x{3,}/i.test(text);

/** The user of a SIP address such as `sip:desk@example.com`. */
const SIP_USER = /^(?:sips?:|(?=[^@]*@))([^@;?]*)/i;
/** A telephone inside a company, such as `1002` or `ext. 1002`. */
const EXTENSION = /^(?:(?:ext(?:ension)?\.?|x)\s*)?\+?\d{1,6}$/i;

/** Whether a text is the name of a user, and not a number of which digits are hidden. */
const isName = (text: string, isSip: boolean) =>
	/[a-wyz]/i.test(text) && (isSip || text.replace(/\D/g, '').length < 7);

/**
 * The number that a call went to; undefined if the platform does not say it.
 *   sip:+4930…@trunk -> +4930…        ext. 1002 -> '', because it went to nobody outside
 * @throws RequestFailure if it is written so that it cannot be compared
 */
export function calledIn(call: IDataObject): string | undefined {
	const written = String(cellOf(CALL, call, 'to_number') ?? '').trim();
	const user = SIP_USER.exec(written)?.[1];
	const text = (user ?? written).replace(/^%2B/i, '+');
	const number = readPhoneNumber(text);
	if (!(number instanceof ParameterError)) return number;
	if (EXTENSION.test(text)) return '';
	if (!mayBeNumber(text)) return user === undefined ? undefined : '';
	// A number that no country has, such as one with a digit too few, reached nobody.
	const isNobody = /^\+\d{7,15}$/.test(text);
	if (isNobody || isName(text, user !== undefined)) return '';
	throw uncountable('the call history has numbers that are hidden, or without a country code');
}

/**
 * Counts the calls to each of these numbers. Rows of earlier calls need not say whom they went to.
 *
 * @throws RequestFailure if the rows do not say who was called since this moment, and when
 */
function timesIn(
	rows: readonly IDataObject[],
	wanted: ReadonlySet<string>,
	since: number,
): CallTimes {
	const times: CallTimes = new Map();
	const outbound = rows.filter(
		(call) =>
			callDirection(cellOf(CALL, call, 'direction')) !== 'inbound' &&
			(callTimeOf(call) ?? since) >= since,
	);
	let isSaid = outbound.length === 0;
	for (const call of outbound) {
		const called = calledIn(call);
		if (called === undefined) continue;
		const number = phoneOf(called);
		isSaid = true;
		if (!wanted.has(number)) continue;
		const time = callTimeOf(call);
		if (time === undefined) throw uncountable('the call history does not say when calls were made');
		times.set(number, [...(times.get(number) ?? []), time]);
	}
	if (!isSaid) throw uncountable('the call history does not say which numbers were called');
	return times;
}

const isRefused = (error: unknown): boolean =>
	error instanceof RequestFailure && (error.details.status === 400 || error.details.status === 422);

/**
 * Calls since this moment, and perhaps older ones. Nothing says that the platform knows the filter by date. The first
 * page without it shows that: the filter must leave out what is older on it, and nothing that is newer.
 */
async function callsSince(
	moment: number,
	client: Client,
	parallel: number,
): Promise<IDataObject[]> {
	const read = async (query: IDataObject, wanted?: number) => {
		const request = { ...addressOf('GET /calls'), query, subject: 'Get many calls' };
		const pages = pagesFetcher(client, request, { entity: 'call' });
		return await readRows(pages, { wanted, identity: new Identity('call'), parallel });
	};
	const since = async (from: number, wanted?: number) =>
		await read({ from: isoOf(from) }, wanted).catch((error: unknown) => {
			if (isRefused(error)) return undefined;
			throw error;
		});
	const sample = await read({}, SAMPLE);
	if (sample.length < SAMPLE) return sample;
	const from = moment - DAY_MS;
	// A filter may look at whole days.
	const isOld = (call: IDataObject) => (callTimeOf(call) ?? from) < from - DAY_MS;
	const beginning = await since(from, SAMPLE);
	const isObeyed = beginning && !beginning.some(isOld);
	const found = isObeyed && beginning.length === SAMPLE ? await since(from) : beginning;
	if (!isObeyed || !found) return await read({});

	const ids = new Set<string | undefined>(found.map((call) => idOf(call, 'call')));
	const newer = sample.filter((call) => (callTimeOf(call) ?? moment) >= moment);
	const hasAll = newer.every((call) => ids.has(idOf(call, 'call') || undefined));
	const older = sample.filter(isOld).flatMap((call) => callTimeOf(call) ?? []);
	const leavesOut = newer.length > 0 || older.length > 0;
	// A filter by something else gives nothing for any moment.
	const isByTime = async () =>
		found.length > 0 || isFilled(await since(Math.max(...older) - DAY_MS, 1));
	return hasAll && leavesOut && (await isByTime()) ? found : await read({});
}

/** The failure of a request that only reads: nothing was sent that does something. */
const notCounted = ({ message, description, details }: RequestFailure) =>
	new RequestFailure(message, `${description}. ${NOT_COUNTED}`, { ...details, arrival: 'notSent' });

/**
 * When the numbers of this run were called before, as far as rules look back. Asks nothing if no rule counts it.
 *
 * @returns the failure if the platform does not say it. Nobody whom the rule is about may be called then
 */
export async function earlierCalls(
	client: Client,
	requests: ReadonlyArray<{ people: ReadonlyArray<{ number: string }>; rules: { days: number } }>,
	parallel: number,
): Promise<CallHistory | RequestFailure> {
	const readAt = Date.now();
	const counted = requests.filter(({ rules }) => rules.days > 0);
	const numbers = new Set(
		counted.flatMap(({ people }) => people.map(({ number }) => phoneOf(number))),
	);
	if (numbers.size === 0) return { times: new Map(), since: readAt, readAt };
	const since = readAt - Math.max(...counted.map(({ rules }) => rules.days)) * DAY_MS;
	const count = async (): Promise<CallHistory> => {
		const calls = await callsSince(since, client, parallel);
		return { times: timesIn(calls, numbers, since), since, readAt };
	};
	return await count().catch((error: unknown) => {
		if (error instanceof RequestFailure) return notCounted(error);
		throw error;
	});
}

/** Clocks of n8n and of the platform differ by so much, and the platform may cut the seconds off. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * When a number was called: by the history, and by this execution's log where the history does not have it yet.
 *   read at 10:00   history 09:30   log 09:30          -> one call
 *   read at 10:00   history 08:00   log 09:30          -> two: the platform lists the second one late
 *   read at 10:00   history 09:59   log 10:01, 10:02   -> three
 */
export function callsTo(
	phone: string,
	{ times, since, readAt }: CallHistory,
	log: CallLog,
): number[] {
	const listed = [...(times.get(phone) ?? [])].sort((one, other) => one - other);
	let next = 0;
	const isListed = (time: number): boolean => {
		if (time < since || time >= readAt) return false;
		while ((listed[next] ?? Infinity) < time - CLOCKS_DIFFER_MS) next += 1;
		if (next >= listed.length) return false;
		next += 1;
		return true;
	};
	return [...listed, ...log.to(phone).filter((time) => !isListed(time))];
}
