/** A call as Call: Get Many returns it, or the error that it returns instead. */
export interface ListedCall {
	from_number?: unknown;
	called_at?: unknown;
	status?: unknown;
	is_over?: unknown;
	error?: unknown;
}

export interface Count {
	calls: number;
	answered: number;
}

export function findingsOf(
	weeksOf: ReadonlyMap<string, { week: Count; before: Count }>,
): Map<string, string>;

/** The calls of a week. The rate and its interval are shares, and null without calls. */
interface Week extends Count {
	value: number | null;
	low: number | null;
	high: number | null;
}

export function ownNumbers(
	listed: readonly ListedCall[],
	now: number,
): {
	numbers: Array<{ number: string; week: Week; before: Week; finding: string }>;
	/** Those that fell more than the others. */
	named: string[];
	not_counted: string[];
	/** Why the calls could not be read; null if they were. */
	error: unknown;
};
