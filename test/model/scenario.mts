import type { FaultPlan } from '../platform/faults.mts';
import type { Manner, SomeManner } from '../platform/manners.mts';
import type { RowTime, Status, Trouble } from '../platform/rows.mts';
import type { ThingName } from '../platform/things.mts';

/*
 * A scenario is plain data: settings, rows that are there before the activation, and then step after step. A step names the row it works on
 * by a number that is taken modulo the rows it can happen to, so a scenario stays meaningful when steps are left out of it.
 */

export const EVENTS = {
	newBooking: 'bookings',
	newCallback: 'callbacks',
	newTransfer: 'transfers',
	newCall: 'calls',
	callEnded: 'calls',
	campaignFinished: 'campaigns',
} as const satisfies Record<string, ThingName>;

export type EventName = keyof typeof EVENTS;

/** Events that wait until a row is over. */
export const waitsForEnd = (event: EventName): boolean =>
	event === 'callEnded' || event === 'campaignFinished';

/** What a user or the environment sets once. */
export interface Settings {
	event: EventName;
	engine: 'default' | 'durable';
	/** Milliseconds since 1970. */
	startAt: number;
	/** How late a row may appear. */
	lookbackMinutes: number;
	waitMinutes: number;
	batchSize: number;
	afterCrash: 'redeliver' | 'skip';
	crashWindowMinutes: number;
	output: 'simplified' | 'raw';
	downloadRecording: boolean;
	filters: { agentId?: string; campaignId?: string; direction?: string };
	/** Emit rows since that long before the activation. */
	startFromMinutes?: number;
	timezone: string;
	/** Time that each request takes. */
	latencyMs: number;
	/** What n8n tells the node about the time of a poll; absent in n8n before 2.38. */
	budgetMs?: number;
	/** How far the platform's clock is ahead of n8n's. */
	skewMs: number;
	/** Seed of `Math.random`, which the node uses to spread its retries. */
	jitterSeed: number;
	manner: Manner;
	/** How many rows the trigger asks for at a time, if fewer than it would: many pages of few rows, but for campaigns. */
	pageSize?: number;
	/** How many rows the trigger may remember, if fewer than it would: then a list of the model is a long one to it. */
	maxKnown?: number;
}

/** A row that appears on the platform. */
export interface NewRow {
	id: string;
	/** How long ago it was created when it appears. */
	ageMs: number;
	status: Status;
	isComplete: boolean;
	agentId: string | null;
	campaignId: string;
	direction: 'inbound' | 'outbound';
	time: RowTime;
	trouble: Trouble;
}

interface Insertion {
	do: 'insert';
	rows: NewRow[];
}

/** What happens on the platform. */
export type PlatformChange<Inserts = Insertion> =
	| Inserts
	| { do: 'edit'; which: number }
	| { do: 'setStatus'; which: number; status: Status }
	| { do: 'complete'; which: number }
	| { do: 'delete'; which: number };

/** What becomes of a poll that was started. */
export type PollEnd =
	| 'taken'
	/** The state is saved, and the workflow runs, when the next poll has begun. Only in the durable engine: on a busy machine. */
	| 'savedLate'
	/** n8n drops the result: the poll took too long, or the workflow was replaced meanwhile. */
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

/** A change that the platform makes before it answers the request with that number (the first is 0). */
export interface ChangeDuring<Inserts = Insertion> {
	at: number;
	change: PlatformChange<Inserts>;
}

export type Step<Row = NewRow, Inserts = Insertion> =
	| PlatformChange<Inserts>
	| {
			do: 'poll';
			faults: FaultPlan;
			during: Array<ChangeDuring<Inserts>>;
			end: PollEnd;
			/** How long n8n is gone if it dies. */
			downMs: number;
			/** What happens while the first poll of the next process runs, if that one does not follow the schedule. */
			duringRestart: Array<ChangeDuring<Inserts>>;
	  }
	| { do: 'pollTwice'; faults: FaultPlan; during: Array<ChangeDuring<Inserts>> }
	| { do: 'manual'; faults: FaultPlan }
	| { do: 'manner'; manner: SomeManner }
	/** Another user of the same organization in the credential. */
	| { do: 'user' }
	/** Another organization in the credential: these rows are listed, all from long ago, and no others. */
	| { do: 'account'; rows: Row[] }
	/** An execution has ended that wrote the static data of the workflow as they were so many saves ago. */
	| { do: 'setBack'; saves: number }
	| { do: 'wait'; ms: number }
	| { do: 'restart'; downMs: number }
	| { do: 'deactivate' }
	| { do: 'activate' };

/** The workflow is activated when the old rows are there; the steps follow. */
export interface Scenario {
	settings: Settings;
	oldRows: NewRow[];
	/** What the first activation meets. */
	faults: FaultPlan;
	steps: Step[];
}
