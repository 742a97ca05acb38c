import type { IDataObject } from 'n8n-workflow';
import type { TriggerEvent } from '../../../nodes/VoiceAgentTrigger/event';
import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';
import { callEnded } from '../../../nodes/VoiceAgentTrigger/events/callEnded';
import { campaignFinished } from '../../../nodes/VoiceAgentTrigger/events/campaignFinished';
import { figureCrossesLimit } from '../../../nodes/VoiceAgentTrigger/events/figureCrossesLimit';
import { newCall } from '../../../nodes/VoiceAgentTrigger/events/newCall';
import {
	newBooking,
	newCallback,
	newTransfer,
} from '../../../nodes/VoiceAgentTrigger/events/newRow';
import { scaleOf } from '../../scale.mts';
import { Polls } from './fakeWatch.mts';

/*
 * The state stays small, whatever comes and goes, and still each row is emitted once. The clock is that of the test.
 */

const MINUTE = 60_000;
const DAY = 24 * 60;
const MAX_ROWS = 3_500;
const MAX_BYTES = 100 * 1024;
/** Characters of one known row in the state. */
const PER_ROW = 16;

interface Stay {
	event: TriggerEvent;
	parameters?: IDataObject;
	/** New rows a minute, and how long each is listed, in minutes. */
	perMinute: number;
	listedFor: number;
	/** How often is polled, and for how long, in minutes. */
	every: number;
	during: number;
	/** Whether rows say when they were made. */
	hasTimes?: boolean;
}

/** Plays a platform on which rows come and go. @returns what was wrong */
async function played(stay: Stay) {
	const { event, perMinute, listedFor, every, during, hasTimes = true } = stay;
	const polls = new Polls(event, { output: 'raw', 'options.waitMinutes': 0, ...stay.parameters });
	polls.batchSize = 100_000;
	polls.detail = (id) => ({
		body: polls.rows.find((row) => row.call_id === id) ?? { call_id: id, status: 'completed' },
	});
	const isOdd = () => Math.floor(polls.now / (DAY * MINUTE)) % 2 === 1;
	polls.other = () => ({ body: { credits: isOdd() ? 50 : 500 } });
	const made: Array<{ at: number; row: IDataObject }> = [];
	const counts = new Map<string, number>();
	const most = { rows: 0, bytes: 0 };
	const expected = new Set<string>();
	let number = 0;
	/** The rows of one minute. */
	const add = (at: number, isSeen: boolean) => {
		for (let one = 0; one < perMinute; one += 1) {
			const id = `r${number}`;
			const created_at = new Date(at).toISOString();
			const row = { id, call_id: id, agent_id: 'a', status: 'completed' };
			made.push({ at, row: { ...row, ...(hasTimes && { created_at }) } });
			if (isSeen) expected.add(id);
			number += 1;
		}
	};
	const list = () => {
		polls.rows = made.map(({ row }) => row).toReversed();
	};
	for (let age = listedFor; age > 0; age -= 1) add(polls.now - age * MINUTE, false);
	list();
	await polls.poll(0);
	for (let minute = 0; minute < during; minute += every) {
		const next = polls.now + every * MINUTE;
		for (let ago = every - 1; ago >= 0; ago -= 1) add(next - ago * MINUTE, ago < listedFor);
		while (made[0] && made[0].at <= next - listedFor * MINUTE) made.shift();
		list();
		for (const item of await polls.poll(every)) {
			const id = String(item.id ?? item.call_id ?? polls.now);
			counts.set(id, (counts.get(id) ?? 0) + 1);
		}
		most.rows = Math.max(most.rows, (polls.saved?.known ?? '').length / PER_ROW);
		most.bytes = Math.max(most.bytes, JSON.stringify(polls.saved).length);
	}
	const twice = [...counts].filter(([, count]) => count > 1).length;
	const missing = [...expected].filter((id) => !counts.has(id)).length;
	return { most, twice, missing, emitted: counts.size, said: polls.said };
}

/** All of it is played on a tenth of the scale: a tenth of the rows, and of the bound. */
const usual = { ...bounds };
beforeEach(() => Object.assign(bounds, { maxKnown: MAX_ROWS / 10, maxRecent: MAX_ROWS / 10 }));
afterEach(() => Object.assign(bounds, usual));

function expectSmall({ most }: Awaited<ReturnType<typeof played>>): void {
	expect(most.rows).toBeLessThanOrEqual(bounds.maxKnown);
	expect(most.bytes).toBeLessThanOrEqual((MAX_BYTES * bounds.maxKnown) / MAX_ROWS);
}

const callbacks = { event: newCallback, listedFor: 45 };

test('25 callbacks a minute, for two and a half hours, with the usual bound: at most 3,500 rows and 100 KB', async () => {
	Object.assign(bounds, usual);
	const result = await played({ ...callbacks, every: 1, perMinute: 25, during: 150 });
	expect(result).toMatchObject({ twice: 0, missing: 0, said: [] });
	expectSmall(result);
});

const DAYS = scaleOf('daysOfGrowth');

describe('days of each event, in steps of an hour', () => {
	const steps = { every: 60, during: DAYS * DAY, perMinute: 1, listedFor: 8 * 60 };
	test.each<[string, Stay]>([
		['New Call', { ...steps, event: newCall }],
		['Call Ended', { ...steps, event: callEnded }],
		['New Booking', { ...steps, event: newBooking }],
		['New Transfer', { ...steps, event: newTransfer }],
		['New Callback', { ...steps, ...callbacks }],
		['New Callback without times', { ...steps, ...callbacks, hasTimes: false }],
		['Campaign Finished', { ...steps, event: campaignFinished, listedFor: 240 }],
	])('%s: at most 3,500 rows and 100 KB, each row once', async (_what, stay) => {
		const result = await played(stay);
		expect(result.emitted).toBeGreaterThan(750 * DAYS);
		expect(result).toMatchObject({ twice: 0, missing: 0 });
		expectSmall(result);
	});

	test('Figure Crosses a Limit: its state has no rows', async () => {
		const parameters = { creditLimit: 100 };
		const event = figureCrossesLimit;
		const result = await played({ ...steps, event, perMinute: 0, parameters });
		expect(result.emitted).toBe(DAYS / 2);
		expectSmall(result);
	});
});
