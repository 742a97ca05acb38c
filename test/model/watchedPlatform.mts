import { changed, type SomeManner } from '../platform/manners.mts';
import { Platform } from '../platform/platform.mts';
import { possible } from '../platform/possible.mts';
import {
	isComplete,
	isOver,
	PLANNED_AHEAD_MS,
	trueRow,
	type Row,
	type Status,
} from '../platform/rows.mts';
import { THINGS } from '../platform/things.mts';
import { idText } from '../platform/written.mts';
import { clock } from './clock.mts';
import { RowLog } from './rowLog.mts';
import { EVENTS, type NewRow, type PlatformChange, type Settings } from './scenario.mts';

const MINUTE = 60_000;
/** So many known rows are not removed between two polls. */
const KNOWN_ROWS = 5;
/** Polls have met a row by then. */
const SEEN_AFTER_MS = 2 * MINUTE;
/** Items of one poll. If new rows fill a poll, old ones behind them are not seen, and the next poll knows the new ones. */
const ENOUGH_ROOM = 1000;

/** Whether a change can happen to a row. */
function isOpenTo({ do: kind }: PlatformChange, row: Row): boolean {
	if (kind === 'setStatus') return !isOver(row);
	if (kind === 'complete') return row.status === 'completed' && !isComplete(row);
	return true;
}

/** What all rows have in common. */
const ANY_ROW = trueRow(3, 1);
const AGENT_NAMES: Record<string, string> = { agent_a: 'Reception', agent_b: 'Sales' };

/** What is known of a call when its analysis is complete, and before. */
const RESULTS = {
	outcome: 'interested',
	isSuccess: true,
	sentiment: 'positive',
	summary: 'A talk',
	customFields: { budget: '100' },
	turns: [{ isAgent: true, text: 'Good morning' }],
};
const NO_RESULTS = {
	outcome: null,
	isSuccess: null,
	sentiment: null,
	summary: null,
	customFields: {},
	turns: [],
};

/** The platform, with a log of what happens on it. */
export class WatchedPlatform {
	readonly platform: Platform;
	readonly log: RowLog;

	private rows = 0;
	private users = 0;

	constructor(private readonly settings: Settings) {
		this.platform = this.another();
		this.log = new RowLog(settings);
	}

	apply(change: PlatformChange): void {
		if (change.do === 'insert') return change.rows.forEach((row) => this.insert(row));
		const { platform, log } = this;
		const rows = platform.rows.filter((row) => isOpenTo(change, row));
		const row = rows[change.which % rows.length];
		if (!row) return;
		// A row deleted while the baseline is read moves others to where they are not read: then nobody can tell them from new ones. And without any
		// row that is known, this is another account: if others come too late, or campaigns wait for their batch.
		const { event, batchSize, maxKnown } = this.settings;
		const isKnown = ({ id, inserted }: Row) =>
			log.find(id)!.emissions.length > 0 ||
			(maxKnown === undefined && inserted <= this.now - SEEN_AFTER_MS);
		const others = platform.rows.filter(({ id }) => id !== row.id);
		const areMany = [...log.all].length >= KNOWN_ROWS;
		const mayWait = event === 'campaignFinished' && batchSize < ENOUGH_ROOM;
		const isNoticed = mayWait || (areMany && !others.some(isKnown));
		if (change.do === 'delete' && log.phase === 'after' && !isNoticed) {
			platform.delete(row.id);
			log.deleted(row.id);
		}
		if (change.do === 'edit') platform.update(row.id, { credits: row.credits + 1 });
		if (change.do === 'complete') platform.update(row.id, RESULTS);
		if (change.do === 'setStatus') this.setStatus(row.id, change.status);
	}

	insert(row: NewRow): void {
		const shown = this.shown(row);
		this.platform.insert(shown);
		this.log.inserted(row, shown.created, isOver(row) ? clock.now : undefined);
	}

	/** A copy that may change without consequences, with one more row. */
	copyWith(row: NewRow): Platform {
		const copy = this.another(this.platform.manner);
		this.platform.rows.forEach((known) => copy.insert(known));
		copy.insert(this.shown(row));
		return copy;
	}

	changeManner(some: SomeManner): void {
		const { manner, thing } = this.platform;
		this.platform.change(possible(changed(manner, some), thing));
	}

	/** Another user of the same organization: all stays as it is. */
	changeUser(): void {
		this.users += 1;
		this.log.isOtherAccount = true;
	}

	/** Lists other rows, all from before. */
	changeAccount(rows: readonly NewRow[]): void {
		const { platform, log } = this;
		if (log.phase !== 'after') return;
		this.changeUser();
		for (const { id } of platform.rows) {
			platform.delete(id);
			log.deleted(id);
		}
		platform.forgetPast();
		log.phase = 'before';
		rows.forEach((row) => this.insert(row));
		// What comes until the trigger has noticed it counts as old.
		log.phase = 'unclear';
	}

	/** The email in the credential. */
	get email(): string {
		return `user${this.users}@example.com`;
	}

	private another(manner = this.settings.manner): Platform {
		const thing = THINGS[EVENTS[this.settings.event]];
		return new Platform({ thing, manner, now: () => this.now });
	}

	private shown({ ageMs, isComplete: hasResults, direction, ...given }: NewRow): Row {
		const added = this.now - ageMs;
		this.rows += 1;
		const row: Row = {
			...ANY_ROW,
			...given,
			...(hasResults ? RESULTS : NO_RESULTS),
			number: this.rows,
			mark: `session_${given.id}`,
			name: `Name of ${given.id}`,
			isInbound: direction === 'inbound',
			agentName: AGENT_NAMES[String(given.agentId)] ?? null,
			// Nothing is said but when it was created, and when it was over.
			started: undefined,
			duration: null,
			credits: 1,
			created: added + (given.time === 'future' ? PLANNED_AHEAD_MS : 0),
			inserted: this.now,
			ended: isOver(given) ? added + Math.min(ageMs, MINUTE) : null,
		};
		this.log.writes(row.id, idText(row, this.settings.manner.ids));
		return row;
	}

	private setStatus(id: string, status: Status): void {
		const hasEnded = isOver({ status });
		this.platform.update(id, { status, ...(hasEnded && { ended: this.now }) });
		if (hasEnded) this.log.ended(id, clock.now);
	}

	private get now(): number {
		return clock.now + this.settings.skewMs;
	}
}
