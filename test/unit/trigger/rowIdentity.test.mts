import type { IDataObject } from 'n8n-workflow';
import { RowIdentity } from '../../../nodes/VoiceAgentTrigger/incremental/rowIdentity';

/** Gives keys at one poll after the other, and remembers what a trigger would. */
class Memory {
	choice?: string;
	isGivenUp = false;

	/** The keys of rows that come in pages, in one poll. */
	poll(...pages: IDataObject[][]): string[] {
		const identity = new RowIdentity('call', this.choice, ({ at }) => at as number);
		const keys = pages.flatMap((page) => identity.keysOf(page));
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
		const identity = new RowIdentity('call', undefined, () => undefined);
		identity.keysOf(rows);
		expect(identity.hasNoIds).toBe(hasNoIds);
	});
});
