import type { Client } from '../http';
import { RequestFailure, isWithoutLogin, refusalIn } from '../http';
import { creditsLeftIn } from '../platform';
import { readOf } from '../run';
import { isoText } from '../values';
import type { Credits } from './rules';

/** The balance is read again after so many calls. */
const CALLS_PER_READING = 50;
const BALANCE = 'GET /billing/balance';
const SUBJECT = 'Get balance';

/** Reads the balance for the rule Keep Credits, and for the summary of a dry run. */
export class CreditsLeft implements Credits {
	/** When the balance was read last, in ISO 8601; undefined if it never was. */
	readAt?: string;
	/** The credits that are left, or a sentence that says why nobody knows them. */
	left: number | string = '';
	/** How many people were to be called since then. */
	private calls = 0;
	/** The request for the balance, while it is on its way. A failed one is kept: later ones get the same error. */
	private reading?: Promise<void>;

	/** @param isDry whether nobody is called: then one reading is enough */
	constructor(
		private readonly client: Client,
		private readonly isDry: boolean,
	) {}

	/** Whether `left` may be used for one more request. */
	get isFresh(): boolean {
		return this.readAt !== undefined && (this.isDry || this.calls < CALLS_PER_READING);
	}

	count(): void {
		this.calls += 1;
	}

	/** Reads the balance, once for all who wait for it. @throws RequestFailure without a login, or after a cancel */
	async renew(): Promise<void> {
		this.reading ??= this.ask().then((left) => {
			this.left = left;
			this.readAt = isoText(Date.now());
			this.calls = 0;
			this.reading = undefined;
		});
		await this.reading;
	}

	private async ask(): Promise<number | string> {
		return await readOf(this.client, SUBJECT, [BALANCE])(BALANCE).then(
			(body) => {
				const refusal = refusalIn(body, SUBJECT);
				if (refusal) return `The platform did not show one balance. ${refusal.message}`;
				return creditsLeftIn(body) ?? 'The platform does not show one balance';
			},
			(error: unknown) => {
				if (!(error instanceof RequestFailure)) throw error;
				const { message, description, details } = error;
				// Only the request for the balance failed: nobody was called.
				if (this.client.isCancelled || isWithoutLogin(error))
					throw new RequestFailure(message, description, { ...details, arrival: 'notSent' });
				return `The platform did not show one balance. ${message}`;
			},
		);
	}
}
