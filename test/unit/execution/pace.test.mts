import { json, operationOf, rows, run } from './fakeContext.mts';

/** Keeps the process busy, as an expression does. */
function work(milliseconds: number): void {
	const until = performance.now() + milliseconds;
	while (performance.now() < until);
}

/** How often other work of the process had its turn before the first request was sent. */
async function turnsWhilePlanning(count: number): Promise<number> {
	let turns = 0;
	let atFirstRequest: number | undefined;
	let isOver = false;
	const turn = () => {
		turns += 1;
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	const operation = operationOf({
		request: (params) => {
			work(0.25);
			return { body: { n: params.text('n') } };
		},
	});
	await run(operation, { items: rows(...Array.from({ length: count }, (_, n) => ({ n }))) }, () => {
		atFirstRequest ??= turns;
		return json(200, {});
	});
	isOver = true;
	return atFirstRequest ?? 0;
}

test('other work of the process has its turn while many items are planned', async () => {
	// 1,000 items take 250 ms or more: a piece of 20 ms at a time.
	expect(await turnsWhilePlanning(1_000)).toBeGreaterThanOrEqual(8);
});
