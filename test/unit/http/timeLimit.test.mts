import { within } from '../../../nodes/shared/http';

const tooLate = new Error('too late');
let timeOut: AbortController;
let limits: number[];

beforeEach(() => {
	timeOut = new AbortController();
	limits = [];
	// Its clock is the platform's, which fake timers do not reach.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		limits.push(milliseconds);
		return timeOut.signal;
	});
});
afterEach(() => jest.restoreAllMocks());

test('what is done in time is given', async () => {
	expect(await within(500, Promise.resolve('done'), tooLate)).toBe('done');
	expect(limits).toEqual([500]);
});

test('a part of a millisecond is a whole one: the limit takes no others', async () => {
	jest.restoreAllMocks();
	expect(await within(500.25, Promise.resolve('done'), tooLate)).toBe('done');
});

test('what is not done in time is given up, with this failure', async () => {
	const work = within(500, new Promise(() => undefined), tooLate);
	timeOut.abort();
	await expect(work).rejects.toBe(tooLate);
});

test('what fails in time fails with its own failure', async () => {
	const failure = new Error('broken');
	await expect(within(500, Promise.reject(failure), tooLate)).rejects.toBe(failure);
	timeOut.abort();
});
