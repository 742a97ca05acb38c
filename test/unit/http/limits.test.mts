import { inParallel, within } from '../../../nodes/shared/http';
import { Limit } from '../../../nodes/shared/http/limits';

const tooLate = new Error('too late');
const never = new Promise<never>(() => undefined);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('work with a time limit', () => {
	test.each([500, 500.25, 2 ** 33])('is given up after %d ms, with this failure', async (limit) => {
		const failed = jest.fn();
		within(limit, never, tooLate).catch(failed);
		await jest.advanceTimersByTimeAsync(Math.min(limit, 10_000) - 100);
		expect(failed).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(300);
		expect(failed.mock.calls).toEqual(limit > 10_000 ? [] : [[tooLate]]);
	});
});

test('of work that is done together, the results are in the order of the values', async () => {
	const after = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms, ms));
	const results = inParallel([30, 10, 20], 2, after);
	await jest.advanceTimersByTimeAsync(100);
	expect(await results).toEqual([30, 10, 20]);
});

describe('a limit', () => {
	test('gives a result that comes too late to who drops it', async () => {
		const limit = new Limit();
		limit.start(1_000);
		const dropped: string[] = [];
		const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), 5_000));
		const ended = expect(limit.race(late, (value) => dropped.push(value))).rejects.toThrow();
		await jest.advanceTimersByTimeAsync(5_200);
		await ended;
		expect(dropped).toEqual(['late']);
	});

	test('that has ended a request ends what comes after it, too', async () => {
		const limit = new Limit();
		limit.start(100);
		await jest.advanceTimersByTimeAsync(300);
		await expect(limit.race(never)).rejects.toThrow();
	});
});
