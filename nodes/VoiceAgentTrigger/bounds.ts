const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How much the trigger remembers and reads at most. docs/internals/how-it-works.md has these figures. */
export const bounds = {
	/** Rows that are remembered, and rows that the first poll reads before it looks for a shorter way. */
	maxKnown: 3_500,
	/** Rows that came within Max Delay of Rows: all of them are remembered, and at most so many. */
	maxRecent: 20_000,
	/** Rows that are not older than this are remembered, however many they are. */
	recentMs: 10 * MINUTE,
	/** Rows of the first page that is asked for. */
	firstPage: 100,
	/** The fewest rows, and the fewest steps to an earlier (or a later) one, that prove how a list is sorted. */
	orderRows: 60,
	orderSteps: 20,
	/** How often everything is read. */
	wholeMs: 30 * MINUTE,
	/** Rows of a list that is not sorted that are looked through for test events. */
	sampleRows: 600,
	/** How far a time without a zone may be from the real one: local times are 12 hours behind UTC to 14 ahead. */
	zoneMs: 26 * HOUR,
	/** How far a time without a zone may be behind the real one: a local time 12 hours, a date a day more. */
	noZoneMs: 36 * HOUR,
	/** How long a row that a crash may have lost, and that is not listed any more, keeps its mark. */
	redeliveryMs: 24 * HOUR,
} as const satisfies Record<string, number>;
