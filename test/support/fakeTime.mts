/** Before a test sets other timers. */
const realTurn = setImmediate;

/** The tests of a file have a clock of their own. */
export function useFakeTime(): void {
	beforeEach(() =>
		jest.useFakeTimers({
			now: Date.UTC(2026, 10, 20),
			doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'],
		}),
	);
	afterEach(() => jest.useRealTimers());
}

/** Lets go on what needs turns of the real event loop, such as streams; no time passes for what is tested. */
export async function turns(count = 50): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) await new Promise(realTurn);
}

/** The result of work that waits: the clock of the test goes on to the next timer whenever nothing else happens. */
export async function inTime<T>(work: Promise<T>, between = 20): Promise<T> {
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	work.then(over, over);
	await turns(between);
	while (!isOver) {
		await jest.advanceTimersToNextTimerAsync();
		await turns(between);
	}
	return await work;
}
