import type { NodeApiError } from 'n8n-workflow';
import { idNames } from '../platform/envelopes.mts';
import { THINGS } from '../platform/things.mts';
import { EVENTS, waitsForEnd, type NewRow, type Settings } from './scenario.mts';

/** When something happened, seen from the poll that set the baseline. `unclear`: while it ran, or before it was saved. */
export type Phase = 'before' | 'unclear' | 'after';

interface Emission {
	at: number;
	/** How many there were before. */
	number: number;
	/** Number of the n8n process. */
	process: number;
	/** The state that knows of it would survive a crash. */
	isSaved: boolean;
	/** The workflow got it. */
	isExecuted: boolean;
}

/** Everything that is known about one row from outside the node. */
export interface LoggedRow {
	row: NewRow;
	/** On the platform's clock. */
	created: number;
	insertedIn: Phase;
	/** When what the trigger watches for happened; undefined as long as it has not. */
	occurredIn?: Phase;
	/** On n8n's clock. */
	overAt?: number;
	isDeleted: boolean;
	/** It came before the trigger has said that it begins anew. */
	isExcused: boolean;
	/** How many of its emissions are older than that: the trigger does not know of them any more. */
	forgotten: number;
	emissions: Emission[];
	/** How many executions got it. */
	executions: number;
	/** An error has named it. */
	isNamed: boolean;
	/** An emission that reached no execution. `isNoticeable`: the trigger had the chance to notice. */
	loss?: { at: number; process: number; isNoticeable: boolean };
}

export interface Item {
	json: Record<string, unknown>;
}

const MINUTE = 60_000;

/** What happened to every row: on the platform, in the trigger and in n8n. Judges nothing. */
export class RowLog {
	phase: Phase = 'before';
	/** The credential has another account, and no state that was saved says so. */
	isOtherAccount = false;
	/** How many items were emitted. */
	emissions = 0;
	/** When the poll began that set the baseline. */
	baselineAt = 0;
	/** When each process of n8n began. */
	readonly processStarts: number[] = [];
	private readonly rows = new Map<string, LoggedRow>();
	/** The row of each identifier that the platform writes. */
	private readonly written = new Map<string, string>();

	constructor(private readonly settings: Settings) {}

	get process(): number {
		return this.processStarts.length - 1;
	}

	get all(): Iterable<[id: string, logged: LoggedRow]> {
		return this.rows;
	}

	find(id: string): LoggedRow | undefined {
		return this.rows.get(id);
	}

	/** The platform writes this for the identifier of the row. */
	writes(id: string, text: string): void {
		this.written.set(text, id);
	}

	/** @param overAt when it was over, if it is */
	inserted(row: NewRow, created: number, overAt: number | undefined): void {
		const occurs = !waitsForEnd(this.settings.event) || overAt !== undefined;
		this.rows.set(row.id, {
			row,
			created,
			overAt,
			insertedIn: this.phase,
			...(occurs && { occurredIn: this.phase }),
			isDeleted: false,
			isExcused: false,
			forgotten: 0,
			isNamed: false,
			emissions: [],
			executions: 0,
		});
	}

	ended(id: string, now: number): void {
		const logged = this.rows.get(id)!;
		logged.overAt = now;
		logged.occurredIn ??= this.phase;
	}

	deleted(id: string): void {
		this.rows.get(id)!.isDeleted = true;
	}

	/**
	 * Items that a poll emitted.
	 *
	 * @param end whether the state that knows of them was saved, and whether the workflow was executed with them
	 */
	emitted(
		items: readonly Item[],
		now: number,
		{ isSaved, isExecuted }: { isSaved: boolean; isExecuted: boolean },
	): void {
		for (const item of items) {
			const logged = this.rows.get(this.idOf(item))!;
			const { emissions: number, process } = this;
			logged.emissions.push({ at: now, number, process, isSaved, isExecuted });
			this.emissions += 1;
			if (isExecuted) {
				logged.executions += 1;
				logged.loss = undefined;
			} else if (isSaved) {
				logged.loss = { at: now, process: this.process, isNoticeable: false };
			}
		}
	}

	/** A poll worked and its state was saved: it must know what was lost shortly before. */
	noticeLosses(now: number): void {
		for (const { loss } of this.rows.values()) {
			if (!loss || loss.process === this.process || this.settings.afterCrash === 'skip') continue;
			if (now - loss.at <= this.settings.crashWindowMinutes * MINUTE) loss.isNoticeable = true;
		}
	}

	/** The saved state is an earlier one: it knows of so many emissions, the first ones. */
	forgotten(known: number): void {
		for (const logged of this.rows.values()) {
			for (const emission of logged.emissions)
				if (emission.number >= known) emission.isSaved = false;
			if (logged.loss) logged.loss.isNoticeable = false;
		}
	}

	/** The row that an item is. What is said of it may be one level down, as the platform sends it. */
	idOf({ json }: Item): string {
		const names = idNames(THINGS[EVENTS[this.settings.event]]);
		const texts = [json, ...Object.values(json)].flatMap((place) => {
			const fields = (typeof place === 'object' ? place : null) as Record<string, unknown> | null;
			return names.flatMap((name) => (fields?.[name] ? [String(fields[name])] : []));
		});
		const known = texts.find((text) => this.written.has(text));
		return known === undefined ? (texts[0] ?? 'nothing') : this.written.get(known)!;
	}

	/** An error was thrown or reported. */
	said({ message, description }: Pick<NodeApiError, 'message' | 'description'>): void {
		if (/has another account/.test(message)) this.beginsAnew();
		const words = new Set(`${message} ${description}`.split(/[^\w/-]+/));
		for (const [text, id] of this.written) {
			const logged = words.has(text) && this.rows.get(id);
			if (logged) logged.isNamed = true;
		}
	}

	/** After another account, what is listed then counts as old. */
	private beginsAnew(): void {
		if (!this.isOtherAccount) return;
		for (const logged of this.rows.values()) {
			logged.isExcused = true;
			logged.forgotten = logged.emissions.length;
			if (!logged.isDeleted) logged.occurredIn &&= 'unclear';
		}
	}

	describe(id: string): string {
		const logged = this.rows.get(id)!;
		const { emissions, created } = logged;
		return JSON.stringify({
			...logged,
			created: new Date(created).toISOString(),
			emissions: emissions.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
		});
	}
}
