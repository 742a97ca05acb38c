import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../http';
import { RequestFailure, callMayBePlaced } from '../http';
import { Answers } from './answerItems';
import type { Job } from './job';
import { isAction, readyJob } from './job';
import type { Ending } from './memory';
import type { Done, Outcome, Outcomes } from './outcomes';
import { mayHaveWorked, outcomesOf } from './outcomes';
import { isAllLeft, isAnyHeld, leftItem } from './people';
import { NoLongerAllowed } from './rules';
import { NotStarted, startCreated } from './startCreated';
import type { VerdictContext } from './verdicts';
import { Verdicts } from './verdicts';

/** What the items of a request would send, without the bytes of a file. */
function contentOf({ draft: { file, ...content }, people }: Job): unknown {
	return [content, file?.upload, people?.list.rows.map(({ fields }) => fields)];
}

const notStarted = () =>
	new RequestFailure('This item was not sent', 'The run was stopped before', {
		reach: 'notSent',
		final: true,
	});

/** Sends the requests of one run of a node, each at most once if it does what cannot be undone. */
export class Sender {
	private readonly client: Client;
	private readonly answers: Answers;
	private readonly verdicts: Verdicts;
	/** What earlier attempts of this node did. */
	private readonly outcomes?: Outcomes;
	private isStopped = false;

	/**
	 * @param jobs all requests of the run, in the order in which they begin
	 * @param perList how many requests one list may have under way
	 */
	constructor(
		context: IExecuteFunctions,
		client: Client,
		jobs: readonly Job[],
		perList: number,
		surroundings: VerdictContext,
	) {
		this.client = client;
		this.answers = new Answers(context, client, perList);
		if (!surroundings.isDry && jobs.some(isAction)) this.outcomes = outcomesOf(context);
		const open = jobs.filter((job) => !this.earlierOutcome(job));
		this.verdicts = new Verdicts(context, open, surroundings);
		for (const job of jobs) {
			if (job.people && this.wasCalled(job)) this.verdicts.settle(job.people, 'done');
		}
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
		await this.verdicts.end();
	}

	/** Tells the user if nobody was called, and why. */
	showHint(): void {
		this.verdicts.showHint();
	}

	/**
	 * How an action ended in an earlier attempt of this node.
	 *
	 * @returns undefined if no earlier attempt has sent it
	 */
	earlierOutcome(job: Job): Done | RequestFailure | undefined {
		const { outcomes } = this;
		if (!outcomes || !isAction(job)) return undefined;
		const outcome = outcomes.get(job.itemIndexes, contentOf(job));
		return outcome && ('failure' in outcome ? outcome.failure : outcome);
	}

	/** Puts the verdicts on the people of a request. @throws ParameterError or RequestFailure if they cannot be known */
	async judge({ people }: Job): Promise<void> {
		if (people) await this.verdicts.judge(people);
	}

	/**
	 * Sends one request. Whom it calls is claimed before, so that no other run calls them.
	 *
	 * @throws RequestFailure, or an Error of n8n's own helpers
	 */
	async send(job: Job): Promise<Done> {
		if (!isAction(job)) return await this.perform(job);
		const earlier = this.earlierOutcome(job);
		if (earlier instanceof RequestFailure) throw earlier;
		if (earlier) return earlier;
		const { people, itemIndexes } = job;
		let ending: Ending = 'notDone';
		const keep = (outcome: Outcome) => this.outcomes?.set(itemIndexes, contentOf(job), outcome);
		return await this.sendJudged(job)
			.then(async (done) => {
				ending = done.doubt?.isUnknown ? 'unknown' : 'done';
				const ended = job.starts && !done.isSkipped ? await this.start(job, done) : done;
				keep(ended);
				return ended;
			})
			.catch((error: unknown) => {
				if (error instanceof NotStarted) keep({ failure: error });
				if (!mayHaveWorked(error)) throw error;
				ending = 'unknown';
				const failure = people?.list.deed === 'call' ? callMayBePlaced(error) : error;
				keep({ failure });
				throw failure;
			})
			.finally(() => {
				if (people) this.verdicts.settle(people, ending);
			});
	}

	/** Sends the request without those who have a verdict. If the time of one of them passes until it leaves, they are judged again. */
	private async sendJudged(job: Job): Promise<Done> {
		const { people, itemIndexes } = job;
		for (;;) {
			await this.judge(job);
			if (this.isOver) throw notStarted();
			if (people && isAllLeft(people)) {
				const json = leftItem(people, (itemIndexes[0] ?? 0) + 1);
				return { items: [{ json }], isSkipped: true, isHeldBack: isAnyHeld(people) };
			}
			const done = await this.perform(readyJob(job)).catch((error: unknown) => {
				if (error instanceof NoLongerAllowed) return undefined;
				throw error;
			});
			if (done) return done;
		}
	}

	private async perform(job: Job): Promise<Done> {
		const { people } = job;
		const onStart = () => {
			if (people) this.verdicts.check(people);
		};
		const answered = await this.answers.itemsOf(job, onStart).catch((error: unknown) => {
			// An error about rows shows texts of the platform, so the secrets in it are hidden.
			throw error instanceof RequestFailure ? this.client.shown(error) : error;
		});
		return { ...answered, isSkipped: false };
	}

	/** Starts the campaign that a request has created. @throws NotStarted */
	private async start(job: Job, done: Done): Promise<Done> {
		const { people } = job;
		return await startCreated(this.client, job, done, () => {
			if (people) this.verdicts.check(people);
		});
	}

	/** Whether an earlier attempt of this node called those of a job, or may have. */
	private wasCalled(job: Job): boolean {
		const earlier = this.earlierOutcome(job);
		return earlier instanceof RequestFailure || earlier?.isSkipped === false;
	}
}
