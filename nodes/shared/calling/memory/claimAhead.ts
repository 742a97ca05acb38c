import { sleep } from 'n8n-workflow';
import type { Verdict } from '../../operation';
import type { Ending } from '../../run';
import type { Person } from '../person';
import type { CalledNumbers, Claim } from './calledNumbers';
import { callOf } from './calledNumbers';
import type { KnownNumbers, MemoryFindings, Remembering } from './duplicateNumbers';
import { findingsOf, isOpen } from './duplicateNumbers';

/** After a crash, the numbers of about two slices can be possibly called: no more than somebody can look through. */
const MAX_SLICE = 500;
/** 20,000 entries in the store -> slices of 100. Each write writes the whole store: so an item costs the same. */
const SHARE_OF_STORE = 200;
/** How long an ending may wait to be recorded. After a crash, those that were not recorded are possibly called. */
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

/** The keys of those who can be called, as far as reading and memory say it. Who is held back may be allowed later. */
const openKeys = (people: People): string[] =>
	people.flatMap((person) => (person.key !== undefined && isOpen(person) ? [person.key] : []));

/** What a run asks the memory: before each request, who was called, and after it, what to remember. */
export interface CallMemory {
	/**
	 * Says who was called before, or may have been, and claims the others: `settle` must follow. Asked again on the same
	 * day, it says nothing, but of those who were given back.
	 * @throws ParameterError or RequestFailure if they cannot be claimed: nothing may be sent then
	 */
	ask(people: People): Promise<Findings>;
	/**
	 * Claimed at 23:58; asked at 23:59 -> true, at 00:00 -> false. To be asked right before each attempt leaves.
	 * @returns false if they are claimed for a day that is over. They must be asked for again before anything is sent
	 */
	isOfToday(people: People): boolean;
	/**
	 * Frees who is held back, before a list leaves: after a crash, only those who were being sent are possibly called.
	 * Before they get another verdict, `ask` must claim them again.
	 */
	giveBackHeld(people: People): Promise<void>;
	/** Notes how a request ended. Who is held back was certainly not called. */
	settle(people: People, ending: Ending): void;
	/** Gives back what was claimed and did not begin, and waits until all is recorded. */
	end(): Promise<void>;
	/** What the run has found in the memory until now. */
	readonly found: MemoryFindings;
}

/** The memory in a dry run: all numbers of the run are looked up together, and none is claimed. */
export class MemoryOfDryRun implements CallMemory {
	private known?: Promise<KnownNumbers>;
	readonly found = { asked: 0, skipped: 0, isNew: false };

	/** @param requests the people of all requests */
	constructor(
		private readonly store: CalledNumbers,
		private readonly requests: readonly People[],
		private readonly remembering: Remembering,
	) {}

	async ask(people: People): Promise<Findings> {
		this.known ??= this.store.remembered(this.requests.flatMap(openKeys));
		return findingsOf(people, await this.known, this.remembering);
	}

	isOfToday(): boolean {
		return true;
	}

	async giveBackHeld(): Promise<void> {}

	settle(): void {}

	async end(): Promise<void> {}
}

/**
 * Claims a slice of the requests in one write, and one slice ahead: requests do not wait for the store. The same write
 * records how earlier requests ended.
 *   slice 1: claimed, being sent | slice 2: claimed | slice 3: claimed when the first of slice 2 begins
 */
export class ClaimAhead implements CallMemory {
	private next = 0;
	private readonly slices: Slice[] = [];
	private readonly sliceOf = new Map<People, Slice>();
	private readonly requests: readonly People[];
	/** What each request that has begun is claimed for. */
	private readonly periodOf = new Map<People, string>();
	/** Who was freed before the request left. */
	private readonly givenBack = new Set<Person>();
	/** About how many entries the store has. */
	private inStore = 0;
	/** Endings that are not recorded yet. */
	private pending = { called: [] as string[], notCalled: [] as string[] };
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

	async ask(people: People): Promise<Findings> {
		const keys = openKeys(people);
		const before = this.periodOf.get(people);
		if (before !== undefined && !this.store.isPast(before)) return await this.claimAgain(people);
		if (keys.length === 0) return NOTHING;
		const slice = this.sliceWith(people);
		const ahead = await slice.claim;
		const claim = this.store.isPast(ahead.period) ? await this.store.claim(keys) : ahead;
		this.periodOf.set(people, claim.period);
		// On the next day, all of them are claimed again.
		for (const person of people) this.givenBack.delete(person);
		const findings = findingsOf(people, claim, this.remembering);
		if (before === undefined) this.found.asked += keys.length;
		this.found.skipped += findings.size;
		if (slice === this.slices.at(-1) && this.next < this.requests.length) this.claimNext();
		return findings;
	}

