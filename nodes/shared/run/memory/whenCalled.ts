import type { Deduplication } from '../../operation';
import { localTime } from '../../values';
import type { HeldRow } from './storeRow';

const DAY_MS = 86_400_000;
/** How far back the day of a call is looked for. */
const DAYS_BACK = 400;
const MINUTES_OF_DAY = 1_440;
/** More questions to the store than this take too long, and a time span is told instead. */
const MAX_QUESTIONS = 3_000;
/** How many entries n8n compares in about 100 ms. */
const MAX_COMPARED = 16_000_000;
/** How many characters of an execution ID are read, with the one that ends it. */
const ID_LENGTH = 16;
const ID_CHARACTERS = [...'0123456789.'];
const KNOWN_FOR_MS = 60_000;

/** The date and time that the clocks of a zone show, such as `2026-11-23 10:32`. */
export const localMinute = (moment: number, timeZone: string): string =>
	localTime(moment, timeZone).toFormat('yyyy-MM-dd HH:mm');

export const localDate = (moment: number, timeZone: string): string =>
	localMinute(moment, timeZone).slice(0, 10);

/** The date so many days after another. */
export const dateAfter = (date: string, days: number): string =>
	new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const slotEntry = (slot: string) => `slot ${slot}`;
const callEntry = (slot: string, call: string) => `at ${slot} ${call}`;
const idEntry = (slot: string, position: number, character: string) =>
	`slot ${slot} ${position}:${character}`;

const minuteOfDay = (index: number): string => new Date(index * 60_000).toISOString().slice(11, 16);

/**
 * When numbers were called, and by which execution, in a store that has only hashes: one can ask whether an entry is there, nothing else.
 *
 * A call has one entry with its minute, or with its day if it is remembered for good. Such a slot of time has an entry of its own and one for
 * each character of the execution's ID. What two executions wrote in the same slot is not told apart: then no execution is named.
 */
export class WhenCalled {
	private slots: { round: string; at: number; found: string[] } | undefined;
	private readonly executions = new Map<string, string>();

	/** @param now milliseconds since 1970 */
	constructor(
		private readonly within: Deduplication['within'],
		private readonly timeZone: string,
		private readonly executionId: string,
		private readonly now: () => number,
	) {}

	/** What to record of calls that ended now. */
	entriesOf(calls: readonly string[]): string[] {
		if (calls.length === 0 || this.within === 'execution') return [];
		const minute = localMinute(this.now(), this.timeZone);
		const slot = this.within === 'day' ? minute : minute.slice(0, 10);
		return [
			...calls.map((call) => callEntry(slot, call)),
			slotEntry(slot),
			...[...`${this.executionId}.`].map((one, position) => idEntry(slot, position, one)),
		];
	}

	/**
	 * When each of these calls was made, as far as the store tells it: "today at 10:32 by execution 4711".
	 *
	 * @param date for calls of a day: that day
	 */
	async of(row: HeldRow, date: string, calls: readonly string[]): Promise<string[]> {
		if (calls.length === 0) return [];
		if (this.within === 'execution') return calls.map(() => 'earlier in this execution');
		const vague = this.within === 'day' ? 'earlier today' : 'earlier';
		// What cannot be read is not told. Who was called is known all the same.
		const known = await this.told(row, date, calls).catch(() => []);
		return calls.map((_call, index) => known[index] ?? vague);
	}

	/** As far as the store tells it; undefined for a call of which it does not. */
	private async told(
		row: HeldRow,
		date: string,
		calls: readonly string[],
	): Promise<Array<string | undefined>> {
		const entries = await row.count();
		const slots = await this.slotsOf(row, date, entries);
		const [first, last = first] = [slots[0], slots.at(-1)];
		if (first === undefined || last === undefined) return [];
		const questions = calls.length * slots.length;
		if (slots.length > 1 && (questions > MAX_QUESTIONS || questions * entries > MAX_COMPARED)) {
			return calls.map(() => this.between(first, last));
		}
		const texts: Array<string | undefined> = [];
		for (const slot of await this.askSlots(row, slots, calls)) {
			texts.push(slot === undefined ? undefined : await this.textOf(row, slot));
		}
		return texts;
	}

	/** The slots in which calls ended, in the order of time; none if asking would take too long. */
	private async slotsOf(row: HeldRow, date: string, entries: number): Promise<string[]> {
		const known = this.slots;
		if (known?.round === date && this.now() - known.at < KNOWN_FOR_MS) return known.found;
		const today = localDate(this.now(), this.timeZone);
		const all =
			this.within === 'day'
				? Array.from({ length: MINUTES_OF_DAY }, (_, index) => `${date} ${minuteOfDay(index)}`)
				: Array.from({ length: DAYS_BACK }, (_, index) => dateAfter(today, index + 1 - DAYS_BACK));
		if (all.length * entries > MAX_COMPARED) return [];
		const there = await row.has(all.map(slotEntry));
		const found = all.filter((slot) => there.has(slotEntry(slot)));
		// A look that was interrupted has left all of them.
		if (found.length === all.length) return [];
		this.slots = { round: date, at: this.now(), found };
		return found;
	}

	/** The slot of each call; undefined if it is none of these, or not certain. */
	private async askSlots(
		row: HeldRow,
		slots: readonly string[],
		calls: readonly string[],
	): Promise<Array<string | undefined>> {
		const there = await row.has(
			calls.flatMap((call) => slots.map((slot) => callEntry(slot, call))),
		);
		return calls.map((call) => {
			const [slot, ...others] = slots.filter((one) => there.has(callEntry(one, call)));
			return others.length === 0 ? slot : undefined;
		});
	}

	private async textOf(row: HeldRow, slot: string): Promise<string> {
		const execution = this.executions.get(slot) ?? (await this.executionOf(row, slot));
		this.executions.set(slot, execution);
		const when = this.within === 'day' ? `today at ${slot.slice(11)}` : `on ${slot}`;
		return execution === '' ? when : `${when} by execution ${execution}`;
	}

	private between(first: string, last: string): string {
		return this.within === 'day'
			? `today between ${first.slice(11)} and ${last.slice(11)}`
			: `between ${first} and ${last}`;
	}

	/** The only execution that called in this slot; '' if it is not known. */
	private async executionOf(row: HeldRow, slot: string): Promise<string> {
		const positions = Array.from({ length: ID_LENGTH }, (_, position) => position);
		const there = await row.has(
			positions.flatMap((position) => ID_CHARACTERS.map((one) => idEntry(slot, position, one))),
		);
		let id = '';
		for (const position of positions) {
			const found = ID_CHARACTERS.filter((one) => there.has(idEntry(slot, position, one)));
			if (found.length !== 1) return '';
			if (found[0] === '.') return id;
			id += found[0];
		}
		return '';
	}
}
