import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { RowIdentity } from '../../../nodes/VoiceAgentTrigger/incremental/rowIdentity';
import { runs } from '../../scale.mts';

/** Gives keys at one poll after the other, and remembers what a trigger would. */
class Memory {
	readonly known = new Set<string>();
	choice?: string;
	isGivenUp = false;

	/** The keys of rows that come in pages, in one poll. */
	poll(...pages: IDataObject[][]): string[] {
		const isKnown = (key: string) => this.known.has(key);
		const identity = new RowIdentity('call', this.choice, isKnown, ({ at }) => at as number);
		const keys = pages.flatMap((page) => identity.keysOf(page));
		keys.forEach((key) => this.known.add(key));
		this.choice = identity.choice;
		this.isGivenUp = identity.isGivenUp;
		return keys;
	}
}

const UUID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';

describe('the key of a row', () => {
	test('is the same at every poll, and another one for another row', () => {
		const memory = new Memory();
		const rows = [{ call_id: 'one' }, { call_id: 'two' }];
		const keys = memory.poll(rows);
		expect(new Set(keys).size).toBe(2);
		expect(memory.poll([{ call_id: 'two', status: 'ended' }, { call_id: 'one' }])).toEqual(
			keys.toReversed(),
		);
	});

	test.each([
		['becomes a text', { call_id: 4711 }, { call_id: '4711' }],
		['is written in capital letters', { call_id: UUID }, { call_id: UUID.toUpperCase() }],
		['gets the name id', { call_id: UUID }, { id: UUID }],
		['gets the name call_id', { id: 4711 }, { call_id: '4711' }],
		['gets the name callId', { call_id: 'one' }, { callId: 'one' }],
	])('stays when its identifier %s', (_what, before, after) => {
		const memory = new Memory();
		expect(memory.poll([before])).toEqual(memory.poll([after]));
	});

	test.each([
		['short ones', 'aB', 'Ab'],
		['counters in letters', 'a', 'A'],
		['texts of both cases', 'callAbcdef', 'callaBcdef'],
	])('%s in other letters are other identifiers', (_what, one, other) => {
		const [first, second] = new Memory().poll([{ call_id: one }, { call_id: other }]);
		expect(first).not.toBe(second);
	});

	test.each([
		['id', 'null', { call_id: null, id: 7 }],
		['id', 'empty', { call_id: '', id: 7 }],
		['uuid', 'null', { call_id: null, uuid: UUID }],
	])(
		'stays when its own identifier, at first beside %s and %s, is filled in',
		(name, _what, first) => {
			const memory = new Memory();
			const before = memory.poll([first]);
			const value = (first as IDataObject)[name];
			expect(memory.poll([{ call_id: 'call_7', [name]: value }])).toEqual(before);
		},
	);

	test('stays when an identifier that cannot be another by chance is filled in beside it', () => {
		const memory = new Memory();
		const before = memory.poll([{ id: UUID }]);
		expect(memory.poll([{ call_id: 'call_7', id: UUID }])).toEqual(before);
	});

	test('a row whose own identifier is not there yet is not the row that has its number', () => {
		const memory = new Memory();
		const [seven] = memory.poll([{ call_id: 7, id: 1 }]);
		const [eight] = memory.poll([{ call_id: null, id: 7 }]);
		expect(eight).not.toBe(seven);
	});

	test('small numbers in two fields are never confused', () => {
		const memory = new Memory();
		const rows = Array.from({ length: 20 }, (_entry, index) => ({
			call_id: index,
			id: 19 - index,
		}));
		const keys = memory.poll(rows.slice(0, 10));
		const all = [...keys, ...memory.poll(rows.slice(10))];
		expect(new Set(all).size).toBe(20);
		expect(memory.poll(rows)).toEqual(all);
	});
});

