import { sleep } from 'n8n-workflow';
import type { CalledNumbers, Claim } from './calledNumbers';
import { callOf } from './calledNumbers';

/** How a request ended: `notDone` only if it is certain that the platform did nothing. */
export type Ending = 'done' | 'notDone' | 'unknown';

/** After a crash, the numbers of about two slices can be listed as unknown: no more than somebody can look through. */
const MAX_SLICE = 500;
/** Each write of the store writes all that it has. So a slice grows with it, and the cost of an item stays the same. */
const SHARE_OF_STORE = 200;
/** How long an outcome may wait to be recorded. After a crash, those that were not recorded are listed as unknown. */
const RECORD_EVERY_MS = 1_000;
/** How often the end of a run tries to record what is not recorded yet. */
const END_ATTEMPTS = 3;

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
 * Claims what the requests of one run will do, a slice of them in one write, and one slice ahead: requests do not wait for the store. The same
 * write records how earlier requests ended.
 */
export class ClaimAhead {
	private next = 0;
	private readonly slices: Slice[] = [];
	private readonly sliceOf = new Map<Claimant, Slice>();
	private readonly begun = new Set<Claimant>();
	/** About how many entries the store has. */
	private inStore = 0;
	private pending = { done: [] as string[], notDone: [] as string[] };
	private recording: Promise<void> = Promise.resolve();
	private hasEnded = false;
	readonly found = { asked: 0, skipped: 0, isNew: false };

	/**
	 * @param claimants the requests that need a claim, in the order in which they begin
	 * @param parallel how many requests are under way at the same time
	 */
	constructor(
		private readonly store: CalledNumbers,
		private readonly claimants: readonly Claimant[],
		private readonly parallel: number,
		private readonly pause: (milliseconds: number) => Promise<void> = sleep,
	) {}

	/**
	 * What the store knew of this request. Its other keys are claimed, and `settle` must follow.
	 *
	 * @throws ParameterError or RequestFailure if they cannot be claimed. Nothing may be sent then
	 */
	async claimOf(claimant: Claimant): Promise<Claim> {
		const slice = this.sliceOf.get(claimant) ?? this.claimNext();
		const ahead = await slice.claim;
		this.check();
		this.begun.add(claimant);
		const claim = this.store.isOver(ahead) ? await this.store.claim(claimant.keys) : ahead;
		this.found.asked += claimant.keys.length;
		this.found.skipped += claimant.keys.length - ownKeys(claimant, claim).length;
		if (slice === this.slices.at(-1) && this.next < this.claimants.length) this.claimNext();
		return claim;
	}

	/** To be called before each attempt to send. @throws RequestFailure if what was claimed may have been released in the meantime */
	check(): void {
		this.store.check();
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
		for (const key of ownKeys(claimant, claim)) {
			const how = left.has(key) ? 'notDone' : ending;
			if (how !== 'unknown') this.pending[how].push(callOf(claim.round, key));
		}
	}

	/** Releases what was claimed and did not begin, and waits until all is recorded. */
	async end(): Promise<void> {
		// Nothing more is claimed.
		this.next = this.claimants.length;
		for (const { claimants, claim } of this.slices) {
			const result = await claim.catch(() => undefined);
			if (!result) continue;
			for (const claimant of claimants.filter((one) => !this.begun.has(one))) {
				const calls = ownKeys(claimant, result).map((key) => callOf(result.round, key));
				this.pending.notDone.push(...calls);
			}
		}
		this.hasEnded = true;
		await this.recording;
		for (let attempt = 1; ; attempt += 1) {
			await this.record();
			const { done, notDone } = this.pending;
			const isBehind = done.length + notDone.length > 0 || this.store.isBehind;
			if (!isBehind || attempt === END_ATTEMPTS) return;
			await this.pause(RECORD_EVERY_MS);
		}
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
		if (before === undefined) void this.recordOnAndOn();
		return slice;
	}

	private async claim(claimants: readonly Claimant[], before?: Promise<Claim>): Promise<Claim> {
		// If the slice before could not be claimed, this one cannot be claimed either.
		if (before) await before;
		else if (this.next < this.claimants.length) this.inStore += (await this.store.count()) ?? 0;
		const keys = claimants.flatMap((claimant) => claimant.keys);
		const { done } = this.pending;
		this.pending.done = [];
		const result = await this.store.claim(keys, done).catch((error: unknown) => {
			this.pending.done.push(...done);
			throw error;
		});
		if (!before) this.found.isNew = result.isNew;
		return result;
	}

	private claimantsOfSlice(): Claimant[] {
		const from = this.next;
		let keys = 0;
		while (this.next < this.claimants.length && keys < this.sliceSize) {
			keys += this.claimants[this.next]?.keys.length ?? 0;
			this.next += 1;
		}
		this.inStore += 3 * keys;
		return this.claimants.slice(from, this.next);
	}

	private get sliceSize(): number {
		return Math.min(Math.max(this.inStore / SHARE_OF_STORE, this.parallel), MAX_SLICE);
	}

	/** Records how requests ended, and shows that this run is calling, for as long as it is. */
	private async recordOnAndOn(): Promise<void> {
		for (;;) {
			await this.pause(RECORD_EVERY_MS);
			if (this.hasEnded) return;
			this.recording = this.record();
			await this.recording;
		}
	}

	/** What cannot be recorded is recorded with what ends later. If that fails up to the end, later executions list it as unknown: no result is lost for it. */
	private async record(): Promise<void> {
		const { done, notDone } = this.pending;
		this.pending = { done: [], notDone: [] };
		await this.store.settle({ done, notDone }, this.hasEnded).catch(() => {
			this.pending = {
				done: [...done, ...this.pending.done],
				notDone: [...notDone, ...this.pending.notDone],
			};
		});
	}
}
