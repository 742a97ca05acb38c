import type { FaultPlan, Manners } from '../support/fakePlatform.mts';
import type { Fault } from '../support/platformAnswers.mts';
import type { CallStatus } from '../support/platformRows.mts';
import { EVENTS, type EventName, type Fate, type History, type NewRow } from './history.mts';
import type { PlatformStep, Setup, Step } from './history.mts';
import { Random } from './random.mts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const AGENTS = ['agent_a', 'agent_b'];
const CAMPAIGNS = ['campaign_a', 'campaign_b'];
const DIRECTIONS = ['inbound', 'outbound'] as const;
const OVER: CallStatus[] = ['completed', 'completed', 'no_answer', 'failed'];

/** Ordinary days, and a night in which Berlin's clocks are set back. */
const STARTS = ['2026-03-02T10:00:00.250Z', '2026-07-15T23:50:00.000Z', '2026-10-25T00:10:00.000Z'];

/** What the history is given besides chance. */
export interface Wishes {
	event?: EventName;
	engine?: Setup['engine'];
	/** False: n8n never dies, and no result is thrown away. */
	crashes?: boolean;
	/** For a trigger that knows no filters, no Start From and no batches. */
	isPlain?: boolean;
}

export function generate(seed: number, wishes: Wishes = {}): History {
	return new Generator(seed, wishes).history();
}

class Generator {
	private readonly random: Random;
	private readonly setup: Setup;
	private readonly hasCrashes: boolean;
	/** Some histories are quiet, so that the fault of another step is not hidden behind errors. */
	private readonly faultRate: number;
	private rows = 0;

	constructor(
		private readonly seed: number,
		wishes: Wishes,
	) {
		this.random = new Random(seed);
		this.setup = this.drawSetup(wishes);
		this.hasCrashes = wishes.crashes ?? this.random.chance(0.5);
		this.faultRate = this.random.pick([0, 0, 0.15, 0.5]);
	}

	history(): History {
		const { random, seed, setup } = this;
		const steps: Step[] = [];
		const old = random.weighted([
			[4, 0],
			[4, random.between(1, 8)],
			[3, random.between(22, 50)],
		]);
		if (old > 0) steps.push(this.insert(old, 6 * HOUR));
		steps.push({ do: 'activate' });
		const length = random.between(6, 30);
		for (let count = 0; count < length; count += 1) steps.push(this.step());
		return { seed, setup, steps };
	}

	private drawSetup({ event, engine, isPlain = false }: Wishes): Setup {
		const { random } = this;
		const isUndated = random.chance(0.12);
		const zoneMs = random.weighted([
			[8, 0],
			[1, 2 * HOUR],
			[1, -5 * HOUR],
		]);
		const hasBudget = random.chance(0.25);
		const latencyMs = hasBudget ? SECOND : random.pick([0, 0, 40]);
		const filters: Setup['filters'] =
			!isPlain && random.chance(0.25)
				? random.pick([
						{ agentId: 'agent_a' },
						{ campaignId: 'campaign_b' },
						{ direction: 'inbound' },
						{ agentId: 'agent_b', direction: 'outbound' },
					])
				: {};
		const chosen = event ?? random.pick(Object.keys(EVENTS) as EventName[]);
		const isOfCalls = EVENTS[chosen] === 'calls';
		const knowsStartFrom = !isPlain && chosen !== 'campaignFinished' && !isUndated && zoneMs === 0;
		const startFrom = knowsStartFrom && random.chance(0.2);
		return {
			event: chosen,
			engine: engine ?? random.pick(['default', 'durable']),
			startAt: Date.parse(random.pick(STARTS)),
			overlapMinutes: random.pick([60, 60, 5, 180]),
			waitMinutes: random.pick([10, 0, 3]),
			batchSize: isPlain ? 1000 : random.pick([1000, 1000, 1, 2, 5, 30]),
			afterCrash: random.weighted([
				[3, 'deliverAgain'],
				[1, 'skip'],
			]),
			crashWindowMinutes: random.pick([10, 10, 2]),
			simplify: random.chance(0.7),
			downloadRecording: chosen === 'callEnded' && random.chance(0.1),
			filters: isOfCalls ? filters : filters.agentId ? { agentId: filters.agentId } : {},
			...(startFrom && { startFromMinutes: random.pick([10, 60, 200]) }),
			timezone: random.pick(['UTC', 'Europe/Berlin', 'America/New_York']),
			latencyMs,
			...(hasBudget
				? { budgetMs: latencyMs * random.between(15, 40) }
				: random.chance(0.7) && { budgetMs: 5 * MINUTE }),
			skewMs: random.pick([0, 0, 90 * SECOND, -90 * SECOND]),
			manners: {
				...this.drawManners(),
				timestamps: isUndated ? 'missing' : zoneMs === 0 ? 'iso' : 'isoNoZone',
				zoneMs,
			},
		};
	}

	private drawManners(): Manners {
		const { random } = this;
		return {
			order: random.pick(['newest', 'newest', 'oldest', 'arrival', 'random']),
			pageCap: random.pick([1, 2, 3, 7, 100, 100]),
			envelope: random.pick(['array', 'total', 'nested']),
			dateFilter: random.pick(['honoured', 'honoured', 'ignored', 'refused']),
			filterShiftMs: random.weighted([
				[6, 0],
				[1, HOUR],
				[1, -HOUR],
				[1, 2 * HOUR],
			]),
			otherFilters: random.pick(['honoured', 'ignored']),
			refuseLimitAbove: random.pick([10_000, 10_000, 100, 50]),
			timestamps: 'iso',
			zoneMs: 0,
			idName: random.pick(['own', 'id']),
		};
	}