	isOfToday(people: People): boolean {
		const period = this.periodOf.get(people);
		return period === undefined || !this.store.isPast(period);
	}

	async giveBackHeld(people: People): Promise<void> {
		const period = this.periodOf.get(people);
		if (period === undefined) return;
		const held = people.filter(
			(person) => person.verdict?.kind === 'held back' && !this.givenBack.has(person),
		);
		const notCalled = held.flatMap(({ key }) => (key === undefined ? [] : [callOf(period, key)]));
		// What cannot be written now is written at the end of the run.
		const isWritten = await this.store.settle({ called: [], notCalled }).then(
			() => true,
			() => false,
		);
		if (isWritten) for (const person of held) this.givenBack.add(person);
	}

	settle(people: People, ending: Ending): void {
		const period = this.periodOf.get(people);
		if (period === undefined) return;
		for (const person of people) {
			if (person.key === undefined || !isOpen(person) || this.givenBack.has(person)) continue;
			const call = callOf(period, person.key);
			if (person.verdict || ending === 'notDone') this.pending.notCalled.push(call);
			else if (ending === 'done') this.pending.called.push(call);
		}
	}

	async end(): Promise<void> {
		// No further request is claimed.
		this.next = this.requests.length;
		for (const { requests, claim } of this.slices) {
			const claimed = await claim.catch(() => undefined);
			if (!claimed) continue;
			const { called, possiblyCalled, period } = claimed;
			const notBegun = requests.filter((people) => !this.periodOf.has(people)).flatMap(openKeys);
			const own = notBegun.filter((key) => !called.has(key) && !possiblyCalled.has(key));
			for (const key of own) this.pending.notCalled.push(callOf(period, key));
		}
		this.hasEnded = true;
		await this.recording;
		for (let attempt = 1; ; attempt += 1) {
			await this.record();
			const { called, notCalled } = this.pending;
			if (called.length + notCalled.length === 0 || attempt === END_ATTEMPTS) return;
			await this.pause(RECORD_EVERY_MS);
		}
	}

	/** Hours can begin while a login takes long: who was given back is claimed as the others before. */
	private async claimAgain(people: People): Promise<Findings> {
		const freed = people.filter((person) => this.givenBack.has(person));
		if (freed.length === 0) return NOTHING;
		const claim = await this.store.claim(openKeys(freed));
		for (const person of freed) this.givenBack.delete(person);
		const findings = findingsOf(freed, claim, this.remembering);
		this.found.skipped += findings.size;
		return findings;
	}

	/** The slice that claims a request. One that asks for nothing before it has its slice, too. */
	private sliceWith(people: People): Slice {
		for (;;) {
			const slice = this.sliceOf.get(people);
			if (slice) return slice;
			if (this.next >= this.requests.length)
				throw new Error('This request was never to be claimed');
			this.claimNext();
		}
	}

	private claimNext(): void {
		const before = this.slices.at(-1)?.claim;
		const requests = this.requestsOfSlice();
		const claim = this.claim(requests, before);
		// A claim that fails ends no process if nobody waits for it, because the run stopped first.
		claim.catch(() => undefined);
		const slice = { requests, claim };
		for (const people of requests) this.sliceOf.set(people, slice);
		this.slices.push(slice);
		if (before === undefined) void this.recordOnAndOn();
	}

	private async claim(requests: readonly People[], before?: Promise<Claim>): Promise<Claim> {
		// If the slice before could not be claimed, this one cannot be claimed either.
		if (before) await before;
		else if (this.next < this.requests.length) this.inStore += (await this.store.size()) ?? 0;
		const { called } = this.pending;
		this.pending.called = [];
		const claim = await this.store
			.claim(requests.flatMap(openKeys), called)
			.catch((error: unknown) => {
				this.pending.called.push(...called);
				throw error;
			});
		if (!before) this.found.isNew = claim.isNew;
		return claim;
	}

	private requestsOfSlice(): People[] {
		const size = Math.min(Math.max(this.inStore / SHARE_OF_STORE, this.parallel), MAX_SLICE);
		const from = this.next;
		let keys = 0;
		while (this.next < this.requests.length && keys < size) {
			keys += openKeys(this.requests[this.next] ?? []).length;
			this.next += 1;
		}
		// `begun` and `done` of each.
		this.inStore += 2 * keys;
		return this.requests.slice(from, this.next);
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

	/** What cannot be written is tried again with later endings. After the end of the run, it stays possibly called. */
	private async record(): Promise<void> {
		const { called, notCalled } = this.pending;
		this.pending = { called: [], notCalled: [] };
		await this.store.settle({ called, notCalled }).catch(() => {
			this.pending = {
				called: [...called, ...this.pending.called],
				notCalled: [...notCalled, ...this.pending.notCalled],
			};
		});
	}
}
