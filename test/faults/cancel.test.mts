import { sampleOf } from '../scale.mts';
import { faultNamed } from './faults.mts';
import { type Fault, answer } from './hostileServer.mts';
import { brokenIn } from './run.mts';
import {
	type Case,
	type Moment,
	type Scenario,
	OPERATIONS,
	SETTINGS,
	nameOf,
	rotated,
} from './table.mts';

/** The longest wait that a node keeps. */
const busy: Fault = {
	...faultNamed('status 429'),
	act: (exchange) => answer(exchange, 429, { 'Retry-After': '110' }),
};

/** What the items under way meet when the execution is cancelled. Nothing else would end it. */
const MOMENTS: Array<[at: Moment, fault: Fault | undefined]> = [
	['before it starts', undefined],
	['while logging in', undefined],
	['while waiting after 429', busy],
	['while the request is sent', faultNamed('silence')],
	['while the answer is read', faultNamed('a byte every 200 milliseconds without end')],
];
/** More items than are sent at the same time: some wait for their turn. */
const ITEMS = 4;
const PARALLEL = 2;

function casesAt(at: Moment, fault: Fault | undefined): Case[] {
	const hit = fault ? Array.from({ length: 20 }, () => fault) : [];
	const faults = Array.from({ length: ITEMS }, (_, index) => (index < PARALLEL ? hit : []));
	return OPERATIONS.flatMap((operation, index) =>
		// Another setting first for each operation.
		sampleOf('cancels', rotated(SETTINGS, index)).map((setting): Case => {
			const scenario: Scenario = {
				...{ operation, faults, ...setting },
				...{ parallel: PARALLEL, cancel: { at } },
			};
			return [nameOf(scenario), scenario];
		}),
	);
}

test.each(MOMENTS)(
	'cancelled %s: it ends, and nothing more is sent',
	async (at, fault) => {
		expect(await brokenIn(casesAt(at, fault))).toEqual([]);
	},
	120_000,
);
