import { processStart } from '../../nodes/VoiceAgentTrigger/processStart';
import { HOUR, idsOf, MINUTE, saidBy, SECOND, useStrangePlatform } from './strangers.mts';

jest.mock('../../nodes/VoiceAgentTrigger/processStart', () => ({ processStart: jest.fn(() => 0) }));

/*
 * State and requests stay within bounds, whatever the platform does, and a crash loses nothing.
 */

jest.setTimeout(120_000);

const platform = useStrangePlatform();
const { activate, behave, faults, insert, mask, pollOften, requestsOf, trigger, wait } = platform;
afterEach(() => void jest.mocked(processStart).mockReturnValue(0));

const MAX_STATE_BYTES = 256 * 1024;
const CALLS_AN_HOUR = 2000;

/** n8n is started again, a moment later. */
const crash = () => {
	wait(SECOND);
	jest.mocked(processStart).mockReturnValue(Date.now());
};

const sizeOf = ({ data }: { data: object }) => JSON.stringify(data).length;

describe('2,000 calls an hour', () => {
	test('whose status words nobody knows: three hours later, state and requests are within bounds, and an error says what to set', async () => {
		await behave({ statusWords: 'unknown' });
		const calls = trigger('callEnded');
		await activate(calls);
		const interval = 10 * MINUTE;
		const count = Math.round((CALLS_AN_HOUR * interval) / HOUR);
		const requests: number[] = [];
		for (let time = 0; time < 3 * HOUR; time += interval) {
			wait(interval - MINUTE);
			const created_at = Date.now();
			// Without an end, their status alone could tell that they are over.
			await insert({ count, status: 'in_progress', created_at, spacingSeconds: 600 / count });
			requests.push(await requestsOf(async () => await pollOften(calls, 1)));
		}
		expect(sizeOf(calls)).toBeLessThan(MAX_STATE_BYTES);
		expect(Math.max(...requests)).toBeLessThan(500);
		// One error names the status word, another one how many calls had to be given up.
		const advised = saidBy(calls).filter((text) => text.includes('Ended Statuses'));
		expect(advised.filter((text) => text.startsWith('Nobody can say'))).toHaveLength(1);
		expect(advised.length).toBeLessThanOrEqual(2);
	});

	test('whose times are filled in later: three hours later, the state is within bounds', async () => {
		const calls = trigger('newCall');
		await activate(calls);
		const without = ['created_at', 'started_at', 'ended_at'];
		const emitted: string[] = [];
		const inserted: string[] = [];
		for (let time = 0; time < 3 * HOUR; time += HOUR / 2) {
			wait(HOUR / 2 - 2 * MINUTE);
			const created_at = Date.now();
			const ids = await insert({ count: 1000, created_at, spacingSeconds: 1.8 });
			await mask(ids, { without });
			emitted.push(...idsOf(await pollOften(calls, 1)));
			await mask(ids);
			emitted.push(...idsOf(await pollOften(calls, 1)));
			inserted.push(...ids);
		}
		emitted.push(...idsOf(await pollOften(calls)));
		expect(emitted.sort()).toEqual(inserted.sort());
		expect(sizeOf(calls)).toBeLessThan(MAX_STATE_BYTES);
	});
});

test('after a crash, what is redelivered has the mark, although a copy that lags behind hides it from two polls', async () => {
	await insert({ count: 50, created_at: Date.now() - 5 * MINUTE, spacingSeconds: 5 });
	const calls = trigger('callEnded');
	await activate(calls);
	const ids = await insert({ count: 5, spacingSeconds: 1 });
	expect(idsOf(await pollOften(calls, 1))).toEqual([...ids].sort());
	crash();
	await faults(
		{ path: '^/calls$', kind: 'lag', rows: 10 },
		...ids.map((id) => ({ path: `^/calls/${id}$`, status: 404 })),
	);
	const items = await pollOften(calls, 2);
	await faults();
	items.push(...(await pollOften(calls, 4)));
	expect(idsOf(items)).toEqual(ids.sort());
	expect(items.every(({ json }) => json.redelivered === true)).toBe(true);
});
