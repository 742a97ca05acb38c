import { type Figures, type RecordedCall, countBy, countText } from './report.mts';

/** What a workflow says, and what the platform recorded or the sample promises. Both must be the same. */
export type Claim = [what: string, said: unknown, recorded: unknown];

/** What a sample did by its own figures, and what they are held against. */
export interface Facts {
	/** Absent: as many as the platform recorded. */
	calls?: number;
	/** Rows that were not called, for a reason that the output says; absent: none. */
	refused?: number;
	progress: string;
	/** What came of the calls, one value each. */
	outcomes?: readonly unknown[];
	/** Rows of its list, and how many of them were called: absent, each row is one call. All others are refused. */
	rows?: number;
	called?: number;
	/** Calls of which no two may be to the same number. */
	once?: readonly RecordedCall[];
	claims: Claim[];
	/** What else is wrong. */
	faults?: string[];
}

/** Values in an order of their own, to be compared as one text. */
export const sorted = (values: readonly unknown[]) => values.map(String).sort().join(', ');

export const differences = (claims: readonly Claim[]): string[] =>
	claims
		.filter(([, said, recorded]) => said !== recorded)
		.map(
			([what, ...both]) =>
				`${what}: the workflow says ${both[0]}, the platform recorded ${both[1]}`,
		);

/** The one judge of all samples. @param recorded the calls that the platform has recorded since the sample was started */
export function judge(facts: Facts, recorded: readonly RecordedCall[]): Figures {
	const { calls = recorded.length, refused = 0, progress, outcomes = [], claims } = facts;
	const { rows, called = calls, once = [], faults = [] } = facts;
	const lost = (rows ?? 0) - called - refused;
	const repeated = Object.entries(countBy(once, ({ to_number }) => to_number));
	return {
		calls,
		refused,
		progress,
		outcomes: countText(countBy(outcomes, (outcome) => outcome)),
		disagreements: [
			...(rows === 0 || (rows !== undefined && lost !== 0)
				? [`of ${rows} rows, ${lost} are unaccounted for`]
				: []),
			...repeated
				.filter(([, count]) => count > 1)
				.map(([number, count]) => `${number} was called ${count} times`),
			...differences(claims),
			...faults,
		],
	};
}
