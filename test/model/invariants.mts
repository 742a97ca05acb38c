import type { Platform } from '../platform/platform.mts';
import { isComplete, isOver, type Row } from '../platform/rows.mts';
import type { Item, LoggedRow, RowLog } from './rowLog.mts';
import { waitsForEnd, type NewRow, type Settings } from './scenario.mts';

/** What must hold in every scenario. */
export const INVARIANTS = {
	neverLost:
		'Every row that came after the activation reaches the workflow, or an error says which one cannot',
	neverOld: 'Nothing that was there before the activation is emitted',
	neverTwice: 'A process of n8n emits a row once',
	redeliveryIsMarked: 'A row that is emitted again is marked as redelivered',
	redeliveryNeedsCrash:
		'A row is marked as redelivered only if a crash may have lost it, or n8n dropped it',
	skipRepeatsNothing: 'With "Skip" after a crash, nothing is redelivered',
	baselineIsSaved: 'What the poll of the first activation has learned is saved',
	maxBatchSize: 'A poll emits at most as many items as the batch size allows',
	onceInAPoll: 'A poll emits no row twice',
	oldestFirst: 'The items of a poll are sorted by time, the oldest first',
	onlyRealRows: 'Every item is a row of the platform',
	onlyMatchingRows: 'The filters let every item through',
	onlyEndedRows: 'A call or campaign that is emitted is over, or nothing says whether it is',
	transcriptIsAwaited: 'A call is emitted with its transcript, or after the time to wait for it',
	outputShape: 'A poll returns null, or one output with items',
	stateMovesAtTheEnd: 'The state moves only at the end of a poll that worked',
	stateIsJson: 'The state is plain JSON',
	failsOnlyWithThePlatform: 'A poll fails only if the platform does',
	pollsEnd: 'A poll comes to its end',
	endsWithThePoll: 'When a poll has returned, nothing of it is left under way',
	fewRequests: 'A poll that finds nothing costs little more than reading the list twice',
	smallState: 'The state is small',
	saysItOnce: 'What is wrong is not said again at every poll',
	readableErrors: 'Every error is one that n8n can show',
	sampleIsThere: 'A test shows a sample if there is one',
	sampleFits: 'A sample is a real row that the filters let through, and not marked as redelivered',
	sampleChangesNothing: 'A test does not move the state',
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** An invariant does not hold. */
export class InvariantViolation extends Error {
	override readonly name = 'InvariantViolation';

	constructor(
		readonly invariant: Invariant,
		detail: string,
	) {
		super(`${invariant} is violated (${INVARIANTS[invariant]}): ${detail}`);
	}
}

/** @throws InvariantViolation always */
export function violated(invariant: Invariant, detail: string): never {
	throw new InvariantViolation(invariant, detail);
}

const MINUTE = 60_000;
/** What the state may take at any time, in characters: for itself, and for each row that there ever was. */
const STATE = { own: 64 * 1024, perRow: 200 };
/** When the platform has come to rest. */
const STATE_AT_REST = { own: 8 * 1024, perRow: 200 };
/** What a poll may cost that finds nothing: for itself, for each page, and for each row that must be asked for by its identifier. */
const REQUESTS = { own: 20, perPage: 4, perRow: 2 };
/** The smallest page that a trigger may ask for. */
const PAGE = 50;

const asNew = ({
	agentId,
	isInbound,
	...row
}: Row): Pick<NewRow, 'agentId' | 'campaignId' | 'direction'> => ({
	agentId,
	campaignId: String(row.campaignId),
	direction: isInbound ? 'inbound' : 'outbound',
});

/** Holds what a trigger emits against what is known about the rows. */
export class Invariants {
	private readonly startFrom?: number;

	constructor(
		private readonly settings: Settings,
		private readonly log: RowLog,
		private readonly platform: Platform,
	) {
		const { startFromMinutes, startAt } = settings;
		if (startFromMinutes !== undefined) this.startFrom = startAt - startFromMinutes * MINUTE;
	}

	/** Checks the items of one poll, each of them and all together, before they are logged. */
	checkItems(items: readonly Item[], now: number): void {
		const { log } = this;
		const { batchSize } = this.settings;
		if (items.length > batchSize) {
			violated('maxBatchSize', `${items.length} items, and the batch size is ${batchSize}`);
		}
		const ids = items.map((item) => log.idOf(item));
		ids.forEach((id, index) => {
			const logged = log.find(id) ?? violated('onlyRealRows', `there never was a row "${id}"`);
			if (ids.indexOf(id) !== index) violated('onceInAPoll', id);
			if (!this.matches(logged.row)) violated('onlyMatchingRows', log.describe(id));
			this.checkEnd(id, logged, now);
			this.checkRepetition(id, logged, items[index]!.json.redelivered);
			this.checkAge(id, logged);
		});
		this.checkOrder(ids);
	}

	/** Checks the items that the test of a workflow shows. */
	checkSample(items: readonly Item[]): void {
		for (const item of items) {
			const id = this.log.idOf(item);
			const row = this.platform.find(id);
			if (!row) violated('sampleFits', `${id} is not on the platform`);
			if (!this.hasOccurred(row)) violated('sampleFits', `${id} is not over`);
			if (!this.matches(asNew(row))) violated('sampleFits', `the filters exclude ${id}`);
			if (item.json.redelivered !== false) violated('sampleFits', `${id} is marked`);
		}
	}

	/** Whether the platform has anything to show for a test. */
	get hasSample(): boolean {
		const { rows } = this.platform;
		// A test may fail because of a row that cannot be read.
		const areReadable = rows.every(({ trouble }) => trouble === 'none');
		return areReadable && rows.some((row) => this.matches(asNew(row)) && this.hasOccurred(row));
	}

	/** @param size of the state after a poll, in characters */
	checkState(size: number, { own, perRow } = STATE): void {
		const rows = [...this.log.all].length;
		const most = own + perRow * rows;
		if (size > most) violated('smallState', `${size} characters after ${rows} rows`);
	}

	/** Checks what a poll cost that found nothing, and the state it left. */
	checkCost(size: number): void {
		this.checkState(size, STATE_AT_REST);
		const { rows, requests, largestPage } = this.platform;
		const { pageSize = PAGE } = this.settings;
		const pages = Math.ceil(rows.length / Math.min(pageSize, largestPage));
		const asked = rows.filter((row) => !isOver(row) || row.trouble !== 'none');
		const most = REQUESTS.own + REQUESTS.perPage * pages + REQUESTS.perRow * asked.length;
		if (requests > most) {
			violated('fewRequests', `${requests} requests for ${rows.length} rows, ${most} at most`);
		}
	}

	/** Rows that must have reached the workflow by the end and did not. */
	get missing(): string[] {
		return [...this.log.all]
			.filter(([, logged]) => logged.executions === 0 && this.isDue(logged))
			.map(([id]) => id);
	}

	/** @throws InvariantViolation if a row is missing */
	checkNothingIsLost(): void {
		const { missing } = this;
		const [first] = missing;
		if (first) violated('neverLost', `${missing.length} rows, such as ${this.log.describe(first)}`);
	}

	private hasOccurred(row: Row): boolean {
		return !waitsForEnd(this.settings.event) || isOver(row);
	}

	private matches(row: Pick<NewRow, 'agentId' | 'campaignId' | 'direction'>): boolean {
		const { agentId, campaignId, direction } = this.settings.filters;
		return (
			(agentId === undefined || row.agentId === agentId) &&
			(campaignId === undefined || row.campaignId === campaignId) &&
			(direction === undefined || row.direction === direction)
		);
	}

	private checkEnd(id: string, { overAt, created, row: { time } }: LoggedRow, now: number): void {
		const { event, manner, skewMs, waitMinutes } = this.settings;
		if (!waitsForEnd(event)) return;
		// Of a word that nobody knows nothing says whether the call is over: it is emitted after the time to wait, and says so.
		const isUnclear = event === 'callEnded' && manner.shape.words === 'unknown';
		const hasWaited = time === 'future' || now + skewMs - created >= waitMinutes * MINUTE;
		if (isUnclear && hasWaited) return;
		if (overAt === undefined) violated('onlyEndedRows', this.log.describe(id));
		const row = this.platform.find(id);
		if (event !== 'callEnded' || row?.status !== 'completed' || isComplete(row)) return;
		const waited = now + skewMs - (row.ended ?? 0);
		if (waited < waitMinutes * MINUTE - Math.abs(skewMs)) {
			violated('transcriptIsAwaited', `${id} has none, and was waited for only ${waited} ms`);
		}
	}

	private checkRepetition(id: string, { emissions, forgotten }: LoggedRow, mark: unknown): void {
		const { log, settings } = this;
		const saved = emissions.filter(({ isSaved }) => isSaved);
		if (saved.some(({ process }) => process === log.process)) violated('neverTwice', id);
		if (typeof mark !== 'boolean') violated('redeliveryIsMarked', `${id} has no mark at all`);
		// A process knows what it has emitted, also if its state was lost.
		const isOfThisProcess = emissions.some(
			({ process, isExecuted }) => isExecuted && process === log.process,
		);
		const isSaved = emissions.slice(forgotten).some((emission) => emission.isSaved);
		const isKnown = isSaved || isOfThisProcess;
		if (!mark && isKnown) violated('redeliveryIsMarked', log.describe(id));
		if (!mark) return;
		if (saved.length > 0 && settings.afterCrash === 'skip') violated('skipRepeatsNothing', id);
		const wasDropped = emissions.some(
			({ isSaved, process }) => !isSaved && process === log.process,
		);
		const window = settings.crashWindowMinutes * MINUTE;
		const mayBeLost = emissions.some(({ at, process }) =>
			log.processStarts.some((start, number) => number > process && start - at <= window),
		);
		if (!mayBeLost && !wasDropped) violated('redeliveryNeedsCrash', log.describe(id));
	}

	private checkAge(id: string, { occurredIn, created }: LoggedRow): void {
		if (occurredIn !== 'before') return;
		const isWanted = this.startFrom !== undefined && created >= this.startFrom;
		if (!isWanted) violated('neverOld', this.log.describe(id));
	}

	private checkOrder(ids: readonly string[]): void {
		const hasOrder =
			this.settings.event !== 'campaignFinished' && this.settings.manner.shape.times !== 'missing';
		if (!hasOrder) return;
		// A platform may give whole seconds.
		const steady = ids.filter((id) => this.log.find(id)!.row.time === 'steady');
		const seconds = steady.map((id) => Math.floor(this.log.find(id)!.created / 1000));
		const index = seconds.findIndex((time, place) => place > 0 && time < seconds[place - 1]!);
		if (index > 0) violated('oldestFirst', `${steady[index]} comes after ${steady[index - 1]}`);
	}

	private isDue(logged: LoggedRow): boolean {
		return !logged.isExcused && this.isWanted(logged);
	}

	private isWanted(logged: LoggedRow): boolean {
		const { occurredIn, insertedIn, created, isDeleted, isNamed, loss, row } = logged;
		const { event, skewMs, lookbackMinutes } = this.settings;
		if (isNamed && row.trouble !== 'none') return false;
		if (isDeleted || occurredIn === undefined || !this.matches(row)) return false;
		if (loss && !loss.isNoticeable) return false;
		// It appeared later than the lookback window allows.
		if (insertedIn !== 'before' && row.ageMs > lookbackMinutes * MINUTE) return false;
		if (this.startFrom !== undefined) return created >= this.startFrom;
		if (occurredIn !== 'after') return false;
		// What was under way at the activation is known only as far back as it was read.
		const oldest = this.log.baselineAt + skewMs - lookbackMinutes * MINUTE;
		const isClear = this.settings.manner.shape.words !== 'unknown';
		const wasRead = insertedIn === 'before' && created >= oldest && isClear;
		return insertedIn === 'after' || event === 'campaignFinished' || wasRead;
	}
}
