import { USUAL, type Manner } from './manners.mts';
import type { Thing } from './things.mts';

/*
 * The choices of a manner are drawn independently of each other. What cannot be together on any platform becomes usual again here.
 */

/** The manner without what cannot be together. */
export function possible(manner: Manner, { plural }: Thing): Manner {
	const { shape, envelope, paging } = manner;
	const hasMeta = envelope.kind !== 'array' && envelope.kind !== 'django';
	const total = envelope.kind === 'array' ? 'none' : envelope.total;
	return {
		...manner,
		shape: { ...shape, zoneHours: shape.times === 'noZone' ? shape.zoneHours : 0 },
		envelope: {
			...envelope,
			total,
			totalPlace: total === 'none' ? USUAL.envelope.totalPlace : envelope.totalPlace,
			companions: envelope.companions.filter(
				(name) => hasMeta && !(plural === 'agents' && name === 'relatedAgents'),
			),
		},
		paging: {
			...paging,
			tellsMore: hasMeta && paging.tellsMore,
			inserts: paging.limit === 'wholeList' ? 0 : paging.inserts,
		},
	};
}
