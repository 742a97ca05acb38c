import { PageReader, RequestFailure, pagesOf } from '../../shared/http';
import { bounds } from '../bounds';
import type { Watch } from '../watch';
import type { BaselineProgress } from '../state';
import { checkEnd, checkFirst, checkUndated, sayHealth } from './health';
import type { Defer, Row } from './list';
import { CLOCK_ERROR_MS } from './list';
import { listEnd, pageIfAny } from './listEnd';
import { passOf, resumed } from './pass';
import type { End, Reading, Stretch } from './reading';
import type { Stream } from './stream';
import { readingOf } from './stream';
import type { Head } from './ways';
import { fromTheBack, headOf } from './ways';

const FIRST_PAGE = 100;
/** So many pages, from the front to the end, show whether a list is sorted as its first rows are. */
const PLACES = 12;
/** Rows that come while the baseline is being read may be that much older than they would be otherwise. */
const MARGIN_MS = 10 * 60_000;

/** What was there at the activation, as one reading finds it. */
class Baseline {
	private readonly reading: Reading;
	private readonly reader: PageReader;
	private readonly progress: BaselineProgress;
	private readonly isFirstPoll: boolean;
	private isWhole = true;

	constructor(
		private readonly watch: Watch,
		private readonly stream: Stream,
		private readonly defer: Defer,
	) {
		const { state, now } = watch;
		this.progress = state.list.baseline ?? { startedAt: now, readings: 0, surprises: 0 };
		this.isFirstPoll = this.progress.startedAt === now;
		this.reading = readingOf(watch, stream, undefined, (rows) => this.take(rows));
		this.reader = new PageReader(this.reading.list.pages({}), FIRST_PAGE);
	}

	/**
	 * One reading, or as much of it as there is time for.
	 *
	 * @returns whether it has come to its end, and agrees with those before
	 */
	async read(): Promise<'agreed' | 'notAgreed' | 'outOfTime'> {
		const { watch, reading, stream, progress } = this;
		const { state } = watch;
		const end = await this.readList();
		checkFirst(watch, reading, stream);
		checkUndated(watch, reading, stream);
		if (end === 'outOfTime') return 'outOfTime';
		state.list.idName = reading.list.identity.choice;
		state.list.pass = undefined;
		// An answer without rows looks like any fault.
		const enough = state.knownCount > 0 ? 1 : 2;
		const isAgreed = progress.readings >= enough && progress.surprises === 0;
		progress.readings += 1;
		progress.surprises = 0;
		if (!isAgreed) return 'notAgreed';
		state.completeBaseline(this.isWhole, reading.typicalLatest);
		sayHealth(watch, reading, stream);
		return 'agreed';
	}

	/**
	 * The first poll says from when on rows are new. If it did not come to the end of the list, and the newest rows are not at the front, it may
	 * not have met them: then only the clock of n8n tells.
	 */
	private noteNewest({ order }: Stretch, hasEnded: boolean): void {
		const { progress, isFirstPoll, reading } = this;
		const isMet = progress.readings > 0 || (hasEnded && isFirstPoll) || order.isNewestFirst;
		const latest = isMet ? undefined : progress.startedAt + CLOCK_ERROR_MS;
		const times = [progress.newest, isFirstPoll ? reading.newest : undefined, latest];
		const known = times.filter((time) => time !== undefined);
		if (known.length > 0) progress.newest = Math.max(...known);
	}

	/** Whether a row came while the baseline is being read, in a later poll than the first. Times in the future say nothing. */
	private isLater({ time }: Row): boolean {
		const { progress, isFirstPoll, watch } = this;
		if (isFirstPoll || time === undefined || time > watch.now + CLOCK_ERROR_MS) return false;
		const { newest, future = -Infinity } = progress;
		return newest !== undefined && time > Math.max(newest, future);
	}

	/** Whether all rows that follow are old, if the list is sorted as its rows by now are. */
	private isPast({ order }: Stretch): boolean {
		return order.isNewestFirst && this.isOld(order.earliest);
	}

	private isOld(time: number | undefined): boolean {
		return time !== undefined && time < this.since;
	}

	/** Rows with an earlier time cannot be new later. */
	private get since(): number {
		const { newest = this.watch.now } = this.reading;
		return newest - this.watch.state.lookback - MARGIN_MS;
	}

	private noteFuture({ time = -Infinity }: Row): void {
		if (time <= this.watch.now + CLOCK_ERROR_MS) return;
		this.progress.future = Math.max(this.progress.future ?? time, time);
	}

	private take(rows: readonly Row[]): boolean {
		const { state } = this.watch;
		const { newest = Infinity } = this.progress;
		for (const row of rows) {
			this.noteFuture(row);
			if (this.isLater(row)) continue;
			const isNewToUs = state.isNew(row) && !state.deferredCalls.has(row.key);
			// Rows may appear as late as the lookback window allows.
			const mayHaveCome = row.time !== undefined && row.time > newest - state.lookback;
			if (isNewToUs && !mayHaveCome) this.progress.surprises += 1;
			if (!this.defer(row)) state.learn(row);
		}
		if (state.knownCount > 2 * bounds.maxKnown) state.forgetBefore(this.since);
		return false;
	}

