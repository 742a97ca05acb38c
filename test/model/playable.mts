import type { Without } from '../platform/drawing.mts';
import type { EventName } from './scenario.mts';

/*
 * Which manners of the catalogue are not played to the trigger, and why.
 */

/** The trigger says of them that it cannot read them, or nothing that could be watched for is in them. */
export const NOT_PLAYED = {
	ids: {
		// Rows that cannot be told apart.
		// Every resource has its identifier from the start, says the document; if it comes later: test/unit/trigger/reading.test.mts.
		name: ['unknown', 'ownLater'],
		rows: ['some'],
	},
	shape: {
		// Neither agent nor campaign can be watched for by their identifiers.
		owner: ['name'],
		// A call whose results never come is emitted after the time to wait for them: test/unit/trigger/callEnded.test.mts.
		analysis: ['missing'],
		transcript: ['missing'],
		// Refused: test/platforms.
		spelling: ['pascal', 'upper', 'kebab'],
	},
	listing: {
		// A setting of its own: repeatsEvery.
		repeats: [2, 5],
		// A list that has another order on each page has no place where a poll could go on.
		order: ['reshuffled'],
	},
	envelope: {
		// Refused, or read only with Response Path: test/platforms.
		kind: ['django', 'groups'],
		name: ['unusual'],
		empty: ['404', 'noRows'],
	},
	paging: {
		// Refused: only the first page can be read.
		offset: ['ignored'],
		// An error if rows come just when a short list is read: what is behind its end looks like rows.
		pastEnd: ['lastRows'],
		// The document knows no rows that nobody can have.
		window: [100, 20, 5],
		// Rows that come meanwhile are changes of a scenario.
		inserts: [1, 3],
	},
	single: {
		// Refused, or nothing that is told of a call.
		kind: ['unusual', 'twoEqual', 'empty', 'receipt', 'dataArray', 'words'],
	},
} as const satisfies Without;

/** Whether rows may be listed twice. Campaigns are read as Get Many reads them, and refused if the total counts a row twice. */
export const mayRepeat = (event: EventName): boolean => event !== 'campaignFinished';
