import type { Claim, ClaimStore } from './claims';

/** How a request ended: `notDone` only if it is certain that the platform did nothing. */
export type Ending = 'done' | 'notDone' | 'unknown';

const MIN_SLICE = 100;
/** After a crash, the numbers of two slices can be listed as unknown: no more than somebody can look through. */
const MAX_SLICE = 500;
/** Each write of the store writes all that it has. So a slice grows with it, and the cost of an item stays the same. */
const SHARE_OF_STORE = 20;
/** How long an outcome may wait to be recorded. After a crash, those that were not recorded are listed as unknown. */
const RECORD_AFTER_MS = 1_000;

/** What one request acts on. The same object stands for it from the claim to the end. */
export interface Claimant {
	readonly keys: readonly string[];
}

interface Slice {
	claimants: Claimant[];
	claim: Promise<Claim>;
}

/** The keys that a request claimed itself. */
const ownKeys = ({ keys }: Claimant, { done, unknown }: Claim): string[] =>
	keys.filter((key) => !done.has(key) && !unknown.has(key));

/**
 * Claims what the requests of one run will do, a slice of them in one write, and one slice ahead: requests do not wait for the store.
 */
export class ClaimAhead {
	private next = 0;
	private readonly slices: Slice[] = [];
	private readonly sliceOf = new Map<Claimant, Slice>();
	private readonly begun = new Set<Claimant>();
	/** About how many keys the store has. */
	private inStore = 0;
	private pending = { done: [] as string[], notDone: [] as string[] };
	private recordedAt = Date.now();
	private recording: Promise<void> = Promise.resolve();
	private isRecording = false;

	/** @param claimants the requests that need a claim, in the order in which they begin */
	constructor(
		private readonly store: ClaimStore,
		private readonly claimants: readonly Claimant[],
	) {}

	/**
	 * What the store knew of this request. Its other keys are claimed, and `settle` must follow.
	 *
	 * @throws ParameterError or RequestFailure if they cannot be claimed. Nothing may be sent then
	 */
	async claimOf(claimant: Claimant): Promise<Claim> {
		const slice = this.sliceOf.get(claimant) ?? this.claimNext();
		const claim = await slice.claim;
		this.begun.add(claimant);
		if (slice === this.slices.at(-1) && this.next < this.claimants.length) this.claimNext();
		return claim;
	}

	/**
	 * Notes how a request ended.
	 *
	 * @param left keys that were left out of the request: nothing happened
	 */
	settle(
		claimant: Claimant,
		claim: Claim,
		ending: Ending,
		left: ReadonlySet<string> = new Set(),
	): void {
		const own = ownKeys(claimant, claim);
		this.pending.notDone.push(...own.filter((key) => left.has(key)));
		if (ending !== 'unknown') this.pending[ending].push(...own.filter((key) => !left.has(key)));
		if (!this.isRecording && Date.now() - this.recordedAt >= RECORD_AFTER_MS) this.record();
	}

	/** Releases what was claimed and did not begin, and waits until all is recorded. */
	async end(): Promise<void> {
		// Nothing more is claimed.
		this.next = this.claimants.length;
		for (const { claimants, claim } of this.slices) {
			const result = await claim.catch(() => undefined);
			if (!result) continue;
			const left = claimants.filter((claimant) => !this.begun.has(claimant));
			for (const claimant of left) this.pending.notDone.push(...ownKeys(claimant, result));
		}
		await this.recording;
		this.record();
		await this.recording;
	}

	private claimNext(): Slice {
		const before = this.slices.at(-1)?.claim;
		const claimants = this.claimantsOfSlice();
		const claim = this.claim(claimants, before);
		// Nobody may ask for it if the run stops first.
		claim.catch(() => undefined);
		const slice = { claimants, claim };
		for (const claimant of claimants) this.sliceOf.set(claimant, slice);
		this.slices.push(slice);
		return slice;
	}

	private async claim(claimants: readonly Claimant[], before?: Promise<Claim>): Promise<Claim> {
		// If the slice before could not be claimed, this one cannot be claimed either.
		if (before) await before;
		else this.inStore += await this.store.count();
		return await this.store.claim(claimants.flatMap(({ keys }) => keys));
	}

	private claimantsOfSlice(): Claimant[] {
		const from = this.next;
		let keys = 0;
		while (this.next < this.claimants.length && keys < this.sliceSize) {
			keys += this.claimants[this.next]?.keys.length ?? 0;
			this.next += 1;
		}
		this.inStore += keys;
		return this.claimants.slice(from, this.next);
	}

	private get sliceSize(): number {
		const share = this.inStore / SHARE_OF_STORE;
		return Math.min(Math.max(share, MIN_SLICE), MAX_SLICE);
	}

	/** What cannot be recorded is listed as unknown by later executions: no result is lost for it. */
	private record(): void {
		const { done, notDone } = this.pending;
		this.pending = { done: [], notDone: [] };
		this.recordedAt = Date.now();
		this.isRecording = true;
		this.recording = this.store
			.settle(done, notDone)
			.catch(() => undefined)
			.finally(() => {
				this.isRecording = false;
			});
	}
}
