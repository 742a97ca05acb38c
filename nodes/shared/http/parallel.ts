/** Works on all values, so many at a time, and gives the results in their order. `work` should not throw: what is in flight would go on. */
export async function inParallel<Value, Result>(
	values: readonly Value[],
	limit: number,
	work: (value: Value, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const worker = async () => {
		while (next < values.length) {
			const index = next;
			next += 1;
			results[index] = await work(values[index] as Value, index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
	return results;
}
