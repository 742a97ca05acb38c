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
	/** How late each row appears, in minutes. */
	late?: number;
}

/** Plays a platform on which rows come and go. @returns what was wrong */
async function played(stay: Stay) {
	const { event, perMinute, listedFor, every, during, hasTimes = true, late = 0 } = stay;
	const polls = new Polls(event, { output: 'raw', 'options.waitMinutes': 0, ...stay.parameters });
	polls.batchSize = 100_000;
	polls.detail = (id) => ({
		body: polls.rows.find((row) => row.call_id === id) ?? { call_id: id, status: 'completed' },
	});
	const isOdd = () => Math.floor(polls.now / (DAY * MINUTE)) % 2 === 1;
	polls.other = () => ({ body: { credits: isOdd() ? 50 : 500 } });
	const made: Array<{ at: number; row: IDataObject }> = [];
	const counts = new Map<string, number>();
	let most = { rows: 0, bytes: 0 };
	const expected = new Set<string>();
	const rowAt = (at: number, number: number): IDataObject => ({
		id: `r${number}`,
		call_id: `r${number}`,
		agent_id: 'a',
		status: 'completed',
		...(hasTimes && { created_at: new Date(at).toISOString() }),
	});
	let number = 0;
	const add = (at: number) => {
		made.push({ at, row: rowAt(at - late * MINUTE, number) });
		number += 1;
	};
	for (let age = listedFor; age > 0; age -= 1)
		for (let one = 0; one < perMinute; one += 1) add(polls.now - age * MINUTE);
	polls.rows = made.map(({ row }) => row).toReversed();
	await polls.poll(0);
	for (let minute = 0; minute < during; minute += every) {
		const before = polls.now;
		for (let passed = 1; passed <= every; passed += 1) {
			for (let one = 0; one < perMinute; one += 1) {
				const isListed = every - passed < listedFor;
				if (isListed) expected.add(`r${number}`);
				add(before + passed * MINUTE);
			}
		}
		const oldest = before + every * MINUTE - listedFor * MINUTE;
		while (made[0] && made[0].at <= oldest) made.shift();
		polls.rows = made.map(({ row }) => row).toReversed();
		for (const item of await polls.poll(every)) {
			const id = String(item.id ?? item.call_id ?? polls.now);
			counts.set(id, (counts.get(id) ?? 0) + 1);
		}
		const { known = '' } = polls.saved ?? {};
		most = {
			rows: Math.max(most.rows, known.length / PER_ROW),
			bytes: Math.max(most.bytes, JSON.stringify(polls.saved).length),
		};
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

const CALLBACKS = { event: newCallback, listedFor: 45, every: 1 };

test('25 callbacks a minute, for two and a half hours, with the usual bound: at most 3,500 rows and 100 KB', async () => {
	Object.assign(bounds, usual);
	const result = await played({ ...CALLBACKS, perMinute: 25, during: 150 });
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
		['New Callback', { ...steps, event: newCallback, listedFor: 45 }],
		[
			'New Callback without times',
			{ ...steps, event: newCallback, listedFor: 45, hasTimes: false },
		],
		['Campaign Finished', { ...steps, event: campaignFinished, listedFor: 240 }],
	])('%s: at most 3,500 rows and 100 KB, each row once', async (_what, stay) => {
		const result = await played(stay);
		expect(result.emitted).toBeGreaterThan(750 * DAYS);
		expect(result).toMatchObject({ twice: 0, missing: 0 });
		expectSmall(result);
	});

	test('Figure Crosses a Limit: its state has no rows', async () => {
		const result = await played({
			...steps,
			event: figureCrossesLimit,
			perMinute: 0,
			parameters: { creditLimit: 100 },
		});
		expect(result.emitted).toBe(DAYS / 2);
		expectSmall(result);
	});
});
