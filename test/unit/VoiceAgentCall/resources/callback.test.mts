import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import { PeopleRequest, bodyFor } from '../../../../nodes/shared/calling/people';
import type { ActionOperation, CallsOperation } from '../../../../nodes/shared/operation';
import { findOperation } from '../../../../nodes/shared/operation';
import { callback } from '../../../../nodes/VoiceAgentCall/resources/callback';
import { BERLIN, TOKYO, calling, hours, operationIn } from '../../../support/callers.mts';
import type { More } from '../../../support/callers.mts';
import { json, run } from '../../../support/fakeContext.mts';
import { paramsOf } from '../../../support/params.mts';

/*
 * A callback is a call that the platform places later: whoever must not be called gets none, and nobody gets two.
 */

const create = operationIn(callback, 'create');
/** A Wednesday: 10:00 in Berlin, 18:00 in Tokyo. */
const MORNING = '2099-01-07T09:00:00Z';

/** Callbacks to these numbers, and what the items say. */
async function created(
	numbers: readonly string[],
	rules: IDataObject = {},
	{ time = MORNING, calls = [], ...more }: More & { time?: string; calls?: IDataObject[] } = {},
) {
	const setting = calling(numbers, rules, more);
	const parameters = (index: number) => ({
		...setting.parameters(index),
		phoneNumber: numbers[index] ?? '',
		scheduledAt: time,
	});
	const answer = (_number: number, { method }: IHttpRequestOptions) =>
		method === 'GET' ? json(200, { calls }) : json(201, { id: 'cb1', scheduled_at: time });
	const { bodies, items, error } = await run(create, { ...setting, parameters }, answer);
	return {
		called: bodies.map((body) => (body as IDataObject).phone_number),
		items: items.map((item) => item.json),
		error,
	};
}

test('is created with the number in international format, and the item is what the platform sends', async () => {
	const { called, items } = await created([BERLIN, TOKYO]);
	expect([called, items[0]]).toEqual([[BERLIN, TOKYO], { id: 'cb1', scheduled_at: MORNING }]);
});

test.each([
	{ Status: 'DNC' },
	{ opted_out: 'yes' },
	{ notes: 'Please do not call again' },
	{ Werbesperre: 'ja' },
])('a row with %j gets none', async (row) => {
	const { called, items } = await created([BERLIN, TOKYO], {}, { data: [row, {}] });
	expect(called).toEqual([TOKYO]);
	expect(items[0]).toMatchObject({ held_back: true, rule: 'Row Says No' });
});

test('the rules hold it back, at the time for which it is asked', async () => {
	const { called, items } = await created([BERLIN, TOKYO], hours('09:00', '17:00'));
	expect(called).toEqual([BERLIN]);
	expect(items[1]).toMatchObject({
		held_back: true,
		rule: 'Calling Hours',
		reason: 'outside calling hours',
		description: expect.stringMatching(/^It will be Wednesday, 18:00 in Asia\/Tokyo/),
		next_allowed_at: '2099-01-08T00:00:00Z',
	});
	expect((await created([BERLIN], { doNotCall: BERLIN })).called).toEqual([]);
});

test('one number gets one callback a day, unless every one is wanted', async () => {
	const processed = new ProcessedDataTable();
	const twice = await created([BERLIN, BERLIN], {}, { processed });
	expect(twice.called).toEqual([BERLIN]);
	expect(twice.items[1]).toMatchObject({ skipped: true });
	const again = await created([BERLIN], {}, { processed, time: '2099-01-08T09:00:00Z' });
	expect([again.called, again.items[0]]).toEqual([
		[],
		expect.objectContaining({
			skipped: true,
			reason: 'callback today',
			description: expect.stringMatching(/^Callback created today already\. /),
		}),
	]);
	const options = { repeatedNumbers: 'always' };
	expect((await created([BERLIN, BERLIN], {}, { options })).called).toEqual([BERLIN, BERLIN]);
});

test('another time in Additional Fields is an error: the rules would look at the wrong one', async () => {
	const options = { additionalFieldsJson: { scheduled_at: '2099-01-07T02:00:00Z' } };
	const { called, error } = await created([BERLIN], hours('09:00', '17:00'), { options });
	expect([called, error?.message]).toEqual([
		[],
		expect.stringContaining("another time than 'Time'"),
	]);
});

