/** Which columns Simplify makes of the rows; `plain`: none, the output is what the platform sends. */
export type TableName = 'call' | 'campaign' | 'contact' | 'plain';

/** A kind of thing that the platform has, and what it calls it. */
export interface Thing {
	/** `calls` in `{ calls: […] }` */
	plural: string;
	/** `call` in `{ call: {…} }` */
	singular: string;
	/** The name of the identifier that is its own. */
	ownId: string;
	table: TableName;
	/** The list, below the Base URL. */
	path: string;
	/** It came from a call of an agent, and says so. */
	isOfCalls?: boolean;
	/** Whether there is a list of each agent too. */
	isOfAgents?: boolean;
	/** The rows are texts, such as the names of industries. */
	areTexts?: boolean;
}

/** @param path without it: `/bookings` for a booking */
export const thing = (singular: string, more: Partial<Thing> = {}): Thing => ({
	singular,
	plural: `${singular}s`,
	ownId: `${singular}_id`,
	table: 'plain',
	path: `/${more.plural ?? `${singular}s`}`,
	...more,
});

/** What the trigger watches, and what most tests are about. */
export const THINGS = {
	calls: thing('call', { table: 'call' }),
	campaigns: thing('campaign', { table: 'campaign', path: '/campaigns/' }),
	bookings: thing('booking', { isOfCalls: true, isOfAgents: true }),
	callbacks: thing('callback', { path: '/callbacks/', isOfCalls: true }),
	transfers: thing('transfer', {
		path: '/transfer-events',
		isOfCalls: true,
		isOfAgents: true,
	}),
} satisfies Record<string, Thing>;

export type ThingName = keyof typeof THINGS;
