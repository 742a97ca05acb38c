import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiFields, FilterCheck, Params, RowFilter, RowFilterName } from '../shared/operation';
import {
	callFilterFields,
	callLocator,
	hasPlaceFor,
	optional,
	saidByRow,
} from '../shared/operation';
import { CALL, OWNER, cellOf, hasField, idOf, valueOf } from '../shared/platform';
import { hasZone, readTimestamp } from '../shared/values';

const timeField = (displayName: string, name: string, word: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `Return only calls ${word} this time. A time without a time zone is in the time zone of the workflow.`,
});

export const callFilters: ApiFields = {
	agent_id: callFilterFields.agentId,
	call_id: optional(callLocator),
	from: timeField('Called After', 'from', 'after'),
	to: timeField('Called Before', 'to', 'before'),
	campaign_id: callFilterFields.campaignId,
};

/** How far a shown time may be from the compared one: a platform that shows whole seconds may compare parts of a second. */
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

/**
 * Whether one of a call's times is within the filters, as far as the platform says them. It does not show which of them its filters compare.
 */
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

export const callFilterChecks: Readonly<Record<string, FilterCheck>> = {
	call_id: { label: 'Call', isMet: (call, { call_id }) => idOf(call, 'call') === call_id },
	from: { label: 'Called After', isMet: isWithin },
	to: { label: 'Called Before', isMet: isWithin },
};

/** Fields of filters that the platform is not asked for: it may write directions and outcomes in its own words. */
export const callRowFilterFields: readonly INodeProperties[] = [
	callFilterFields.direction,
	callFilterFields.outcome,
];

/** A call that belongs to no campaign has an empty field for it. */
const isWithoutCampaign = (call: IDataObject, name: RowFilterName): boolean =>
	name === 'campaignId' &&
	hasPlaceFor(call, name) &&
	valueOf(OWNER, call, 'campaign_id') === undefined;

const comparing = (name: RowFilterName, wanted: string): RowFilter => ({
	label: callFilterFields[name].displayName,
	isMet: (call) => {
		const said = saidByRow(call, name);
		if (said === undefined) return isWithoutCampaign(call, name) ? false : undefined;
		return said === wanted;
	},
});

const havingOutcome = (wanted: readonly string[]): RowFilter => ({
	label: callFilterFields.outcome.displayName,
	isMet: (call) => {
		const outcome = cellOf(CALL, call, 'outcome');
		if (outcome !== null) return wanted.includes(String(outcome).trim().toLowerCase());
		// A call that nobody answered has no outcome.
		return hasField(CALL, call, 'outcome') || hasField(CALL, call, 'analysis') ? false : undefined;
	},
});

/** The filters by agent, campaign, direction and outcome, as the trigger has them. */
export function callRowFilters(params: Params): RowFilter[] {
	const names: readonly RowFilterName[] = ['agentId', 'campaignId', 'direction'];
	const compared = names
		.map((name) => [name, params.text(`filters.${name}`)] as const)
		.filter(([, wanted]) => wanted !== '')
		.map(([name, wanted]) => comparing(name, name === 'direction' ? wanted.toLowerCase() : wanted));
	const outcomes = params.texts('filters.outcome').map((outcome) => outcome.toLowerCase());
	return outcomes.length > 0 ? [...compared, havingOutcome(outcomes)] : compared;
}
