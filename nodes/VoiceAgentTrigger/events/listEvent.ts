import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Found, TriggerEvent } from '../event';
import { Filters } from '../filters';
import type { Defer, NewRows, Row, Stream } from '../incremental';
import { latestRows, readStream, startFrom, streamOptions } from '../incremental';
import type { Watch } from '../watch';

/** For test events, so many times as many rows are looked at as are wanted, if need be. */
const MAX_ROUNDS = 10;

type Matches = (row: IDataObject) => boolean;

type Shown = Pick<
	TriggerEvent,
	'name' | 'value' | 'description' | 'nothingYet' | 'filters' | 'output' | 'scope'
>;

interface ListEvent extends Shown {
	/** Entries of Options that this event has beside those of every list. */
	options?: readonly INodeProperties[];
	stream: Stream;
	/** Whether the filters let a row through, as far as the list tells. */
	matches(watch: Watch, filters: Filters): Matches;
	/** Rows that are not ready. Without it, all are. */
	defer?(watch: Watch, filters: Filters): Defer;
	/** Makes items of what is new, and finishes the reading. */
	emit(watch: Watch, reading: NewRows, filters: Filters): Promise<Found[]>;
	/** Whether a row may be shown as a test event; without it, whatever matches. */
	isSample?(watch: Watch, filters: Filters): Matches;
	/** Makes test events of rows. */
	samples(watch: Watch, rows: readonly Row[], filters: Filters): Promise<Found[]>;
}

/** An event that a list brings about. The list is read step by step; the options for that come with it. */
export function listEvent(event: ListEvent): TriggerEvent {
	const { name, value, description, nothingYet, filters, output, scope } = event;
	const { options = [], stream } = event;
	return {
		name,
		value,
		description,
		nothingYet,
		filters,
		output,
		scope,
		options: [...streamOptions, ...options],
		startFrom,
		async check(watch) {
			const filters = new Filters(watch);
			const { matches, defer } = event;
			const reading = await readStream(
				watch,
				stream,
				matches(watch, filters),
				defer?.(watch, filters),
			);
			const found = await event.emit(watch, reading, filters);
			filters.check(watch, stream.rows);
			return found;
		},
		async latest(watch, count) {
			const filters = new Filters(watch);
			const { matches, isSample = matches } = event;
			const rows = await latestRows(watch, stream, count * MAX_ROUNDS, isSample(watch, filters));
			const found: Found[] = [];
			// Of some rows only their details show that they are not what is wanted.
			while (found.length < count && rows.length > 0 && watch.hasTimeLeft()) {
				found.unshift(...(await event.samples(watch, rows.splice(-count), filters)));
			}
			filters.check(watch, stream.rows);
			return found.slice(-count);
		},
	};
}
