import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { callRowFilters } from '../../../nodes/VoiceAgentCall/callHistoryFilters';
import {
	CALL_FILTERS,
	findOperation,
	type CallFilterName,
	type ListOperation,
} from '../../../nodes/shared/operation';
import { call } from '../../../nodes/VoiceAgentCall/resources/call';
import { callEnded } from '../../../nodes/VoiceAgentTrigger/events/callEnded';
import { phoneNumber } from '../../../nodes/VoiceAgentPhoneNumber/resources/phoneNumber';
import { RowSelection } from '../../../nodes/shared/run/answers/rowSelection';
import { runs } from '../../scale.mts';
import { paramsOf } from '../../support/params.mts';
import { operationIn } from '../../support/callers.mts';
import { json, run } from '../../support/fakeContext.mts';

const FROM = '2026-03-02T09:00:00.000Z';
/** Whether a call is not outside what was sent under a name. */
const isWithin = (name: string, call: IDataObject, sent: IDataObject) =>
	callRowFilters(paramsOf({}), sent)
		.find(({ sentAs }) => sentAs === name)
		?.isMet(call);
const isMet = (name: string, call: IDataObject, sent: string) =>
	isWithin(name, call, { [name]: sent });

test.each([
	['2026-03-02T09:00:00Z', true, true],
	['2026-03-02T08:59:59.500Z', false, true],
	['2026-03-02T08:59:58Z', false, true],
	['2026-03-02T09:00:02Z', true, false],
	['2026-03-02T10:30:00+02:00', false, true],
	[Date.parse(FROM) / 1000 - 60, false, true],
	[Date.parse(FROM) + 60_000, true, false],
	[String(Date.parse(FROM) + 60_000), true, true],
	// Without a time zone, nobody knows when that was.
	['2026-03-02T08:00:00', true, true],
	['2026-03-01T08:00:00', false, true],
	// So can a date without a time of day: it is any time of the day, in any time zone.
	['2026-03-02', true, true],
	['2026-03-01', true, true],
	['2026-02-28', false, true],
	['2026-03-04', true, false],
	['soon', true, true],
	[null, true, true],
])('a call of %j is after From: %j, before To: %j', (created_at, isAfter, isBefore) => {
	expect(isMet('from', { created_at }, FROM)).toBe(isAfter);
	expect(isMet('to', { created_at }, FROM)).toBe(isBefore);
});

const talk = { status: 'completed' };
const unanswered = { status: 'no_answer' };

// Undefined: it says nothing, and every call should. Null: it says nothing, and another may well do. '': it has none.
test.each<[CallFilterName, IDataObject, unknown]>([
	['agentId', { agent: 'Front desk' }, null],
	['agentId', { agent_id: null }, null],
	['agentId', {}, undefined],
	['campaignId', { campaign_id: null }, ''],
	['campaignId', { campaign: 'Week 12' }, null],
	['campaignId', {}, null],
	['direction', { direction: 'sideways' }, undefined],
	['outcome', { ...talk, analysis: null }, ''],
	['outcome', unanswered, ''],
	['outcome', talk, null],
	['success', { call_successful: 'yes' }, 'true'],
	['success', { analysis: { success: false, outcome: 'declined' } }, 'false'],
	['success', { ...talk, analysis: { summary: 'A talk' } }, ''],
	['success', unanswered, ''],
	['success', talk, null],
	['minDuration', { duration_ms: 31_500 }, 31.5],
	['minDuration', { ...unanswered, duration_seconds: 0 }, 0],
	['minDuration', unanswered, ''],
	['minDuration', talk, undefined],
])('what a call says of each filter: %s of %j is %j', (name, call, said) => {
	expect(CALL_FILTERS[name].said(call)).toBe(said);
});

