import type { INodeExecutionData } from 'n8n-workflow';
import { CALL, rowOf } from '../../shared/platform';
import { inParallel } from '../parallel';
import { PARALLEL, callId, calls, fetchCall, isDecidable, matchesFilters, mayMatch } from './calls';
import type { Row } from '../incremental/scan';
import { inSeconds } from '../state';
import { latestRows, readStream } from '../incremental/stream';
import type { Found, TriggerEvent, Watch } from '../watch';

/** 'later': there was no time for it. undefined: the filters leave it out. */
type Verdict = Found | 'later' | undefined | Error;

async function itemOf(watch: Watch, { key, time, row }: Row): Promise<Verdict> {
	const isSimple = watch.params.flag('simplify', true);
	if (isSimple && isDecidable(watch, row)) return { key, time, item: { json: rowOf(CALL, row) } };
	const call = await fetchCall(watch, callId(row));
	if (call instanceof Error) return call;
	const full = call ?? row;
	if (!matchesFilters(watch, full)) return undefined;
	const item: INodeExecutionData = { json: isSimple ? rowOf(CALL, full) : full };
	return { key, time, item };
}

async function itemsOf(watch: Watch, rows: readonly Row[]): Promise<Verdict[]> {
	const verdicts = await inParallel(rows, PARALLEL, async (row, index): Promise<Verdict> => {
		// The first ones always have their turn, or a slow platform would never come to any.
		if (index >= PARALLEL && !watch.hasTimeLeft()) return 'later';
		return await itemOf(watch, row).catch((error: Error) => error);
	});
	for (const verdict of verdicts) if (verdict instanceof Error) throw verdict;
	return verdicts;
}

const isFound = (verdict: Verdict): verdict is Found =>
	typeof verdict === 'object' && 'item' in verdict;

export const newCall: TriggerEvent = {
	name: 'New Call',
	value: 'newCall',
	description: 'A call was placed or came in',
	filters: ['agentId', 'campaignId', 'direction'],
	async check(watch) {
		const reading = await readStream(watch, calls, mayMatch(watch));
		const batch = reading.fresh.slice(0, watch.batchSize);
		const verdicts = await itemsOf(watch, batch);
		verdicts.forEach((verdict, index) => {
			const row = batch[index];
			if (verdict === undefined && row) watch.state.seen[row.key] = inSeconds(row.time);
		});
		const isDone = batch.length === reading.fresh.length && !verdicts.includes('later');
		return { found: verdicts.filter(isFound), isDrained: reading.finish(isDone) };
	},
	async latest(watch, count) {
		const rows = await latestRows(watch, calls, count, mayMatch(watch));
		return (await itemsOf(watch, rows)).filter(isFound);
	},
};
