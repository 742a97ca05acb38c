import type { Without } from '../platform/drawing.mts';

/*
 * Which manners of the catalogue are not played to the trigger, and why.
 */

/** The trigger says of them that it cannot read them, or nothing that could be watched for is in them. */
export const NOT_PLAYED = {
	shape: {
		// A call whose results never come is emitted after the time to wait for them: test/unit/VoiceAgentTrigger/events/callEnded.test.mts.
		transcript: ['missing'],
	},
	paging: {
		// Rows that come meanwhile are changes of a scenario.
		inserts: [3],
		// Refused: what is behind the first page is asked for, and it is the first page again.
		limit: ['wholeList'],
	},
	single: {
		// Nothing is told of a call.
		kind: ['empty'],
	},
} as const satisfies Without;
