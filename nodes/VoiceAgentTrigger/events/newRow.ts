import type { IDataObject } from 'n8n-workflow';
import { OWNER, cellOf } from '../../shared/platform';
import type { FilterName } from '../properties';
import type { Row } from '../incremental/scan';
import type { Stream } from '../incremental/stream';
import { latestRows, readStream, sameAgent } from '../incremental/stream';
import type { Found, TriggerEvent, Watch } from '../watch';

const foundOf = ({ key, time, row }: Row): Found => ({ key, time, item: { json: row } });

/** The event that a row is added to a list; its rows are given out as they are. */
export function newRow(
	event: Pick<TriggerEvent, 'name' | 'value' | 'description'> & {
		filters: readonly FilterName[];
		stream: Stream;
	},
): TriggerEvent {
	const { stream, ...shown } = event;
	const matches =
		({ params }: Watch) =>
		(row: IDataObject) => {
			const agentId = stream.agentEndpoint ? '' : params.text('filters.agentId');
			const campaignId = params.text('filters.campaignId');
			return (
				sameAgent(row, agentId, stream.rows) &&
				(campaignId === '' || cellOf(OWNER, row, 'campaign_id') === campaignId)
			);
		};
	return {
		...shown,
		// The platform has a list of its own for each agent.
		scope: stream.agentEndpoint ? ['filters.agentId'] : [],
		async check(watch) {
			const reading = await readStream(watch, stream, matches(watch));
			const batch = reading.fresh.slice(0, watch.batchSize);
			const isDone = batch.length === reading.fresh.length;
			return { found: batch.map(foundOf), isDrained: reading.finish(isDone) };
		},
		async latest(watch, count) {
			return (await latestRows(watch, stream, count, matches(watch))).map(foundOf);
		},
	};
}