test('a call that is further outside than time zones reach is always noticed', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 15, max: 10_000 }),
			fc.constantFrom('', 'Z', '+05:30', '-11:00'),
			(hours, zone) => {
				const local = (by: number) =>
					new Date(Date.parse(FROM) + by * 3_600_000).toISOString().slice(0, 19) + zone;
				expect(isMet('from', { created_at: local(-hours - 12) }, FROM)).toBe(false);
				expect(isMet('to', { created_at: local(hours + 12) }, FROM)).toBe(false);
			},
		),
		runs('values'),
	);
});

describe('the filters that are compared with the rows', () => {
	const selectionOf = (filters: IDataObject) =>
		new RowSelection(callRowFilters(paramsOf({ filters }), {}));
	const keeps = (filters: IDataObject, call: IDataObject) => selectionOf(filters).keeps(call);

	test.each([
		[{ agentId: 'a1' }, { agent_id: 'a1' }, { agent_id: 'a2' }],
		[{ agentId: '7' }, { agent: { id: 7 } }, { agent: { id: 8 } }],
		[{ campaignId: 'c1' }, { campaign_id: 'c1' }, { campaign_id: null }],
		[{ direction: 'inbound' }, { direction: 'INCOMING' }, { direction: 'outgoing' }],
		[{ outcome: 'Sold, Later' }, { analysis: { outcome: 'later' } }, { analysis: null }],
		[{ outcome: 'sold' }, { disposition: 'SOLD' }, { outcome: null }],
		[{ outcome: 'sold' }, { outcome: ' Sold ' }, { outcome: 'sold out' }],
		[{ outcome: 'callback requested' }, { outcome: 'callback_requested' }, { outcome: 'callback' }],
		[{ outcome: 'Callback-Requested' }, { outcome: 'CallbackRequested' }, undefined],
		[{ direction: 'Outgoing' }, { direction: 'OUTBOUND' }, { direction: 'inbound' }],
		[{ success: 'yes' }, { is_success: true }, { is_success: false }],
		[{ success: 'no' }, { is_success: false }, { status: 'no_answer' }],
		[{ success: false }, { is_success: false }, { is_success: true }],
		[{ minDuration: 30 }, { duration_seconds: 30 }, { duration_seconds: 29.9 }],
		[{ minDuration: '30' }, { duration_seconds: '31' }, { status: 'busy' }],
		[{}, { any: 'call' }, undefined],
	])('%j keeps %j, and not %j', (filters, wanted, other) => {
		expect(keeps(filters, wanted)).toBe(true);
		if (other) expect(keeps(filters, other)).toBe(false);
	});

	test('a call must meet all of them', () => {
		const filters = { agentId: 'a1', direction: 'inbound' };
		expect(keeps(filters, { agent_id: 'a1', direction: 'inbound' })).toBe(true);
		expect(keeps(filters, { agent_id: 'a1', direction: 'outbound' })).toBe(false);
		expect(keeps(filters, { agent_id: 'a2', direction: 'inbound' })).toBe(false);
	});

	test('what a call says counts for a filter also if another filter leaves the call out', () => {
		const selection = selectionOf({ agentId: 'a1', direction: 'inbound' });
		expect(selection.keeps({ agent_id: 'a2', direction: 'outbound' })).toBe(false);
		expect(selection.keeps({ agent_id: 'a1' })).toBe(false);
		expect(() => selection.check([])).not.toThrow();
	});

	test.each([
		[{ agentId: 'a1' }, { id: 1, agent: 'Front Desk' }, /Agent/],
		[{ campaignId: 'c1' }, { id: 1 }, /Campaign/],
		[{ campaignId: 'c1' }, { id: 1, campaign: 'Week 12' }, /Campaign/],
		[{ direction: 'inbound' }, { id: 1, direction: 'sideways' }, /Direction/],
		[{ outcome: 'sold' }, { id: 1, status: 'completed' }, /Outcome/],
		[{ success: 'yes' }, { id: 1, status: 'completed' }, /Success/],
		[{ minDuration: 30 }, { id: 1, status: 'completed' }, /Min Duration/],
	])('%j is an error where no row says it: %j', (filters, call, message) => {
		const selection = selectionOf(filters);
		expect(selection.keeps(call)).toBe(false);
		expect(() => selection.check([])).toThrow(message);
	});

	test.each([
		[{ direction: 'sideways' }, "The filter 'Direction' is not known"],
		[{ success: 'maybe' }, "The filter 'Success' is not known"],
		[{ success: '' }, "The filter 'Success' is empty"],
		[{ minDuration: '' }, "The filter 'Min Duration (Seconds)' is empty"],
		[{ minDuration: 'long' }, 'not a number'],
		[{ minDuration: 0 }, 'out of range'],
	])('%j cannot be compared, so it is an error', (filters, message) => {
		expect(() => selectionOf(filters)).toThrow(message);
	});

	test('what was left out is told, with what was the least and the most', () => {
		expect(selectionOf({ outcome: 'sold' }).whatRowsSay).toBe('');
		const many = selectionOf({ outcome: 'sold' });
		for (let number = 0; number < 20; number += 1) many.keeps({ outcome: `no ${number}` });
		expect(many.whatRowsSay).toMatch(/: no 0, .*no 7 and 12 more\.$/);
		const silent = selectionOf({ campaignId: 'c1' });
		silent.keeps({ campaign_id: null });
		expect(silent.whatRowsSay).toBe('The filters leave out all rows. Their Campaign: none.');
	});
});

