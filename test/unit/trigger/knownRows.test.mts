import fc from 'fast-check';
import { KnownRows } from '../../../nodes/VoiceAgentTrigger/state/knownRows';
import { runs } from '../../scale.mts';

const key = (name: string) => name.padEnd(10, '_');
/** Any time in this century, in milliseconds. */
const T0 = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number) => T0 + seconds * 1000;

function known(rows: Record<string, number | undefined>): KnownRows {
	const all = new KnownRows();
	for (const [name, seconds] of Object.entries(rows)) {
		all.add({ key: key(name), time: seconds === undefined ? undefined : at(seconds) });
	}
	return all;
}

const names = (rows: KnownRows) => rows.keysSince(0).map((text) => text.replace(/_+$/, ''));

describe('the text of known rows', () => {
	test('takes 16 characters a row, and is read as it was written', () => {
		const rows = known({ a: 0, b: undefined, c: -3600 });
		const text = rows.toString();
		expect(text).toHaveLength(3 * 16);
		expect(KnownRows.isText(text)).toBe(true);
		expect(new KnownRows(text).toString()).toBe(text);
		expect(names(new KnownRows(text))).toEqual(['a', 'b', 'c']);
	});

	test.each([
		['the year 1970', 0],
		['a time before 1970', -1],
		['the first second of the count', Date.UTC(2000, 0, 1)],
		['the year 2068', Date.UTC(2068, 0, 1)],
		['a time that is later than any', 8.64e15],
	])('also with %s: a row with a time stays one', (_what, time) => {
		const rows = new KnownRows();
		rows.add({ key: key('a'), time });
		expect(rows.toString()).toHaveLength(16);
		expect(KnownRows.isText(rows.toString())).toBe(true);
		expect(rows.latest).toBeDefined();
	});

	test.each([
		['half a row', 'abcdefgh'],
		['another alphabet', 'abc+efghij000001'],
		['a time that is no number', 'abcdefghij00000!'],
		['a number', 5],
		['nothing', undefined],
		['a list', ['abcdefghij000001']],
	])('is not %s', (_what, text) => {
		expect(KnownRows.isText(text)).toBe(false);
	});

	test('of 50,000 rows is read by looking at each row once', () => {
		const text = Array.from(
			{ length: 50_000 },
			(_entry, index) => key(String(index)) + index.toString(36).padStart(6, '0'),
		).join('');
		expect(KnownRows.isText(text)).toBe(true);
		const slice = jest.spyOn(String.prototype, 'slice');
		const rows = new KnownRows(text);
		// The key and the time.
		expect(slice.mock.calls.length).toBeLessThanOrEqual(2 * 50_000);
		slice.mockRestore();
		expect(rows.toString()).toBe(text);
	});
});

describe('times of known rows', () => {
	test('are whole seconds', () => {
		const rows = new KnownRows();
		rows.add({ key: key('a'), time: at(0) + 999 });
		expect(rows.latest).toBe(at(0));
	});
});

describe('any sequence of changes', () => {
	const name = fc.constantFrom('a', 'b', 'c', 'd');
	const seconds = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined });
	const kind = fc.constantFrom('add', 'meet', 'delete', 'save', 'limitTimes');
	const step = fc.record({ kind, name, seconds });

	test('leaves what a map of keys and seconds would have', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				let rows = new KnownRows();
				const model = new Map<string, number | undefined>();
				for (const it of steps) {
					const row = { key: key(it.name), time: timeOf(it.seconds) };
					const isMet = it.seconds !== undefined && model.has(it.name);
					if (it.kind === 'save') rows = new KnownRows(rows.toString());
					if (it.kind === 'add') rows.add(row);
					if (it.kind === 'meet') rows.meet(row);
					// One that is met without a time keeps it, and one that is not known stays so.
					if (it.kind === 'add' || (it.kind === 'meet' && isMet)) model.set(it.name, it.seconds);
					if (it.kind === 'delete') {
						rows.delete(row.key);
						model.delete(it.name);
					}
					if (it.kind === 'limitTimes') {
						const most = it.seconds ?? 0;
						rows.limitTimes(at(most));
						model.forEach((second, id) => model.set(id, second && Math.min(second, most)));
					}
					expectSame(rows, model);
				}
			}),
			runs('sequences'),
		);
	});

	test('shortening forgets no row that is later than one it keeps, none from the floor on, and none that may be emitted again', () => {
		const entries = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 99 }), seconds), {
			selector: ([id]) => id,
			maxLength: 12,
		});
		const count = fc.integer({ min: 0, max: 12 });
		fc.assert(
			fc.property(
				entries,
				count,
				fc.integer({ min: 0, max: 6 }),
				fc.nat(3),
				(all, left, before, emitted) => {
					const rows = known(Object.fromEntries(all.map(([id, second]) => [`k${id}`, second])));
					const isEmitted = (index: number) => index < emitted;
					const keys = new Set(
						all.filter((_row, index) => isEmitted(index)).map(([id]) => key(`k${id}`)),
					);
					const floor = rows.shorten(left, at(before), keys);
					const kept = new Set(names(rows));
					const gone = all.filter(([id]) => !kept.has(`k${id}`));
					const mayGo = all.filter(
						([, second], index) => second !== undefined && second < before && !isEmitted(index),
					);
					expect(gone).toHaveLength(Math.min(mayGo.length, Math.max(0, all.length - left)));
					const latestGone = Math.max(...gone.map(([, second]) => second ?? NaN));
					expect(floor).toBe(gone.length > 0 ? at(latestGone + 1) : undefined);
					for (const [id, second] of mayGo) {
						if (kept.has(`k${id}`)) expect(second).toBeGreaterThanOrEqual(latestGone);
					}
				},
			),
			runs('sequences'),
		);
	});

	const timeOf = (second: number | undefined) => (second === undefined ? undefined : at(second));

	function expectSame(rows: KnownRows, model: ReadonlyMap<string, number | undefined>): void {
		const dated = [...model].filter(([, second]) => second !== undefined) as Array<
			[string, number]
		>;
		expect(names(rows)).toEqual([...model.keys()]);
		expect(rows.size).toBe(model.size);
		const latest = Math.max(...dated.map(([, second]) => second));
		expect(rows.latest).toBe(dated.length > 0 ? at(latest) : undefined);
		for (let second = 0; second < 7; second += 1) {
			const since = [...model].filter(([, it]) => it === undefined || it >= second);
			expect(rows.keysSince(at(second))).toEqual(since.map(([it]) => key(it)));
		}
	}
});
