import type { Without } from '../platform/drawing.mts';

/*
 * Which manners of the catalogue are not played to the trigger, and why.
 */

/** The trigger says of them that it cannot read them, or nothing that could be watched for is in them. */
export const NOT_PLAYED = {
	ids: {
		// Rows that cannot be told apart. test/unit/trigger/rowIdentity.test.mts
		name: ['unknown'],
		rows: ['some'],
	},
	shape: {
		// Neither agent nor campaign can be watched for by their identifiers.
		owner: ['name'],
		// A call whose results never come is emitted after the time to wait for them: test/unit/trigger/callEnded.test.mts.
		analysis: ['missing'],
		transcript: ['missing'],
	},
	envelope: {
		// Refused, or read only with Response Path: test/platforms.
		kind: ['deepEdges', 'bareMap', 'map', 'django'],
		name: ['unusual'],
		keepsIdInKey: [true],
		empty: ['404', 'noRows'],
	},
	paging: {
		// Refused: only the first page can be read.
		offset: ['ignored'],
		// Found with links, and not mended: a reading of several polls loses rows of numbered pages, and a limit that was refused is asked for again.
		links: ['absolute', 'relative', 'query', 'foreign'],
		linkPlace: ['links.next', '_links.next.href', 'meta.next', 'pagination.next_url'],
		cursor: ['next_cursor', 'nextCursor', 'meta.next_cursor', 'next_page_token'],
		// A poll fails, and says so, if rows come or go while it asks whether a refusal is the end: test/unit/trigger/anyList.test.mts.
		pastEnd: ['400', '404', '416', '422'],
		// Pages that vary look like a list that changes, and a poll may say so.
		shortPages: [true],
		// Rows that come meanwhile are changes of a scenario.
		inserts: [1, 3],
	},
	single: {
		// Refused, or nothing that is told of a call.
		kind: ['unusual', 'twoEqual', 'empty', 'statusReceipt', 'receipt', 'dataArray'],
	},
} as const satisfies Without;

/** What a naive trigger cannot read, beside that: naive.mts. */
export const NOT_NAIVE = {
	...NOT_PLAYED,
	ids: { ...NOT_PLAYED.ids, name: ['unknown', 'camel', 'both'], value: ['beyond2to53'] },
	shape: {
		...NOT_PLAYED.shape,
		times: ['basic', 'shortZone', 'secondsText', 'zeroDate'],
		timeNames: ['camel', 'time'],
	},
	envelope: {
		...NOT_PLAYED.envelope,
		kind: [...NOT_PLAYED.envelope.kind, ...['success', 'response', 'jsonApi', 'hal', 'edges']],
		wrapsRows: [true],
		companions: [
			...['errors', 'warnings', 'warningTexts', 'filters', 'sort', 'columns', 'columnObjects'],
			...['facets', 'included', 'relatedAgents'],
		],
		empty: ['null', '204', 'emptyObject', 'nullRows', 'nullRowsAndTotal', '404', 'noRows'],
	},
	paging: {
		...NOT_PLAYED.paging,
		offset: ['ignored', 'pageFrom0', 'pageFrom1'],
		limit: ['refused400', 'refused422'],
	},
} as const satisfies Without;

/** What a trigger cannot bear for which little must be odd. */
export const NOT_USUAL = {
	...NOT_NAIVE,
	ids: { ...NOT_NAIVE.ids, name: [...NOT_NAIVE.ids.name, 'ownLater'], organization: ['id'] },
	shape: { ...NOT_NAIVE.shape, words: ['unknown'] },
	listing: {
		order: ['arrival', 'updated', 'grouped', 'appointment'],
		by: ['ended', 'appointment'],
	},
	envelope: { ...NOT_NAIVE.envelope, total: ['text', 'ofPage', 'ofTable'] },
	paging: { ...NOT_NAIVE.paging, pastEnd: [...NOT_NAIVE.paging.pastEnd, 'lastPage', 'lastRows'] },
	single: { kind: [...NOT_PLAYED.single.kind, 'noStatus', 'split'] },
} as const satisfies Without;