describe('Get Many', () => {
	const getAll = operationIn(call, 'getAll');
	const calls = ['declined', 'callback_requested', 'declined'].map((outcome, index) => ({
		call_id: `c${index}`,
		outcome,
		status: 'completed',
		duration_seconds: 10 * (index + 1),
	}));
	const page = (_number: number, { qs = {} }: IHttpRequestOptions) => {
		const { limit = 100, offset = 0 } = qs as { limit?: number; offset?: number };
		return json(200, calls.slice(offset, offset + limit));
	};
	const asked = async (filters: IDataObject) => {
		const { items, hints } = await run(getAll, { parameters: { filters } }, page);
		const ids = items.map((item) => item.json.call_id).filter((id) => id !== undefined);
		return { ids, hints: hints.map(({ message }) => message) };
	};

	test('without a call that meets the filters, it says what the calls have', async () => {
		expect(await asked({ outcome: 'sold', minDuration: 60 })).toEqual({
			ids: [],
			hints: [
				'The filters leave out all rows. Their Outcome: declined, callback_requested. Their Min Duration (Seconds): 10 to 30.',
			],
		});
	});

	test.each([
		[{ outcome: 'callback requested' }, ['c1']],
		[{ minDuration: 20 }, ['c1', 'c2']],
		[{}, ['c0', 'c1', 'c2']],
	])('with %j, it gives those that meet them, and says nothing', async (filters, ids) => {
		expect(await asked(filters)).toEqual({ ids, hints: [] });
	});

	test('has each filter of Call Ended', () => {
		const fields = findOperation([call], 'call', 'getAll').shown;
		const shown = fields.find(({ name }) => name === 'filters')?.options ?? [];
		expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining([...callEnded.filters]));
	});
});

test('a phone number of another agent, or with another status, shows a filter that the platform ignores', () => {
	const getAll = findOperation([phoneNumber], 'phoneNumber', 'getAll') as ListOperation;
	const meets = (row: IDataObject, sent: IDataObject) =>
		(getAll.rowFilters?.(paramsOf({}), sent) ?? [])
			.filter(({ sentAs = '' }) => sentAs in sent)
			.every((filter) => filter.isMet(row) !== false);
	expect(meets({ agent_id: 'a2', status: 'assigned' }, { agent_id: 'a1' })).toBe(false);
	expect(meets({ agent: { id: 'a2' } }, { agent_id: 'a2' })).toBe(true);
	expect(meets({ status: 'Free' }, { agent_id: 'a1', status: 'free' })).toBe(true);
	expect(meets({ status: 'free' }, { status: 'assigned' })).toBe(false);
	expect(meets({ status: 'in_use' }, { status: 'In use' })).toBe(true);
});
