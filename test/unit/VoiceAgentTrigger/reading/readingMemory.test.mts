import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { calls as stream } from '../../../../nodes/VoiceAgentTrigger/events/calls';
import { readNew } from '../../../../nodes/VoiceAgentTrigger/reading';
import { TriggerState } from '../../../../nodes/VoiceAgentTrigger/state';
import { Params } from '../../../../nodes/shared/operation';
import { scaleOf } from '../../../scale.mts';

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

const begin = Date.now();
const callAt = (place: number) => {
	const number = (place * 7_919) % CALLS;
	return {
		call_id: `call_${number}`,
		status: 'completed',
		to_number: '+12125550123',
		created_at: new Date(begin - number * SPACING_MS).toISOString(),
	};
};

type Read = (answer: object) => unknown;

test('a reading of everything keeps no row, nor its key', async () => {
	let requests = 0;
	let most = 0;
	const lookAt = Math.ceil((2 * CALLS) / 1_000 / LOOKS);
	const send = async ({ query }: { query: { limit: number; offset: number } }, read: Read) => {
		requests += 1;
		if (requests % lookAt === 0) most = Math.max(most, bytesInUse());
		const { limit, offset } = query;
		const length = Math.max(0, Math.min(limit, CALLS - offset));
		const body = Array.from({ length }, (_call, index) => callAt(offset + index));
		return read({ headers: {}, body });
	};
	const state = TriggerState.begin('scope', 'account');
	const watch = {
		client: { account: 'account', send },
		params: new Params(((_name: string, fallback: unknown) => fallback) as never),
		state,
		now: begin,
		batchSize: 1000,
		readingMs: 1,
		readingLeft: () => 1,
		isPollOver: () => false,
		say: () => undefined,
		unsay: () => undefined,
	};
	const before = bytesInUse();
	// The first learns what is there, the second looks for what is new.
	for (let reading = 0; reading < 2; reading += 1) {
		const { finish } = await readNew(watch as never, stream, { matches: () => true } as never);
		finish([]);
		state.commit([], 'account', begin);
		state.isFirst = false;
		state.list.whole = undefined;
	}
	expect(requests).toBeGreaterThanOrEqual((2 * CALLS) / 1_000);
	expect((most - before) / CALLS).toBeLessThan(MAX_BYTES_A_ROW);
});
