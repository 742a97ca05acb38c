import type * as workflow from 'n8n-workflow';

/**
 * In these steps a request looks at its limits (`nodes/shared/http/limits.ts`), and a run shows that it is calling
 * (`nodes/shared/calling/memory/claimAhead.ts`). They are really waited: skipped, every time-out would be over immediately.
 */
const STEPS_MS = [0, 100, 1_000];

const realNow = Date.now.bind(Date);
const realPerformanceNow = performance.now.bind(performance);
const sleeping: Array<{ due: number; wake: () => void }> = [];
let skipped = 0;

const now = () => realNow() + skipped;

/** The next one who sleeps wakes up: the clock goes on to that moment. */
function wakeNext(): void {
	const due = Math.min(...sleeping.map((each) => each.due));
	const [next] = sleeping.splice(
		sleeping.findIndex((each) => each.due === due),
		1,
	);
	skipped += Math.max(0, due - now());
	next?.wake();
}

async function skippingSleep(milliseconds: number): Promise<void> {
	const due = now() + milliseconds;
	await new Promise<void>((wake) => {
		sleeping.push({ due, wake });
		setImmediate(wakeNext);
	});
}

/**
 * n8n-workflow for a test file whose nodes wait before they repeat something, with real connections: a wait moves the clock of the nodes,
 * and takes no time. `jest.mock('n8n-workflow', () => jest.requireActual('../support/skippedWaits.mts').workflowWithSkippedWaits())`.
 */
export function workflowWithSkippedWaits(): typeof workflow {
	const actual = jest.requireActual<typeof workflow>('n8n-workflow');
	const sleep = async (milliseconds: number) =>
		STEPS_MS.includes(milliseconds)
			? await actual.sleep(milliseconds)
			: await skippingSleep(milliseconds);
	return { ...actual, sleep };
}

/** The clock of the nodes, which goes on by what they wait. It does not go back between the tests of a file: nodes remember moments. */
export function useSkippedClock(): { skip: (milliseconds: number) => void } {
	beforeAll(() => {
		jest.spyOn(Date, 'now').mockImplementation(now);
		jest.spyOn(performance, 'now').mockImplementation(() => realPerformanceNow() + skipped);
	});
	afterAll(() => jest.restoreAllMocks());
	return {
		/** As if so much time went by. */
		skip: (milliseconds) => {
			skipped += milliseconds;
		},
	};
}
