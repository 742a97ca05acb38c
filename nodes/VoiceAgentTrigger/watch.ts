import type { IPollFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import type { Params } from '../shared/operation';
import type { TriggerState } from './state';

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
	/**
	 * Reports a problem that does not stop the poll: a failed execution in n8n's list, once until `unsay`.
	 *
	 * @param topic names the problem
	 */
	say(topic: string, problem: { message: string; description: string }): void;
	/** A problem does not exist any more, or is another one now. */
	unsay(topic: string): void;
	/** For reading lists; what was read must still be worked on. */
	hasTimeToRead(): boolean;
	/** For anything. */
	hasTimeLeft(): boolean;
}
