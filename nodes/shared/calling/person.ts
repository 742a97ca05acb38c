import type { IDataObject } from 'n8n-workflow';
import type { Zone } from 'luxon';
import type { Grounds, ListedPerson, Verdict } from '../operation';

/** What is known of the consent of somebody, in milliseconds since 1970. */
export interface ConsentTime {
	/** From when on and until when the person may be called. */
	from: number;
	until: number;
	/** A clause that says where the consent is, and of when; '' if it has no date. */
	where: string;
	/** The same of another consent of the person, which begins later. */
	whereLater?: string;
	/** How many days it counts. */
	days: number;
}

/** A consent. A text says that there is none, or why nobody knows. */
export type Consent = ConsentTime | string;

/** Somebody whom a run is to call. Who has no verdict is sent. */
export interface Person extends ListedPerson {
	/** In E.164 format; '' if there is no valid one. */
	number: string;
	/** Each number that the row may be: `30 12345601 / 30 12345602` -> two. What the row says counts for all of them. */
	numbers: readonly string[];
	/** What the person was read from. */
	cells: IDataObject;
	/** Other numbers that are sent for this person, such as those in variables. Nobody calls them. */
	others: readonly string[];
	/** All time zones that the person can be in; a text says why they are not known. Empty if no rule needs them. */
	zones: readonly Zone[] | string;
	/** A sentence about where these time zones are from, without its full stop; '' if no rule needs them. */
	zonesFrom: string;
	/** Undefined: no rule needs it. */
	consent?: Consent;
	/** What the row itself says against calling its person. */
	refusal?: Grounds;
	/** The key under which the memory has the number; undefined if nothing is remembered of it. */
	key?: string;
	/** Why the person is not sent. Only `judge.ts` sets it. */
	verdict?: Verdict;
}