test('a time that has just passed is now: the platform would call outside the hours', async () => {
	jest.useFakeTimers({
		now: Date.parse('2026-03-03T17:02:00Z'),
		doNotFake: ['nextTick', 'setImmediate'],
	});
	try {
		const time = '2026-03-03T16:58:00Z';
		const { called, items } = await created([BERLIN], hours('09:00', '18:00'), { time });
		expect([called, items[0]]).toEqual([[], expect.objectContaining({ rule: 'Calling Hours' })]);
	} finally {
		jest.useRealTimers();
	}
});

test('Max Calls per Execution holds it back until the next execution, not until its time', async () => {
	const { called, items } = await created([BERLIN, TOKYO], { maxCallsPerExecution: 1 });
	expect(called).toEqual([BERLIN]);
	expect(Date.parse(String(items[1]?.next_allowed_at))).toBeLessThan(Date.parse(MORNING));
});

test('Max Calls per Person counts callbacks by their time', async () => {
	const rules = { maxCallsPerPerson: { limit: { calls: 1, days: 7 } } };
	const { called, items } = await created([BERLIN, BERLIN], rules, {
		options: { repeatedNumbers: 'always' },
	});
	expect([called, items[1]]).toEqual([[BERLIN], expect.objectContaining({ held_back: true })]);
});

test('Max Calls per Person counts the calls of the days before the time of a callback, not of those before now', async () => {
	const earlier = { call_id: 'c', to_number: BERLIN, created_at: new Date().toISOString() };
	const rules = { maxCallsPerPerson: { limit: { calls: 1, days: 7 } } };
	expect((await created([BERLIN], rules, { calls: [earlier] })).called).toEqual([BERLIN]);
});

const FUTURE = { agentId: 'a1', phoneNumber: BERLIN, scheduledAt: '2099-01-31T09:00' };

/** What Callback: Create sends. */
function callbackOf(parameters: IDataObject, more: Parameters<typeof paramsOf>[1] = {}) {
	const operation = findOperation([callback], 'callback', 'create') as CallsOperation;
	const params = paramsOf(parameters, more);
	const people = new PeopleRequest(params, operation.callList(params));
	if (people.problem) throw people.problem;
	return bodyFor(people, {});
}

test('a callback has no name that cannot be said', () => {
	const body = (additionalFields: IDataObject) => callbackOf({ ...FUTURE, additionalFields });
	const none = body({ firstName: '#N/A', lastName: 'O’Neil', notes: 'null' });
	expect(none).not.toHaveProperty('first_name');
	expect(none).toMatchObject({ last_name: 'O’Neil', notes: 'null' });
	expect(body({ firstName: 'Ada' })).toHaveProperty('first_name', 'Ada');
});

describe.each(['create', 'reschedule'])('Callback: %s', (name) => {
	const timeZone = 'Europe/Berlin';
	const scheduled = (scheduledAt: unknown) => {
		const parameters = { ...FUTURE, scheduledAt } as IDataObject;
		if (name === 'create') return callbackOf(parameters, { timeZone }).scheduled_at;
		const operation = findOperation([callback], 'callback', name) as ActionOperation;
		return operation.request?.(paramsOf(parameters, { timeZone })).body?.scheduled_at;
	};
	const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

	test.each<[unknown, RegExp]>([
		['2099-01-31', /'Time' "2099-01-31" has no time of day/],
		[[' 2099-01-31 '], /'Time' "2099-01-31" has no time of day/],
		['2020-01-31T09:00', /'Time' ".*" is in the past/],
		[1_580_000_000, /'Time' ".*" is in the past/],
		[new Date('2020-01-31'), /'Time' ".*" is in the past/],
	])('%j is refused', (time, message) => {
		expect(() => scheduled(time)).toThrow(message);
	});

	test('is possible now, and at any time to come', () => {
		expect(() => scheduled(fromNow(-10))).toThrow(/in the past/);
		for (const time of [fromNow(-1), fromNow(0), fromNow(60)]) expect(scheduled(time)).toBe(time);
		expect(scheduled('2099-01-31T00:00')).toBe('2099-01-30T23:00:00.000Z');
		expect(scheduled(new Date('2099-01-31'))).toBe('2099-01-31T00:00:00.000Z');
	});
});
