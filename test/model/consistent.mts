import { isDeception, type FaultPlan } from '../platform/faults.mts';
import type { Manner, SomeManner } from '../platform/manners.mts';
import { possible } from '../platform/possible.mts';
import type { RowTime, Trouble } from '../platform/rows.mts';
import { THINGS } from '../platform/things.mts';
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
const LONG_AGO_MS = 100 * OLDEST_MS;
/** So many rows at once are more than any small page holds. */
const BURST = 40;

/** What rows there are in a scenario. */
export interface Kinds {
	times: readonly RowTime[];
	troubles: readonly Trouble[];
}

/** A row whose age is a part of the greatest that is possible, in thousandths. `kind` is taken modulo the kinds there are. */
type DraftRow = Omit<NewRow, 'id' | 'ageMs' | 'time' | 'trouble'> & {
	ageShare: number;
	kind: number;
};

export interface DraftInsertion {
	do: 'insert';
	rows: DraftRow[];
	/** `tooLate`: all but the first are older than the lookback window allows. They must not hide the first. */
	ages: 'now' | 'seconds' | 'together' | 'anywhere' | 'oldest' | 'tooLate';
}

export type DraftChange = PlatformChange<DraftInsertion>;
export type DraftStep = Step<DraftRow, DraftInsertion>;
type DraftDuring = Array<ChangeDuring<DraftInsertion>>;

/** What platform it is, and whether its lists are too long for the trigger to remember. */
export interface DraftPlatform {
	manner: Manner;
	kinds: Kinds;
	pageSize?: number;
	maxKnown?: number;
}

/** A scenario whose parts may contradict each other. */
export interface Draft {
	settings: Omit<Settings, 'latencyMs' | 'budgetMs' | 'manner' | 'maxKnown'>;
	speed: Pick<Settings, 'latencyMs' | 'budgetMs'>;
	platform: DraftPlatform;
	oldRows: DraftRow[];
	faults: FaultPlan;
	steps: DraftStep[];
}

/** A wrong answer that is repeated is believed by anybody. */
const possibleFaults = (plan: FaultPlan): FaultPlan =>
	plan.map((entry) => (isDeception(entry.fault) ? { ...entry, times: 1 } : entry));

/** So many rows show that a list is sorted, so that not all of it is read. */
const ENOUGH_ROWS = 20;

/**
 * Whether the list can count as long: it has more rows than the trigger remembers, or the activation does not read it as a whole in time. With
 * faults it may be activated again later, when there are more rows.
 */
function isLong({ platform, speed, oldRows, faults }: Draft): boolean {
	const mayBeSorted = oldRows.length >= ENOUGH_ROWS || faults.length > 0;
	return platform.maxKnown !== undefined || (speed.latencyMs >= SECOND && mayBeSorted);
}

function mannerOf(draft: Draft): Manner {
	const { platform, settings } = draft;
	const ofLong = isLong(draft);
	const { shape, ...others } = possible(platform.manner, THINGS[EVENTS[settings.event]]);
	const isRead = shape.times !== 'missing';
	const isTrue = isRead && shape.zoneHours === 0;
	// Of a list that is too long to be remembered as a whole, only true times tell old rows from new ones.
	const times = !ofLong || isTrue ? shape.times : 'iso';
	// Nothing else says then that a row is over.
	const needsWords =
		(times === shape.times && !isRead) ||
		(settings.event === 'campaignFinished' && shape.leavesOutNulls);
	return {
		...others,
		shape: {
			...shape,
			times,
			zoneHours: times === shape.times ? shape.zoneHours : 0,
			words: needsWords && shape.words === 'unknown' ? 'usual' : shape.words,
		},
	};
}

function settingsOf(draft: Draft): Settings {
	const { settings, speed } = draft;
	const { maxKnown, pageSize } = draft.platform;
	const manner = mannerOf(draft);
	const { event, filters, startFromMinutes } = settings;
	const { agentId } = filters;
	const knowsStartFrom = event !== 'campaignFinished' && manner.shape.times === 'iso';
	return {
		...settings,
		...speed,
		downloadRecording: settings.downloadRecording && event === 'callEnded',
		filters: EVENTS[event] === 'calls' ? filters : agentId ? { agentId } : {},
		startFromMinutes: knowsStartFrom ? startFromMinutes : undefined,
		manner,
		...(pageSize !== undefined && { pageSize }),
		...(maxKnown !== undefined && { maxKnown }),
	};
}

class Fitting {
	private readonly draft: Draft;
	private readonly settings: Settings;
	private readonly ofLong: boolean;
	private rows = 0;

	constructor(draft: Draft) {
		this.draft = draft;
		this.settings = settingsOf(draft);
		this.ofLong = isLong(draft);
	}

