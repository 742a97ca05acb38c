import { json, operationOf, rows, run } from '../../support/fakeContext.mts';

/** How often other work of the process had its turn before the first request was sent, if each item takes so long. */
async function turnsWhilePlanning(count: number, millisecondsEach: number): Promise<number> {
	let now = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
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
			// As an expression does.
			now += millisecondsEach;
			return { body: { n: params.text('n') } };
		},
	});
	await run(operation, { items: rows(...Array.from({ length: count }, (_, n) => ({ n }))) }, () => {
		atFirstRequest ??= turns;
		return json(200, {});
	});
	isOver = true;
	clock.mockRestore();
	return atFirstRequest ?? 0;
}

test('other work of the process has its turn while many items are planned', async () => {
	// 250 ms: a piece of 20 ms at a time.
	expect(await turnsWhilePlanning(1_000, 0.25)).toBeGreaterThanOrEqual(12);
	expect(await turnsWhilePlanning(1_000, 0)).toBeLessThan(12);
});
