import type { FaultPlan, ListName, Manners } from '../support/fakePlatform.mts';
import type { CallStatus } from '../support/platformRows.mts';

/*
 * A history is plain data: what is set up, and then step after step. A step names what it works on by a number that is taken modulo the
 * rows there are, so that a history stays meaningful when steps are left out of it.
 */

export const EVENTS = {
	newCall: 'calls',
	callEnded: 'calls',
	newBooking: 'bookings',
	newCallback: 'callbacks',
	newTransfer: 'transfers',
	campaignFinished: 'campaigns',
} as const satisfies Record<string, ListName>;

export type EventName = keyof typeof EVENTS;

export interface Setup {
	event: EventName;
	engine: 'default' | 'durable';
	/** Milliseconds since 1970. */
	startAt: number;
	overlapMinutes: number;
	waitMinutes: number;
	batchSize: number;
	afterCrash: 'deliverAgain' | 'skip';
	crashWindowMinutes: number;
	simplify: boolean;
	downloadRecording: boolean;
	filters: { agentId?: string; campaignId?: string; direction?: string };
	/** Give out rows since so long before the activation. */
	startFromMinutes?: number;
	timezone: string;
	/** Time that each request takes. */
	latencyMs: number;
	budgetMs?: number;
	/** How far the platform's clock is ahead of n8n's. */
	skewMs: number;
	manners: Manners;
}

export interface NewRow {
	id: string;
	/** How long ago it came about when it appears. */
	agoMs: number;
	status: CallStatus;
	isComplete: boolean;
	agentId: string;
	campaignId: string;
	direction: 'inbound' | 'outbound';
}

/** What happens on the platform. */
export type PlatformStep =
	| { do: 'insert'; rows: NewRow[] }
	| { do: 'change'; which: number }
	| { do: 'call'; which: number; status: CallStatus }
	| { do: 'complete'; which: number }
	| { do: 'delete'; which: number };

/** What becomes of a poll that was begun. */
export type Fate =
	| 'taken'
	/** n8n throws the result away: the poll took too long, or the workflow was replaced meanwhile. */
	| 'discarded'
	/** The process dies before the poll has come to its end. */
	| 'killedDuring'
	/** It dies when n8n has the items, and neither saved the state nor ran the workflow. */
	| 'killedBeforeSave'
	/** The workflow ran, but the state was not saved. Only in the default engine, which does not wait for it. */
	| 'killedUnsaved'
	/** The state was saved, and the items are lost. */
	| 'killedAfterSave'
	/** The state was saved and the workflow ran. */
	| 'killedLater';

export type Step =
	| PlatformStep
	| {
			do: 'poll';
			faults: FaultPlan;
			/** What happens while it runs, before the request with that number is answered. */
			during: Array<{ at: number; step: PlatformStep }>;
			fate: Fate;
			/** How long n8n is gone if it dies. */
			downMs: number;
	  }
	| { do: 'pollTwice'; faults: FaultPlan; during: Array<{ at: number; step: PlatformStep }> }
	| { do: 'manual'; faults: FaultPlan }
	| { do: 'manners'; manners: Partial<Manners> }
	| { do: 'wait'; ms: number }
	| { do: 'restart'; downMs: number }
	| { do: 'deactivate' }
	| { do: 'activate' };

export interface History {
	seed: number;
	setup: Setup;
	steps: Step[];
}
