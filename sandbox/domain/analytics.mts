import { invalid } from '../common/errors.mts';
import { momentOf } from '../common/times.mts';
import { analysisOf } from '../simulation/conversation.mts';
import type { Database, Row } from '../data/database.mts';

const DAY_MILLISECONDS = 24 * 3_600_000;
const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;

/** A stretch of time, both ends included. */
export interface Period {
	from: number;
	to: number;
}

/** The days asked for, or the dates from and to; the last date is meant as a whole day. */
export function periodOf(
	query: { days?: number; start_date?: string; end_date?: string },
	now: number,
	defaultDays: number,
): Period {
	const { days, start_date: start, end_date: end } = query;
	if ((start === undefined) !== (end === undefined)) {
		const missing = start === undefined ? 'start_date' : 'end_date';
		throw invalid(['query', missing], 'is required, because a period has two ends');
	}
	if (start === undefined || end === undefined)
		return { from: now - (days ?? defaultDays) * DAY_MILLISECONDS, to: now };
	const from = momentOf(start);
	const to = momentOf(end) + (DATE_ONLY.test(end) ? DAY_MILLISECONDS - 1 : 0);
	return { from, to };
}

/** Which calls are looked at. */
export interface Selection extends Period {
	organizationId: string;
	agentId?: string;
	campaignId?: string;
}

/** The conditions of a selection, for a list of these calls. */
export function conditionsOf(selection: Selection): Record<string, string | number | undefined> {
	return {
		'created_at >= ?': selection.from,
		'created_at <= ?': selection.to,
		'agent_id = ?': selection.agentId,
		'campaign_id = ?': selection.campaignId,
	};
}

/** The calls of a selection in the order of their creation. */
export function selectCalls(database: Database, selection: Selection): Row[] {
	const conditions = Object.entries(conditionsOf(selection)).filter(
		([, value]) => value !== undefined,
	);
	return database.all(
		`SELECT * FROM calls WHERE organization_id = ? AND ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY created_at, call_id`,
		selection.organizationId,
		...conditions.map(([, value]) => value!),
	);
}

/** Totals and rates. */
export function summaryOf(calls: Row[]): Row {
	const connected = calls.filter(isConnected);
	return {
		total_calls: calls.length,
		...performanceOf(calls),
		total_duration_seconds: sumOf(connected, 'duration_seconds'),
		directions: { inbound: 0, outbound: 0, ...countBy(calls, (call) => call.direction) },
		statuses: countBy(calls, (call) => call.status),
	};
}

/** How many attempts were made, and at which hours of the week they reached somebody. */
export function attemptsOf(calls: Row[]): Row {
	const attempts = Map.groupBy(calls, (call) => String(call.attempt));
	const hours = Map.groupBy(calls, (call) => {
		const date = new Date(call.created_at);
		return `${date.getUTCDay() || 7} ${date.getUTCHours()}`;
	});
	return {
		total_attempts: calls.length,
		attempts: [...attempts]
			.map(([attempt, group]) => ({ attempt: Number(attempt), ...reachOf(group) }))
			.sort((one, other) => one.attempt - other.attempt),
		heatmap: [...hours]
			.map(([name, group]) => {
				const [weekday, hour] = name.split(' ').map(Number);
				return { weekday, hour, ...reachOf(group) };
			})
			.sort((one, other) => one.weekday - other.weekday || one.hour - other.hour),
	};
}

/** The sentiments of the answered calls. */
export function sentimentOf(calls: Row[]): Row {
	const talks = calls.filter(isConnected);
	const counts = countBy(talks, (call) => verdictOf(call)?.sentiment ?? 'unknown');
	return {
		total_calls: talks.length,
		sentiments: Object.entries({ positive: 0, neutral: 0, negative: 0, ...counts }).map(
			([sentiment, n]) => ({ sentiment, calls: n, share: share(n, talks.length) }),
		),
	};
}

/** The outcomes of each agent. */
export function outcomesOf(calls: Row[]): Row {
	return {
		agents: byAgent(calls).map(({ agent_id, agent_name, group }) => ({
			agent_id,
			agent_name,
			dialled: group.length,
			connected: group.filter(isConnected).length,
			successful: group.filter(isSuccessful).length,
			outcomes: countBy(
				group.filter((call) => verdictOf(call) !== null),
				(call) => verdictOf(call)!.outcome,
			),
		})),
	};
}

