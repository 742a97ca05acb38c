import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { RequestFailure } from '../http';
import type { CallsOperation, Params, ResourceOperation } from '../operation';
import type { CallRequest, Job, Transport, Outcome, Planned, JobResult } from './job';

/** How a request ended: `notDone` only if it is certain that the platform did nothing. */
export type Ending = 'done' | 'notDone' | 'unknown';

/** The verdicts on a request's people may have changed since: calling hours or the day have ended. Nothing was sent. */
export class OutdatedVerdict extends RequestFailure {
	constructor() {
		super('A calling rule does not allow this now', 'Nothing was sent for this item', {
			arrival: 'notSent',
			final: true,
		});
	}
}

/** A call that the platform lists. */
export interface FoundCall {
	/** As the platform sends it. */
	call: IDataObject;
	/** The item of somebody who was skipped because of the call. */
	left?: IDataObject;
}

/**
 * What a run that leads to calls asks before it sends, in this order. The gate decides whom a request calls; the run
 * sends what it lets through.
 */
export interface Gate {
	/** Whether nothing is sent: after `look`, `dryRunItems` gives the output. */
	readonly isDry: boolean;
	/** Reads whom a request calls. Sends nothing. @throws ParameterError if that cannot be read */
	read(operation: ResourceOperation<CallsOperation>, params: Params): CallRequest;
	/** To be called if `read` has failed: what the rows say against calling their people counts all the same. */
	noteNotRead(params: Params): void;
	/**
	 * Looks at all requests of the run together, before the first is sent.
	 * @param sentBefore the requests that an earlier try of the node has sent, or left out: they are not sent again
	 * @throws ParameterError or RequestFailure if nothing may be sent
	 */
	look(
		planned: readonly Planned[],
		transport: Transport,
		sentBefore: ReadonlySet<Job>,
	): Promise<void>;
	/**
	 * Decides about the people of a request. `settle` must follow.
	 * @returns the request for those who may be called, or the item that says why nobody is
	 * @throws ParameterError or RequestFailure if it cannot be known: nothing may be sent then
	 */
	admit(job: Job): Promise<Job | JobResult>;
	/**
	 * To be called right before each attempt leaves.
	 *
	 * @throws OutdatedVerdict if another decision may be due by now: `admit` makes it
	 */
	beforeItLeaves(job: Job): void;
	/** The same for the start of the campaign that the request has created. Its contacts are remembered already. */
	beforeItStarts(job: Job): void;
	/** Notes how a request ended. */
	settle(job: Job, ending: Ending): void;
	/**
	 * Looks once in the platform's list for calls with an unknown outcome, which count as done if it lists them, and for
	 * those because of which somebody was skipped. @returns what it found, by the places of the requests
	 */
	findCalls(
		planned: readonly Planned[],
		results?: ReadonlyArray<Outcome | undefined>,
	): Promise<ReadonlyMap<number, FoundCall>>;
	/** Records what is not recorded yet. Nothing is sent after it. */
	end(): Promise<void>;
	/** To be called after `end`: tells the user if nobody was called, and what the agents were not told. */
	showHints(): Promise<void>;
	/** What the run would do, without doing it. */
	dryRunItems(planned: readonly Planned[]): Promise<INodeExecutionData[]>;
}
