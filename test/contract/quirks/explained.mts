import type { Manner } from './manners.mts';

/** A refusal that is right: the answer leaves the truth open, and the error says what to set. */
export interface Explanation {
	/** `envelope: array`, or a quirk alone for all its values. */
	manner: string;
	/** The title of a probe, or its beginning; all probes if it is left out. */
	probe?: string;
	reason: string;
}

/** Every cell that may be refused, with the reason. One that no cell needs fails the test. */
export const EXPLAINED: readonly Explanation[] = [
	{
		manner: 'login: noToken',
		reason: 'Without a token there is no way in.',
	},
	{
		manner: 'ignoreOffset: true',
		reason: 'Only the first page can be read, and nothing leads to the others.',
	},
	{
		manner: 'dateFilter: refused',
		probe: 'Call: Get Many, From and To',
		reason: 'The platform says that it does not know the parameters.',
	},
];

export function explanationOf(manner: Manner, probe: string): Explanation | undefined {
	return EXPLAINED.find(
		(one) =>
			(one.manner === manner.name || one.manner === manner.quirk) &&
			(one.probe === undefined || probe.startsWith(one.probe)),
	);
}
