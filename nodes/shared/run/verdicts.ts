import type { IExecuteFunctions } from 'n8n-workflow';
import type { RequestFailure } from '../http';
import type { CreditsLeft } from './creditsLeft';
import type { Job } from './job';
import type { Ending, CallMemory, Remembering } from './memory';
import {
	CalledNumbers,
	ClaimAhead,
	MemoryLook,
	executionMemory,
	refuseWithoutExecution,
	showHint,
} from './memory';
import type { People } from './people';
import type { CallTimes, RuledPeople } from './rules';
import { NoLongerAllowed, RuleGate } from './rules';

/** What the verdicts of a run depend on beside its rows. */
export interface VerdictContext {
	/** When the numbers were called before, where a rule counts it, or why nobody knows. */
	earlier: CallTimes | RequestFailure;
	/** Read where a rule needs it. */
	credits: CreditsLeft;
	/** How many requests are under way at a time. */
	parallel: number;
	/** Whether nobody is called: then nothing is claimed, and nothing counted beyond this run. */
	isDry: boolean;
}

/** Puts the verdicts on the rows of a run. Reading has put its own; then the memory does so, then the rules. Who has none is sent. */
export class Verdicts {
	/** The memory of the run; undefined if nobody is remembered. */
	private readonly memory?: CallMemory;
	private readonly remembering?: Remembering;
	private readonly gate: RuleGate;
	private readonly credits: CreditsLeft;

	/**
	 * @param jobs the requests that are to be sent, in the order in which they begin
	 * @throws ParameterError for what cannot count where n8n runs the node without an execution
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		jobs: readonly Job[],
		{ earlier, credits, parallel, isDry }: VerdictContext,
	) {
		this.credits = credits;
		const all = jobs.flatMap(({ people }) => people ?? []);
		if (all.some(({ ruled }) => ruled.rules.maxCallsPerExecution !== undefined))
			refuseWithoutExecution(context, "'Max Calls per Execution'");
		const execution = executionMemory(context);
		this.gate = new RuleGate(earlier, isDry ? { called: execution.called } : execution, credits);
		const remembered = all.filter(({ within }) => within);
		const [{ within, list } = {}] = remembered;
		if (!within || !list) return;
		this.remembering = { within, deed: list.deed };
		const requests = remembered.map((people) => people.list.rows);
		const store = new CalledNumbers(context, within);
		this.memory = isDry
			? new MemoryLook(store, requests, this.remembering)
			: new ClaimAhead(store, requests, this.remembering, parallel);
	}

	/**
	 * Says who of a request was called before, or may have been, and who is held back at this moment. The others are claimed, and `settle` must
	 * follow. Asked again, because time has passed, it asks the rules, and the memory only if another day has begun.
	 *
	 * @throws ParameterError or RequestFailure if it cannot be known. Nothing may be sent then
	 */
	async judge({ list, ruled, within }: People): Promise<void> {
		if (within) await this.memory?.judge(list.rows);
		// The verdicts follow this look without a pause: of many requests that wait for a reading, each uses some of it up.
		while (this.needsCredits(ruled) && !this.credits.isFresh) await this.credits.renew();
		this.gate.judge(ruled);
	}

	/** Whether the balance decides about somebody: the memory has let somebody through, and there is the rule. */
	private needsCredits({ rules, people }: RuledPeople): boolean {
		return (
			rules.keepCredits !== undefined &&
			people.some(({ row: { verdict } }) => !verdict || verdict.kind === 'held back')
		);
	}

	/** Must be called right before each attempt leaves. @throws NoLongerAllowed if a verdict may be another one by now */
	check({ list, ruled }: People): void {
		if (this.memory?.isOfToday(list.rows) === false) throw new NoLongerAllowed();
		this.gate.check(ruled);
	}

	/** Notes how a request ended, also one that an earlier attempt of the node has sent. */
	settle({ list, ruled }: People, ending: Ending): void {
		this.memory?.settle(list.rows, ending);
		this.gate.settle(ruled, ending !== 'notDone');
	}

	/** Gives back what was claimed for requests that did not begin, and records what is not recorded yet. */
	async end(): Promise<void> {
		await this.memory?.end();
	}

	/** Tells the user if nobody was called, and why. */
	showHint(): void {
		if (this.memory && this.remembering)
			showHint(this.context, this.remembering, this.memory.found);
	}
}
