import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../http';
import { RequestFailure } from '../http';
import { Answers } from './answerItems';
import type { Ending } from './memory';
import {
	CalledNumbers,
	ClaimAhead,
	executionMemory,
	refuseWithoutExecution,
	showHint,
	skippedKeys,
} from './memory';
import type { CallTimes } from './rules';
import { NoLongerAllowed, RuleGate } from './rules';
import type { Draft, Job } from './job';
import { claimedBy, claimsOf, isAction } from './job';
import type { Done, Outcomes } from './outcomes';
import { mayHaveWorked, outcomesOf } from './outcomes';
import { checkReadOf } from './readOnly';

/** What is sent, without the bytes of a file. */
function contentOf({ file, ...content }: Draft): unknown {
	return [content, file?.upload];
}

const notStarted = () =>
	new RequestFailure('This item was not sent', 'The run was stopped before', {
		reach: 'notSent',
		final: true,
	});

/** Sends the requests of one run of a node, each at most once if it does what cannot be undone. */
export class Sender {
	/** Whom this run may call; undefined if nobody is remembered. */
	private readonly claims?: ClaimAhead;
	/** What earlier attempts of this node did. */
	private readonly outcomes?: Outcomes;
	private readonly answers: Answers;
	/** Undefined: there are no calling rules. */
	private readonly gate?: RuleGate;
	private isStopped = false;

	/**
	 * @param jobs all requests of the run, in the order in which they begin
	 * @param most how many requests one list, and the whole run, may have under way
	 * @param earlier when the numbers were called before, where a rule counts it, or why nobody knows
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
		private readonly jobs: readonly Job[],
		{ perList, parallel }: { perList: number; parallel: number },
		earlier: CallTimes | RequestFailure,
	) {
		if (jobs.some(isAction)) this.outcomes = outcomesOf(context);
		this.answers = new Answers(context, client, perList);
		const ruled = jobs.filter(({ callees }) => callees?.ruled);
		if (ruled.some(({ callees }) => callees?.toJudge?.rules.maxCallsPerExecution !== undefined))
			refuseWithoutExecution(context, "'Max Calls per Execution'");
		if (ruled.length > 0) this.gate = new RuleGate(earlier, executionMemory(context));
		for (const job of ruled) {
			const people = job.callees?.toJudge;
			if (people && this.wasCalled(job)) this.gate?.noteCalled(people);
		}
		const { within, claims } = claimsOf(jobs.filter((job) => !this.known(job)));
		if (within) this.claims = new ClaimAhead(new CalledNumbers(context, within), claims, parallel);
	}

	get isCancelled(): boolean {
		return this.client.isCancelled;
	}

	/** True after a stop or a cancel: nothing more is sent. */
	get isOver(): boolean {
		return this.isStopped || this.isCancelled;
	}

	/** Starts nothing more: what waits for another attempt fails with the last one. */
	stop(): void {
		this.isStopped = true;
		this.client.stopWaiting();
	}

	/** To be called when nothing more is sent: records what is not recorded yet. */
	async end(): Promise<void> {
		await this.claims?.end();
	}

	/** Tells the user if nobody was called, and why. */
	showHint(): void {
		const [once] = claimsOf(this.jobs).claims;
		if (once && this.claims) showHint(this.context, once, this.claims.found);
	}

	/**
	 * How an action ended in an earlier attempt of this node.
	 *
	 * @returns undefined if nothing is known of it
	 */
	known(job: Job): Done | RequestFailure | undefined {
		const outcome = isAction(job)
			? this.outcomes?.get(job.itemIndexes, contentOf(job.draft))
			: undefined;
		return outcome && ('failure' in outcome ? outcome.failure : outcome);
	}

	/**
	 * Sends one request. Whom it calls is claimed before, so that no other run calls them.
	 *
	 * @throws RequestFailure, or an Error of n8n's own helpers
	 */
	async send(job: Job): Promise<Done> {
		if (!isAction(job)) return await this.perform(job);
		const known = this.known(job);
		if (known instanceof RequestFailure) throw known;
		if (known) return known;
		const once = claimedBy(job);
		const { callees } = job;
		if (!once || !callees) return await this.sendAllowed(job);

		const { claims } = this;
		if (!claims) throw notStarted();
		const claim = await claims.claimOf(once);
		let ending: Ending = 'notDone';
		const work = async () => {
			if (this.isOver) throw notStarted();
			callees.skip(skippedKeys(claim, once));
			const done = await this.sendAllowed(job).catch((error: unknown) => {
				if (mayHaveWorked(error)) ending = 'unknown';
				throw error;
			});
			ending = done.doubt?.isUnknown ? 'unknown' : 'done';
			return done;
		};
		return await work().finally(() => claims.settle(once, claim, ending, callees.freeKeys()));
	}

	/**
	 * Sends the request without those whom a rule holds back at this moment, and keeps how it ended. If the time of one of them passes between
	 * two attempts, the rules are asked again.
	 */
	private async sendAllowed(job: Job): Promise<Done> {
		const { callees, itemIndexes } = job;
		const content = contentOf(job.draft);
		for (;;) {
			if (callees?.toJudge) callees.hold(this.gate?.heldBack(callees.toJudge));
			const draft = callees?.isAnyLeftOut ? job.draftNow() : job.draft;
			const done = await this.perform({ ...job, draft }).catch((error: unknown) => {
				if (error instanceof NoLongerAllowed) return undefined;
				if (mayHaveWorked(error)) this.outcomes?.set(itemIndexes, content, { failure: error });
				else if (callees?.toCall) this.gate?.noteNotCalled(callees.toCall);
				throw error;
			});
			if (!done) continue;
			const outcome = { ...done, isHeldBack: done.isSkipped && callees?.isAnyHeld === true };
			this.outcomes?.set(itemIndexes, content, outcome);
			return outcome;
		}
	}

	/** Sends the request, or nothing if a check or the list of people leaves nothing to send. */
	private async perform(planned: Job): Promise<Done> {
		const job = await this.checked(planned);
		const { skip, report } = job.draft;
		if (skip) return { items: [{ json: report }], isSkipped: true };
		const people = job.callees?.toCall;
		const beforeAttempt = () => {
			if (claimedBy(job)) this.claims?.check();
			if (people) this.gate?.check(people);
		};
		const answered = await this.answers.itemsOf(job, beforeAttempt).catch((error: unknown) => {
			// What is wrong with rows that were read is shown with texts of them.
			throw error instanceof RequestFailure ? this.client.shown(error) : error;
		});
		return { ...answered, isSkipped: false };
	}

	/** What a check decides to send. @throws RequestFailure also if the run was stopped meanwhile */
	private async checked(job: Job): Promise<Job> {
		if (!job.check) return job;
		const draft = await job.check(checkReadOf(this.client, job.operation));
		if (this.isOver) throw notStarted();
		return { ...job, draft };
	}

	/** Whether an earlier attempt of this node called those of a job, or may have. */
	private wasCalled(job: Job): boolean {
		const known = this.known(job);
		return known instanceof RequestFailure || known?.isSkipped === false;
	}
}
