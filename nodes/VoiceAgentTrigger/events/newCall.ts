import type { INodeExecutionData } from 'n8n-workflow';
import { isRaw, outputFieldOf, outputOf } from '../../shared/operation';
import { CALL } from '../../shared/platform';
import type { Found } from '../event';
import type { Row } from '../incremental';
import { inParallel } from '../parallel';
import type { Watch } from '../watch';
import { PARALLEL, callId, calls, fetchCall, isDecidable, matchesFilters, mayMatch } from './calls';
import { listEvent } from './listEvent';

/** 'notReached': there was no time for it. undefined: the filters leave it out. */
type Verdict = Found | 'notReached' | undefined | Error;

async function itemOf(watch: Watch, { key, time, row }: Row): Promise<Verdict> {
	const shown = outputOf(watch.params, CALL);
	if (!isRaw(watch.params) && isDecidable(watch, row))
		return { key, time, item: { json: shown(row) } };
	const call = await fetchCall(watch, callId(row));
	if (call instanceof Error) return call;
	const full = call ?? row;
	if (!matchesFilters(watch, full)) return undefined;
	const item: INodeExecutionData = { json: shown(full) };
	return { key, time, item };
}

async function itemsOf(watch: Watch, rows: readonly Row[]): Promise<Verdict[]> {
	const verdicts = await inParallel(rows, PARALLEL, async (row, index): Promise<Verdict> => {
		// The first ones always have their turn, or a slow platform would never come to any.
		if (index >= PARALLEL && !watch.hasTimeLeft()) return 'notReached';
		return await itemOf(watch, row).catch((error: Error) => error);
	});
	for (const verdict of verdicts) if (verdict instanceof Error) throw verdict;
	return verdicts;
}

const isFound = (verdict: Verdict): verdict is Found =>
	typeof verdict === 'object' && 'item' in verdict;

export const newCall = listEvent({
	name: 'New Call',
	value: 'newCall',
	description: 'A call was placed or came in',
	filters: ['agentId', 'campaignId', 'direction'],
	output: [outputFieldOf(CALL)],
	stream: calls,
	matches: mayMatch,
	async emit(watch, { fresh, finish }) {
		const batch = fresh.slice(0, watch.batchSize);
		const verdicts = await itemsOf(watch, batch);
		batch.forEach((row, index) => {
			if (verdicts[index] === undefined) watch.state.markDone(row);
		});
		const isDone = batch.length === fresh.length && !verdicts.includes('notReached');
		return { found: verdicts.filter(isFound), isDrained: finish(isDone) };
	},
	async samples(watch, rows) {
		return (await itemsOf(watch, rows)).filter(isFound);
	},
});
