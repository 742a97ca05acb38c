import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CallFilterName, Params } from '../shared/operation';
import type { Watch } from './watch';

/** One thing to emit. */
export interface TriggerItem {
	/** What tells the item from all others, so that it is emitted once. */
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	item: INodeExecutionData;
}

/**
 * Something that can start a workflow: its fields in the editor, and how it is noticed. A field that several events
 * have must be the same object in all of them: it is then shown for each.
 */
export interface TriggerEvent {
	name: string;
	value: string;
	description: string;
	/** What Fetch Test Event says if there is nothing to show. */
	nothingYet: string;
	filters: readonly CallFilterName[];
	/** Entries of Options. Those of every poll are not among them. */
	options?: readonly INodeProperties[];
	/** Parameters that say when the event happens. */
	criteria?: readonly INodeProperties[];
	/** Parameters that say what the items of the event look like. */
	output?: readonly INodeProperties[];
	/** The parameters whose change makes the trigger watch something else, and so start over. */
	scope?: readonly string[];
	/**
	 * When the user wants it to begin, in milliseconds since 1970; undefined: with what comes after the activation.
	 *
	 * @throws ParameterError if it is no date
	 */
	startFrom?(params: Params): number | undefined;
	/** What is new since the last poll. It changes the draft of the state; its caller marks as emitted what was found. */
	check(watch: Watch): Promise<TriggerItem[]>;
	/** The latest items that there are, new or not, for trying out a workflow. The last one is the latest. */
	latest(watch: Watch, count: number): Promise<TriggerItem[]>;
}
