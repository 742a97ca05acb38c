import fc from 'fast-check';
import { valuesDrawn, valuesOf } from '../platform/drawing.mts';
import { FAULTS } from '../platform/faults.mts';
import { ROW_TIMES, TROUBLES } from '../platform/rows.mts';
import { drafts } from './arbitraries.mts';
import { consistentScenario } from './consistent.mts';
import { NOT_PLAYED } from './playable.mts';
import { EVENTS, type PollEnd, type Scenario, type Step } from './scenario.mts';

/*
 * What the generator draws must be drawn in fact, also together: a scenario that never occurs finds nothing.
 */

const COUNT = 2_500;

const STEPS: Record<Step['do'], true> = {
	insert: true,
	edit: true,
	setStatus: true,
	complete: true,
	delete: true,
	poll: true,
	pollTwice: true,
	manual: true,
	manner: true,
	repeat: true,
	account: true,
	user: true,
	setBack: true,
	wait: true,
	restart: true,
	deactivate: true,
	activate: true,
};

const ENDS: Record<PollEnd, true> = {
	taken: true,
	discarded: true,
	savedLate: true,
	killedDuring: true,
	killedBeforeSave: true,
	killedUnsaved: true,
	killedAfterSave: true,
	killedLater: true,
};

/** What a scenario has, as words; those of one topic begin alike. */
function traitsOf({ settings, steps, oldRows }: Scenario): Record<string, string[]> {
	const { manner, skewMs } = settings;
	const rows = [...oldRows, ...steps.flatMap((step) => (step.do === 'insert' ? step.rows : []))];
	return {
		...Object.fromEntries(valuesOf(manner)),
		memory: [settings.maxKnown === undefined ? 'whole' : 'small'],
		event: [settings.event],
		engine: [settings.engine],
		speed: [settings.latencyMs >= 1000 ? 'slow' : 'fast'],
		pages: [manner.paging.cap < 5 ? 'small' : 'large'],
		clock: [skewMs === 0 ? 'right' : skewMs < 0 ? 'behind' : 'ahead'],
		filters: Object.keys(settings.filters),
		list: [oldRows.length > (settings.maxKnown ?? 20) ? 'long' : 'short'],
		time: rows.map(({ time }) => time),
		trouble: rows.map(({ trouble }) => trouble),
		step: steps.map((step) => step.do),
		end: steps.flatMap((step) => (step.do === 'poll' ? [step.end] : [])),
		fault: steps.flatMap((step) => ('faults' in step ? step.faults : [])).map(({ fault }) => fault),
	};
}

/** Topics whose values must all have met each other. */
const PAIRS: ReadonlyArray<[one: string, others: string[]]> = [
	['memory', ['listing.order', 'listing.filters', 'paging.pastEnd', 'paging.offset', 'speed']],
	['memory', ['ids.name', 'fault', 'list']],
	['listing.order', ['listing.filters', 'pages', 'list', 'time', 'envelope.total']],
	['paging.pastEnd', ['envelope.total', 'paging.offset']],
	['event', ['fault', 'time', 'trouble', 'single.kind', 'shape.words']],
	['filters', ['shape.directions', 'shape.owner']],
	['clock', ['time']],
	['engine', ['end']],
];

/** What is not drawn together, with the reason: consistent.mts. */
const NEVER = ['memory, listing.order: small, grouped'];

const seen = new Map<string, Set<string>>();

beforeAll(() => {
	const note = (topic: string, value: string) =>
		seen.set(topic, (seen.get(topic) ?? new Set()).add(value));
	for (const scenario of fc.sample(drafts().map(consistentScenario), { numRuns: COUNT, seed: 1 })) {
		const traits = traitsOf(scenario);
		for (const [topic, values] of Object.entries(traits)) values.forEach((v) => note(topic, v));
		for (const [one, others] of PAIRS)
			for (const other of others)
				for (const first of new Set(traits[one]))
					for (const second of new Set(traits[other]))
						note(`${one}, ${other}`, `${first}, ${second}`);
	}
});

test('every manner, row, fault and step is drawn', () => {
	const expected: Array<[topic: string, values: readonly string[]]> = [
		...valuesDrawn(NOT_PLAYED),
		['event', Object.keys(EVENTS)],
		['time', ROW_TIMES],
		['trouble', TROUBLES],
		['step', Object.keys(STEPS)],
		['end', Object.keys(ENDS)],
		['fault', FAULTS],
		['memory', ['small', 'whole']],
		['clock', ['ahead', 'behind', 'right']],
	];
	const missing = expected.flatMap(([topic, values]) =>
		values.filter((value) => !seen.get(topic)?.has(value)).map((value) => `${topic}: ${value}`),
	);
	expect(missing).toEqual([]);
});

test('what hides each other is drawn together', () => {
	const missing = PAIRS.flatMap(([one, others]) =>
		others.flatMap((other) =>
			[...seen.get(one)!].flatMap((first) =>
				[...seen.get(other)!]
					.map((second) => `${first}, ${second}`)
					.filter((pair) => !seen.get(`${one}, ${other}`)?.has(pair))
					.map((pair) => `${one}, ${other}: ${pair}`)
					.filter((pair) => !NEVER.includes(pair)),
			),
		),
	);
	expect(missing).toEqual([]);
});
