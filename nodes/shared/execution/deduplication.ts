import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Remembers across executions what was done, in n8n's own de-duplication store.
 *
 * A key is recorded before the request is sent and taken back only when it is certain that nothing happened. A crash in between leaves it
 * recorded: rather a call too few, which the output tells, than a call too many.
 */
export class OnceStore {
	/** The store reads, changes and writes one row: parallel items must queue. */
	private turn: Promise<unknown> = Promise.resolve();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Records the keys and returns those that were not recorded before. */
	async claim(keys: readonly string[]): Promise<string[]> {
		return await this.inTurn(async () => {
			const { new: fresh } = await this.context.helpers.checkProcessedAndRecord([...keys], 'node', {
				mode: 'entries',
			});
			return fresh.map(String);
		});
	}

	async release(keys: readonly string[]): Promise<void> {
		await this.inTurn(
			async () =>
				await this.context.helpers.removeProcessed([...keys], 'node', { mode: 'entries' }),
		);
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const result = this.turn.then(work, work);
		this.turn = result.catch(() => undefined);
		return await result;
	}
}
