const MAX_LIMIT_MS = 2 ** 31 - 1;

/** Waits for the work at most this long, then throws this failure. The work itself is not stopped; its result is ignored. */
export async function within<Result>(
	limitMs: number,
	work: Promise<Result>,
	failure: Error,
): Promise<Result> {
	// It takes whole milliseconds only, and not more than these.
	const limit = AbortSignal.timeout(Math.min(Math.ceil(limitMs), MAX_LIMIT_MS));
	const tooLate = new Promise<never>((_resolve, reject) => {
		limit.addEventListener('abort', () => reject(failure));
	});
	return await Promise.race([work, tooLate]);
}
