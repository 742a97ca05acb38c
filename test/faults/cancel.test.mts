import type { OnError } from 'n8n-workflow';
import { FAULTS } from './faults.mts';
import { type Fault, answer } from './hostileServer.mts';
import { judge } from './judge.mts';
import { OPERATIONS } from './operations.mts';
import { type Moment, type Scenario, playAll } from './play.mts';

const named = (name: string): Fault => {
	const found = Object.values(FAULTS)
		.flat()
		.find((fault) => fault.name === name);
	if (!found) throw new Error(`There is no fault ${name}`);
	return found;
};

const busy: Fault = {
	...named('status 429'),
	act: (exchange) => answer(exchange, 429, { 'Retry-After': '5' }),
};

/** What the first item meets when the execution is cancelled. */
const MOMENTS: Array<[at: Moment, fault: Fault | undefined]> = [
	['before it starts', undefined],
	['while logging in', undefined],
	['while waiting after 429', busy],
	['while the request is sent', named('silence')],
	['while the answer is read', named('a byte every 200 milliseconds without end')],
];
const ON_ERROR: readonly OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];
/** More items than are sent at the same time: some wait for their turn. */
const ITEMS = 4;
const PARALLEL = 2;

function scenariosAt(at: Moment, fault: Fault | undefined): Scenario[] {
	const first = fault ? Array.from({ length: 20 }, () => fault) : [];
	const faults = [first, ...Array.from({ length: ITEMS - 1 }, () => [])];
	return OPERATIONS.flatMap((operation) =>
		ON_ERROR.flatMap((onError) =>
			[false, true].map((retryOnFail) => ({
				operation,
				faults,
				onError,
				retryOnFail,
				parallel: PARALLEL,
				cancel: { at },
			})),
		),
	);
}

test.each(MOMENTS)(
	'cancelled %s: it ends within a second, and nothing more is sent',
	async (at, fault) => {
		const scenarios = scenariosAt(at, fault);
		const verdicts = await playAll(scenarios, 6, judge);
		const broken = verdicts.flatMap((found, index) => {
			const { operation, onError, retryOnFail } = scenarios[index] as Scenario;
			return found.map((text) => `${operation.name}, ${onError}, ${retryOnFail}: ${text}`);
		});
		expect(broken).toEqual([]);
	},
	120_000,
);
