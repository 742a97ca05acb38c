import type { IExecuteFunctions } from 'n8n-workflow';
import type { Deduplication } from '../../operation';
import { CALL_AGAIN } from './skipped';

const WHEN = { day: 'today', ever: 'earlier', execution: 'in this execution' } as const;

/** What a run found in the memory of its node. */
export interface Found {
	/** How many numbers it was to call. */
	asked: number;
	/** How many of them it skipped, because they were called before, or may have been. */
	skipped: number;
	/** Nothing was remembered before this run. */
	isNew: boolean;
}

/** Says at the output, in one sentence, why nobody was called; or that the memory of the node is new. Older versions of n8n do not show it. */
export function showHint(
	context: IExecuteFunctions,
	within: Deduplication['within'],
	{ asked, skipped, isNew }: Found,
): void {
	const numbers = asked === 1 ? 'the number was' : `all ${asked} numbers were`;
	const show = (message: string) =>
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	if (asked > 0 && skipped === asked) {
		show(
			`Nobody was called: ${numbers} called ${WHEN[within]}, or may have been. ${CALL_AGAIN[within]}.`,
		);
	}
	if (asked > 0 && isNew && within === 'ever' && context.getMode() === 'manual') {
		show(
			'0 numbers were remembered before this run. A node that was imported or pasted has a new ID, and n8n gives it a new memory.',
		);
	}
}