describe('a field that is the same in several rows', () => {
	const org = (call: number): IDataObject => ({ id: 'organization_1', number: call, at: call });

	test('identifies none of them', () => {
		const memory = new Memory();
		const keys = memory.poll([org(1), org(2)]);
		expect(new Set(keys).size).toBe(2);
		expect(memory.choice).toBeUndefined();
		expect(memory.poll([org(2), org(3)])[0]).toBe(keys[1]);
	});

	test('beside the own identifier does not confuse them', () => {
		const memory = new Memory();
		const row = (call: number): IDataObject => ({ call_id: `call_${call}`, ...org(call) });
		const all = [
			memory.poll([row(1)], [row(2)]),
			memory.poll([row(3)]),
			memory.poll([row(4)]),
		].flat();
		expect(new Set(all).size).toBe(4);
		expect(memory.choice).toBe('call_id');
	});

	test('after it was chosen for a single row: it is given up, and not in silence', () => {
		const memory = new Memory();
		memory.poll([org(1)]);
		expect([memory.choice, memory.isGivenUp]).toEqual(['id', false]);
		memory.poll([org(1), org(2)]);
		expect(memory.isGivenUp).toBe(true);
	});
});

describe('rows that are listed twice', () => {
	/** As a JOIN lists calls: each of them so many times, with another field. */
	const listedTimes = (times: number) =>
		Array.from({ length: 12 }, (_entry, call) =>
			Array.from({ length: times }, (_other, number) => ({
				call_id: `call_${call}`,
				at: call,
				tag: number,
			})),
		).flat();

	test.each([1, 2, 3, 10])('%d times: prove nothing against their identifier', (times) => {
		const memory = new Memory();
		const keys = memory.poll(listedTimes(1));
		expect(new Set(memory.poll(listedTimes(times)))).toEqual(new Set(keys));
		expect([memory.choice, memory.isGivenUp]).toEqual(['call_id', false]);
	});

	test('are the same row both times: the fuller one, or the later one', async () => {
		const identity = new RowIdentity(
			'call',
			undefined,
			() => false,
			() => 1,
		);
		const full = { call_id: 'a', status: 'completed', ended_at: 'now' };
		const later = { call_id: 'b', status: 'completed' };
		const rows: IDataObject[] = [
			{ call_id: 'a', status: 'in_progress', ended_at: null },
			full,
			{ call_id: 'b', status: 'in_progress' },
			later,
		];
		const page = await identity.settledPages(async () => ({ rows }))(100, 0);
		expect(page.rows).toEqual([full, full, later, later]);
	});
});

describe('rows without an identifier', () => {
	test('are told apart by their content', () => {
		const memory = new Memory();
		const keys = memory.poll([{ phone: 'a' }, { phone: 'b' }]);
		expect(new Set(keys).size).toBe(2);
		expect(memory.poll([{ phone: 'b' }])).toEqual([keys[1]]);
	});

	test.each([
		[[{ phone: 'a' }], true],
		[[{ phone: 'a' }, { call_id: 'a' }], false],
		[[{ call_id: 'a' }], false],
		[[], false],
	])('%j: most rows have none: %s', (rows, hasNoIds) => {
		const identity = new RowIdentity(
			'call',
			undefined,
			() => false,
			() => undefined,
		);
		identity.keysOf(rows);
		expect(identity.hasNoIds).toBe(hasNoIds);
	});
});

describe('any rows with two identifiers that are unique', () => {
	const id = fc.oneof(fc.nat(30), fc.uuid());
	const rows = fc.uniqueArray(fc.record({ call_id: id, id }), {
		selector: (row) => JSON.stringify(row.call_id),
		minLength: 2,
		maxLength: 12,
	});
	const unique = rows.filter((all) => new Set(all.map((row) => row.id)).size === all.length);

	test('keep their keys while own identifiers are filled in, and never share one', () => {
		fc.assert(
			fc.property(unique, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (all, delays) => {
				const memory = new Memory();
				const keys = all.map(() => new Set<string>());
				for (let poll = 0; poll < 4; poll += 1) {
					const page = all.map((row, index) =>
						(delays[index] ?? 0) % 3 > poll ? { ...row, call_id: null } : row,
					);
					memory.poll(page).forEach((key, index) => keys[index]?.add(key));
				}
				expect(keys.map(({ size }) => size)).toEqual(all.map(() => 1));
				expect(new Set(keys.flatMap((its) => [...its])).size).toBe(all.length);
			}),
			runs('values'),
		);
	});
});
