import type { FaultPlan, Quirks } from './fakePlatform.mts';
import {
	EVENTS,
	type ChangeDuring,
	type NewRow,
	type PlatformChange,
	type Scenario,
	type Settings,
	type Step,
} from './scenario.mts';

/*
 * Parts of a scenario are drawn independently of each other. Here they are fitted together: what is outside the promises of the trigger is
 * replaced by what is inside.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const OLDEST_MS = 6 * 60 * MINUTE;
/** So many rows at once are more than any small page holds. */
const BURST = 40;

/** A row whose age is a part of the greatest that is possible, in thousandths. */
type DraftRow = Omit<NewRow, 'id' | 'ageMs'> & { ageShare: number };

export interface DraftInsertion {
	do: 'insert';
	rows: DraftRow[];
	ages: 'now' | 'seconds' | 'together' | 'anywhere' | 'oldest';
}

export type DraftChange = Exclude<PlatformChange, { do: 'insert' }> | DraftInsertion;

type DraftDuring = Array<Omit<ChangeDuring, 'change'> & { change: DraftChange }>;

export type DraftStep =
	| DraftChange
	| Exclude<Step, PlatformChange | { during: unknown }>
	| (Omit<Extract<Step, { do: 'poll' }>, 'during' | 'duringRestart'> & {
			during: DraftDuring;
			duringRestart: DraftDuring;
	  })
	| { do: 'pollTwice'; faults: FaultPlan; during: DraftDuring };

/** A scenario whose parts may contradict each other. */
export interface Draft {
	settings: Omit<Settings, 'latencyMs' | 'budgetMs' | 'quirks'>;
	speed: Pick<Settings, 'latencyMs' | 'budgetMs'>;
	times: Pick<Quirks, 'timestamps' | 'zoneMs'>;
	quirks: Omit<Quirks, 'timestamps' | 'zoneMs'>;
	oldRows: DraftRow[];
	steps: DraftStep[];
}

function settingsOf({ settings, speed, times, quirks }: Draft): Settings {
	const { event, filters, startFromMinutes } = settings;
	const { agentId } = filters;
	const knowsStartFrom = event !== 'campaignFinished' && times.timestamps === 'iso';
	return {
		...settings,
		...speed,
		downloadRecording: settings.downloadRecording && event === 'callEnded',
		filters: EVENTS[event] === 'calls' ? filters : agentId ? { agentId } : {},
		startFromMinutes: knowsStartFrom ? startFromMinutes : undefined,
		quirks: { ...quirks, ...times },
	};
}

class Fitting {
	private readonly draft: Draft;
	private readonly settings: Settings;
	private rows = 0;

	constructor(draft: Draft) {
		this.draft = draft;
		this.settings = settingsOf(draft);
	}

	scenario(): Scenario {
		return {
			settings: this.settings,
			oldRows: this.draft.oldRows.map((row) => this.row(row, row.ageShare * (OLDEST_MS / 1000))),
			steps: this.draft.steps.map((step) => this.step(step)),
		};
	}

	private step(step: DraftStep): Step {
		if (step.do === 'quirks') return { ...step, quirks: this.possibleQuirks(step.quirks) };
		if (step.do === 'pollTwice') return { ...step, during: this.during(step.during) };
		if (step.do === 'poll') {
			const during = this.during(step.during);
			return { ...step, during, duringRestart: this.during(step.duringRestart) };
		}
		if (step.do === 'insert') return this.insertion(step);
		return step;
	}

	private during(changes: DraftDuring): ChangeDuring[] {
		return changes.map(({ at, change }) => ({ at, change: this.change(change) }));
	}

	private change(change: DraftChange): PlatformChange {
		return change.do === 'insert' ? this.insertion(change) : change;
	}

	/** No row is older than the lookback window allows. */
	private insertion({ rows, ages }: DraftInsertion): PlatformChange {
		const greatest = this.settings.lookbackMinutes * MINUTE - SECOND;
		const together = rows[0]?.ageShare ?? 0;
		const ageOf = {
			now: () => 0,
			seconds: ({ ageShare }: DraftRow) => (ageShare % 6) * SECOND,
			together: () => Math.floor((together / 1000) * greatest),
			anywhere: ({ ageShare }: DraftRow) => Math.floor((ageShare / 1000) * greatest),
			oldest: () => greatest,
		}[ages];
		const possible = this.settings.quirks.pageCap < 100 ? rows.slice(0, BURST) : rows;
		return { do: 'insert', rows: possible.map((row) => this.row(row, ageOf(row))) };
	}

	private row(draft: DraftRow, ageMs: number): NewRow {
		const { status, agentId, campaignId, direction } = draft;
		this.rows += 1;
		return {
			id: `row${this.rows}`,
			ageMs,
			status,
			isComplete: status === 'completed' && draft.isComplete,
			agentId,
			campaignId,
			direction,
		};
	}

	/** Anything about the platform but how it shows times to those who must compare them over the change. */
	private possibleQuirks({ order, timestamps, ...others }: Partial<Quirks>): Partial<Quirks> {
		const { quirks, latencyMs } = this.settings;
		return {
			...others,
			...(timestamps && quirks.timestamps === 'iso' && { timestamps }),
			// A reading that takes several polls goes on where it stopped: no place is left in a list that was shuffled meanwhile.
			...(order && latencyMs < SECOND && { order }),
		};
	}
}

export const consistentScenario = (draft: Draft): Scenario => new Fitting(draft).scenario();
