import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newCall } from '../../../../nodes/VoiceAgentTrigger/events/newCall';
import { scaleOf } from '../../../scale.mts';
import { Polls } from '../fakeWatch.mts';

/*
 * What is in memory while a long list in no order is read as a whole: keys of the last two pages, and not of all rows.
 */

const CALLS = scaleOf('rowsOfUnsortedLists') * 5;
const LOOKS = 8;
const MAX_BYTES_A_ROW = 50;
const SPACING_MS = 30_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function bytesInUse(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

const begin = Date.parse('2026-03-01T12:00:00Z');
const callAt = (place: number) => {
	const number = (place * 7_919) % CALLS;
	return {
		call_id: `call_${number}`,
		status: 'completed',
		to_number: '+12125550123',
		created_at: new Date(begin - number * SPACING_MS).toISOString(),
	};
};

test('a reading of everything keeps no row, nor its key', async () => {
	let requests = 0;
	let most = 0;
	const lookAt = Math.ceil((2 * CALLS) / 1_000 / LOOKS);
	const polls = new Polls(newCall);
	polls.list = ({ limit, offset = 0 }) => {
		requests += 1;
		if (requests % lookAt === 0) most = Math.max(most, bytesInUse());
		const length = Math.max(0, Math.min(Number(limit), CALLS - Number(offset)));
		return { body: Array.from({ length }, (_call, index) => callAt(Number(offset) + index)) };
	};
	const before = bytesInUse();
	// The first learns what is there, the second looks for what is new.
	expect(await polls.itemsOf(2)).toEqual([]);
	expect(requests).toBeGreaterThanOrEqual((2 * CALLS) / 1_000);
	expect((most - before) / CALLS).toBeLessThan(MAX_BYTES_A_ROW);
});
