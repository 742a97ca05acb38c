import { USUAL, type ListEnvelope, type Manner, type Paging } from './manners.mts';
import type { Thing } from './things.mts';

/*
 * The choices of a manner are drawn independently of each other. What cannot be together on any platform becomes usual again here.
 */

const WITHOUT_COMPANIONS = ['array', 'django'];

function possibleEnvelope(envelope: ListEnvelope, { plural }: Thing): ListEnvelope {
	const { kind } = envelope;
	const total = kind === 'array' ? 'none' : envelope.total;
	return {
		...envelope,
		total,
		...(total === 'none' && { totalPlace: USUAL.envelope.totalPlace }),
		companions: WITHOUT_COMPANIONS.includes(kind)
			? []
			: envelope.companions.filter((name) => !(plural === 'agents' && name === 'relatedAgents')),
	};
}

const possiblePaging = (paging: Paging, { kind }: ListEnvelope): Paging => ({
	...paging,
	tellsMore: kind !== 'array' && kind !== 'django' && paging.tellsMore,
	inserts: paging.limit === 'wholeList' ? 0 : paging.inserts,
});

/** The manner without what cannot be together. */
export function possible(manner: Manner, thing: Thing): Manner {
	const { times, zoneHours } = manner.shape;
	const envelope = possibleEnvelope(manner.envelope, thing);
	return {
		...manner,
		shape: { ...manner.shape, zoneHours: times === 'noZone' ? zoneHours : 0 },
		envelope,
		paging: possiblePaging(manner.paging, envelope),
	};
}
