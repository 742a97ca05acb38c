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
		manner: 'nextLinks: foreign',
		reason: 'The link leads to another host, where nothing is sent, and the offset is ignored.',
	},
	{
		manner: 'recording: html',
		probe: 'Call: Download Recording',
		reason: 'A web page is no recording.',
	},
	{
		manner: 'recording: empty',
		probe: 'Call: Download Recording',
		reason: 'Nothing came.',
	},
	{
		manner: 'dateFilter: ignored',
		probe: 'Call: Get Many, Called After and Called Before',
		reason: 'Rows outside the filter came: the platform does not know it.',
	},
	{
		manner: 'filters: ignored',
		probe: 'Call: Get Many',
		reason: 'Rows outside the filter came: the platform does not know it.',
	},
	{
		manner: 'filters: ignored',
		probe: 'Phone Number: Get Many, Agent',
		reason: 'Rows outside the filter came: the platform does not know it.',
	},
	{
		manner: 'total: ofTable',
		probe: 'Call: Get Many',
		reason:
			'The total counts rows that the filter leaves out, so it looks as if rows were missing.',
	},
	{
		manner: 'total: ofTable',
		probe: 'Phone Number: Get Many, Agent',
		reason:
			'The total counts rows that the filter leaves out, so it looks as if rows were missing.',
	},
	{
		manner: 'bigIds: true',
		probe: 'Call: Get Many, Call',
		reason: 'The call that is returned has another ID than the one that was entered.',
	},
	{
		manner: 'dateFilter: refused',
		probe: 'Call: Get Many, Called After and Called Before',
		reason: 'The platform says that it does not know the parameters.',
	},
];

/** Why a probe may be refused in this manner; undefined if it may not. */
export function explanationOf(
	manner: { name: string; quirk: string },
	probe: string,
): Explanation | undefined {
	return EXPLAINED.find(
		(one) =>
			(one.manner === manner.name || one.manner === manner.quirk) &&
			(one.probe === undefined || probe.startsWith(one.probe)),
	);
}
