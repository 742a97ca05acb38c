import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { SavedState } from '../../../nodes/VoiceAgentTrigger/state';
import { TriggerState } from '../../../nodes/VoiceAgentTrigger/state';
import { runs, sampleOf } from '../../scale.mts';
import { settled, orders } from './fakeList.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.parse('2026-03-01T12:00:00Z');

const key = (name: string) => name.padEnd(10, '_');
const row = (name: string, time?: number) => ({ key: key(name), time });

/** A state in which everything is set that can be. */
function everything(): SavedState {
	const state = TriggerState.begin('scope', T0 - HOUR);
	state.emit([row('lost', T0)], T0);
	state.reopen(10 * MINUTE, T0 + 1, T0 + 2);
	state.emit([row('a', T0), row('b'), row('c', T0)], T0 + MINUTE);
	state.defer({ ...row('open', T0), id: 'call_1' }, T0);
	state.deferredCalls.noteFailure(key('open'), T0 + MINUTE);
	state.deferredCalls.noteOpen(key('open'), true);
	state.deferredCalls.noteKnown(key('open'), { status: 'zzz' });
	state.deferredCalls.lastGood = 'call_2';
	state.list.idName = 'uuid';
	state.noteUndated();
	for (const missed of [['a'], ['a'], ['c']]) {
		const reading = { newest: T0, isWhole: true, count: 3 };
		state.completeReading({ ...reading, missed: missed.map(key) });
	}
	state.noted.add('topic');
	return state.toJSON();
}

const read = (state: unknown) => TriggerState.read({ state } as IDataObject, 'scope');

/** A trigger polls with this state, and finds a row. @returns whether the row was new */
function poll(state: TriggerState): boolean {
	const now = T0 + HOUR;
	const found = row('new', now - MINUTE);
	state.lookback = HOUR;
	state.reopen(10 * MINUTE, T0 + 1, now);
	state.expected(state.watermark);
	state.known.latestUntil(now);
	const wasNew = state.isNew(found);
	state.emit([found], now);
	state.deferredCalls.entries().forEach(([open]) => state.deferredCalls.noteOver(open, now));
	state.deferredCalls.excess();
	state.completeReading({ newest: now, isWhole: true, missed: [key('a')] });
	state.noted.add('other');
	return wasNew;
}

describe('what is saved', () => {
	test('is plain JSON, a copy, and read as it was saved', () => {
		const saved = everything();
		expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
		const state = read(saved) as TriggerState;
		expect(state.toJSON()).toEqual(saved);
		state.toJSON().known = '';
		expect(state.known.has(key('b'))).toBe(true);
	});

	test('changes only when it is saved: what was read is a draft', () => {
		const saved = everything();
		const before = structuredClone(saved);
		poll(read(saved) as TriggerState);
		expect(saved).toEqual(before);
	});

	test('about something else, or nothing, is not used', () => {
		expect(TriggerState.read({ state: everything() } as never, 'other')).toBe('other');
		expect(TriggerState.read({}, 'scope')).toBeUndefined();
	});

	test('by a newer version is refused rather than misread', () => {
		const state = { ...everything(), version: everything().version + 1 };
		expect(() => read(state)).toThrow(/newer version of this package/);
	});

	test('by an older version is unreadable', () => {
		expect(read({ ...everything(), version: 1 })).toBe('unreadable');
	});

	test.each([[null], [false], ['text'], [5], [[]], [{}], [{ version: 3 }]])(
		'%j is no state',
		(state) => {
			expect(read(state)).toBe('unreadable');
		},
	);
});

/** The places of all parts of some JSON. */
const placesIn = (value: unknown): string[][] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([name, part]) => [
				[name],
				...placesIn(part).map((place) => [name, ...place]),
			])
		: [];

/** The same JSON with another part at a place. @returns what was there, too */
function replaced(json: unknown, place: readonly string[], part: unknown) {
	const copy = structuredClone(json) as IDataObject;
	let parent = copy;
	for (const name of place.slice(0, -1)) parent = parent[name] as IDataObject;
	const last = place.at(-1) ?? '';
	const before = parent[last];
	if (part === undefined) delete parent[last];
	else parent[last] = part as IDataObject;
	return { copy, before };
}

const kindOf = (value: unknown) =>
	Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

describe('any garbage in any part of what is saved', () => {
	const anything = fc.oneof(
		fc.constantFrom<unknown>(undefined, null, true, 0, -1, 1.5, '', 'x', [], {}, [null], [[]]),
		fc.jsonValue({ maxDepth: 2 }),
	);
	// Of a newer version is another matter.
	const places = placesIn(everything()).filter((place) => place[0] !== 'version');

	test('is unreadable, or does not stop the trigger', () => {
		fc.assert(
			fc.property(fc.constantFrom(...places), anything, (place, part) => {
				const { copy } = replaced(everything(), place, part);
				const state = read(copy);
				if (!(state instanceof TriggerState)) return;
				poll(state);
				const after = read(state.toJSON());
				expect(after).toBeInstanceOf(TriggerState);
				poll(after as TriggerState);
			}),
			runs('values'),
		);
	});

	test('of another kind than was there: what is new stays new', () => {
		fc.assert(
			fc.property(fc.constantFrom(...places), anything, (place, part) => {
				const { copy, before } = replaced(everything(), place, part);
				const state = kindOf(before) === kindOf(part) ? undefined : read(copy);
				if (state instanceof TriggerState) expect(poll(state)).toBe(true);
			}),
			runs('values'),
		);
	});

	test('nothing old is emitted, and all that is new', async () => {
		const list = await settled({ order: orders.newest }, 60);
		const saved = list.saved!;
		// Any text is the name of a field.
		const parts = Object.keys(saved).filter((part) => part !== 'idName');
		const cases = parts.flatMap((part) =>
			['nonsense', null, -1, [[]]].map((wrong) => ({ ...saved, [part]: wrong })),
		);
		for (const state of sampleOf('sequences', cases)) {
			if (state.version !== saved.version) continue;
			// Of a state that cannot be read nothing is left.
			list.saved = typeof read(state) === 'string' ? undefined : (state as SavedState);
			expect(await list.idsOf(2)).toEqual([]);
			const added = list.addRow();
			expect(await list.idsOf(2)).toEqual([added]);
		}
	});

	test('instead of the version: unreadable, or refused', () => {
		fc.assert(
			fc.property(anything, (version) => {
				fc.pre(version !== 3);
				let state;
				try {
					state = read({ ...everything(), version });
				} catch {
					state = 'refused';
				}
				expect(['unreadable', 'refused']).toContain(state);
			}),
			runs('values'),
		);
	});
});
