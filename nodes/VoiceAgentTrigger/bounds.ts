const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How much the trigger remembers and reads at most. The figures of docs/internals/trigger.md come from here. */
export const bounds = {
	/** Rows that are remembered. A list that is not longer is known as a whole: then a row is new if it is not known. */
	maxKnown: 3_500,
	/** Rows without a time that are remembered, because only that tells new ones from old ones. */
	maxUndated: 50_000,
	/** Readings of one poll that may disagree about what was there at the activation. */
	baselineReadings: 6,
	/** Pages that are read for test events. */
	samplePages: 6,
	/** How far a time may be from the real one, because its zone is not known: local times are 12 hours behind UTC to 14 ahead. */
	zoneMs: 26 * HOUR,
	/** How long a row that a crash may have lost, and that is not listed any more, keeps its mark. */
	redeliveryMs: 24 * HOUR,
} as const satisfies Record<string, number>;
