import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sent } from '../../support/fakeCaller.mts';
import { json } from '../../support/fakeContext.mts';

/*
 * Runs on a Monday at noon in Berlin, where the workflow is: their clock, and what was sent and returned.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** On that Monday, such as 09:30. */
export const at = (time: string, zone = 'Europe/Berlin') =>
	DateTime.fromISO(`2026-03-02T${time}`, { zone }).toMillis();

/** The clock of a file's tests: each begins at noon, and a test may set it. */
export function mondayNoon(): { now: number } {
	const clock = { now: at('12:00') };
	beforeEach(() => {
		clock.now = at('12:00');
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
	});
	afterEach(() => jest.restoreAllMocks());
	return clock;
}

/** What a platform says to whatever is sent. */
export const accepted = () =>
	json(200, { call_id: 'c1', campaign_id: 'k1', name: 'Renewals', status: 'queued' });
export const jsonOf = (items: readonly INodeExecutionData[]) => items.map((item) => item.json);
export const calledIn = (bodies: readonly unknown[]) =>
	bodies.map((body) => (body as IDataObject | undefined)?.to_number);
export const contactsIn = (bodies: readonly unknown[]) =>
	bodies.flatMap((body) =>
		((body as IDataObject).contacts as IDataObject[]).map(({ phone_number: number }) => number),
	);
/** The numbers that a run has sent, of calls and of contacts, in this order. */
export const sentTo = ({ sent }: { sent: readonly Sent[] }): unknown[] =>
	sent
		.filter(({ options: { method } }) => method === 'POST')
		.map(({ options: { body } }) => body as IDataObject)
		.flatMap((body) => (body.contacts ? contactsIn([body]) : [body.to_number]));
