/** Waits for the work at most this long, then throws this failure. The work itself is not stopped; its result is ignored. */
export async function within<Result>(
	limitMs: number,
	work: Promise<Result>,
	failure: Error,
): Promise<Result> {
	// It takes whole milliseconds only.
	const limit = AbortSignal.timeout(Math.ceil(limitMs));
	const tooLate = new Promise<never>((_resolve, reject) => {
		limit.addEventListener('abort', () => reject(failure));
	});
	return await Promise.race([work, tooLate]);
}