	private async readList(): Promise<End> {
		const { reading, reader, watch } = this;
		const { state } = watch;
		const { pass } = state.list;
		const before = pass && (await resumed(reading, pass, reader));
		const stretch = before?.stretch ?? reading.stretch('front');
		const pages = before?.pages ?? pagesOf(reader, reading.list.identity);
		let head: Head | undefined;
		const end = await reading.read(pages, reader, stretch, (page) => {
			head ??= headOf(reading.list, page);
			const isLong = !before && stretch.offset > bounds.maxKnown && !state.has('not sorted');
			const isSorted = this.isPast(stretch) || stretch.order.isOldestFirst;
			return isLong && isSorted ? 'paused' : undefined;
		});
		if (end === 'paused' && head) {
			const quick = this.isPast(stretch)
				? await this.restIsOlder(stretch)
				: await this.latestPart(head);
			if (quick === 'past') this.noteNewest(stretch, true);
			if (quick === 'past') return quick;
			if (quick === 'untrusted') state.note('not sorted');
			return await this.onFrom(pages, stretch);
		}
		return await this.endOf(end, stretch);
	}

	/** Reads the rest of a list that is not sorted. */
	private async onFrom(pages: ReturnType<typeof pagesOf>, stretch: Stretch): Promise<End> {
		return await this.endOf(await this.reading.read(pages, this.reader, stretch), stretch);
	}

	private async endOf(end: End, stretch: Stretch): Promise<End> {
		const { state } = this.watch;
		if (end === 'outOfTime') {
			this.noteNewest(stretch, false);
			state.list.pass = { ...passOf(stretch), missed: [] };
			return 'outOfTime';
		}
		this.noteNewest(stretch, true);
		await checkEnd(this.watch, this.reading, this.stream, stretch.offset);
		if (state.knownCount > bounds.maxKnown) state.forgetBefore(this.since);
		return 'ended';
	}

	/** Looks at some pages of the rest of a list whose newest rows are at the front, and at its end. */
	private async restIsOlder({ order, offset, page }: Stretch): Promise<End> {
		const { list, slack } = this.reading;
		const fetchPage = list.pages({});
		const end = await listEnd(list, fetchPage, offset);
		if (end === undefined) return 'outOfTime';
		const rowsAt = async (at: number) =>
			page
				? await pageIfAny(fetchPage, page.size, page.number + Math.floor((at - offset) / page.size))
				: await pageIfAny(fetchPage, FIRST_PAGE, at);
		const { earliest = 0 } = order;
		let latest = earliest;
		let length = 1;
		for (let place = 1; place <= PLACES; place += 1) {
			const share = Math.floor(((end - offset) * place) / PLACES);
			const rows = await rowsAt(place < PLACES ? offset + share : Math.max(offset, end - length));
			length = Math.max(length, rows.length);
			const times = rows.map(list.timeOf).filter((time) => time !== undefined);
			if (times.some((time) => time > latest + slack)) return 'untrusted';
			latest = times.reduce((first, time) => Math.min(first, time), latest);
		}
		this.hasLearned(earliest + 1);
		return 'past';
	}

	/** Reads the last rows of a list whose newest rows are at the back. */
	private async latestPart(head: Head): Promise<End> {
		const { end, stretch } = await fromTheBack(this.reading, {
			head,
			wanted: bounds.maxKnown,
			pageSize: FIRST_PAGE,
			isEnough: ({ order }) => this.isOld(order.earliest),
		});
		if (end === 'outOfTime') return end;
		if (end !== 'past' || !stretch || !this.isOld(stretch.order.earliest)) return 'untrusted';
		this.hasLearned((stretch.order.earliest ?? 0) + 1);
		return 'past';
	}

	/** Only rows since some time were learned. */
	private hasLearned(since: number): void {
		this.isWhole = false;
		this.watch.state.forgetBefore(Math.max(since, this.since), true);
	}
}

/** Learns what is there at the activation, so that only what comes later is new. A long list takes several polls. */
export async function readBaseline(watch: Watch, stream: Stream, defer: Defer): Promise<void> {
	const { baseline } = watch.state.list;
	if (baseline?.startedAt === 0 && baseline.newest === undefined) baseline.startedAt = watch.now;
	for (let reading = 0; reading < bounds.baselineReadings; reading += 1) {
		const end = await new Baseline(watch, stream, defer).read();
		if (end === 'agreed' || end === 'outOfTime') return;
		if (!watch.hasTimeToRead()) return;
	}
	throw new RequestFailure(
		`The platform lists other ${stream.rows} each time, also old ones`,
		'The trigger must know what was there at its activation, and no two readings agree. Nothing was emitted. The next poll tries again',
		{ reach: 'answered' },
	);
}
