import { USUAL, type Manner } from '../platform/manners.mts';
import type { REFUSALS } from '../platform/envelopes.mts';
import type { ListName, ObjectName } from './resources.mts';

/*
 * One case: a true world, the manner in which a platform tells it, and what the user asks for. All of it is plain data, each choice
 * independent of the others. PLAIN_LIST and PLAIN_OBJECT are plain everywhere.
 */

export type Output = 'simplified' | 'allColumns' | 'raw';

export interface Filter {
	kind: 'none' | 'from' | 'to' | 'between' | 'callId' | 'unknownCallId';
	/** Which rows the bounds are made from, in thousandths of the list. */
	first: number;
	last: number;
	/** Whether the bounds are exactly the times of rows. */
	isExact: boolean;
}

interface AnyCase extends Manner {
	seed: number;
	output: Output;
	/** How the platform says that it did not do it. */
	refusal: 'none' | keyof typeof REFUSALS;
	/** The user sets Response Path to where the content is. */
	givesPath: boolean;
}

export interface ListCase extends AnyCase {
	kind: 'list';
	list: ListName;
	count: number;
	/** Undefined: Return All. */
	limit: number | undefined;
	filter: Filter;
}

export interface ObjectCase extends AnyCase {
	kind: 'object';
	object: ObjectName;
	/** Only the identifier and a status, as an answer to an action may be. */
	isSparse: boolean;
}

export type Case = ListCase | ObjectCase;

const PLAIN = {
	...USUAL,
	seed: 0,
	output: 'simplified',
	refusal: 'none',
	givesPath: false,
} as const;

export const PLAIN_LIST: ListCase = {
	...PLAIN,
	kind: 'list',
	list: 'calls',
	count: 3,
	limit: undefined,
	filter: { kind: 'none', first: 0, last: 1000, isExact: true },
};

export const PLAIN_OBJECT: ObjectCase = {
	...PLAIN,
	kind: 'object',
	object: 'getCall',
	isSparse: false,
};
