import { clock } from './clock.mts';
import { FakePlatform } from './fakePlatform.mts';
import { isOver, type CallStatus, type FakeRow } from './platformRows.mts';
import { RowLog } from './rowLog.mts';
import { PLANNED_AHEAD_MS } from './rowTimes.mts';
import { EVENTS, type NewRow, type PlatformChange, type Settings } from './scenario.mts';

const MINUTE = 60_000;

/** Whether a change can happen to a row. */
function isOpenTo({ do: kind }: PlatformChange, row: FakeRow): boolean {
	if (kind === 'setStatus') return !isOver(row);
	if (kind === 'complete') return row.status === 'completed' && !row.isComplete;
	return true;
}

/** The platform, with a log of what happens on it. */
export class WatchedPlatform {
	readonly platform: FakePlatform;
	readonly log: RowLog;

	constructor(private readonly settings: Settings) {
		this.platform = new FakePlatform(EVENTS[settings.event], settings.quirks, () => this.now);
		this.log = new RowLog(settings);
	}

	apply(change: PlatformChange): void {
		if (change.do === 'insert') return change.rows.forEach((row) => this.insert(row));
		const { platform, log } = this;
		const rows = platform.rows.filter((row) => isOpenTo(change, row));
		const row = rows[change.which % rows.length];
		if (!row) return;
		// A row deleted while the baseline is read moves others to where they are not read: then nobody can tell them from new ones.
		if (change.do === 'delete' && log.phase === 'after') {
			platform.delete(row.id);
			log.deleted(row.id);
		}
		if (change.do === 'edit') platform.update(row.id, { revision: row.revision + 1 });
		if (change.do === 'complete') platform.update(row.id, { isComplete: true });
		if (change.do === 'setStatus') this.setStatus(row.id, change.status);
	}

	insert(row: NewRow): void {
		const shown = this.shown(row);
		this.platform.insert(shown);
		this.log.inserted(row, shown.created, isOver(row) ? clock.now : undefined);
	}

	/** A copy that may change without consequences, with one more row. */
	copyWith(row: NewRow): FakePlatform {
		const { list, quirks } = this.platform;
		const copy = new FakePlatform(list, quirks, () => this.now);
		this.platform.rows.forEach((known) => copy.insert({ ...known }));
		copy.insert(this.shown(row));
		return copy;
	}

	private shown({ ageMs, ...row }: NewRow): Parameters<FakePlatform['insert']>[0] {
		const added = this.now - ageMs;
		return {
			...row,
			revision: 1,
			created: added + (row.time === 'future' ? PLANNED_AHEAD_MS : 0),
			inserted: this.now,
			changed: this.now,
			...(isOver(row) && { ended: added + Math.min(ageMs, MINUTE) }),
		};
	}

	private setStatus(id: string, status: CallStatus): void {
		const hasEnded = isOver({ status });
		this.platform.update(id, { status, ...(hasEnded && { ended: this.now }) });
		if (hasEnded) this.log.ended(id, clock.now);
	}

	private get now(): number {
		return clock.now + this.settings.skewMs;
	}
}
