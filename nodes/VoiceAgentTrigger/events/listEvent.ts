import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Findings, Found, TriggerEvent } from '../event';
import type { Defer, NewRows, Row, Stream } from '../incremental';
import { latestRows, readStream, startFrom, streamOptions } from '../incremental';
import type { Watch } from '../watch';

type Matches = (row: IDataObject) => boolean;

type Shown = Pick<TriggerEvent, 'name' | 'value' | 'description' | 'filters' | 'output' | 'scope'>;

interface ListEvent extends Shown {
	/** Entries of Options that this event has beside those of every list. */
	options?: readonly INodeProperties[];
	stream: Stream;
	/** Whether the filters let a row through, as far as the list tells. */
	matches(watch: Watch): Matches;
	/** Rows that are not ready. Without it, all are. */
	defer?(watch: Watch): Defer;
	/** Makes items of what is new, and finishes the reading. */
	emit(watch: Watch, reading: NewRows): Promise<Findings>;
	/** Whether a row may be shown as a test event; without it, whatever matches. */
	isSample?(watch: Watch): Matches;
	/** Makes test events of rows. */
	samples(watch: Watch, rows: readonly Row[]): Promise<Found[]>;
}

/** An event that a list brings about. The list is read step by step; the options for that come with it. */
export function listEvent(event: ListEvent): TriggerEvent {
	const { name, value, description, filters, output, scope, options = [], stream } = event;
	return {
		name,
		value,
		description,
		filters,
		output,
		scope,
		options: [...streamOptions, ...options],
		startFrom,
		async check(watch) {
			const { matches, defer } = event;
			const reading = await readStream(watch, stream, matches(watch), defer?.(watch));
			return await event.emit(watch, reading);
		},
		async latest(watch, count) {
			const { matches, isSample = matches } = event;
			return await event.samples(watch, await latestRows(watch, stream, count, isSample(watch)));
		},
	};
}
