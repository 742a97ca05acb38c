import { sleep } from 'n8n-workflow';
import type { Verdict } from '../../operation';
import type { Ending } from '../../run';
import type { Person } from '../person';
import type { CalledNumbers, Claim } from './calledNumbers';
import { callOf } from './calledNumbers';
import type { MemoryFindings, Remembering } from './findings';
import { findingsOf, isOpen } from './findings';

/** After a crash, the numbers of about two slices can be unknown: no more than somebody can look through. */
const MAX_SLICE = 500;
/** Which part of the store a slice is. Each write writes the whole store, so slices grow with the store, and the cost of an item stays the same. */
const SHARE_OF_STORE = 200;
/** How long an outcome may wait to be recorded. After a crash, those that were not recorded are unknown. */
const RECORD_EVERY_MS = 1_000;
/** How often the end of a run tries to record what is not recorded yet. */
const END_ATTEMPTS = 3;

/** The people of one request. */
type People = readonly Person[];

/** What the memory finds against calling somebody. */
type Findings = ReadonlyMap<Person, Verdict>;

const NOTHING: Findings = new Map();

interface Slice {
	requests: People[];
	claim: Promise<Claim>;
}

/** The keys of those who can be called by now, as far as reading and the memory say it. Who is held back may be allowed later. */
const openKeys = (people: People): string[] =>
	people.flatMap((person) => (person.key !== undefined && isOpen(person) ? [person.key] : []));

/** What a run asks the memory: before each request, who was called, and after it, what to remember. */
export interface CallMemory {
	/**
	 * Says who was called before, or may have been. The others are claimed, and `settle` must follow. Says nothing where this was done on the same
	 * day.
	 *
	 * @throws ParameterError or RequestFailure if they cannot be claimed. Nothing may be sent then
	 */
	look(people: People): Promise<Findings>;
	/**
	 * To be called right before each attempt leaves: a call belongs to the day on which it is first sent.
	 *
	 * @returns false if that is another day than the one that they are claimed for. Nothing may be sent then before the next look
	 */
	isOfToday(people: People): boolean;
	/** Notes how a request ended. Who is held back was certainly not called. */
	settle(people: People, ending: Ending): void;
	/** Gives back what was claimed and did not begin, and waits until all is recorded. */
	end(): Promise<void>;
	/** What the run has found in the memory until now. */
	readonly found: MemoryFindings;
}

/** The memory in a dry run: all numbers of the run are looked up at once, and none is claimed. */
export class MemoryLook implements CallMemory {
	private claim?: Promise<Claim>;
	readonly found = { asked: 0, skipped: 0, isNew: false };

	/** @param requests the people of all requests */
	constructor(
		private readonly store: CalledNumbers,
		private readonly requests: readonly People[],
		private readonly remembering: Remembering,
	) {}

	async look(people: People): Promise<Findings> {
		this.claim ??= this.store.remembered(this.requests.flatMap(openKeys));
		return findingsOf(people, await this.claim, this.remembering);
	}

	isOfToday(): boolean {
		return true;
	}

	settle(): void {}

	async end(): Promise<void> {}
}

/**
 * Claims what the requests of one run will do, a slice of them in one write, and one slice ahead: requests do not wait for the store. The same
 * write records how earlier requests ended.
 */
export class ClaimAhead implements CallMemory {
	private next = 0;
	private readonly slices: Slice[] = [];
	private readonly sliceOf = new Map<People, Slice>();
	private readonly requests: readonly People[];
	/** The round of each request that has begun. */
	private readonly roundOf = new Map<People, string>();
	/** The requests that have begun to leave. */
	private readonly sent = new Set<People>();
	/** About how many entries the store has. */
	private inStore = 0;
	private pending = { done: [] as string[], notDone: [] as string[] };
	private recording: Promise<void> = Promise.resolve();
	private hasEnded = false;
	readonly found = { asked: 0, skipped: 0, isNew: false };

	/**
	 * @param requests the people of each request, in the order in which the requests begin
	 * @param parallel how many requests are under way at the same time
	 */
	constructor(
		private readonly store: CalledNumbers,
		requests: readonly People[],
		private readonly remembering: Remembering,
		private readonly parallel: number,
		private readonly pause: (milliseconds: number) => Promise<void> = sleep,
	) {
		this.requests = requests.filter((people) => openKeys(people).length > 0);
	}