	scenario(): Scenario {
		return {
			settings: this.settings,
			oldRows: this.oldRows(),
			faults: possibleFaults(this.draft.faults),
			steps: this.draft.steps.map((step) => this.step(step)),
		};
	}

	/** In a long list in the order of arrival, the latest came last: no row came later than the lookback window allows. */
	private oldRows(): NewRow[] {
		const rows = this.draft.oldRows.map((row) => this.row(row, row.ageShare * (OLDEST_MS / 1000)));
		const mustBeInTime = this.ofLong && this.settings.manner.listing.order === 'arrival';
		return mustBeInTime ? rows.toSorted((one, other) => other.ageMs - one.ageMs) : rows;
	}

	private step(step: DraftStep): Step {
		if (step.do === 'manner') return { ...step, manner: this.possibleChange(step.manner) };
		if (step.do === 'manual') {
			return { ...step, faults: step.faults.filter(({ fault }) => !isDeception(fault)) };
		}
		if (step.do === 'pollTwice' || step.do === 'poll') {
			const during = this.during(step.during);
			const faults = possibleFaults(step.faults);
			if (step.do === 'pollTwice') return { ...step, faults, during };
			return { ...step, faults, during, duringRestart: this.during(step.duringRestart) };
		}
		if (step.do === 'insert') return this.insertion(step);
		if (step.do === 'account') return { ...step, rows: step.rows.map((row) => this.longAgo(row)) };
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
		const { lookbackMinutes, skewMs, manner, pageSize } = this.settings;
		const error = this.ofLong ? Math.abs(skewMs) : 0;
		const greatest = lookbackMinutes * MINUTE - error - SECOND;
		const together = rows[0]?.ageShare ?? 0;
		const ageOf = {
			now: () => 0,
			seconds: ({ ageShare }: DraftRow) => (ageShare % 6) * SECOND,
			together: () => Math.floor((together / 1000) * greatest),
			anywhere: ({ ageShare }: DraftRow) => Math.floor((ageShare / 1000) * greatest),
			oldest: () => greatest,
			tooLate: (row: DraftRow) => (row === rows[0] ? 0 : greatest + OLDEST_MS / 2),
		}[ages];
		const possible =
			pageSize !== undefined || manner.paging.cap < 100 ? rows.slice(0, BURST) : rows;
		return { do: 'insert', rows: possible.map((row) => this.row(row, ageOf(row))) };
	}

	/** A row that was over long before any other. */
	private longAgo(draft: DraftRow): NewRow {
		const row = this.row({ ...draft, status: 'completed', isComplete: true }, LONG_AGO_MS);
		return { ...row, time: 'steady', trouble: 'none', agentId: draft.agentId };
	}

	private row(draft: DraftRow, ageMs: number): NewRow {
		const { status, agentId, campaignId, direction, kind } = draft;
		const { times, troubles } = this.draft.platform.kinds;
		const drawn = troubles[kind % troubles.length] ?? 'none';
		const trouble = drawn === 'noAgent' && this.needsAgents ? 'none' : drawn;
		this.rows += 1;
		return {
			id: `row${this.rows}${trouble === 'slash' ? '/b' : ''}`,
			ageMs,
			status,
			isComplete: status === 'completed' && draft.isComplete,
			agentId: trouble === 'noAgent' ? null : agentId,
			campaignId,
			direction,
			time: this.needsTimes ? 'steady' : (times[(kind >> 3) % times.length] ?? 'steady'),
			trouble,
		};
	}

	/** Where no row has a field for its agent, a filter on it is refused. */
	private get needsAgents(): boolean {
		const { filters, manner } = this.settings;
		return filters.agentId !== undefined && manner.shape.leavesOutNulls;
	}

	/** Whether old rows are told from new ones by their times alone. */
	private get needsTimes(): boolean {
		const { startFromMinutes, manner } = this.settings;
		return (
			this.ofLong ||
			startFromMinutes !== undefined ||
			(manner.shape.zoneHours !== 0 && this.draft.steps.some(({ do: what }) => what === 'user'))
		);
	}

	/** Anything about the platform but how it shows times to those who must compare them over the change. */
	private possibleChange(change: SomeManner): SomeManner {
		const { shape, listing, ...others } = change;
		const { manner } = this.settings;
		const { times, words, ...shaped } = shape ?? {};
		const { order, ...listed } = listing ?? {};
		const mayShowTimes = manner.shape.times === 'iso' && times !== 'missing';
		return {
			...others,
			shape: {
				...shaped,
				...(times && mayShowTimes && { times }),
				...(words && words !== 'unknown' && manner.shape.words !== 'unknown' && { words }),
			},
			listing: {
				...listed,
				// That a long list is not sorted any more shows only after some polls.
				...(order && !this.ofLong && { order }),
			},
		};
	}
}

export const consistentScenario = (draft: Draft): Scenario => new Fitting(draft).scenario();
