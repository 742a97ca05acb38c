import type { Execution } from '../../../harness/n8n/executions.mts';
import { type Claim, sorted } from '../facts.mts';
import type { RecordedCall } from '../report.mts';
import type { During, SampleTrial } from './trial.mts';

/** How often the sample calls a person at most. */
const TRIES = 3;

/** The sandbox's word for a call that reached the person. */
const REACHED = 'completed';

const isReached = ({ status }: RecordedCall) => status === REACHED;

/** The calls to each number, the earliest first. */
const byPerson = (calls: readonly RecordedCall[]): RecordedCall[][] => [
	...Map.groupBy(calls, ({ to_number }) => to_number).values(),
];

const numbersOf = (people: ReadonlyArray<readonly RecordedCall[]>) =>
	people.map(([call]) => call?.to_number);

/** One person is called until they are reached, each time with the same variables. */
function claimsOf(calls: readonly RecordedCall[]): Claim[] {
	const number = calls[0]?.to_number;
	const reachedBy = calls.findIndex(isReached) + 1;
	const told = calls.map(({ first_name, last_name, variables }) =>
		JSON.stringify([first_name, last_name, variables]),
	);
	return [
		[`calls to ${number}`, reachedBy || TRIES, calls.length],
		[`what the calls to ${number} were told`, 1, new Set(told).size],
	];
}

/** The sandbox's numbers must have people of each kind, or the sample has shown nothing. */
const missing = (kind: string, people: readonly unknown[]) =>
	people.length > 0 ? [] : [`the list has nobody who is ${kind}`];

/** How many rows were left out of the first try. */
function rejectedIn(execution: Execution): number {
	const [first] = execution.data.resultData.runData['Create campaign'] ?? [];
	return Number(first?.data?.main?.[0]?.[0]?.json.contacts_rejected);
}

export const callAgain: SampleTrial = {
	id: 'sampleCallAgain',
	isRunTwice: true,
	facts({ executions: [execution], rows, calls }: During) {
		const people = byPerson(calls);
		const never = people.filter((tries) => !tries.some(isReached));
		const later = people.filter(
			([first, ...others]) => !isReached(first!) && others.some(isReached),
		);
		const recorded = people.flatMap((tries) =>
			tries.map(({ call_id, status }, index) => `${call_id} try ${index + 1} ${status}`),
		);
		const results = rows('All results').map(
			({ call_id, try: which, status }) => `${call_id} try ${which} ${status}`,
		);
		return {
			refused: rejectedIn(execution!),
			rows: rows('Rows').length,
			called: people.length,
			progress: `${people.length} people: ${later.length} reached by a later try, ${never.length} never`,
			outcomes: people.map((tries) => `after ${tries.length}`),
			claims: [
				...people.flatMap(claimsOf),
				['results of all tries', sorted(results), sorted(recorded)],
				[
					'who was never reached',
					sorted(rows('Get not reached').map(({ contact_number }) => contact_number)),
					sorted(numbersOf(never)),
				],
			],
			faults: [...missing('reached by a later try', later), ...missing('never reached', never)],
		};
	},
};