	async look(people: People): Promise<Findings> {
		const keys = openKeys(people);
		const before = this.roundOf.get(people);
		if (keys.length === 0 || (before !== undefined && !this.store.isOver(before))) return NOTHING;
		const slice = this.sliceOf.get(people) ?? this.claimNext();
		const ahead = await slice.claim;
		const claim = this.store.isOver(ahead.round) ? await this.store.claim(keys) : ahead;
		this.roundOf.set(people, claim.round);
		const findings = findingsOf(people, claim, this.remembering);
		if (before === undefined) this.found.asked += keys.length;
		this.found.skipped += findings.size;
		if (slice === this.slices.at(-1) && this.next < this.requests.length) this.claimNext();
		return findings;
	}

	isOfToday(people: People): boolean {
		const round = this.roundOf.get(people);
		const isSo = round === undefined || this.sent.has(people) || !this.store.isOver(round);
		if (isSo) this.sent.add(people);
		return isSo;
	}

	settle(people: People, ending: Ending): void {
		const round = this.roundOf.get(people);
		if (round === undefined) return;
		for (const { key, verdict } of people) {
			const isLeft = verdict?.kind === 'held back';
			if (key === undefined || (verdict && !isLeft)) continue;
			const how = isLeft ? 'notDone' : ending;
			if (how !== 'unknown') this.pending[how].push(callOf(round, key));
		}
	}

	async end(): Promise<void> {
		// No further request is claimed.
		this.next = this.requests.length;
		for (const { requests, claim } of this.slices) {
			const result = await claim.catch(() => undefined);
			if (!result) continue;
			const isClaimed = (key: string) => !result.done.has(key) && !result.unknown.has(key);
			for (const people of requests.filter((one) => !this.roundOf.has(one))) {
				const claimed = openKeys(people).filter(isClaimed);
				this.pending.notDone.push(...claimed.map((key) => callOf(result.round, key)));
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
		const requests = this.requestsOfSlice();
		const claim = this.claim(requests, before);
		// A claim that fails ends no process if nobody waits for it, because the run stopped first.
		claim.catch(() => undefined);
		const slice = { requests, claim };
		for (const people of requests) this.sliceOf.set(people, slice);
		this.slices.push(slice);
		if (before === undefined) void this.recordOnAndOn();
		return slice;
	}

	private async claim(requests: readonly People[], before?: Promise<Claim>): Promise<Claim> {
		// If the slice before could not be claimed, this one cannot be claimed either.
		if (before) await before;
		else if (this.next < this.requests.length) this.inStore += (await this.store.count()) ?? 0;
		const keys = requests.flatMap(openKeys);
		const { done } = this.pending;
		this.pending.done = [];
		const result = await this.store.claim(keys, done).catch((error: unknown) => {
			this.pending.done.push(...done);
			throw error;
		});
		if (!before) this.found.isNew = result.isNew;
		return result;
	}

	private requestsOfSlice(): People[] {
		const from = this.next;
		let keys = 0;
		while (this.next < this.requests.length && keys < this.sliceSize) {
			keys += openKeys(this.requests[this.next] ?? []).length;
			this.next += 1;
		}
		this.inStore += 2 * keys;
		return this.requests.slice(from, this.next);
	}

	private get sliceSize(): number {
		return Math.min(Math.max(this.inStore / SHARE_OF_STORE, this.parallel), MAX_SLICE);
	}

	/** Records how requests ended, for as long as the run lasts. */
	private async recordOnAndOn(): Promise<void> {
		for (;;) {
			await this.pause(RECORD_EVERY_MS);
			if (this.hasEnded) return;
			this.recording = this.record();
			await this.recording;
		}
	}

	/** What cannot be recorded is recorded with what ends later. If that fails up to the end, it stays unknown: no result is lost for it. */
	private async record(): Promise<void> {
		const { done, notDone } = this.pending;
		this.pending = { done: [], notDone: [] };
		await this.store.settle({ done, notDone }).catch(() => {
			this.pending = {
				done: [...done, ...this.pending.done],
				notDone: [...notDone, ...this.pending.notDone],
			};
		});
	}
}
