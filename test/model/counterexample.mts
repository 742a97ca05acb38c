import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualBut, type SomeManner } from '../platform/manners.mts';
import type { NewRow, PlatformChange, Scenario, Settings, Step } from './scenario.mts';

/*
 * Scenarios in which an invariant was violated once, as small as they could be made. Each is a file in counterexamples/, named after what it
 * shows, that has only what is not as usual, and rows that are alike once. So they stay valid when the catalogue of manners grows. A new one is
 * what the report of a violation prints as its last line, without what is usual.
 */

type DeepPartial<Value> = { [Name in keyof Value]?: Partial<Value[Name]> };

/** Rows that are alike but for their age: `count` of them, each so much older than the one before. */
type WrittenRows = Partial<NewRow> & { count?: number; everyMs?: number };

type Written = {
	settings: Omit<DeepPartial<Settings>, 'event'> & Pick<Settings, 'event'>;
	oldRows?: WrittenRows[];
	faults?: Scenario['faults'];
	steps?: Array<Record<string, unknown> & { do: string }>;
};

export const SETTINGS: Omit<Settings, 'event' | 'manner'> = {
	engine: 'default',
	startAt: Date.parse('2026-03-02T10:00:00.250Z'),
	lookbackMinutes: 60,
	waitMinutes: 10,
	batchSize: 1000,
	afterCrash: 'redeliver',
	crashWindowMinutes: 10,
	output: 'simplified',
	downloadRecording: false,
	filters: {},
	timezone: 'UTC',
	latencyMs: 0,
	budgetMs: 300_000,
	skewMs: 0,
	jitterSeed: 0,
};

export const ROW: Omit<NewRow, 'id'> = {
	ageMs: 0,
	status: 'no_answer',
	isComplete: false,
	agentId: 'agent_a',
	campaignId: 'campaign_a',
	direction: 'outbound',
	time: 'steady',
	trouble: 'none',
};

/** What a step has beside what happens on the platform. */
const STEPS: Record<string, Record<string, unknown>> = {
	poll: { faults: [], during: [], end: 'taken', downMs: 0, duringRestart: [] },
	pollTwice: { faults: [], during: [] },
	manual: { faults: [] },
};

/** A scenario with what was left out of the file. */
export function completed({ settings, oldRows = [], faults = [], steps = [] }: Written): Scenario {
	let rows = 0;
	const rowsOf = ({ count = 1, everyMs = 0, ageMs = 0, ...given }: WrittenRows): NewRow[] =>
		Array.from({ length: count }, (_, index) => {
			rows += 1;
			return { id: `row${rows}`, ...ROW, ...given, ageMs: ageMs + index * everyMs };
		});
	const change = (given: Record<string, unknown>): PlatformChange =>
		('rows' in given
			? { ...given, rows: (given.rows as WrittenRows[]).flatMap(rowsOf) }
			: given) as PlatformChange;
	const during = (given: unknown) =>
		(given as Array<{ at: number; change: Record<string, unknown> }>).map((entry) => ({
			...entry,
			change: change(entry.change),
		}));
	const step = (given: Record<string, unknown> & { do: string }): Step => {
		const full: Record<string, unknown> = { ...STEPS[given.do], ...given };
		for (const name of ['during', 'duringRestart']) {
			if (name in full) full[name] = during(full[name]);
		}
		return change(full) as Step;
	};
	return {
		settings: {
			...SETTINGS,
			...settings,
			manner: usualBut(settings.manner as SomeManner),
		} as Settings,
		oldRows: oldRows.flatMap(rowsOf),
		faults,
		steps: steps.map(step),
	};
}

const FOLDER = join(__dirname, 'counterexamples');

/** All of them, with their names in plain words. */
export const counterexamples: ReadonlyArray<[name: string, scenario: Scenario]> = readdirSync(
	FOLDER,
)
	.filter((file) => file.endsWith('.json'))
	.map((file) => [
		file.slice(0, -'.json'.length).replaceAll('-', ' '),
		completed(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Written),
	]);
