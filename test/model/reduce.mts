import { oddities, usualBut, type Manner, type SomeManner } from '../platform/manners.mts';
import type { Draft } from './consistent.mts';
import { ROW, SETTINGS } from './counterexample.mts';

/*
 * Makes a scenario small: parts are left out, and what is odd is made usual, as long as the same goes wrong. This takes seconds, and keeps to what is
 * promised, because drafts are made smaller and fitted anew. The shrinking of fast-check takes minutes.
 */

/** What is simple, wherever it stands. */
const SIMPLE: Readonly<Record<string, unknown>> = {
	...SETTINGS,
	...ROW,
	status: 'completed',
	isComplete: true,
	ageShare: 0,
	ages: 'now',
	at: 0,
	downMs: 20_000,
	end: 'taken',
	kind: 0,
	maxKnown: undefined,
	pageSize: undefined,
	startFromMinutes: undefined,
};

/** Lists that mean something by all they have. */
const WHOLE = ['times', 'troubles', 'companions'];

type Values = Record<string, unknown>;

function* smallerLists(list: readonly unknown[]): Generator<unknown[]> {
	for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
		for (let start = 0; start < list.length; start += size) yield list.toSpliced(start, size);
	}
	for (const [index, entry] of list.entries()) {
		for (const simpler of simplerThan(entry)) yield list.with(index, simpler);
	}
}

function* smallerManners(manner: SomeManner): Generator<SomeManner> {
	for (const [group, values] of Object.entries(manner) as Array<[string, Values]>) {
		for (const name of Object.keys(values)) {
			const others = Object.entries(values).filter(([other]) => other !== name);
			yield { ...manner, [group]: Object.fromEntries(others) };
		}
	}
}

function* simplerField(name: string, value: unknown, isFull: boolean): Generator<unknown> {
	if (WHOLE.includes(name)) return;
	if (name === 'manner') {
		const odd = isFull ? oddities(value as Manner) : (value as SomeManner);
		for (const fewer of smallerManners(odd)) yield isFull ? usualBut(fewer) : fewer;
	} else if (name === 'kinds') yield { times: ['steady'], troubles: ['none'] };
	else if (name === 'filters') yield {};
	else if (name in SIMPLE) yield SIMPLE[name];
	else yield* simplerThan(value);
}

function* simplerThan(value: unknown): Generator<unknown> {
	if (Array.isArray(value)) return yield* smallerLists(value);
	if (typeof value !== 'object' || value === null) return;
	for (const [name, field] of Object.entries(value as Values)) {
		for (const simpler of simplerField(name, field, 'kinds' in value)) {
			if (JSON.stringify(simpler) !== JSON.stringify(field)) yield { ...value, [name]: simpler };
		}
	}
}

/** After so many, the smallest one until then is reported: without a limit, a long scenario was once searched for ten minutes. */
const MAX_TRIED = 1_000;

/**
 * @param fails whether the same goes wrong in a smaller one
 * @param most number of smaller ones that are tried
 */
export async function reduced(
	draft: Draft,
	fails: (smaller: Draft) => Promise<boolean>,
	most = MAX_TRIED,
): Promise<Draft> {
	let left = most;
	for (const simpler of simplerThan(draft) as Generator<Draft>) {
		if (left === 0) return draft;
		left -= 1;
		if (await fails(simpler)) return await reduced(simpler, fails, left);
	}
	return draft;
}
