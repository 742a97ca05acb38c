import { outputOf } from '../../shared/operation';
import { CALL } from '../../shared/platform';
import type { TriggerItem } from '../event';
import type { StreamRow } from '../reading';
import type { Watch } from '../watch';
import { calls, callOutputFields } from './calls';
import { listEvent } from './listEvent';

const newCallItem =
	({ params }: Watch) =>
	({ key, time, row }: StreamRow): TriggerItem => ({
		key,
		time,
		item: { json: outputOf(params, CALL)(row) },
	});

/** A call is emitted as the list has it, and the filters look at what the list says. */
export const newCall = listEvent({
	name: 'New Call',
	value: 'newCall',
	description: 'A call was placed or came in',
	nothingYet: 'There is no call yet',
	filters: ['agentId', 'campaignId', 'direction'],
	output: callOutputFields,
	stream: calls,
	wanted: (_watch, filters) => ({ matches: filters.matches }),
	async emit(watch, { fresh }) {
		const { batchSize } = watch;
		return {
			found: fresh.slice(0, batchSize).map(newCallItem(watch)),
			left: fresh.slice(batchSize),
		};
	},
	async samples(watch, rows) {
		return rows.map(newCallItem(watch));
	},
});
