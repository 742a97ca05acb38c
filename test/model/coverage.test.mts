import fc from 'fast-check';
import { scenarios } from './arbitraries.mts';
import type { Quirks } from './fakePlatform.mts';
import { FAULTS, isDeception } from './platformAnswers.mts';
import { TROUBLES } from './platformRows.mts';
import { ROW_TIMES } from './rowTimes.mts';
import { EVENTS, type NewRow, type PollEnd, type Scenario, type Step } from './scenario.mts';

/*
 * What the generator draws must be drawn in fact, also together: a scenario that never occurs finds nothing.
 */

const COUNT = 3_000;

type Named = { [Name in keyof Quirks as Quirks[Name] extends string ? Name : never]: Quirks[Name] };

/** Every value of every quirk that is a word. The type demands them all. */
const WORDS: { [Name in keyof Named]: Record<Named[Name], true> } = {
	order: {
		newest: true,
		oldest: true,
		arrival: true,
		random: true,
		updated: true,
		grouped: true,
		appointment: true,
	},
	undated: { first: true, last: true },
	envelope: { array: true, items: true, nested: true },
	total: { none: true, right: true, page: true },
	pastEnd: { empty: true, lastPage: true },
	offsetCounts: { rows: true, pagesFromZero: true, pagesFromOne: true },
	dateFilter: { applied: true, ignored: true, refused: true, onEnd: true, onAppointment: true },
	otherFilters: { applied: true, ignored: true },
	timestamps: { iso: true, isoNoZone: true, seconds: true, milliseconds: true, missing: true },
	idName: { own: true, id: true, ownLater: true, sharedId: true },
	detail: {
		plain: true,
		dataMeta: true,
		parts: true,
		success: true,
		jsonApi: true,
		noStatus: true,
	},
	analysis: { null: true, nullFields: true },
	words: { usual: true, unknown: true },
	directions: { usual: true, outgoing: true, 'outbound-api': true },
	campaign: { id: true, object: true },
};

const STEPS: Record<Step['do'], true> = {
	insert: true,
	edit: true,
	setStatus: true,
	complete: true,
	delete: true,
	poll: true,
	pollTwice: true,
	manual: true,
	quirks: true,
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

const rowsOf = ({ oldRows, steps }: Scenario): NewRow[] => [
	...oldRows,
	...steps.flatMap((step) => (step.do === 'insert' ? step.rows : [])),
];

/** What a scenario has, as words; those of one topic begin alike. */
function traitsOf(scenario: Scenario): Record<string, string[]> {
	const { settings, steps, faults } = scenario;
	const { quirks } = settings;
	const rows = rowsOf(scenario);
	const plans = steps.flatMap((step) => ('faults' in step ? step.faults : []));
	const words = Object.keys(WORDS).map((name) => [name, [String(quirks[name as keyof Quirks])]]);
	return {
		...Object.fromEntries(words),
		memory: [settings.maxKnown === undefined ? 'whole' : 'small'],
		event: [settings.event],
		engine: [settings.engine],
		speed: [settings.latencyMs >= 1000 ? 'slow' : 'fast'],
		pages: [quirks.pageCap < 5 ? 'small' : 'large'],
		clock: [settings.skewMs === 0 ? 'right' : settings.skewMs < 0 ? 'behind' : 'ahead'],
		zone: [quirks.zoneMs === 0 ? 'UTC' : quirks.zoneMs < 0 ? 'west' : 'east'],
		filters: Object.keys(settings.filters),
		list: [scenario.oldRows.length > (settings.maxKnown ?? 20) ? 'long' : 'short'],
		time: rows.map(({ time }) => time),
		trouble: rows.map(({ trouble }) => trouble),
		step: steps.map((step) => step.do),
		end: steps.flatMap((step) => (step.do === 'poll' ? [step.end] : [])),
		fault: plans.map(({ fault }) => fault),
		faultAtFirst: faults.map(({ fault }) => (isDeception(fault) ? 'deception' : 'failure')),
		changes: steps.flatMap((step) => (step.do === 'quirks' ? Object.keys(step.quirks) : [])),
	};
}

/** Pairs of topics whose values must all have met. */
const PAIRS: ReadonlyArray<[one: string, other: string]> = [
	['memory', 'order'],
	['memory', 'dateFilter'],
	['memory', 'pastEnd'],
	['memory', 'offsetCounts'],
	['memory', 'idName'],
	['memory', 'fault'],
	['memory', 'list'],
	['memory', 'speed'],
	['order', 'dateFilter'],
	['order', 'pages'],
	['order', 'list'],
	['order', 'time'],
	['order', 'total'],
	['pastEnd', 'total'],
	['pastEnd', 'offsetCounts'],
	['undated', 'time'],
	['event', 'fault'],
	['event', 'time'],
	['event', 'trouble'],
	['event', 'detail'],
	['event', 'words'],
	['event', 'faultAtFirst'],
	['filters', 'directions'],
	['filters', 'campaign'],
	['filters', 'trouble'],
	['clock', 'time'],
	['zone', 'time'],
	['engine', 'end'],
];

describe('the generator', () => {
	const seen = new Map<string, Set<string>>();
	const note = (topic: string, value: string) => {
		const values = seen.get(topic) ?? new Set();
		seen.set(topic, values.add(value));
	};

	beforeAll(() => {
		for (const scenario of fc.sample(scenarios(), { numRuns: COUNT, seed: 1 })) {
			const traits = traitsOf(scenario);
			for (const [topic, values] of Object.entries(traits)) values.forEach((v) => note(topic, v));
			for (const [one, other] of PAIRS) {
				for (const first of new Set(traits[one]))
					for (const second of new Set(traits[other]))
						note(`${one}, ${other}`, `${first}, ${second}`);
			}
		}
	}, 120_000);

	const expected: Array<[topic: string, values: readonly string[]]> = [
		...Object.entries(WORDS).map(([name, values]): [string, string[]] => [
			name,
			Object.keys(values),
		]),
		['event', Object.keys(EVENTS)],
		['time', ROW_TIMES],
		['trouble', TROUBLES],
		['step', Object.keys(STEPS)],
		['end', Object.keys(ENDS)],
		['fault', FAULTS],
		['faultAtFirst', ['deception', 'failure']],
		['memory', ['small', 'whole']],
		['clock', ['ahead', 'behind', 'right']],
		['zone', ['UTC', 'east', 'west']],
		['changes', ['order', 'pageCap', 'total', 'pastEnd', 'dateFilter', 'detail', 'timestamps']],
	];

	it.each(expected)('draws every %s', (topic, values) => {
		expect([...seen.get(topic)!]).toEqual(expect.arrayContaining([...values]));
	});

	it.each(PAIRS)('draws every %s with every %s', (one, other) => {
		const met = seen.get(`${one}, ${other}`)!;
		const missing = [...seen.get(one)!].flatMap((first) =>
			[...seen.get(other)!].flatMap((second) => {
				const pair = `${first}, ${second}`;
				return met.has(pair) ? [] : [pair];
			}),
		);
		expect(missing).toEqual([]);
	});
});
