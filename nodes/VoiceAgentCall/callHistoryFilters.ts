import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiFields, CallFilterName, Params, RowFilter } from '../shared/operation';
import { CALL_FILTERS, callLocator, optional, setFilters } from '../shared/operation';
import { CALL, idOf, valueOf } from '../shared/platform';
import { hasZone, readTimestamp } from '../shared/values';

const timeField = (displayName: string, name: string, word: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `Return only calls ${word} this time. A time without a time zone is in the time zone of the workflow.`,
});

const NAMES = Object.keys(CALL_FILTERS) as CallFilterName[];

/** Filters that the platform is asked for. */
export const callFilters: ApiFields = {
	agent_id: CALL_FILTERS.agentId.field,
	call_id: optional(callLocator),
	from: timeField('Called After', 'from', 'after'),
	to: timeField('Called Before', 'to', 'before'),
	campaign_id: CALL_FILTERS.campaignId.field,
};

/** Fields of filters that the platform is not asked for: it may write directions and outcomes in its own words. */
export const callRowFilterFields: readonly INodeProperties[] = NAMES.map(
	(name) => CALL_FILTERS[name].field,
).filter((field) => !Object.values(callFilters).includes(field));

/**
 * How far a shown time may be from the compared one: whole seconds are shown, and parts of a second may be compared.
 */
const SECOND_MS = 1000;
/** How far a time without a time zone can be from UTC. */
const ZONES_MS = 14 * 3_600_000;
/** How far a date without a time of day can be from a time of that day in UTC. */
const DATE_MS = ZONES_MS + 24 * 3_600_000;
const IS_DATE = /^\d{4}-?\d{2}-?\d{2}$/;

/** How far a shown time can be from the one that it stands for, in milliseconds. */
function vagueness(written: unknown): number {
	if (hasZone(written)) return 0;
	return typeof written === 'string' && IS_DATE.test(written.trim()) ? DATE_MS : ZONES_MS;
}

/** Whether one of a call's times is within the filters. The platform does not show which of them it compares. */
function isWithin(call: IDataObject, { from, to }: IDataObject): boolean {
	const first = typeof from === 'string' ? Date.parse(from) : Number.NEGATIVE_INFINITY;
	const last = typeof to === 'string' ? Date.parse(to) : Number.POSITIVE_INFINITY;
	const times = (['created_at', 'started_at', 'ended_at'] as const).flatMap((column) => {
		const value = valueOf(CALL, call, column);
		const time = readTimestamp(value);
		return time === undefined ? [] : [{ time, by: vagueness(value) }];
	});
	const part = (bound: number) => (bound % SECOND_MS === 0 ? 0 : SECOND_MS);
	return (
		times.length === 0 ||
		times.some(
			({ time, by }) =>
				time >= first - Math.max(by, part(first)) && time <= last + Math.max(by, part(last)),
		)
	);
}

/** The filters of the call history: those that are sent, and those of the trigger. */
export function callRowFilters(params: Params, sent: IDataObject): RowFilter[] {
	const within = (label: string, sentAs: string): RowFilter => ({
		label,
		isMet: (call) => isWithin(call, sent),
		sentAs,
	});
	return [
		{ label: 'Call', isMet: (call) => idOf(call, 'call') === sent.call_id, sentAs: 'call_id' },
		within('Called After', 'from'),
		within('Called Before', 'to'),
		...setFilters(params, NAMES),
	];
}
