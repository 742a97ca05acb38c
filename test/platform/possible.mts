import { USUAL, type ListEnvelope, type Manner, type Paging } from './manners.mts';
import type { Thing } from './things.mts';

/*
 * The choices of a manner are drawn independently of each other. What cannot be together on any platform becomes usual again here.
 */

/** Envelopes whose rows may be texts. */
const FOR_TEXTS = ['array', 'named', 'nested', 'success', 'response', 'django'];
const WITHOUT_ROOM = ['array', 'groups'];
const WITHOUT_COMPANIONS = [...WITHOUT_ROOM, 'django'];

function possibleEnvelope(envelope: ListEnvelope, { plural, areTexts }: Thing): ListEnvelope {
	const kind = areTexts && !FOR_TEXTS.includes(envelope.kind) ? 'named' : envelope.kind;
	const total = WITHOUT_ROOM.includes(kind) ? 'none' : envelope.total;
	const { totalName, totalPlace } = USUAL.envelope;
	return {
		...envelope,
		kind,
		total,
		...(total === 'none' && { totalName, totalPlace }),
		companions: WITHOUT_COMPANIONS.includes(kind)
			? []
			: envelope.companions.filter((name) => !(plural === 'agents' && name === 'relatedAgents')),
	};
}

function possiblePaging(paging: Paging, { kind }: ListEnvelope): Paging {
	const tells = !WITHOUT_ROOM.includes(kind);
	const refuses = paging.limit === 'refused400' || paging.limit === 'refused422';
	const isDjango = kind === 'django';
	const isSingle = paging.cap === 1 || (refuses && paging.refusedAbove < 3);
	// Without pages, rows after the first ones would be out of everybody's reach.
	const hasNoPages = paging.limit === 'ignored' && paging.offset === 'ignored';
	// A platform that gives the same single row for ever looks like one whose list has a single row. Limits are halved: 100 … 6, 3, 1.
	const isFixed = paging.offset === 'ignored';
	return {
		...paging,
		cap: hasNoPages ? 1_000 : isFixed && paging.cap === 1 ? 2 : paging.cap,
		refusedAbove: !refuses
			? USUAL.paging.refusedAbove
			: isFixed && paging.refusedAbove === 1
				? 10
				: paging.refusedAbove,
		tellsMore: tells && !isDjango && paging.tellsMore,
		// Rows between pages of a fixed size would be lost for every reader.
		shortPages: paging.shortPages && paging.offset === 'rows' && paging.limit !== 'ignored',
		inserts: isFixed ? 0 : paging.inserts,
		// On pages of one row, the last row again looks like one that is listed twice.
		pastEnd: isSingle && paging.pastEnd === 'lastRows' ? 'empty' : paging.pastEnd,
	};
}

/** The manner without what cannot be together. */
export function possible(manner: Manner, thing: Thing): Manner {
	const { times, zoneHours } = manner.shape;
	const envelope = possibleEnvelope(manner.envelope, thing);
	const paging = possiblePaging(manner.paging, envelope);
	const isSingle = paging.cap === 1 || paging.refusedAbove < 3;
	// An organization belongs to none, and its own identifier has that name.
	const organization = thing.singular === 'organization' ? 'none' : manner.ids.organization;
	// On pages of one row, the identifier of the organization looks like that of rows that have none.
	const rows = isSingle && organization === 'id' ? 'all' : manner.ids.rows;
	return {
		...manner,
		ids: { ...manner.ids, organization, rows },
		shape: {
			...manner.shape,
			// A name that is not there is not seen to be filled in later.
			leavesOutNulls: manner.shape.leavesOutNulls && manner.ids.name !== 'ownLater',
			zoneHours: times === 'noZone' || times === 'zeroDate' ? zoneHours : 0,
		},
		envelope,
		paging,
	};
}
