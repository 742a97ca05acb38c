import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../http';
import { Identity, RequestFailure, addressOf, pagesFetcher, readRows } from '../../http';
import { CALL, callDirection, cellOf, idOf } from '../../platform';
import { ParameterError, readPhoneNumber, readTimestamp } from '../../values';
import type { CallTimes } from './ruleGate';
import type { RuledPeople } from './people';

const DAY_MS = 86_400_000;
/** Calls of a page that shows whether the platform's filter leaves any out. */
const SAMPLE = 100;

const ADVICE =
	"Look at the answer of Get Many (Call) with Output set to Raw: 'Max Calls per Person' needs the number and the time of each call";
const NOT_COUNTED =
	"The rule 'Max Calls per Person' reads the call history. Nothing was sent. Remove the rule to call without it";

const unreadable = (problem: string) =>
	new RequestFailure(`The calls for 'Max Calls per Person' cannot be counted: ${problem}`, ADVICE, {
		reach: 'answered',
		final: true,
	});

/** When a call was placed; undefined if the platform does not say it. */
const timeOf = (call: IDataObject): number | undefined =>
	readTimestamp(cellOf(CALL, call, 'created_at')) ??
	readTimestamp(cellOf(CALL, call, 'started_at'));

/** Whether a text may be a number that is not written in full, or not with its country code. */
const mayBeNumber = (text: string) => /\d[\d\s().*x-]{3,}|[*•]{2,}|x{3,}/i.test(text);

/**
 * The number that a call went to; '' if it went to none.
 *
 * @throws RequestFailure if the platform writes it so that it cannot be compared
 */
function numberOf(call: IDataObject): string {
	const written = String(cellOf(CALL, call, 'to_number') ?? '').trim();
	const number = readPhoneNumber(written);
	if (!(number instanceof ParameterError)) return number;
	// A number that no country has, such as one with a digit too few, reached nobody.
	const isNobody = /^\+\d{7,15}$/.test(written);
	if (isNobody || !mayBeNumber(written)) return '';
	throw unreadable('the call history has numbers that are hidden, or without a country code');
}

/** Counts the calls to each of these numbers. @throws RequestFailure if the rows do not say who was called, and when */
function timesIn(rows: readonly IDataObject[], wanted: ReadonlySet<string>): CallTimes {
	const times: CallTimes = new Map();
	let known = 0;
	const outbound = rows.filter(
		(call) => callDirection(cellOf(CALL, call, 'direction')) !== 'inbound',
	);
	for (const call of outbound) {
		const number = numberOf(call);
		if (number !== '') known += 1;
		if (!wanted.has(number)) continue;
		const time = timeOf(call);
		if (time === undefined) throw unreadable('the call history does not say when calls were made');
		times.set(number, [...(times.get(number) ?? []), time]);
	}
	if (known === 0 && outbound.length > 0) {
		throw unreadable('the call history does not say which numbers were called');
	}
	return times;
}

const isRefused = (error: unknown): boolean =>
	error instanceof RequestFailure && (error.details.status === 400 || error.details.status === 422);

/**
 * Calls since this moment, and perhaps older ones. Nothing says that the platform knows the filter by date, or looks at the same time. So
 * it is trusted only if a page without the filter has calls since then, and all of them are there.
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
	const from = new Date(moment - DAY_MS).toISOString();
	const filtered = await read({ from }).catch((error: unknown) => {
		if (isRefused(error)) return undefined;
		throw error;
	});
	const sample = (await read({}, SAMPLE)).filter((call) => (timeOf(call) ?? moment) >= moment);
	const ids = new Set(filtered?.map((call) => idOf(call, 'call')));
	const isComplete = sample.every((call) => {
		const id = idOf(call, 'call');
		return id !== '' && ids.has(id);
	});
	return filtered && sample.length > 0 && isComplete ? filtered : await read({});
}

/** The failure of a request that only reads: nothing was sent that does something. */
const notCounted = ({ message, description, details }: RequestFailure) =>
	new RequestFailure(message, `${description}. ${NOT_COUNTED}`, { ...details, reach: 'notSent' });

/**
 * When the numbers of this run were called before, as far as the rule Max Calls per Person looks back. Asks nothing if there is no such rule.
 *
 * @returns the failure if the platform does not say it. Nobody whom the rule is about may be called then
 */
export async function earlierCalls(
	client: Client,
	requests: readonly RuledPeople[],
	parallel: number,
): Promise<CallTimes | RequestFailure> {
	const counted = requests.filter(({ rules }) => rules.maxCallsPerPerson);
	const numbers = new Set(counted.flatMap(({ people }) => people.map(({ number }) => number)));
	if (numbers.size === 0) return new Map();
	const days = Math.max(...counted.map(({ rules }) => rules.maxCallsPerPerson?.days ?? 0));
	const since = Date.now() - days * DAY_MS;
	const count = async () => timesIn(await callsSince(since, client, parallel), numbers);
	return await count().catch((error: unknown) => {
		if (error instanceof RequestFailure) return notCounted(error);
		throw error;
	});
}
