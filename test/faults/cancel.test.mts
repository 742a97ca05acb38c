import { sampleOf } from '../scale.mts';
import { FAULTS } from './faults.mts';
import { type Fault, answer } from './hostileServer.mts';
import { judge } from './judge.mts';
import { OPERATIONS } from './operations.mts';
import { type Moment, type Scenario, playAll } from './play.mts';
import { SETTINGS } from './table.mts';

const named = (name: string): Fault => {
	const found = Object.values(FAULTS)
		.flat()
		.find((fault) => fault.name === name);
	if (!found) throw new Error(`There is no fault ${name}`);
	return found;
};

/** The longest wait that a node keeps. */
const busy: Fault = {
	...named('status 429'),
	act: (exchange) => answer(exchange, 429, { 'Retry-After': '110' }),
};

/** What the items under way meet when the execution is cancelled. Nothing else would end it. */
const MOMENTS: Array<[at: Moment, fault: Fault | undefined]> = [
	['before it starts', undefined],
	['while logging in', undefined],
	['while waiting after 429', busy],
	['while the request is sent', named('silence')],
	['while the answer is read', named('a byte every 200 milliseconds without end')],
];
/** More items than are sent at the same time: some wait for their turn. */
const ITEMS = 4;
const PARALLEL = 2;

function scenariosAt(at: Moment, fault: Fault | undefined): Scenario[] {
	const hit = fault ? Array.from({ length: 20 }, () => fault) : [];
	const faults = Array.from({ length: ITEMS }, (_, index) => (index < PARALLEL ? hit : []));
	return OPERATIONS.flatMap((operation, index) =>
		sampleOf(
			'cancels',
			// Another setting first for each operation.
			SETTINGS.map((_, turn) => SETTINGS[(index + turn) % SETTINGS.length]!),
		).map((setting) => ({
			operation,
			faults,
			...setting,
			parallel: PARALLEL,
			cancel: { at },
		})),
	);
}

test.each(MOMENTS)(
	'cancelled %s: it ends, and nothing more is sent',
	async (at, fault) => {
		const scenarios = scenariosAt(at, fault);
		const verdicts = await playAll(scenarios, 12, judge);
		const broken = verdicts.flatMap((found, index) => {
			const { operation, onError, retryOnFail } = scenarios[index] as Scenario;
			return found.map((text) => `${operation.name}, ${onError}, ${retryOnFail}: ${text}`);
		});
		expect(broken).toEqual([]);
	},
	120_000,
);
