import type { IDataObject } from 'n8n-workflow';
import { newRow } from '../../../nodes/VoiceAgentTrigger/events/newRow';
import type { Answer } from './fakeWatch.mts';
import { Polls } from './fakeWatch.mts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A row of a list, with times in milliseconds since 1970. */
export interface FakeRow {
	id: string;
	time?: number;
	/** When it was over; undefined for as long as it is not. */
	ended?: number;
	group?: number;
}

/** What the API document leaves open. */
export interface Manner {
	order: (one: FakeRow, other: FakeRow) => number;
	/** Most rows of a page. */
	cap?: number;
	/** What the platform says is the number of rows; undefined: nothing. */
	total?: (count: number) => number;
	/** What comes for an offset behind the end. */
	end?: 'nothing' | 'refusal' | 'lastPage';
	/** What the platform does with a date filter. `late`: it reads the time in another zone. `ended`: it looks at the end of a row. */
	filter?: 'ignored' | 'honoured' | 'refused' | 'late' | 'ended';
}

const timeOf = ({ time = 0 }: FakeRow) => time;
const digitsOf = ({ id }: FakeRow) => Number(id.replace(/\D/g, ''));
/** Steps that share no divisor with the number of places. */
const placeOf = (row: FakeRow) => (digitsOf(row) * 7_919) % 10_007;

export const orders = {
	newest: (one: FakeRow, other: FakeRow) => timeOf(other) - timeOf(one),
	oldest: (one: FakeRow, other: FakeRow) => timeOf(one) - timeOf(other),
	/** By group, the newest first in each. */
	grouped: (one: FakeRow, other: FakeRow) =>
		(one.group ?? 0) - (other.group ?? 0) || timeOf(other) - timeOf(one),
	shuffled: (one: FakeRow, other: FakeRow) => placeOf(one) - placeOf(other),
	/** As they were added, whatever their times: rows may be late. */
	lastAdded: (one: FakeRow, other: FakeRow) => digitsOf(other) - digitsOf(one),
	firstAdded: (one: FakeRow, other: FakeRow) => digitsOf(one) - digitsOf(other),
};

/** The rows of one list, in memory, and how the platform gives them out. */
export class FakeList {
	private rows: FakeRow[] = [];
	private readonly manner: Manner;

	constructor(manner: Manner) {
		this.manner = manner;
	}

	get count(): number {
		return this.rows.length;
	}

	add(...rows: FakeRow[]): void {
		this.rows = [...this.rows, ...rows].sort(this.manner.order);
	}

	remove(isGone: (row: FakeRow) => boolean): void {
		this.rows = this.rows.filter((row) => !isGone(row));
	}

	answer({ limit, offset = 0, from }: IDataObject): Answer {
		const { cap = 1_000, end = 'nothing', filter = 'ignored', total } = this.manner;
		if (from !== undefined && filter === 'refused') return { status: 422 };
		const rows = from === undefined ? this.rows : this.since(Date.parse(String(from)));
		const size = Math.min(Number(limit), cap);
		const isBehind = Number(offset) > 0 && Number(offset) >= rows.length;
		if (isBehind && end === 'refusal') return { status: 416 };
		const start = isBehind && end === 'lastPage' ? Math.max(0, rows.length - size) : Number(offset);
		const data = rows.slice(start, start + size).map(jsonOf);
		return { body: total ? { data, total: total(rows.length) } : data };
	}

	/** What a date filter leaves. */
	private since(from: number): FakeRow[] {
		const { filter = 'ignored' } = this.manner;
		return this.rows.filter(({ time = 0, ended = 0 }) => {
			if (filter === 'honoured') return time >= from;
			if (filter === 'late') return time >= from + 3 * HOUR;
			return filter !== 'ended' || ended >= from;
		});
	}
}

const isoOf = (time?: number) => (time === undefined ? null : new Date(time).toISOString());

const jsonOf = ({ id, time, ended }: FakeRow): IDataObject => ({
	call_id: id,
	status: ended === undefined ? 'active' : 'completed',
	created_at: isoOf(time),
	ended_at: isoOf(ended),
});

/** A list of calls that says which of them are not over, or one whose rows have no end. */
const eventFor = (saysOpen: boolean) =>
	newRow({
		name: 'New Row',
		value: 'newRow',
		description: 'A row is added',
		nothingYet: 'There is none yet',
		filters: [],
		stream: {
			rows: 'calls',
			entity: 'call',
			endpoint: 'GET /calls',
			...(saysOpen && { isOpen: ({ status }) => status === 'active' }),
		},
	});

/** A trigger that polls a list. */
export class ListPolls extends Polls {
	readonly calls: FakeList;

	constructor(calls: FakeList, parameters: IDataObject = {}, saysOpen = false) {
		super(eventFor(saysOpen), parameters);
		this.calls = calls;
		this.list = (query) => calls.answer(query);
	}

	/** The ids of what one poll emits. */
	async ids(afterMinutes = 1): Promise<string[]> {
		return (await this.poll(afterMinutes)).map(({ call_id: id }) => String(id));
	}

	/** Polls until the baseline is complete. */
	async begin(): Promise<this> {
		for (let poll = 0; poll < 50 && !this.state.isReady; poll += 1) await this.poll();
		return this;
	}

	/** All that several polls emit. */
	async idsOf(polls: number): Promise<string[]> {
		const all: string[] = [];
		for (let poll = 0; poll < polls; poll += 1) all.push(...(await this.ids()));
		return all;
	}
}

/** A trigger that has polled for a while a list with one row a minute. */
export async function settled(
	manner: Manner,
	count: number,
	{
		saysOpen = false,
		groups = 1,
		polls: settling = 3,
		maxPages = Infinity,
		...parameters
	}: Settling = {},
): Promise<GrowingList> {
	const list = new GrowingList(new FakeList(manner), parameters, saysOpen, groups);
	list.calls.add(
		...Array.from({ length: count }, (_entry, index) => list.row((count - index) * MINUTE)),
	);
	list.maxPages = maxPages;
	await list.begin();
	for (let poll = 0; poll < settling; poll += 1) {
		list.addRow();
		await list.poll();
	}
	return list;
}

interface Settling extends IDataObject {
	saysOpen?: boolean;
	groups?: number;
	/** Polls after the baseline. */
	polls?: number;
	maxPages?: number;
}

/** A trigger that polls a list to which rows are added. */
export class GrowingList extends ListPolls {
	private added = 0;
	private readonly groups: number;

	constructor(calls: FakeList, parameters: IDataObject, saysOpen: boolean, groups: number) {
		super(calls, parameters, saysOpen);
		this.groups = groups;
	}

	/** A row that is not in the list. @param age in milliseconds before now */
	row(age = 0, more: Partial<FakeRow> = {}): FakeRow {
		const number = this.added;
		this.added += 1;
		const time = this.now - age;
		const ended = age > HOUR ? time + MINUTE : undefined;
		return { id: `call_${number}`, time, ended, group: number % this.groups, ...more };
	}

	/** @returns its id */
	addRow(age = 0, more: Partial<FakeRow> = {}): string {
		const row = this.row(age, more);
		this.calls.add(row);
		return row.id;
	}
}