	private step(): Step {
		const { random } = this;
		return random.weighted<() => Step>([
			[26, () => this.poll()],
			[20, () => this.platformStep()],
			[3, () => ({ do: 'pollTwice', faults: this.faults(), during: this.during() })],
			[3, () => ({ do: 'manual', faults: this.faults() })],
			[3, () => ({ do: 'manners', manners: this.change() })],
			[4, () => ({ do: 'wait', ms: random.pick([MINUTE, 4 * MINUTE, 15 * MINUTE, 3 * HOUR]) })],
			[2, () => ({ do: 'restart', downMs: this.downTime() })],
			[1, () => ({ do: 'deactivate' })],
			[2, () => ({ do: 'activate' })],
		])();
	}

	private poll(): Step {
		const { random } = this;
		const fate: Fate =
			this.hasCrashes && random.chance(0.25)
				? random.pick([
						'discarded',
						'killedDuring',
						'killedBeforeSave',
						'killedUnsaved',
						'killedAfterSave',
						'killedAfterSave',
						'killedLater',
					])
				: 'taken';
		return {
			do: 'poll',
			faults: this.faults(),
			during: this.during(),
			fate,
			downMs: this.downTime(),
		};
	}

	private platformStep(): PlatformStep {
		const { random } = this;
		const which = random.between(0, 999);
		return random.weighted<() => PlatformStep>([
			[10, () => this.insert(this.count())],
			[3, () => ({ do: 'change', which })],
			[4, () => ({ do: 'call', which, status: random.pick(['in_progress', ...OVER]) })],
			[3, () => ({ do: 'complete', which })],
			[1, () => ({ do: 'delete', which })],
		])();
	}

	/** How many rows arrive at once: a few, or more than a page holds. */
	private count(): number {
		return this.random.weighted([
			[24, this.random.between(1, 3)],
			[6, this.random.between(4, 12)],
			[1, this.setup.manners.pageCap < 100 ? this.random.between(22, 40) : 105],
		]);
	}

	/** @param farthest how long ago the earliest may have come about; without it as far as the overlap reaches */
	private insert(count: number, farthest?: number): PlatformStep & { do: 'insert' } {
		const { random, setup } = this;
		const reach = farthest ?? setup.overlapMinutes * MINUTE - SECOND;
		const together = random.between(0, reach);
		const ago = farthest
			? () => random.between(0, reach)
			: random.pick([
					() => 0,
					() => 0,
					() => random.between(0, 5) * SECOND,
					() => together,
					() => random.between(0, reach),
					() => reach,
				]);
		return { do: 'insert', rows: Array.from({ length: count }, () => this.row(ago())) };
	}

	private row(agoMs: number): NewRow {
		const { random } = this;
		this.rows += 1;
		const status = random.pick<CallStatus>(['queued', 'in_progress', ...OVER]);
		return {
			id: `row${this.rows}`,
			agoMs,
			status,
			isComplete: status === 'completed' && random.chance(0.6),
			agentId: random.pick(AGENTS),
			campaignId: random.pick(CAMPAIGNS),
			direction: random.pick(DIRECTIONS),
		};
	}

	private faults(): FaultPlan {
		const { random } = this;
		if (!random.chance(this.faultRate)) return [];
		const kinds: Fault[] = [
			'unauthorized',
			'tooMany',
			'tooManyForAnHour',
			'serverError',
			'truncated',
			'reset',
			'refused',
			'timeout',
		];
		return Array.from({ length: random.between(1, 2) }, () => ({
			at: random.pick([0, 0, 1, 2, 4, 9]),
			times: random.pick([1, 2, 6, 1000]),
			fault: random.pick(kinds),
		}));
	}

	private during(): Array<{ at: number; step: PlatformStep }> {
		const { random } = this;
		if (!random.chance(0.25)) return [];
		return Array.from({ length: random.between(1, 3) }, () => ({
			at: random.between(0, 6),
			step: this.platformStep(),
		}));
	}

	/** Anything about the platform but how it shows times to those who must compare them over the change. */
	private change(): Partial<Manners> {
		const { random, setup } = this;
		const all: Manners = this.drawManners();
		if (setup.manners.timestamps === 'iso') {
			all.timestamps = random.pick(['iso', 'isoNoZone', 'seconds', 'milliseconds']);
		}
		const names = (Object.keys(all) as Array<keyof Manners>).filter(
			(name) =>
				name !== 'zoneMs' &&
				(name !== 'timestamps' || setup.manners.timestamps === 'iso') &&
				// A reading that takes several polls goes on where it stopped: no place is left in a list that was shuffled meanwhile.
				(name !== 'order' || setup.latencyMs < SECOND),
		);
		const changed = names.filter(() => random.chance(0.35));
		return Object.fromEntries(changed.map((name) => [name, all[name]]));
	}

	private downTime(): number {
		return this.random.pick([5 * SECOND, 20 * SECOND, 90 * SECOND, 15 * MINUTE, 2 * HOUR]);
	}
}
