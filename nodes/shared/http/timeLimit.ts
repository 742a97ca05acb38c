/** Gives up waiting for the work after a time, with this failure. The work goes on; what it still brings is dropped. */
export async function within<Result>(
	limitMs: number,
	work: Promise<Result>,
	failure: Error,
): Promise<Result> {
	const limit = AbortSignal.timeout(limitMs);
	const tooLate = new Promise<never>((_resolve, reject) => {
		limit.addEventListener('abort', () => reject(failure));
	});
	return await Promise.race([work, tooLate]);
}
