import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualBut, type SomeManner } from '../platform/manners.mts';
import type { NewRow, PlatformChange, Scenario, Settings, Step } from './scenario.mts';

/*
 * Scenarios in which an invariant was violated once, as small as they could be made. Each is a file in counterexamples/, named after what it
 * shows, that has only what is not as usual. So they stay valid when the catalogue of manners grows. A new one is what the report of a violation
 * prints as its last line, without what is usual.
 */

type DeepPartial<Value> = { [Name in keyof Value]?: Partial<Value[Name]> };

type Written = {
	settings: Omit<DeepPartial<Settings>, 'event'> & Pick<Settings, 'event'>;
	oldRows?: Array<Partial<NewRow>>;
	faults?: Scenario['faults'];
	steps?: Array<Record<string, unknown> & { do: string }>;
};

const SETTINGS: Omit<Settings, 'event' | 'manner'> = {
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

const ROW: Omit<NewRow, 'id'> = {
	ageMs: 0,
	status: 'no_answer',
	isComplete: false,
	agentId: 'agent_a',
	campaignId: 'campaign_a',
	direction: 'outbound',
	time: 'steady',
	trouble: 'none',
};

const POLL = { faults: [], during: [], end: 'taken', downMs: 0, duringRestart: [] } as const;

/** A scenario with what was left out of the file. */
export function completed({ settings, oldRows = [], faults = [], steps = [] }: Written): Scenario {
	let rows = 0;
	const row = (given: Partial<NewRow>): NewRow => {
		rows += 1;
		return { id: `row${rows}`, ...ROW, ...given };
	};
	const change = (given: Record<string, unknown>): PlatformChange =>
		('rows' in given
			? { ...given, rows: (given.rows as Array<Partial<NewRow>>).map(row) }
			: given) as PlatformChange;
	const during = (given: unknown) =>
		((given ?? []) as Array<{ at: number; change: Record<string, unknown> }>).map((entry) => ({
			...entry,
			change: change(entry.change),
		}));
	const poll = (given: Record<string, unknown>): Record<string, unknown> => ({
		...POLL,
		...given,
		during: during(given.during),
		duringRestart: during(given.duringRestart),
	});
	const step = (given: Record<string, unknown>): Step =>
		(given.do === 'poll' ? poll(given) : change(given)) as Step;
	return {
		settings: {
			...SETTINGS,
			...settings,
			manner: usualBut(settings.manner as SomeManner),
		} as Settings,
		oldRows: oldRows.map(row),
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