/** Figures for each day, and the busiest hours. */
export function trendsOf(calls: Row[]): Row {
	const days = Map.groupBy(calls, (call) => new Date(call.created_at).toISOString().slice(0, 10));
	const hours = countBy(calls, (call) => String(new Date(call.created_at).getUTCHours()));
	return {
		days: [...days].map(([date, group]) => {
			const connected = group.filter(isConnected);
			return {
				date,
				calls: group.length,
				connected: connected.length,
				average_duration_seconds: averageDuration(connected),
			};
		}),
		busiest_hours: Object.entries(hours)
			.map(([hour, n]) => ({ hour: Number(hour), calls: n }))
			.sort((one, other) => other.calls - one.calls || one.hour - other.hour),
	};
}

/** Totals and rates of each agent. */
export function agentsOf(calls: Row[]): Row {
	return {
		agents: byAgent(calls).map(({ agent_id, agent_name, group }) => ({
			agent_id,
			agent_name,
			total_calls: group.length,
			...performanceOf(group),
		})),
	};
}

/** The fields that analyses found, and in how many calls. */
export function fieldKeysOf(calls: Row[]): Row[] {
	const keys = calls.flatMap((call) =>
		Object.keys(verdictOf(call)?.fields ?? {}).map((key) => ({ key })),
	);
	return Object.entries(countBy(keys, ({ key }) => key))
		.map(([key, n]) => ({ key, calls: n }))
		.sort((one, other) => one.key.localeCompare(other.key));
}

/** The values of one custom field, and in how many calls each was found. */
export function distributionOf(calls: Row[], key: string): Row {
	const values = calls
		.map((call) => verdictOf(call)?.fields[key])
		.filter((value) => value !== undefined);
	const counts = countBy(values, (value) => JSON.stringify(value));
	return {
		key,
		total_calls: values.length,
		values: Object.entries(counts)
			.map(([value, n]) => ({
				value: JSON.parse(value),
				calls: n,
				share: share(n, values.length),
			}))
			.sort((one, other) => other.calls - one.calls),
	};
}

/** The analysis as the API shows it: one that was rewritten counts as rewritten. */
function verdictOf(call: Row): Row | null {
	if (!call.overrides) return analysisOf(call);
	const { analysis = analysisOf(call) } = JSON.parse(call.overrides);
	return analysis;
}

function isConnected(call: Row): boolean {
	return call.status === 'completed';
}

function isSuccessful(call: Row): boolean {
	return isConnected(call) && verdictOf(call)?.success === true;
}

/** Totals and rates of these calls. */
export function performanceOf(calls: Row[]): Row {
	const connected = calls.filter(isConnected);
	const successful = connected.filter(isSuccessful);
	return {
		connected_calls: connected.length,
		successful_calls: successful.length,
		connect_rate: share(connected.length, calls.length),
		success_rate: share(successful.length, connected.length),
		average_duration_seconds: averageDuration(connected),
		total_credits: sumOf(calls, 'credits'),
	};
}

function reachOf(calls: Row[]): { calls: number; connected: number; connect_rate: number } {
	const connected = calls.filter(isConnected).length;
	return { calls: calls.length, connected, connect_rate: share(connected, calls.length) };
}

function byAgent(calls: Row[]): Array<{ agent_id: string; agent_name: string; group: Row[] }> {
	return [...Map.groupBy(calls, (call) => call.agent_id)]
		.map(([agent_id, group]) => ({ agent_id, agent_name: group.at(-1)!.agent_name, group }))
		.sort((one, other) => one.agent_id.localeCompare(other.agent_id));
}

function countBy<T>(rows: T[], keyOf: (row: T) => string): Record<string, number> {
	return Object.fromEntries(
		[...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, group.length]),
	);
}

function sumOf(calls: Row[], field: string): number {
	return calls.reduce((sum, call) => sum + call[field], 0);
}

function averageDuration(calls: Row[]): number {
	return calls.length === 0 ? 0 : sumOf(calls, 'duration_seconds') / calls.length;
}

function share(part: number, whole: number): number {
	return whole === 0 ? 0 : part / whole;
}
