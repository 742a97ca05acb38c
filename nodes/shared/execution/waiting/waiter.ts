import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../http';
import {
	PageReader,
	RequestFailure,
	inParallel,
	pagesFetcher,
	readResult,
	within,
} from '../../http';
import type { Kind } from './kinds';
import { namesIn } from './kinds';
import type { WaitTarget } from './waitTarget';

/** Time between two rounds, which grows. */
const FIRST_DELAY_MS = 3_000;
const MAX_DELAY_MS = 30_000;
const GROWTH = 1.5;
/** Most things that one round asks for, each with one request. The others have their turn in the next ones. */
const MAX_ASKED = 100;

/** Most pages of the list in one round. */
const MAX_PAGES = 10;
/** Pages are read for so many things each, and one more, as long as each has one that is waited for. */
const PER_PAGE = 50;
/** A list in which nothing was found so many times is read only now and then. */
const MAX_FRUITLESS = 3;
const EVERY = 5;

/** What the list of the platform says of the things that are waited for: many of them with one request. It need not be in any order. */
class RowsInList {
	private readonly reader: PageReader;
	private client?: Client;
	private fruitless = 0;
	private rounds = 0;

	constructor(private readonly kind: Kind) {
		const { list, entity } = kind;
		const request = { ...list, subject: `Get many ${entity}s` };
		this.reader = new PageReader(async (limit, offset, next) => {
			if (!this.client) throw new Error('There is no client');
			return await pagesFetcher(this.client, request, { entity })(limit, offset, next);
		});
	}

	/** Whether a request for the list is likely to save others. */
	isUseful(open: readonly WaitTarget[]): boolean {
		this.rounds += 1;
		if (open.length < 2 && !open.some(({ isUnclear }) => isUnclear)) return false;
		return this.fruitless < MAX_FRUITLESS || this.rounds % EVERY === 0;
	}

	/**
	 * Notes the rows of these things, those that were found.
	 *
	 * @throws RequestFailure
	 */
	async read(client: Client, open: readonly WaitTarget[], now: number): Promise<void> {
		this.client = client;
		const wanted = new Map(
			open.flatMap((target) => target.names.map((name): [string, WaitTarget] => [name, target])),
		);
		const found = new Set<WaitTarget>();
		this.fruitless += 1;
		const pages = Math.min(Math.ceil(open.length / PER_PAGE) + 1, MAX_PAGES);
		let offset = 0;
		let next: IDataObject | undefined;
		for (let page = 0; page < pages && found.size < open.length; page += 1) {
			const before = found.size;
			const { page: read } = await this.reader.page(offset, next);
			for (const row of read.rows) {
				const target = namesIn(this.kind, row)
					.map((name) => wanted.get(name))
					.find((one) => one && !one.isOther(row));
				target?.noteRow(row, now);
				if (target) found.add(target);
			}
			if (found.size === before || read.hasMore === false) break;
			offset += read.rows.length;
			next = read.next;
		}
		if (found.size > 0) this.fruitless = 0;
	}
}

/** Whether every other request would fail now, too. */
const isAboutAll = ({ details: { isLogin, reach, status = 0 } }: RequestFailure): boolean =>
	isLogin === true || reach === 'notSent' || [401, 429].includes(status);

/** Whether no later request can succeed: more logins would only lock the account. */
const isRefusedLogin = ({ details }: RequestFailure): boolean =>
	details.isLogin === true && details.final === true;

const asFailure = (error: unknown): RequestFailure =>
	error instanceof RequestFailure
		? error
		: new RequestFailure(String((error as { message?: unknown }).message), '', {
				reach: 'notSent',
			});

/** Waits for all things of a run together: round by round, until each is over or its time is up. A request that fails ends nothing. */
export class Waiter {
	private readonly list: RowsInList;
	private isEnded = false;
	/** How many requests for single things there were. */
	private turns = 0;
	/** Why this round asks for nothing more. */
	private block?: RequestFailure;
	/** Why nothing is asked for any more. */
	refusal?: RequestFailure;

	/**
	 * @param client of the run: knows when it is cancelled
	 * @param newClient makes the client of one round. One that was refused a login does not try again
	 * @param parallel most requests at a time
	 */
	constructor(
		private readonly client: Client,
		private readonly newClient: () => Promise<Client>,
		private readonly kind: Kind,
		private readonly targets: readonly WaitTarget[],
		private readonly parallel: number,
	) {
		this.list = new RowsInList(kind);
	}

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

	private get isOver(): boolean {
		return this.isEnded || this.client.isCancelled || this.refusal !== undefined;
	}

	private async rounds(end: number): Promise<void> {
		let delay = FIRST_DELAY_MS;
		while (!this.isOver && this.open.length > 0) {
			const asked = (this.block?.details.retryAfterSeconds ?? 0) * 1000;
			const left = end - performance.now();
			if (!(await this.client.pause(Math.min(Math.max(delay, asked), left)))) return;
			delay = Math.min(delay * GROWTH, MAX_DELAY_MS);
			if (this.isOver || this.open.length === 0) return;
			await this.round().catch((error: unknown) => this.noteFailure(asFailure(error)));
		}
	}

	private async round(): Promise<void> {
		this.block = undefined;
		const client = await this.newClient();
		const { open } = this;
		const now = performance.now();
		if (this.list.isUseful(open)) {
			await this.list.read(client, open, now).catch((error: unknown) => {
				const failure = asFailure(error);
				if (isAboutAll(failure)) throw failure;
			});
		}
		const due = open
			.filter((target) => target.isDue(now))
			.sort((one, other) => one.turn - other.turn)
			.slice(0, MAX_ASKED);
		await inParallel(due, this.parallel, async (target) => {
			if (this.isOver || this.block || !target.isOpen(performance.now())) return;
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
				readResult(body, { entity, subject, path: target.path, mustFit: true }),
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
