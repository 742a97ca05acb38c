import type { HeldRow } from './storeRow';
import { tooLate } from './storeRow';

const MINUTE_MS = 60_000;
/** So many executions can show in the same minute that they call. */
const SEATS = 16;
/** An execution that did not show itself for so long sends nothing more: its numbers may have been released. */
const STALE_MS = 2 * MINUTE_MS;
/** The clocks of two machines may differ by this many minutes. */
const CLOCKS_DIFFER = 2;
/** For how many minutes an execution that was killed counts as calling. */
const MINUTES_BACK = STALE_MS / MINUTE_MS + CLOCKS_DIFFER;

const minuteOf = (moment: number) => Math.floor(moment / MINUTE_MS);
const seatsOf = (minute: number) =>
	Array.from({ length: SEATS }, (_seat, seat) => `calling ${minute} ${seat}`);

/** Shows in the store, once in each minute, that an execution is calling: nobody may release its numbers. Each execution has an entry of its own. */
export class Activity {
	private own?: { minute?: number; entries: readonly string[] };
	private shownAt?: number;
	private isBroken = false;

	/** @param now milliseconds since 1970 */
	constructor(private readonly now: () => number) {}

	get isShown(): boolean {
		return this.own !== undefined;
	}

	/** False if the process stood still for so long that its numbers may have been released. */
	get isTrusted(): boolean {
		if (this.shownAt !== undefined && this.now() - this.shownAt > STALE_MS) this.isBroken = true;
		return !this.isBroken;
	}

	/** @throws RequestFailure if the numbers may have been released. Nothing may be sent then */
	check(): void {
		if (!this.isTrusted) throw tooLate();
	}

	/** The entry to record with the next write; none if this minute has one. */
	next(): string[] {
		const minute = minuteOf(this.now());
		const seat = Math.floor(Math.random() * SEATS);
		return this.own?.minute === minute ? [] : seatsOf(minute).slice(seat, seat + 1);
	}

	/** Another day has begun, so the row may have been emptied: it no longer shows anything. */
	forget(): void {
		this.own = undefined;
	}

	/**
	 * To be called when `next` was recorded.
	 *
	 * @param fresh what was new
	 */
	async recorded(row: HeldRow, [entry]: readonly string[], fresh: Set<string>): Promise<void> {
		if (entry === undefined) return;
		const minute = minuteOf(this.now());
		let own = entry;
		let isOwn = fresh.has(own);
		// Another execution has this entry, and will remove it.
		for (const seat of seatsOf(minute)) {
			if (isOwn) break;
			own = seat;
			isOwn = (await row.record([own])).has(own);
		}
		const { entries: before = [] } = this.own ?? {};
		// As long as all seats are taken, the next write looks for one again.
		this.own = isOwn ? { minute, entries: [own] } : { entries: [] };
		this.shownAt = this.now();
		if (before.length > 0) await row.remove(before).catch(() => undefined);
	}

	/** All requests have ended. @returns the entry to remove */
	end(): string[] {
		const { entries = [] } = this.own ?? {};
		this.own = undefined;
		this.shownAt = undefined;
		return [...entries];
	}
}

/** @returns whether an execution shows that it is calling, or was killed a few minutes ago */
export async function isAnyActive(row: HeldRow, now: number): Promise<boolean> {
	const minutes = Array.from(
		{ length: MINUTES_BACK + CLOCKS_DIFFER + 1 },
		(_minute, index) => minuteOf(now) - MINUTES_BACK + index,
	);
	return (await row.has(minutes.flatMap(seatsOf))).size > 0;
}
