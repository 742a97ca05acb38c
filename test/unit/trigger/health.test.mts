import type { IDataObject } from 'n8n-workflow';
import { newCallback } from '../../../nodes/VoiceAgentTrigger/events/newRow';
import { TriggerState } from '../../../nodes/VoiceAgentTrigger/state';
import { orders, settled } from './fakeList.mts';
import { Polls } from './fakeWatch.mts';
import { useBounds } from './useBounds.mts';

const AT = '2026-03-01T12:00:00Z';

const rowsOf = (count: number, more: (number: number) => IDataObject) =>
	Array.from({ length: count }, (_entry, number) => ({
		id: `callback_${number}`,
		agent_id: 'agent_1',
		notes: 'x',
		...more(number),
	}));

async function saidOf(rows: IDataObject[], polls = 3): Promise<string[]> {
	const trigger = new Polls(newCallback);
	trigger.rows = rows;
	for (let poll = 0; poll < polls; poll += 1) await trigger.poll();
	return trigger.said;
}

describe('the trigger says once', () => {
	test('that there are no times', async () => {
		expect(await saidOf(rowsOf(10, () => ({ phone: 'x' })))).toEqual([
			'The platform does not say when its callbacks were made',
		]);
	});

	test('that there are no IDs: as an error', async () => {
		const rows = rowsOf(10, (number) => ({ id: null, name: `n${number}`, created_at: AT }));
		await expect(saidOf(rows)).rejects.toThrow('rows without an identifier');
	});

	test.each<[string, IDataObject[]]>([
		['of an empty list', []],
		['of rows with times and IDs', rowsOf(10, () => ({ created_at: AT }))],
		[
			'if only some rows have neither',
			rowsOf(10, (number) => (number < 4 ? { id: null, name: `n${number}` } : { created_at: AT })),
		],
	])('and nothing %s', async (_what, rows) => {
		expect(await saidOf(rows)).toEqual([]);
	});
});

describe('a list that is longer than what is remembered', () => {
	useBounds({ maxKnown: 300 });

	test.each([
		['the newest first', { order: orders.newest }],
		['the oldest first', { order: orders.oldest }],
	])('%s: little time is enough, and nothing is said', async (_what, manner) => {
		const list = await settled({ ...manner, cap: 100, total: Number }, 1_000);
		list.maxPages = 6;
		const added = [list.addRow(), list.addRow()];
		expect((await list.idsOf(5)).sort()).toEqual(added);
		expect(list.said).toEqual([]);
	});

	test('without any of these: too little time is an error that says what to set, and nothing is lost', async () => {
		const list = await settled({ order: orders.shuffled, cap: 100 }, 1_000);
		list.maxPages = 6;
		const added = [list.addRow(), list.addRow()];
		await expect(list.ids()).rejects.toMatchObject({
			message: expect.stringContaining('calls cannot be read in the time of one poll'),
			description: expect.stringContaining('Additional Query Parameters'),
		});
		list.maxPages = 60;
		expect((await list.ids()).sort()).toEqual(added);
	});
});

describe('rows without a time', () => {
	useBounds({ maxKnown: 20, maxUndated: 100 });

	const undated = (count: number) => rowsOf(count, () => ({ phone: 'x' }));

	test('more than can be remembered are an error, if no row has one', async () => {
		const trigger = new Polls(newCallback);
		trigger.rows = undated(100);
		expect(await trigger.poll()).toEqual([]);
		trigger.rows = undated(102);
		await trigger.poll();
		await expect(trigger.poll()).rejects.toThrow('has more than 100 of them');
	});

	test('at the activation, too', async () => {
		const trigger = new Polls(newCallback);
		trigger.rows = undated(101);
		await expect(trigger.poll()).rejects.toThrow('has more than 100 of them');
	});

	test('more than can be remembered are none, if others have one: the old ones are given up', async () => {
		const trigger = new Polls(newCallback);
		trigger.rows = [...rowsOf(5, () => ({ created_at: AT })), ...undated(150)].map(
			(row, index) => ({ ...row, id: `callback_${index}` }),
		);
		for (let poll = 0; poll < 4; poll += 1) expect(await trigger.poll()).toEqual([]);
		expect(trigger.state.known.undated).toBeLessThanOrEqual(100);
	});

	test('are an error with Start From', async () => {
		const trigger = new Polls(newCallback);
		trigger.saved = TriggerState.begin('scope', trigger.now).toJSON();
		trigger.rows = undated(3);
		await expect(trigger.poll()).rejects.toThrow('does not say when its callbacks were made');
		trigger.rows = [];
		expect(await trigger.poll()).toEqual([]);
	});
});
