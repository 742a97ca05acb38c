import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../http';
import {
	Identity,
	PageReader,
	RequestFailure,
	inParallel,
	isAboutAll,
	pagesFetcher,
	pagesOf,
	readResult,
	within,
} from '../../http';
import type { AwaitedKind } from './kinds';
import { identitiesIn } from './kinds';
import type { WaitTarget } from './waitTarget';

/** The first pause between two rounds. Each further pause is longer. */
const FIRST_DELAY_MS = 3_000;
const MAX_DELAY_MS = 30_000;
const GROWTH = 1.5;
/** Most things that one round asks for, each with one request. The others have their turn in the next ones. */
const MAX_ASKED = 100;

/** The most pages of the list that one round reads. */
const MAX_PAGES = 10;
/** For how many things one page of the list is read. Reading ends with a page on which none of the things is. */
const PER_PAGE = 50;

/** Whether no later request can succeed: more logins would only lock the account. */
const isRefusedLogin = ({ details }: RequestFailure): boolean =>
	details.isLogin === true && details.final === true;

const asFailure = (error: unknown): RequestFailure =>
	error instanceof RequestFailure
		? error
		: new RequestFailure(String((error as { message?: unknown }).message), '', {
				arrival: 'notSent',
			});

/**
 * Notes what a list of the platform, in any order, says of the things that are waited for: many of them in one request.
 * @throws RequestFailure
 */
async function noteListed(
	client: Client,
	kind: AwaitedKind,
	open: readonly WaitTarget[],
	now: number,
): Promise<void> {
	const { list, entity } = kind;
	const request = { ...list, subject: `Get many ${entity}s` };
	const reader = new PageReader(pagesFetcher(client, request, { entity }));
	const wanted = new Map(
		open.flatMap((target) => target.names.map((name): [string, WaitTarget] => [name, target])),
	);
	const found = new Set<WaitTarget>();
	let pagesLeft = Math.min(Math.ceil(open.length / PER_PAGE) + 1, MAX_PAGES);
	for await (const { rows } of pagesOf(reader, new Identity(entity))) {
		const before = found.size;
		for (const row of rows) {
			const target = identitiesIn(kind, row)
				.map((name) => wanted.get(name))
				.find((one) => one && !one.isOther(row));
			target?.noteRow(row, now);
			if (target) found.add(target);
		}
		pagesLeft -= 1;
		if (found.size === before || found.size === open.length || pagesLeft === 0) return;
	}
}

/** Waits for all things of a run, in rounds, until each is over or its time is up. A failed request ends nothing. */
export class Waiter {
	private isEnded = false;
	/** How many requests for single things there were. */
	private turns = 0;
	/** The failure because of which this round asks for nothing more. */
	private block?: RequestFailure;
	/** The failure because of which nothing is asked for any more. */
	refusal?: RequestFailure;

	/**
	 * @param client of the run: knows when it is cancelled
	 * @param newClient makes the client of one round. One that was refused a login does not try again
	 * @param parallel most requests at a time
	 */
	constructor(
		private readonly client: Client,
		private readonly newClient: () => Promise<Client>,
		private readonly kind: AwaitedKind,
		private readonly targets: readonly WaitTarget[],
		private readonly parallel: number,
	) {}

	/** Never throws. Ends when the last deadline has come, even if a request has not. */
	async wait(): Promise<void> {
		const end = Math.max(...this.targets.map(({ deadline }) => deadline));
		const timeIsUp = new Error('The time is up');
		await within(Math.max(end - performance.now(), 0), this.rounds(end), timeIsUp).catch(
			(error: unknown) => {
				if (error !== timeIsUp) throw error;
			},
		);
		this.isEnded = true;
	}

	private get open(): WaitTarget[] {
		const now = performance.now();
		return this.targets.filter((target) => target.isOpen(now));
	}

	private get hasStopped(): boolean {
		return this.isEnded || this.client.isCancelled || this.refusal !== undefined;
	}

	private async rounds(end: number): Promise<void> {
		let delay = FIRST_DELAY_MS;
		while (!this.hasStopped && this.open.length > 0) {
			const asked = (this.block?.details.retryAfterSeconds ?? 0) * 1000;
			const left = end - performance.now();
			if (!(await this.client.pause(Math.min(Math.max(delay, asked), left)))) return;
			delay = Math.min(delay * GROWTH, MAX_DELAY_MS);
			if (this.hasStopped || this.open.length === 0) return;
			await this.round().catch((error: unknown) => this.noteFailure(asFailure(error)));
		}
	}

	private async round(): Promise<void> {
		this.block = undefined;
		const client = await this.newClient();
		const { open } = this;
		const now = performance.now();
		// The list says nothing of a single thing that the thing's own answer does not say.
		if (open.length > 1 || open.some(({ isUnclear }) => isUnclear)) {
			await noteListed(client, this.kind, open, now).catch((error: unknown) => {
				const failure = asFailure(error);
				if (isAboutAll(failure)) throw failure;
			});
		}
		const due = open
			.filter((target) => target.isDue(now))
			.sort((one, other) => one.turn - other.turn)
			.slice(0, MAX_ASKED);
		await inParallel(due, this.parallel, async (target) => {
			if (this.hasStopped || this.block || !target.isOpen(performance.now())) return;
			await this.ask(client, target);
		});
	}

	private async ask(client: Client, target: WaitTarget): Promise<void> {
		const { entity } = this.kind;
		const subject = `Get ${entity}`;
		const { address } = target;
		if (!address) return;
		this.turns += 1;
		target.noteTurn(this.turns, performance.now());
		const answer = await client
			.send({ ...address, subject }, ({ body }): IDataObject =>
				readResult(body, { entity, subject, path: target.path }),
			)
			.catch(asFailure);
		if (!(answer instanceof RequestFailure)) target.noteDetail(answer, performance.now());
		else if (isAboutAll(answer)) this.noteFailure(answer);
		else target.noteFailure(answer);
	}

	/** Notes a failure that is not about one thing alone. */
	private noteFailure(failure: RequestFailure): void {
		this.block = failure;
		if (isRefusedLogin(failure)) this.refusal = failure;
		for (const target of this.open) target.noteFailure(failure);
	}
}
