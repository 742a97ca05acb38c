import type { IPollFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import type { Params } from '../shared/operation';
import type { TriggerState } from './state';

/** Something that the user should know. */
export interface PollProblem {
	message: string;
	description: string;
}

/** One poll: what an event needs to find out what is new. */
export interface Watch {
	context: IPollFunctions;
	client: Client;
	params: Params;
	/** A draft: it counts only if the poll comes to its end. */
	state: TriggerState;
	/** When the poll began, in milliseconds since 1970. */
	now: number;
	/** Max items of one poll. */
	batchSize: number;
	/** How long a poll may read lists, in milliseconds: what was read must still be worked on. */
	readingMs: number;
	/** How much of the budget is left. */
	readingLeft(): number;
	/** Whether there is time left for any work. */
	hasTimeLeft(): boolean;
	/** Nobody waits for the poll any more. What it has begun must end. */
	isPollOver(): boolean;
	/** Reports an error among the executions that does not stop the poll: once a topic, or until it is unsaid. */
	say(topic: string, problem: PollProblem): void;
	/** Lets a problem be reported again, because it is solved. */
	unsay(topic: string): void;
}
