import type { IDataObject } from 'n8n-workflow';
import { newRow } from '../../../nodes/VoiceAgentTrigger/events/newRow';
import { usualBut, type Listing, type Paging } from '../../platform/manners.mts';
import { Platform } from '../../platform/platform.mts';
import { hashOf, trueRow } from '../../platform/rows.mts';
import { THINGS } from '../../platform/things.mts';
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

type Compare = (one: FakeRow, other: FakeRow) => number;

/** What the API document leaves open, as far as these tests are about it. */
export interface Manner {
	/** One of the catalogue, or another one. */
	order: Listing['order'] | Compare;
	/** Most rows of a page. */
	cap?: number;
	/** What the platform says is the number of rows; undefined: nothing. */
	total?: (count: number) => number;
	/** What comes for an offset behind the end. */
	end?: 'nothing' | 'refusal' | 'lastPage';
}

const digitsOf = ({ id }: FakeRow) => Number(id.replace(/\D/g, ''));

export const orders = {
	newest: 'newest',
	oldest: 'oldest',
	/** By group, the newest first in each. */
	grouped: 'grouped',
	shuffled: 'random',
	/** As they were added, whatever their times: rows may be late. */
	lastAdded: 'arrival',
	firstAdded: (one: FakeRow, other: FakeRow) => digitsOf(one) - digitsOf(other),
} as const satisfies Record<string, Manner['order']>;

/** The same places as in a list that is shuffled. */
export const shuffled: Compare = (one, other) => hashOf(one.id) - hashOf(other.id);

const ENDS = { nothing: 'empty', refusal: '416', lastPage: 'lastRows' } as const;

const ANY_ROW = trueRow(0, 0);

/** The rows of one list, in memory, and how the platform gives them out. */
export class FakeList {
	private readonly rows = new Map<string, FakeRow>();
	private readonly platform: Platform;

	constructor({ order, cap = 1_000, total, end = 'nothing' }: Manner) {
		const isOwnOrder = typeof order === 'function';
		const { paging, ...manner } = usualBut({
			// Short rows, of which thousands are read.
			shape: {
				analysis: 'missing',
				transcript: 'missing',
				recording: 'missing',
				credits: 'missing',
			},
			listing: { order: isOwnOrder ? 'newest' : order },
			envelope: { kind: total ? 'named' : 'array', total: 'right' },
			paging: { pastEnd: ENDS[end] },
		});
		this.platform = new Platform({
			thing: THINGS.calls,
			manner: { ...manner, paging: { ...paging, cap: cap as Paging['cap'] } },
			totalOf: total,
			...(isOwnOrder && {
				compare: (one, other) => order(this.rows.get(one.id)!, this.rows.get(other.id)!),
			}),
		});
	}

	get count(): number {
		return this.rows.size;
	}

	add(...rows: FakeRow[]): void {
		for (const row of rows) {
			const { id, time, ended, group = 0 } = row;
			this.rows.set(id, row);
			this.platform.insert({
				...ANY_ROW,
				id,
				agentId: `agent_${group}`,
				created: time ?? 0,
				started: undefined,
				time: time === undefined ? 'none' : 'steady',
				status: ended === undefined ? 'in_progress' : 'completed',
				ended: ended ?? null,
			});
		}
	}

	remove(isGone: (row: FakeRow) => boolean): void {
		for (const [id, row] of this.rows) {
			if (!isGone(row)) continue;
			this.rows.delete(id);
			this.platform.delete(id);
		}
	}

	answer(query: IDataObject): Answer {
		const { statusCode, body } = this.platform.list(query);
		return statusCode === 200 ? { body } : { status: statusCode };
	}
}

/** An event that emits the new rows of a list as they are. */
export const newRowEvent = newRow({
	name: 'New Row',
	value: 'newRow',
	description: 'A row is added',
	nothingYet: 'There is none yet',
	filters: [],
	stream: { rows: 'calls', entity: 'call', endpoint: 'GET /calls' },
});

/** A trigger that polls a list. */
export class ListPolls extends Polls {
	readonly calls: FakeList;

	constructor(calls: FakeList, parameters: IDataObject = {}) {
		super(newRowEvent, parameters);
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
	{ groups = 1, polls: settling = 3, maxPages = Infinity, ...parameters }: Settling = {},
): Promise<GrowingList> {
	const list = new GrowingList(new FakeList(manner), parameters, groups);
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
	groups?: number;
	/** Polls after the baseline. */
	polls?: number;
	maxPages?: number;
}

/** A trigger that polls a list to which rows are added. */
export class GrowingList extends ListPolls {
	private added = 0;
	private readonly groups: number;

	constructor(calls: FakeList, parameters: IDataObject, groups: number) {
		super(calls, parameters);
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
